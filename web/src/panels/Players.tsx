/** Who plays: names, colours, whose turn it is, what is in the hand. */
import type { JSX } from 'preact';
import { HandRow } from '../board/Hands';
import type { Table, State } from '../table';
import { hover } from '../plans';
import { Clock } from './Clock';

interface Props {
  table: Table;
  state: State;
  player: string;
  figures?: boolean;
  flipped?: boolean;
}

export function PlayerBar({
  table,
  state,
  player,
  figures = false,
  flipped = false,
}: Props): JSX.Element | null {
  const { look, drawings, thinking } = state;
  const colours = look?.view.players.find((one) => one.name === player);
  if (!look || !drawings || !colours) {
    return null;
  }
  const seat = look.seats.find((one) => one.player === player);
  const turn = look.node.player === player;
  const index = state.game?.players.indexOf(player) ?? -1;
  const hands = look.view.hands.filter((hand) => hand.owner === player);
  const away = state.plan[state.game?.players.indexOf(player) ?? -1]?.away;
  const who = away ? 'by link' : seat?.person ? 'you' : (seat?.seat ?? '');
  return (
    <section class={turn ? 'player turn' : 'player'} aria-label={player}>
      <h2>
        <span class="disc" style={{ background: colours.fill, borderColor: colours.edge }} />
        {player}
        <small>{who}</small>
        {thinking?.player === player && <span class="thinking">thinking…</span>}
        {turn && !thinking && <span class="tag">to move</span>}
        {look.clocks && seat?.person && (
          <Clock left={look.clocks[index] ?? 0} since={turn ? table.ticking : 0} />
        )}
      </h2>
      {hands.map((hand) => (
        <HandRow
          look={look}
          drawings={drawings}
          figures={figures}
          flipped={flipped}
          hand={hand}
          pick={state.pick}
          pressed={state.pressed}
          onPress={(piece) => void table.press(`piece:${piece}`)}
          onDrop={(cell) => void table.press(`cell:${cell}`)}
          onOver={(cell) => void hover(table, cell)}
          way={state.way}
          onTurn={(way) => table.turnPiece(way)}
        />
      ))}
    </section>
  );
}
