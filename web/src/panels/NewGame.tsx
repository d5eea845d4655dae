/** Who sits where, for a new game. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { canPlayByLink } from '../analyse/byLink';
import type { SeatPlan } from '../table';
import type { GameInfo } from '../wire';

interface Props {
  game: GameInfo;
  plan: SeatPlan[];
  onBegin: (plan: SeatPlan[], seed: string | undefined) => void;
  onCancel: () => void;
}

export function NewGame({ game, plan, onBegin, onCancel }: Props): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const [seats, setSeats] = useState(plan);
  const [seed, setSeed] = useState('');
  useEffect(() => dialog.current?.showModal(), []);
  const sit = (i: number, value: string): void => {
    const seat: SeatPlan =
      value === 'person'
        ? { person: true, level: 3 }
        : value === 'away'
          ? { person: false, away: true, level: 3 }
          : { person: false, level: Number(value) };
    setSeats(seats.map((one, k) => (k === i ? seat : one)));
  };
  const random = game.capabilities.includes('chance') || game.capabilities.includes('deal');
  return (
    <dialog ref={dialog} class="chooser" aria-labelledby="new-game" onClose={onCancel}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onBegin(seats, /^\d{1,18}$/.test(seed) ? seed : undefined);
        }}
      >
        <h2 id="new-game">A new game of {game.title}</h2>
        {game.players.map((player, i) => (
          <label class="row">
            <span>{player}</span>
            <select
              value={
                seats[i]?.person ? 'person' : seats[i]?.away ? 'away' : String(seats[i]?.level ?? 3)
              }
              onChange={(event) => sit(i, event.currentTarget.value)}
            >
              <option value="person">a person at this screen</option>
              {canPlayByLink(game.capabilities) && (
                <option value="away">a friend elsewhere, by link</option>
              )}
              {game.levels.map((text, level) => (
                <option value={String(level + 1)}>computer, level {text}</option>
              ))}
            </select>
          </label>
        ))}
        {random && (
          <label class="row">
            <span>Seed of the dice</span>
            <input
              inputMode="numeric"
              placeholder="by chance"
              value={seed}
              onInput={(event) => setSeed(event.currentTarget.value)}
            />
          </label>
        )}
        <div class="choices">
          <button type="submit" class="primary">
            Begin
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  );
}
