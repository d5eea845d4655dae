/**
 * A window over a board that is larger than the screen: the wheel and two fingers magnify, a drag
 * that no piece takes moves it. Only a transform changes, so that nothing is drawn anew meanwhile.
 */
import type { ComponentChildren, JSX, Ref } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface Props {
  children: ComponentChildren;
  /** How much more than all of the board may be asked for; 1: it fits as it is. */
  most: number;
  /** What shows all of a large board, with a frame round the window. */
  overview?: (frame: Ref<SVGRectElement>, go: (x: number, y: number) => void) => JSX.Element;
}

interface Place {
  x: number;
  y: number;
  scale: number;
}

/** Squares of a side that are large enough without a closer look. */
const COMFORT = 10;

/** How much a board may be magnified. */
export const mostOf = ({ columns, rows }: { columns: number; rows: number }): number =>
  Math.max(1, Math.max(columns, rows) / COMFORT);

/** Boards of up to sixteen squares a side are looked at whole. */
const LARGE = 1.6;

/** Whether a board may be magnified: below the window there has to be room for the buttons then. */
export const isLarge = (most: number): boolean => most > LARGE;

/** Milliseconds after which a picture at rest is drawn sharply. */
const REST = 160;

/** Keeps the board in the window. */
function within(to: Place, width: number, height: number, most: number): Place {
  const scale = Math.min(most, Math.max(1, to.scale));
  return {
    scale,
    x: Math.min(0, Math.max(width * (1 - scale), to.x)),
    y: Math.min(0, Math.max(height * (1 - scale), to.y)),
  };
}

/** Where the squares of a board stand on the screen, without the names beside them. */
function boardBox(board: Element): DOMRect {
  return (board.querySelector('.frame') ?? board).getBoundingClientRect();
}

export function Pan({ children, most, overview }: Props): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const place = useRef<Place>({ x: 0, y: 0, scale: 1 });
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const outline = useRef<SVGRectElement>(null);
  const base = useRef<DOMRect | null>(null);
  const size = useRef<{ width: number; height: number } | null>(null);
  const rest = useRef(0);
  const due = useRef(0);

  /** Where the squares are on the sheet as it is unmagnified; measured once, for that takes time. */
  const boardOnSheet = (): DOMRect | null => {
    const board = sheet.current?.querySelector('.board');
    const window = frame.current?.getBoundingClientRect();
    if (!base.current && board && window) {
      const { x, y, scale } = place.current;
      const box = boardBox(board);
      base.current = new DOMRect(
        (box.left - window.left - x) / scale,
        (box.top - window.top - y) / scale,
        box.width / scale,
        box.height / scale,
      );
    }
    return base.current;
  };
  /** Draws the frame of the overview, which is there only where not all is seen. */
  const frameWindow = (): void => {
    const rect = outline.current;
    const all = rect?.ownerSVGElement;
    const box = boardOnSheet();
    if (rect && all && box && size.current) {
      const { x, y, scale } = place.current;
      const { width: columns, height: rows } = all.viewBox.baseVal;
      all.style.display = scale > 1.05 ? 'block' : 'none';
      rect.setAttribute('x', String((columns * (-x / scale - box.x)) / box.width));
      rect.setAttribute('y', String((rows * (-y / scale - box.y)) / box.height));
      rect.setAttribute('width', String((columns * size.current.width) / scale / box.width));
      rect.setAttribute('height', String((rows * size.current.height) / scale / box.height));
    }
  };
  /** Brings a place of the board, by shares of its sides, to the middle of the window. */
  const show = (x: number, y: number): void => {
    const box = boardOnSheet();
    if (box && size.current) {
      const { scale } = place.current;
      go({
        scale,
        x: size.current.width / 2 - scale * (box.x + x * box.width),
        y: size.current.height / 2 - scale * (box.y + y * box.height),
      });
    }
  };

  const draw = (): void => {
    due.current = 0;
    const { x, y, scale } = place.current;
    if (sheet.current) {
      sheet.current.style.willChange = 'transform';
      sheet.current.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    }
    frameWindow();
    clearTimeout(rest.current);
    rest.current = window.setTimeout(() => {
      if (sheet.current) {
        sheet.current.style.willChange = '';
      }
    }, REST);
  };
  const go = (to: Place): void => {
    const box = frame.current?.getBoundingClientRect();
    if (box) {
      if (size.current?.width !== box.width || size.current.height !== box.height) {
        base.current = null; /* the window has been resized */
      }
      size.current = { width: box.width, height: box.height };
      place.current = within(to, box.width, box.height, most);
      due.current ||= requestAnimationFrame(draw);
    }
  };
  /** Magnifies about a point of the screen. */
  const zoom = (factor: number, at: { x: number; y: number }): void => {
    const box = frame.current?.getBoundingClientRect();
    if (!box) {
      return;
    }
    const { x, y, scale } = place.current;
    const next = Math.min(most, Math.max(1, scale * factor));
    const left = at.x - box.left;
    const top = at.y - box.top;
    go({
      scale: next,
      x: left - ((left - x) * next) / scale,
      y: top - ((top - y) * next) / scale,
    });
  };
  const onDown = (event: PointerEvent): void => {
    if (isLarge(most) && !event.defaultPrevented && event.button === 0) {
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    }
  };
  const onMove = (event: PointerEvent): void => {
    const was = fingers.current.get(event.pointerId);
    if (!was) {
      return;
    }
    const now = { x: event.clientX, y: event.clientY };
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    if (other) {
      const before = Math.hypot(was.x - other.x, was.y - other.y);
      const after = Math.hypot(now.x - other.x, now.y - other.y);
      zoom(after / Math.max(1, before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    } else {
      const { x, y, scale } = place.current;
      go({ x: x + now.x - was.x, y: y + now.y - was.y, scale });
    }
  };
  const onUp = (event: PointerEvent): void => {
    fingers.current.delete(event.pointerId);
  };
  /* The page must not scroll with it, which a listener of the framework cannot prevent. */
  useEffect(() => {
    const element = frame.current;
    if (!isLarge(most)) {
      return undefined;
    }
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / 400), { x: event.clientX, y: event.clientY });
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [most]);

  const large = isLarge(most);
  const middle = (): { x: number; y: number } => {
    const box = frame.current?.getBoundingClientRect();
    return box ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : { x: 0, y: 0 };
  };
  return (
    <>
      <div
        ref={frame}
        class={large ? 'pan large' : 'pan'}
        onPointerDown={onDown}
        onPointerMove={onMove}
        onPointerUp={onUp}
        onPointerCancel={onUp}
        onPointerLeave={onUp}
      >
        <div ref={sheet} class="sheet">
          {children}
        </div>
        {large && overview?.(outline, show)}
      </div>
      {large && (
        <div class="zoom" role="group" aria-label="Magnify">
          <button type="button" aria-label="Closer" onClick={() => zoom(1.5, middle())}>
            +
          </button>
          <button type="button" aria-label="Further" onClick={() => zoom(1 / 1.5, middle())}>
            −
          </button>
          <button
            type="button"
            aria-label="All of the board"
            onClick={() => go({ x: 0, y: 0, scale: 1 })}
          >
            ▢
          </button>
        </div>
      )}
    </>
  );
}
