/** What a player holds off the board: press a piece, then where it goes, or drag it there. */
import { useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import type { Drawings, Hand, Look, Pick, Way } from '../wire';
import { cellAt, pointIn, type Point } from './geometry';
import { pictureOf, symbolOf } from './pieces';

interface Props {
  look: Look;
  drawings: Drawings;
  figures?: boolean;
  flipped?: boolean;
  hand: Hand;
  pick: Pick | null;
  pressed: string[];
  onPress: (piece: string) => void;
  onDrop?: (cell: string) => void;
  onOver?: (cell: string | null) => void /** what a dragged piece is over */;
  way?: string | null /** how the pressed piece is held */;
  onTurn?: (way: string) => void;
}

/** A pattern of pips as it looks from this side of the board. */
function fromHere({ drawings, flipped }: Props, svg: string): string {
  const middle = drawings.side / 2;
  return flipped ? `<g transform="rotate(180 ${middle} ${middle})">${svg}</g>` : svg;
}

/** The ways in which the pressed piece can be put down. */
function Ways({ props, ways }: { props: Props; ways: readonly Way[] }): JSX.Element {
  const { drawings, way, onTurn } = props;
  return (
    <div class="ways" role="group" aria-label="Turned">
      {ways.map((one) => (
        <button
          type="button"
          class={one.choice === way ? 'held-piece chosen' : 'held-piece'}
          aria-pressed={one.choice === way}
          aria-label={`as ${one.choice}`}
          title="Turned: a press on the piece, or the key R, turns it, too"
          onClick={() => onTurn?.(one.choice)}
        >
          <svg
            viewBox={`0 0 ${drawings.side} ${drawings.side}`}
            aria-hidden="true"
            dangerouslySetInnerHTML={{ __html: fromHere(props, one.svg) }}
          />
        </button>
      ))}
    </div>
  );
}

/** What needs no word: that these pieces can be put down, as in every game with a hand. */
const HAND = 'hand';

/** Pixels that a pointer may stray before a press becomes a drag. */
const DRAG = 8;

/** The square of the board under a point of the screen. */
function squareUnder(props: Props, at: Point): string | null {
  const { look, drawings, flipped = false } = props;
  const board = document.elementFromPoint(at.x, at.y)?.closest<SVGSVGElement>('svg.board');
  if (!board) {
    return null;
  }
  const { columns, rows } = look.view;
  const geometry = { columns, rows, side: drawings.side, flipped };
  return cellAt(geometry, look.view, pointIn(board, at.x, at.y))?.cell ?? null;
}

/** Whether the pressed piece is one of this hand that can be turned. */
function onTurnable({ hand, pressed, pick }: Props): boolean {
  const held = hand.items.some((one) => pressed[0] === `piece:${one.piece}`);
  return held && pressed.length === 1 && (pick?.ways.length ?? 0) > 1;
}

export function HandRow(props: Props): JSX.Element {
  const { look, drawings, hand, pick, pressed, onPress, onDrop, flipped = false } = props;
  const mine = look.node.player === hand.owner;
  const [drag, setDrag] = useState<{ piece: string; at: Point; svg: string } | null>(null);
  const start = useRef<Point | null>(null);
  const ways = mine && onTurnable(props) ? (pick?.ways ?? []) : [];
  return (
    <div class="hand" role="group" aria-label={`${hand.owner ?? ''} ${hand.title}`}>
      {hand.items.length === 0 && <span class="quiet">nothing in the {hand.title}</span>}
      {/* What is not at hand would be taken for what is. */}
      {hand.items.length > 0 && hand.title !== HAND && <span class="quiet">{hand.title}:</span>}
      {hand.items.map((held) => {
        const piece =
          look.view.pieces.find((one) => one.piece === held.piece && one.owner === hand.owner) ??
          look.view.pieces.find((one) => one.piece === held.piece);
        const symbol = drawings.symbols.find(
          (one) => symbolOf(one.owner, one.piece) === symbolOf(piece?.owner ?? null, held.piece),
        );
        const word = `piece:${held.piece}`;
        const chosen = mine && pressed.includes(word);
        const way = chosen ? ways.find((one) => one.choice === props.way)?.svg : undefined;
        const seen = symbol ? pictureOf(symbol, props.figures ?? false, flipped) : '';
        const svg = way ? fromHere(props, way) : seen;
        const can =
          mine &&
          (pick?.pieces.includes(held.piece) || pressed.includes(word) || pressed.length > 0);
        const onDown = (event: PointerEvent): void => {
          if (can && event.button === 0) {
            start.current = { x: event.clientX, y: event.clientY };
            (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
          }
        };
        const onMove = (event: PointerEvent): void => {
          const from = start.current;
          const at = { x: event.clientX, y: event.clientY };
          if (from && !drag && Math.hypot(at.x - from.x, at.y - from.y) > DRAG) {
            if (!pressed.includes(word)) {
              onPress(held.piece);
            }
            setDrag({ piece: held.piece, at, svg });
          } else if (from && drag) {
            setDrag({ ...drag, at, svg });
            props.onOver?.(squareUnder(props, at));
          }
        };
        const onUp = (event: PointerEvent): void => {
          start.current = null;
          if (drag) {
            const cell = squareUnder(props, { x: event.clientX, y: event.clientY });
            setDrag(null);
            if (cell) {
              onDrop?.(cell);
            }
          }
        };
        return (
          <button
            type="button"
            class={chosen ? 'held-piece chosen' : 'held-piece'}
            aria-disabled={!can}
            tabIndex={mine ? 0 : -1}
            title={piece?.name ?? held.label}
            aria-label={`${piece?.name ?? held.label}, ${hand.endless ? 'any number' : (held.count ?? 'unknown number')}`}
            aria-pressed={chosen}
            onPointerDown={onDown}
            onPointerMove={onMove}
            onPointerUp={onUp}
            onPointerCancel={() => {
              start.current = null;
              setDrag(null);
            }}
            onClick={() => {
              if (!drag) {
                onPress(held.piece);
              }
            }}
          >
            <svg
              viewBox={`0 0 ${drawings.side} ${drawings.side}`}
              aria-hidden="true"
              dangerouslySetInnerHTML={{ __html: svg }}
            />
            {(hand.endless || held.count !== 1) && (
              <span class="count">{hand.endless ? '∞' : (held.count ?? '?')}</span>
            )}
          </button>
        );
      })}
      {ways.length > 1 && <Ways props={props} ways={ways} />}
      {drag && (
        <svg
          class="dragged"
          viewBox={`0 0 ${drawings.side} ${drawings.side}`}
          style={{ left: `${drag.at.x}px`, top: `${drag.at.y}px` }}
          aria-hidden="true"
          dangerouslySetInnerHTML={{ __html: drag.svg }}
        />
      )}
    </div>
  );
}
