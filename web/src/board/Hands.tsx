/** What a player holds off the board: press a piece, then where it goes. */
import type { JSX } from 'preact';
import type { Drawings, Hand, Look, Pick } from '../wire';
import { symbolOf } from './pieces';

interface Props {
  look: Look;
  drawings: Drawings;
  hand: Hand;
  pick: Pick | null;
  pressed: string[];
  onPress: (piece: string) => void;
}

export function HandRow({ look, drawings, hand, pick, pressed, onPress }: Props): JSX.Element {
  const mine = look.node.player === hand.owner;
  return (
    <div class="hand" role="group" aria-label={`${hand.owner ?? ''} ${hand.title}`}>
      {hand.items.length === 0 && <span class="quiet">nothing in the {hand.title}</span>}
      {hand.items.map((held) => {
        const piece =
          look.view.pieces.find((one) => one.piece === held.piece && one.owner === hand.owner) ??
          look.view.pieces.find((one) => one.piece === held.piece);
        const symbol = drawings.symbols.find(
          (one) => symbolOf(one.owner, one.piece) === symbolOf(piece?.owner ?? null, held.piece),
        );
        const word = `piece:${held.piece}`;
        const can =
          mine &&
          (pick?.pieces.includes(held.piece) || pressed.includes(word) || pressed.length > 0);
        return (
          <button
            type="button"
            class={pressed.includes(word) ? 'held-piece chosen' : 'held-piece'}
            aria-disabled={!can}
            title={piece?.name ?? held.label}
            aria-label={`${piece?.name ?? held.label}, ${held.count ?? 'unknown number'}`}
            aria-pressed={pressed.includes(word)}
            onClick={() => onPress(held.piece)}
          >
            <svg
              viewBox={`0 0 ${drawings.side} ${drawings.side}`}
              aria-hidden="true"
              dangerouslySetInnerHTML={{ __html: symbol?.svg ?? '' }}
            />
            {held.count !== 1 && <span class="count">{held.count ?? '?'}</span>}
          </button>
        );
      })}
    </div>
  );
}
