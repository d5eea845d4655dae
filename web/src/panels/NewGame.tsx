/** Who sits where, for a new game. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { canPlayByLink } from '../analyse/byLink';
import type { Clock, SeatPlan } from '../state';
import type { GameInfo } from '../wire';

interface Props {
  game: GameInfo;
  plan: SeatPlan[];
  clock?: Clock | null;
  onBegin: (plan: SeatPlan[], seed: string | undefined, clock: Clock | null) => void;
  onCancel: () => void;
}

/** Minutes for a game and seconds for each turn: what clubs play. */
const CLOCKS = ['', '3+2', '5+3', '10+5', '15+10', '30+20', '60+30'];

function clockOf(text: string): Clock | null {
  const [minutes, seconds] = text.split('+').map(Number);
  return minutes ? { base: 60 * minutes, increment: seconds ?? 0 } : null;
}

export function NewGame({ game, plan, clock, onBegin, onCancel }: Props): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const [seats, setSeats] = useState(plan);
  const [seed, setSeed] = useState('');
  const [time, setTime] = useState(clock ? `${clock.base / 60}+${clock.increment}` : '');
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close(); /* which gives the focus back */
  }, []);
  const sit = (i: number, value: string): void => {
    const seat: SeatPlan =
      value === 'person'
        ? { person: true, level: 3 }
        : value === 'away'
          ? { person: false, away: true, level: 3 }
          : { person: false, level: Number(value) };
    setSeats(seats.map((one, k) => (k === i ? seat : one)));
  };
  const here = seats.some((one) => one.person);
  const alone = !here && seats.some((one) => one.away);
  const random = game.capabilities.includes('chance') || game.capabilities.includes('deal');
  return (
    <dialog ref={dialog} class="chooser" aria-labelledby="new-game" onClose={onCancel}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onBegin(seats, /^\d{1,18}$/.test(seed) ? seed : undefined, clockOf(time));
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
        <label class="row">
          <span>Clock</span>
          <select value={time} onChange={(event) => setTime(event.currentTarget.value)}>
            {CLOCKS.map((one) => (
              <option value={one}>
                {one === '' ? 'none' : `${one.replace('+', ' minutes and ')} seconds a turn`}
              </option>
            ))}
          </select>
        </label>
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
        {alone && (
          <p class="trouble" role="alert">
            A game by link needs somebody at this screen, who sends the links.
          </p>
        )}
        <div class="choices">
          <button type="submit" class="primary" disabled={alone}>
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
