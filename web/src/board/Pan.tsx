/**
 * A window over a board that is larger than the screen: the wheel and two fingers magnify, a drag
 * that no piece takes moves it. Only a transform changes, so that nothing is drawn anew meanwhile.
 */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface Props {
  children: ComponentChildren;
  /** How much more than all of the board may be asked for; 1: it fits as it is. */
  most: number;
}

interface Place {
  x: number;
  y: number;
  scale: number;
}

/** Boards of up to sixteen squares a side are looked at whole. */
const LARGE = 1.6;

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

export function Pan({ children, most }: Props): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const place = useRef<Place>({ x: 0, y: 0, scale: 1 });
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const rest = useRef(0);
  const due = useRef(0);

  const draw = (): void => {
    due.current = 0;
    const { x, y, scale } = place.current;
    if (sheet.current) {
      sheet.current.style.willChange = 'transform';
      sheet.current.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    }
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
    if (most > LARGE && !event.defaultPrevented && event.button === 0) {
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
    if (most <= LARGE) {
      return undefined;
    }
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / 400), { x: event.clientX, y: event.clientY });
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [most]);

  const large = most > LARGE;
  const middle = (): { x: number; y: number } => {
    const box = frame.current?.getBoundingClientRect();
    return box ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : { x: 0, y: 0 };
  };
  return (
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
    </div>
  );
}
