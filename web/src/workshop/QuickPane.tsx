/** Quick looks: fast games in a worker, what they say, and how that differs from the last time. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Engine } from '../engine/engine';
import { wordsOf } from '../texts';
import type { Store } from './store';
import type { Difference, Interval, Summary } from './wire';
import { ask } from './wire';

interface Run {
  summary: Summary;
  seats: string;
  title: string;
  text: string;
}

const percent = (share: number | null): string =>
  share === null ? '?' : `${(100 * share).toFixed(share > 0.995 || share < 0.005 ? 1 : 0)}%`;

function spell(interval: Interval, as: (value: number | null) => string): string {
  return `${as(interval.low)} to ${as(interval.high)}`;
}

/** A share with its interval as a bar: the bar is the share, the whisker the interval. */
function Bar({
  share,
  label,
  tone,
}: {
  share: Interval;
  label: string;
  tone: string;
}): JSX.Element {
  const left = 100 * (share.low ?? 0);
  const width = 100 * (share.high ?? 1) - left;
  return (
    <div class="ws-bar" role="img" aria-label={`${label}: ${percent(share.value)}`}>
      <span class={`ws-fill ${tone}`} style={{ width: `${100 * (share.value ?? 0)}%` }} />
      <span class="ws-whisker" style={{ left: `${left}%`, width: `${width}%` }} />
    </div>
  );
}

const NAMES: Record<string, string> = {
  drawn: 'Drawn',
  unfinished: 'Unfinished after 1000 turns',
};

interface Row {
  id: string;
  label: string;
  interval: Interval;
}

/** The figures of a run that can be laid beside those of another. */
function rowsOf(summary: Summary): Row[] {
  const results = summary.results.map((one) => ({
    id: `result/${one.kind}/${one.player ?? ''}`,
    label: one.player ? `${one.player} wins` : (NAMES[one.kind] ?? one.kind),
    interval: one.share,
  }));
  const rules = summary.rules
    .filter((one) => one.ended > 0)
    .map((one) => ({ id: `rule/${one.id}`, label: `Ended by ${one.id}`, interval: one.share }));
  return [...results, { id: 'turns', label: 'Turns', interval: summary.turns }, ...rules];
}

const isWhole = (one: Interval): boolean =>
  one.value !== null && one.low !== null && one.high !== null;

function numbers(one: Interval): string[] {
  return [one.value, one.low, one.high].map(String);
}

/** Pairs of one comparison: as many as a request has words for. */
const PAIRS_MOST = 40;

interface Differences {
  /** What they are of: while games come, that is a little behind what is shown. */
  of: Summary | null;
  rows: { label: string; id: string; difference: Difference }[];
}

function useDifferences(engine: Engine, now: Summary, last: Summary | null): Differences {
  const [found, setFound] = useState<Differences>({ of: null, rows: [] });
  useEffect(() => {
    let current = true;
    if (!last || now.games === 0 || last.games === 0) {
      setFound({ of: now, rows: [] });
      return undefined;
    }
    const before = new Map(rowsOf(last).map((one) => [one.id, one.interval]));
    const pairs = rowsOf(now)
      .map((one) => ({ ...one, before: before.get(one.id) }))
      .filter((one) => one.before && isWhole(one.interval) && isWhole(one.before))
      .slice(0, PAIRS_MOST);
    const words = pairs.flatMap((one) => [
      ...numbers(one.interval),
      ...(one.before ? numbers(one.before) : []),
    ]);
    const show = (differences: Difference[]): void => {
      if (current) {
        setFound({
          of: now,
          rows: pairs.flatMap((one, i) => {
            const difference = differences[i];
            return difference ? [{ label: one.label, id: one.id, difference }] : [];
          }),
        });
      }
    };
    if (words.length > 0) {
      ask(engine, 'differences', ...words).then(
        ({ differences }) => show(differences),
        () => show([]),
      );
    } else {
      show([]);
    }
    return () => {
      current = false;
    };
  }, [now, last]);
  return found;
}

function Never({ summary }: { summary: Summary }): JSX.Element {
  const still = summary.pieces.filter((one) => one.moved === 0);
  const dropless = summary.pieces.every((one) => one.placed === 0);
  const pawns = summary.pieces.every((one) => one.promotion === 0);
  const unfelt = summary.rules.filter((one) => !one.silent && one.felt === 0 && one.ended === 0);
  return (
    <section>
      <h3>Never seen in these games</h3>
      {still.length > 0 ? (
        <ul>
          {still.map((one) => (
            <li>
              <b>
                {one.owner} {one.piece}
              </b>{' '}
              {one.games === 0
                ? 'never came'
                : `never moved, in ${one.games} ${one.games === 1 ? 'game' : 'games'}; so it does in at most ${percent(one.share.high)} of them`}
            </li>
          ))}
        </ul>
      ) : (
        <p>Every piece that came on the board moved in some game.</p>
      )}
      <p class="quiet">
        {dropless ? 'Nothing was put on the board. ' : ''}
        {pawns ? 'Nothing promoted. ' : ''}
      </p>
      {unfelt.length > 0 && (
        <details>
          <summary>
            {unfelt.length} of {summary.rules.length} rules showed in no event
          </summary>
          <ul>
            {unfelt.map((one) => (
              <li>
                <b>{one.id}</b> {one.text}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Pieces({ summary }: { summary: Summary }): JSX.Element {
  const rows = [...summary.pieces].sort((a, b) => b.moves - a.moves);
  return (
    <details>
      <summary>What each piece did</summary>
      <div class="scroll" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {['Piece', 'moves a game', 'takes', 'is taken', 'put', 'promoted to'].map((one) => (
                <th>{one}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((one) => (
              <tr>
                <td>
                  {one.owner} {one.piece}
                </td>
                {[one.moves, one.captures, one.captured, one.placed, one.promotion].map((count) => (
                  <td>{(count / Math.max(1, summary.games)).toFixed(2)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function Report({ run, last, store }: { run: Run; last: Run | null; store: Store }): JSX.Element {
  const { summary } = run;
  const { game } = store.state;
  const tone = (player: string | null): string =>
    player === null ? 'ws-nobody' : player === game?.players[0] ? 'ws-first' : 'ws-second';
  const differences = useDifferences(store.engine, summary, last?.summary ?? null);
  const ends = summary.rules.filter((one) => one.ended > 0).sort((a, b) => b.ended - a.ended);
  return (
    <div class="ws-report" aria-live="off">
      <p>
        <b>{summary.games}</b> games of {run.title}, {run.seats}. Players chose from{' '}
        {(summary.choices / Math.max(1, summary.actions)).toFixed(1)} actions at a time.
      </p>
      <h3>Who wins</h3>
      {summary.results
        .filter((one) => one.count > 0 || one.kind === 'won')
        .map((one) => (
          <div class="ws-row">
            <span>{one.player ?? NAMES[one.kind] ?? one.kind}</span>
            <Bar share={one.share} label={one.player ?? one.kind} tone={tone(one.player)} />
            <span>
              <b>{percent(one.share.value)}</b> <small>{spell(one.share, percent)}</small>
            </span>
          </div>
        ))}
      <h3>By which rule</h3>
      {ends.map((one) => (
        <div class="ws-row">
          <span title={one.text}>
            <b>{one.id}</b> {one.text}
          </span>
          <Bar share={one.share} label={one.id} tone="ws-nobody" />
          <span>
            <b>{percent(one.share.value)}</b> <small>{spell(one.share, percent)}</small>
          </span>
        </div>
      ))}
      <p>
        <b>{summary.turns.value ?? '?'}</b> turns in the middle of all games{' '}
        <small>
          {summary.turns.low === null
            ? '(too few games to say how sure that is)'
            : spell(summary.turns, (value) => String(value))}
        </small>
      </p>
      {last && differences.rows.length > 0 && (
        <section class="ws-differences" aria-busy={differences.of !== summary}>
          <h3>Beside the last look</h3>
          <p class="quiet">
            {last.summary.games} games of{' '}
            {last.text === run.text ? 'the same text' : 'the text before'}, {last.seats}
          </p>
          <table>
            <tbody>
              {differences.rows.map(({ label, id, difference }) => {
                const as = (value: number | null): string =>
                  value === null
                    ? '?'
                    : `${value > 0 ? '+' : ''}${(id === 'turns' ? value : 100 * value).toFixed(0)}`;
                return (
                  <tr class={difference.is ? 'ws-is' : ''}>
                    <td>{label}</td>
                    <td>
                      {as(difference.value)}
                      {id === 'turns' ? '' : ' points'}
                    </td>
                    <td>
                      <small>{spell(difference, as)}</small>
                    </td>
                    <td>{difference.is ? 'a difference' : 'perhaps chance'}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </section>
      )}
      <Never summary={summary} />
      <Pieces summary={summary} />
      <p class="quiet">
        Intervals are of 95%: of a hundred such looks, at least 95 have the true figure of these
        players within them. Weak players show what happens, not what best play would be.
      </p>
    </div>
  );
}

/** What came of a look, for whoever hears the page: games come too fast to be told one by one. */
function toldOf({ games, results }: Summary, ended: string): string {
  const shares = results
    .filter((one) => one.count > 0 || one.kind === 'won')
    .map((one) => {
      const name = one.player ? `${one.player} wins` : (NAMES[one.kind] ?? one.kind).toLowerCase();
      return `${name} ${percent(one.share.value)}`;
    });
  return `${ended} ${games} ${games === 1 ? 'game' : 'games'}: ${shares.join(', ')}.`;
}

const SEATS: [string, string][] = [
  ['nodes:100', 'very fast: 100 nodes a move'],
  ['nodes:400', 'fast: 400 nodes a move'],
  ['nodes:2000', 'careful: 2000 nodes a move'],
  ['level:4', 'as level 4'],
  ['level:6', 'as level 6: slow'],
];

export function QuickPane({ store }: { store: Store }): JSX.Element {
  const [seats, setSeats] = useState('nodes:100');
  const [wanted, setWanted] = useState(200);
  const [run, setRun] = useState<Run | null>(null);
  const [last, setLast] = useState<Run | null>(null);
  const [running, setRunning] = useState(false);
  const [told, setTold] = useState('');
  const engine = useRef<Engine | null>(null);
  const era = useRef(0);
  const { game, good, name } = store.state;
  const stop = (): void => {
    era.current++;
    engine.current?.stop();
    setRunning(false);
  };
  useEffect(() => stop, []);
  const begin = async (): Promise<void> => {
    if (!game) {
      return;
    }
    const mine = ++era.current;
    const title = game.title;
    engine.current?.stop();
    engine.current ??= new Engine(store.source);
    const worker = engine.current;
    if (run && run.summary.games > 0) {
      setLast(run);
    }
    setRunning(true);
    setTold(`Playing ${wanted} games.`);
    try {
      await worker.ask('define', ...wordsOf(store.textsOf(good, name)));
      await worker.ask('open', name);
      let summary = await ask(worker, 'quick', seats, '1');
      let shown = 0;
      while (summary.games < wanted && era.current === mine) {
        summary = await ask(worker, 'quick_play', '1');
        if (era.current === mine && summary.games >= wanted) {
          setTold(toldOf(summary, 'Played'));
        }
        /* Games come faster than eyes can follow. */
        if (performance.now() - shown > 100 || summary.games >= wanted) {
          shown = performance.now();
          setRun({
            summary,
            seats: SEATS.find(([value]) => value === seats)?.[1] ?? seats,
            title,
            text: good,
          });
        }
      }
    } catch (error) {
      setTold((before) => (era.current === mine ? '' : before));
      store.fail(error);
    }
    if (era.current === mine) {
      setRunning(false);
    }
  };
  return (
    <div class="ws-quick">
      <p class="ws-actions">
        <label>
          Players{' '}
          <select
            aria-label="Players"
            value={seats}
            disabled={running}
            onChange={(event) => setSeats(event.currentTarget.value)}
          >
            {SEATS.map(([value, text]) => (
              <option value={value}>{text}</option>
            ))}
          </select>
        </label>
        <label>
          Games{' '}
          <select
            aria-label="Games"
            value={String(wanted)}
            disabled={running}
            onChange={(event) => setWanted(Number(event.currentTarget.value))}
          >
            {[50, 200, 500, 2000].map((value) => (
              <option value={String(value)}>{value}</option>
            ))}
          </select>
        </label>
        {running ? (
          <button
            type="button"
            onClick={() => {
              stop();
              setTold(run ? toldOf(run.summary, 'Stopped after') : 'Stopped.');
            }}
          >
            Stop
          </button>
        ) : (
          <button type="button" class="primary" disabled={!game} onClick={() => void begin()}>
            {run ? 'Look again' : 'Play them'}
          </button>
        )}
        <progress max={wanted} value={run?.summary.games ?? 0} aria-label="Games played" />
      </p>
      <p class="unseen" role="status">
        {told}
      </p>
      {!store.fresh && game && (
        <p class="quiet">
          The text makes no game as it stands: this is about the last one that did.
        </p>
      )}
      {run ? (
        <Report run={run} last={last} store={store} />
      ) : (
        <p class="quiet">
          Some hundred fast games of the computer against itself: who wins, by which rule, how long,
          which piece never moves. Then change a number in the text and look again: both stand side
          by side.
        </p>
      )}
    </div>
  );
}
