/** The board of the text: set up by hand, painted, and written into its keys. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Press } from '../panels/Press';
import { DRAGGED } from './Editor';
import type { Store } from './store';
import type { Drawn, Grid, Swatch } from './wire';
import { ask } from './wire';

interface Props {
  store: Store;
  /** Lays the game of a text on the table beside. */
  onPlay: (text: string) => void;
}

interface Painted {
  grid: Grid | null;
  region: { value: string; cells: string[] } | null;
}

const ERASE = '';

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function useDrawing(
  store: Store,
  key: Drawn | undefined,
): {
  painted: Painted;
  value: string;
  change: (words: string[]) => void;
  reset: () => void;
} {
  const [painted, setPainted] = useState<Painted>({ grid: null, region: null });
  /* Presses may come faster than they are answered: each goes on from the one before. */
  const latest = useRef('');
  const queue = useRef(Promise.resolve());
  const read = async (words: string[]): Promise<void> => {
    if (!key) {
      return;
    }
    try {
      const { engine } = store;
      if (key.kind === 'region') {
        const region = await ask(engine, 'region', key.key, latest.current, ...words);
        latest.current = region.value;
        setPainted({ grid: null, region });
      } else {
        const grid = await ask(engine, 'board', key.key, latest.current, ...words);
        latest.current = grid.value;
        setPainted({ grid, region: null });
      }
    } catch (error) {
      store.fail(error);
    }
  };
  const change = (words: string[]): void => {
    queue.current = queue.current.then(() => read(words));
  };
  const reset = (): void => {
    queue.current = queue.current.then(() => {
      latest.current = empty(store, key);
      return read([]);
    });
  };
  /* What the text says, whenever the text has changed. */
  useEffect(() => {
    setPainted({ grid: null, region: null });
    reset();
  }, [key?.key, key?.value, store.state.good]);
  return { painted, value: painted.grid?.value ?? painted.region?.value ?? '', change, reset };
}

/** The value to begin with where the definition sets none: a board without anything on it. */
function empty(store: Store, key: Drawn | undefined): string {
  const { game } = store.state;
  if (key?.value) {
    return key.value;
  }
  if (!game || key?.kind === 'region') {
    return '-';
  }
  const row = Array(game.columns).fill('.').join(' ');
  return Array(game.rows).fill(row).join('\n');
}

const nameOf = (one: Swatch | undefined): string =>
  one ? `${one.owner ?? ''} ${one.name}`.trim() : '';

export function BoardPane({ store, onPlay }: Props): JSX.Element {
  const { drawn, game, look, drawings } = store.state;
  const [chosen, setChosen] = useState('');
  const key = drawn.find((one) => one.key === chosen) ?? drawn[0];
  const [palette, setPalette] = useState<Swatch[]>([]);
  const [tool, setTool] = useState<string | null>(null);
  const [drag, setDrag] = useState<{ from: number; x: number; y: number } | null>(null);
  /* Where the keys are, what they have lifted, and what there is to say of a press that did nothing. */
  const [cursor, setCursor] = useState<number | null>(null);
  const [lifted, setLifted] = useState<number | null>(null);
  const [note, setNote] = useState('');
  const [stroke, setStroke] = useState<Set<number> | null>(null);
  const svg = useRef<SVGSVGElement>(null);
  const { painted, value, change, reset } = useDrawing(store, key);
  const { grid, region } = painted;
  useEffect(() => {
    setTool(null);
    if (key && key.kind !== 'region') {
      ask(store.engine, 'palette', key.key).then(
        (answer) => setPalette(answer.palette),
        (error: unknown) => store.fail(error),
      );
    } else {
      setPalette([]);
    }
  }, [key?.key, store.state.good]);
  useEffect(() => {
    setCursor(null);
    setLifted(null);
  }, [key?.key, game?.columns, game?.rows]);
  if (!game || !look || !drawings) {
    return <p class="waiting">There is no board yet: the text has to make a game first.</p>;
  }
  if (!key) {
    return (
      <p class="waiting">
        {game.title} has no key that draws its board: nothing can be set up by hand here.
      </p>
    );
  }
  const { side } = drawings;
  const columns = grid?.columns ?? look.view.columns;
  const rows = grid?.rows ?? look.view.rows;
  const swatches = new Map(palette.map((one, i) => [one.label, { ...one, id: `swatch-${i}` }]));
  const inside = new Set(region?.cells ?? []);
  const cellAt = (event: PointerEvent): number => {
    const box = svg.current?.getBoundingClientRect();
    if (!box) {
      return -1;
    }
    const all = { width: columns * side, height: rows * side };
    const scale = Math.min(box.width / all.width, box.height / all.height);
    const x = (event.clientX - box.left - (box.width - all.width * scale) / 2) / scale / side;
    const y = (event.clientY - box.top - (box.height - all.height * scale) / 2) / scale / side;
    const good = x >= 0 && y >= 0 && x < columns && y < rows;
    return good ? Math.floor(y) * columns + Math.floor(x) : -1;
  };
  const nameAt = (cell: number): string | undefined =>
    look.view.cells.find(
      (one) => one.row === Math.floor(cell / columns) && one.column === cell % columns,
    )?.cell;
  const paint = (cell: number): void => {
    if (region) {
      const name = nameAt(cell);
      if (name) {
        change([name]);
      }
    } else if (tool !== null) {
      change([String(cell), tool]);
    }
  };
  const onDown = (event: PointerEvent): void => {
    const cell = cellAt(event);
    if (cell < 0 || event.button !== 0) {
      return;
    }
    event.preventDefault();
    setCursor(cell);
    setNote('');
    svg.current?.setPointerCapture(event.pointerId);
    if (grid && tool === null && grid.cells[cell]) {
      setDrag({ from: cell, x: event.clientX, y: event.clientY });
    } else {
      setStroke(new Set([cell]));
      paint(cell);
    }
  };
  const onMove = (event: PointerEvent): void => {
    const cell = cellAt(event);
    if (drag) {
      setDrag({ ...drag, x: event.clientX, y: event.clientY });
    } else if (stroke && cell >= 0 && !stroke.has(cell)) {
      setStroke(new Set([...stroke, cell]));
      paint(cell);
    }
  };
  const onUp = (event: PointerEvent): void => {
    setStroke(null);
    if (drag && grid) {
      const to = cellAt(event);
      setDrag(null);
      carry(drag.from, to); /* dropped beside the board, a piece is taken off it */
    }
  };
  /** A piece goes to another square, or off the board. */
  const carry = (from: number, to: number): void => {
    if (to !== from) {
      change([String(from), '', ...(to >= 0 ? [String(to), grid?.cells[from] ?? ''] : [])]);
    }
  };
  const pressKey = (cell: number): void => {
    if (region || tool !== null) {
      paint(cell);
    } else if (lifted !== null) {
      carry(lifted, cell);
      setLifted(null);
    } else if (grid?.cells[cell]) {
      setLifted(cell);
    } else {
      setNote(', choose first what to put there');
    }
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = ARROWS[event.key];
    const at = cursor ?? (rows - 1) * columns;
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    setNote('');
    if (step) {
      const x = Math.min(columns - 1, Math.max(0, (at % columns) + step[0]));
      const y = Math.min(rows - 1, Math.max(0, Math.floor(at / columns) + step[1]));
      setCursor(y * columns + x);
    } else if (event.key === 'Escape') {
      setLifted(null);
    } else if (cursor === null) {
      return;
    } else if (event.key === 'Enter' || event.key === ' ') {
      pressKey(at);
    } else if (grid && (event.key === 'Delete' || event.key === 'Backspace')) {
      change([String(at), ERASE]);
    } else if (grid && swatches.has(event.key)) {
      change([String(at), event.key]);
    } else {
      return;
    }
    event.preventDefault();
  };
  const told = (cell: number): string => {
    const name = nameAt(cell) ?? `${(cell % columns) + 1}, ${Math.floor(cell / columns) + 1}`;
    const label = grid?.cells[cell] ?? '';
    const what = region ? (inside.has(name) ? 'inside' : 'outside') : nameOf(swatches.get(label));
    return `${name}: ${what || label || 'empty'}${lifted === cell ? ', lifted' : ''}${note}`;
  };
  const written = value !== '' && value !== key.value;
  const edited = async (): Promise<string> =>
    (await ask(store.engine, 'edit', store.state.text, store.state.name, key.key, value)).text;
  const fields = grid?.fields ?? [];
  const setField = (at: number, text: string): void => {
    const words = fields.map((one, i) => (i === at ? text.trim() || '-' : one.value));
    change(['rest', words.join(' ')]);
  };
  return (
    <div class="ws-board">
      <label>
        What is drawn{' '}
        <select
          aria-label="What is drawn"
          value={key.key}
          onChange={(event) => setChosen(event.currentTarget.value)}
        >
          {drawn.map((one) => (
            <option value={one.key}>
              {one.key}
              {one.defined_in === store.state.name
                ? ''
                : one.defined_in
                  ? ' (inherited)'
                  : ' (not set)'}
            </option>
          ))}
        </select>
      </label>
      <p class="quiet">{key.meaning}</p>
      {key.kind !== 'region' && (
        <div class="ws-palette" role="toolbar" aria-label="What to put on the board">
          <button
            type="button"
            aria-pressed={tool === null}
            title="Drag pieces about; drop them beside the board to take them off"
            onClick={() => setTool(null)}
          >
            Move
          </button>
          <button type="button" aria-pressed={tool === ERASE} onClick={() => setTool(ERASE)}>
            Erase
          </button>
          {palette.map((one) => (
            <button
              type="button"
              class="ws-swatch"
              aria-pressed={tool === one.label}
              aria-label={`${nameOf(one)} ${one.label}`}
              title={nameOf(one)}
              onClick={() => setTool(one.label)}
            >
              {one.svg ? (
                <svg viewBox={`0 0 ${side} ${side}`} aria-hidden="true">
                  <g dangerouslySetInnerHTML={{ __html: one.svg }} />
                </svg>
              ) : (
                <span>
                  <b>{one.label}</b> {one.name}
                </span>
              )}
            </button>
          ))}
        </div>
      )}
      <svg
        ref={svg}
        class="ws-drawing"
        viewBox={`0 0 ${columns * side} ${rows * side}`}
        role="application"
        aria-roledescription="board"
        aria-label={`The board of ${key.key}: arrows choose a square, Enter ${
          region ? 'turns it' : 'puts what is chosen, Delete takes it off'
        }`}
        tabindex={0}
        onKeyDown={onKey}
        onPointerDown={onDown}
        onPointerMove={onMove}
        onPointerUp={onUp}
        onPointerCancel={() => {
          setDrag(null);
          setStroke(null);
        }}
      >
        <defs>
          {[...swatches.values()].map((one) => (
            <g id={one.id} dangerouslySetInnerHTML={{ __html: one.svg ?? '' }} />
          ))}
        </defs>
        {columns === look.view.columns && rows === look.view.rows ? (
          <g dangerouslySetInnerHTML={{ __html: drawings.ground }} />
        ) : (
          <rect class="ws-bare" width={columns * side} height={rows * side} />
        )}
        {region &&
          look.view.cells
            .filter((one) => inside.has(one.cell))
            .map((one) => (
              <rect
                class="ws-inside"
                x={one.column * side}
                y={one.row * side}
                width={side}
                height={side}
              />
            ))}
        {grid?.cells.map((label, i) => {
          const swatch = swatches.get(label);
          const x = (i % columns) * side;
          const y = Math.floor(i / columns) * side;
          if (label === '' || (drag && drag.from === i)) {
            return null;
          }
          return swatch?.svg ? (
            <use href={`#${swatch.id}`} x={x} y={y} />
          ) : (
            <text class="ws-letter" x={x + side / 2} y={y + side * 0.65}>
              {label}
            </text>
          );
        })}
        {cursor !== null && (
          <rect
            class="ws-cursor"
            x={(cursor % columns) * side + 4}
            y={Math.floor(cursor / columns) * side + 4}
            width={side - 8}
            height={side - 8}
            rx={10}
          />
        )}
        {lifted !== null && (
          <rect
            class="ws-lifted"
            x={(lifted % columns) * side}
            y={Math.floor(lifted / columns) * side}
            width={side}
            height={side}
          />
        )}
      </svg>
      <p class="unseen" role="status">
        {cursor === null ? '' : told(cursor)}
      </p>
      {grid?.hand !== null && grid !== null && (
        <label>
          In hand{' '}
          <input
            value={grid.hand}
            onChange={(event) => change(['hand', event.currentTarget.value])}
          />
        </label>
      )}
      {fields.length > 0 && (
        <div class="ws-fields">
          {fields.map((one, i) => (
            <span>
              {one.name}{' '}
              {one.name === 'to move' ? (
                <select
                  aria-label={one.name}
                  value={one.value}
                  onChange={(e) => setField(i, e.currentTarget.value)}
                >
                  <option value="w">{game.players[0]}</option>
                  <option value="b">{game.players[1]}</option>
                </select>
              ) : (
                <input
                  aria-label={one.name}
                  value={one.value}
                  size={6}
                  onChange={(event) => setField(i, event.currentTarget.value)}
                />
              )}
            </span>
          ))}
        </div>
      )}
      <pre
        class="ws-text"
        draggable={true}
        title="Drag it onto the text"
        onDragStart={(event) => {
          event.dataTransfer?.setData(DRAGGED, JSON.stringify({ key: key.key, value }));
          event.dataTransfer?.setData('text/plain', value);
        }}
      >
        {value}
      </pre>
      <p class="ws-actions">
        <Press class="primary" can={written} onPress={() => void store.setKey(key.key, value)}>
          Write into {key.key}
        </Press>
        <button
          type="button"
          onClick={() => {
            edited().then(onPlay, (error: unknown) => store.fail(error));
          }}
        >
          Play from here
        </button>
        <Press can={written} onPress={reset}>
          As in the text
        </Press>
      </p>
    </div>
  );
}
