/** Looking at a game: stepping, trying, asking, and taking it elsewhere. */
import './analyse.css';
import { useEffect, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { isBlocking } from '../blocked';
import { Board } from '../board/Board';
import { showsFigures } from '../board/BoardArea';
import { HandRow } from '../board/Hands';
import { isLarge, mostOf, Pan } from '../board/Pan';
import { Chooser } from '../panels/Chooser';
import { Icon, type IconName } from '../panels/icons';
import { Press } from '../panels/Press';
import { readSettings } from '../settings';
import { ENDING_MEN, type Analysis, type AnalysisState } from './analysis';
import { Graph } from './Graph';
import { Moves } from './Moves';
import { OpenGame } from './OpenGame';
import { copyText, LINK_MAX, linkOf, saveFile, travels } from './share';
import { mainLine, nodeOf, pathTo, ROOT, type Tree } from './tree';
import type { Words } from './wire';

interface Props {
  analysis: Analysis;
  onClose: () => void;
}

const percent = (value: number): string => `${Math.round(value * 100)}%`;

const NO_REGIONS: ReadonlySet<number> = new Set();

/** Tags of a record that tell a reader which game it was. */
const ABOUT = ['Event', 'Site', 'Date', 'Tester', 'Opening'];

/* ---- parts ----------------------------------------------------------------------------------- */

function Steps({ analysis, turns }: { analysis: Analysis; turns: boolean }): JSX.Element {
  const step = (label: string, icon: IconName, go: () => void, key: string): JSX.Element => (
    <button type="button" aria-label={label} title={`${label} (${key})`} onClick={go}>
      <Icon name={icon} />
    </button>
  );
  return (
    <div class="steps" role="group" aria-label="Step through the game">
      {step('To the start', 'first', () => analysis.first(), 'Home')}
      {turns && step('One turn back', 'faster', () => analysis.turnBack(), 'Shift and ←')}
      {step('One move back', 'previous', () => analysis.back(), '←')}
      {step('One move on', 'next', () => analysis.forward(), '→')}
      {turns && step('One turn on', 'fast', () => analysis.turnOn(), 'Shift and →')}
      {step('To the end', 'last', () => analysis.last(), 'End')}
      {step('Flip', 'flip', () => analysis.flip(), 'F')}
    </div>
  );
}

/**
 * Keys that step, wherever the focus is: not while one types, and not while somebody goes about the
 * board by keys, which has arrows of its own then.
 */
function useStepKeys(analysis: Analysis): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const at = event.target as HTMLElement;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) {
        return;
      }
      if (at.closest('input, textarea, select, dialog') || at.isContentEditable) {
        return;
      }
      const steps: Record<string, () => void> = {
        ArrowLeft: () => (event.shiftKey ? analysis.turnBack() : analysis.back()),
        ArrowRight: () => (event.shiftKey ? analysis.turnOn() : analysis.forward()),
        Home: () => analysis.first(),
        End: () => analysis.last(),
        f: () => analysis.flip(),
      };
      const step = steps[event.key];
      if (step) {
        step();
        event.preventDefault();
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [analysis]);
}

function LineText({ moves }: { moves: readonly Words[] }): JSX.Element {
  let last: string | null = null;
  const words = moves.map((move, i) => {
    const begins = move.player !== null && move.player !== last;
    last = move.player ?? last;
    const number = !begins
      ? ''
      : move.first
        ? `${move.number}. `
        : i === 0
          ? `${move.number}… `
          : '';
    return `${number}${move.short}`;
  });
  return <>{words.join(' ')}</>;
}

/** What a search has found, and what it is asked for. */
function Thinking({ analysis, state }: { analysis: Analysis; state: AnalysisState }): JSX.Element {
  const [level, setLevel] = useState(8);
  const { study, look, game } = state;
  const decides = look?.node.kind === 'decision';
  const running = study?.running ?? false;
  const men = look?.view.cells.filter((cell) => cell.piece).length ?? 0;
  const can = game?.capabilities ?? [];
  const small = men <= ENDING_MEN || state.tables.length > 0;
  const tables = decides && small && can.includes('compose') && !can.includes('chance');
  const shown = study && study.at === state.at ? study : null;
  return (
    <section class="thoughts" aria-label="What the computer thinks">
      <div class="controls">
        <Press can={decides && !running} onPress={() => void analysis.study(null)}>
          Best lines
        </Press>
        <span class="asking">
          <select
            aria-label="Level"
            value={String(level)}
            onChange={(event) => setLevel(Number(event.currentTarget.value))}
          >
            {game?.levels.map((text, i) => (
              <option value={String(i + 1)} title={text}>
                Level {i + 1}
              </option>
            ))}
          </select>
          <Press
            can={decides && !running}
            label={`What would level ${level} do?`}
            onPress={() => void analysis.study(level)}
          >
            What would it do?
          </Press>
        </span>
        {tables && (
          <Press can={!state.busy} onPress={() => void analysis.askEnding()}>
            Ending table
          </Press>
        )}
        {running && (
          <button type="button" onClick={() => analysis.stop()}>
            Stop
          </button>
        )}
      </div>
      {shown && (
        <div class="found">
          {shown.running && (
            <p class="quiet">
              {shown.player} thinks ({shown.who})…{' '}
              {shown.thought && `${shown.thought.action}, ${percent(shown.thought.value)}`}
            </p>
          )}
          {shown.thought && !shown.running && (
            <p>
              <strong>
                {shown.who === 'best lines' ? 'Best lines' : `Level ${shown.who.slice(6)}`}
              </strong>{' '}
              for {shown.player}: {shown.thought.reason}
            </p>
          )}
          <ol class="lines">
            {shown.lines.map((line) => (
              <li>
                <button type="button" onClick={() => void analysis.addLine(shown.at, line.moves)}>
                  <b>
                    {line.at_most ? 'at most ' : ''}
                    {percent(line.value)}
                  </b>{' '}
                  <LineText moves={line.moves} />
                </button>
              </li>
            ))}
          </ol>
        </div>
      )}
    </section>
  );
}

function EndingTable({
  analysis,
  state,
}: {
  analysis: Analysis;
  state: AnalysisState;
}): JSX.Element | null {
  const { ending, look } = state;
  const mover = look?.node.player ?? null;
  if (!ending || ending.at !== state.at) {
    return null;
  }
  /* Quick wins first, then draws, then slow losses. */
  const rank = ({ result }: (typeof ending.actions)[number]): number => {
    const plies = result.plies ?? 0;
    return result.winner === mover ? plies : result.winner ? 2e6 - plies : 1e6;
  };
  return (
    <section class="ending" aria-label="Ending table">
      <p>
        <strong>{ending.men}</strong>: {ending.text}
        {ending.brought && ', by the tables that you have opened'}
      </p>
      <ul class="lines">
        {[...ending.actions]
          .sort((a, b) => rank(a) - rank(b))
          .map((one) => (
            <li>
              <button type="button" onClick={() => void analysis.play(one.text)}>
                <b>{one.short}</b> {one.result.text ?? 'unknown'}
              </button>
            </li>
          ))}
      </ul>
    </section>
  );
}

/** Files, pictures, links. */
function WaysOut({ analysis, state }: { analysis: Analysis; state: AnalysisState }): JSX.Element {
  const [link, setLink] = useState('');
  const [said, setSaid] = useState('');
  const name = state.game?.name ?? 'game';
  const attempt = async (work: () => Promise<string>): Promise<void> => {
    try {
      setSaid(await work());
    } catch (error) {
      analysis.complain(error);
    }
  };
  const save = (kind: 'pgn' | 'record', file: string) =>
    attempt(async () => {
      saveFile(file, await analysis.exported(kind));
      return `Saved as ${file}.`;
    });
  return (
    <section class="ways-out" aria-label="Take it elsewhere">
      <div class="controls">
        <button
          type="button"
          onClick={() =>
            void attempt(async () => {
              const made = await linkOf({ kind: 'game', text: await analysis.exported('pgn') });
              setLink(made);
              const long =
                made.length > LINK_MAX ? ' It is long: some programs cut such links.' : '';
              return `${await copyText(made)}${long}`;
            })
          }
        >
          {travels() ? 'Link to this' : 'Text that carries this'}
        </button>
        <button type="button" onClick={() => void save('pgn', `${name}.pgn`)}>
          Save PGN
        </button>
        <button type="button" onClick={() => void save('record', `${name}.mrec`)}>
          Save record
        </button>
        <button
          type="button"
          onClick={() =>
            void attempt(async () => {
              saveFile(`${name}.svg`, await analysis.picture(), 'image/svg+xml');
              return `Saved as ${name}.svg.`;
            })
          }
        >
          Save picture
        </button>
      </div>
      {link && (
        <label class="link">
          <span>
            {travels()
              ? 'Whoever opens this link sees the game with all variations and comments:'
              : 'This page is a file, so a link to it leads nobody anywhere. Whoever has the page, too, pastes this text under “Open another game”:'}
          </span>
          <textarea
            readOnly
            rows={3}
            value={link}
            onFocus={(event) => event.currentTarget.select()}
          />
        </label>
      )}
      <p class="quiet" role="status">
        {said}
      </p>
    </section>
  );
}

/** Actions of a line before the first that somebody decided: a deal is no part of a curve. */
function opening(tree: Tree, line: readonly number[]): number {
  const first = line.findIndex((id) => nodeOf(tree, id).player !== null);
  return first > 0 ? first - 1 : 0;
}

/** A turning point with its move as the list has it: "10… cxb5" in the place of "20. Black plays c6b5". */
function Turned({ text, words }: { text: string; words: Words }): JSX.Element {
  const colon = text.indexOf(': ');
  return (
    <>
      <b>
        {words.number}
        {words.first ? '.' : '…'} {words.short}
      </b>{' '}
      {text.slice(colon + 2)}
    </>
  );
}

function ReviewPart({
  analysis,
  state,
}: {
  analysis: Analysis;
  state: AnalysisState;
}): JSX.Element {
  const { review, tree, look, game } = state;
  const line = mainLine(tree);
  const multi = game?.capabilities.includes('multi') ?? true;
  const path = pathTo(tree, state.at);
  const onLine = review ? path.filter((id, i) => review.line[i + 1] === id).length : 0;
  return (
    <section class="review" aria-label="How the game went">
      <div class="controls">
        {review?.running ? (
          <button type="button" onClick={() => analysis.stop()}>
            Stop
          </button>
        ) : (
          <button
            type="button"
            disabled={
              line.length === 0 || new Set(look?.view.players.map((one) => one.team)).size !== 2
            }
            title={game ? `Looks at every turn of this game of ${game.title}` : undefined}
            onClick={() => void analysis.review()}
          >
            Where did it turn?
          </button>
        )}
      </div>
      {review && look && (
        <Graph
          review={review}
          players={look.view.players}
          at={onLine}
          begins={opening(tree, review.line)}
          actions={review.line.length - 1}
          onGo={(actions) =>
            void analysis.go(review.line[Math.min(actions, review.line.length - 1)] ?? ROOT)
          }
        />
      )}
      {review && review.points.length > 0 && (
        <ol class="points">
          {review.points.map((point) => (
            <li>
              <button
                type="button"
                onClick={() => void analysis.go(review.line[point.at + 1] ?? ROOT)}
              >
                {multi ? (
                  point.text
                ) : (
                  <Turned
                    text={point.text}
                    words={nodeOf(tree, review.line[point.at + 1] ?? ROOT)}
                  />
                )}
              </button>
            </li>
          ))}
        </ol>
      )}
      {review && !review.running && review.points.length === 0 && (
        <p>
          {review.sides.some((side) => side.mistakes + side.blunders > 0)
            ? 'The game never turned: what a turn lost, the next one gave back.'
            : 'The game never turned: no turn changed what could be expected by a tenth.'}
        </p>
      )}
      {review && review.sides.length > 0 && (
        <p class="sides">
          {review.sides
            .map(
              (side) =>
                `${side.player}: ${side.mistakes} ${side.mistakes === 1 ? 'mistake' : 'mistakes'}, ` +
                `${side.blunders} ${side.blunders === 1 ? 'blunder' : 'blunders'}`,
            )
            .join(' · ')}
        </p>
      )}
    </section>
  );
}

/* ---- the whole ------------------------------------------------------------------------------- */

/** What a record says of the game besides its moves. */
function Played({ state }: { state: AnalysisState }): JSX.Element | null {
  const about = state.tags
    .filter(
      ([name, value, second]) =>
        second === null && value && !/^[?.*-]+$/.test(value) && ABOUT.includes(name),
    )
    .map(([, value]) => value);
  if (state.result && state.rule) {
    about.push(`as played: ${state.result} (${state.rule})`);
  }
  return about.length > 0 ? <p class="quiet">{about.join(' · ')}</p> : null;
}

function OneGame({
  analysis,
  state,
}: {
  analysis: Analysis;
  state: AnalysisState;
}): JSX.Element | null {
  const { look, drawings, pick, game, tree, at } = state;
  useStepKeys(analysis);
  if (!look || !drawings || !game) {
    return null;
  }
  const node = nodeOf(tree, at);
  const [below] = game.players;
  const order = state.flipped
    ? [below, ...game.players.slice(1)]
    : [...game.players.slice(1), below];
  const colours = (player: string | undefined) =>
    look.view.players.find((one) => one.name === player);
  const hands = (player: string | undefined): JSX.Element => (
    <section class={look.node.player === player ? 'player turn' : 'player'} aria-label={player}>
      <h2>
        <span
          class="disc"
          style={{
            background: colours(player)?.fill ?? '',
            borderColor: colours(player)?.edge ?? '',
          }}
        />
        {player}
        <small>{analysis.sitter(player)}</small>
        {look.node.player === player && <span class="tag">to move</span>}
      </h2>
      {look.view.hands
        .filter((hand) => hand.owner === player)
        .map((hand) => (
          <HandRow
            look={look}
            drawings={drawings}
            hand={hand}
            figures={showsFigures({ look, drawings, settings: readSettings() })}
            flipped={state.flipped}
            onDrop={(cell) => void analysis.press(`cell:${cell}`)}
            pick={pick}
            pressed={state.pressed}
            onPress={(piece) => void analysis.press(`piece:${piece}`)}
          />
        ))}
    </section>
  );
  const settings = readSettings();
  /* As in a game: buttons are what no press leads to, a dialog asks what a press has left open. */
  const free = state.pressed.length === 0;
  const left = pick && !isBlocking(pick) && (pick.complete || free) ? pick.choices : [];
  const choices = free ? left.map((one) => ({ action: one.action, text: one.choice })) : [];
  for (const one of analysis.outcomes()) {
    choices.push({ action: one.action, text: `${one.effect || one.action} (${one.odds})` });
  }
  const multi = game.capabilities.includes('multi');
  const most = mostOf(look.view);
  return (
    <>
      <div class={isLarge(most) ? 'table large' : 'table'}>
        <div class="seats">{order.slice(0, -1).map((player) => hands(player))}</div>
        <div class="stage">
          <Pan most={most}>
            <Board
              look={look}
              drawings={drawings}
              pick={pick}
              pressed={state.pressed}
              advice={[]}
              regions={NO_REGIONS}
              figures={showsFigures({ look, drawings, settings })}
              coordinates={settings.coordinates}
              flipped={state.flipped}
              arrowsPass
              onPress={(cell) => void analysis.press(`cell:${cell}`)}
              onEscape={() => void analysis.unpress()}
            />
          </Pan>
        </div>
        <div class="seats">{hands(order[order.length - 1])}</div>
      </div>
      <aside class="side" tabIndex={0} aria-label="Analysis">
        <Steps analysis={analysis} turns={multi} />
        {look.end && (
          <p class="status over">
            {look.end.result}: {look.end.text ?? look.end.by}{' '}
            {look.end.rule && `(${look.end.rule})`}
          </p>
        )}
        {choices.length > 0 && (
          <div class="choices" role="group" aria-label="What can be done">
            {choices.map((one) => (
              <button type="button" onClick={() => void analysis.play(one.action)}>
                {one.text}
              </button>
            ))}
          </div>
        )}
        {!free && left.length > 0 && (
          <Chooser
            choices={left}
            onChoose={(action) => void analysis.play(action)}
            onCancel={() => void analysis.unpress()}
          />
        )}
        <Moves
          tree={tree}
          at={at}
          multi={multi}
          remarks={state.remarks}
          numbers={state.numbers}
          turning={
            new Set(state.review?.points.map((one) => state.review?.line[one.at + 1] ?? ROOT))
          }
          onGo={(id) => void analysis.go(id)}
        />
        <Played state={state} />
        {state.said && <p class="quiet">{state.said}</p>}
        <ReviewPart analysis={analysis} state={state} />
        <Thinking analysis={analysis} state={state} />
        <EndingTable analysis={analysis} state={state} />
        <label class="note">
          <span>{at === ROOT ? 'About the game' : `About ${node.short}`}</span>
          <textarea
            rows={2}
            value={node.comment}
            onInput={(event) => analysis.comment(event.currentTarget.value)}
          />
        </label>
        {state.unkept && (
          <p class="quiet" role="note">
            What you add here is not kept when the page is closed: save it as PGN below.
          </p>
        )}
        {at !== ROOT && (
          <div class="controls">
            {!mainLine(tree).includes(at) && (
              <button type="button" onClick={() => analysis.promote()}>
                Make it the main line
              </button>
            )}
            <button type="button" onClick={() => analysis.remove()}>
              Remove from here
            </button>
          </div>
        )}
        <WaysOut analysis={analysis} state={state} />
        <details open={state.typed !== ''}>
          <summary>Open another game</summary>
          <OpenGame
            busy={state.busy}
            onText={(text) => void analysis.read(text)}
            onFile={(file) => void analysis.take(file)}
            tables
            onKept={(kept) => void analysis.read(kept.text, kept.id)}
            typed={state.typed}
            onTyped={(text) => analysis.write(text)}
          />
        </details>
      </aside>
    </>
  );
}

export function Analyse({ analysis, onClose }: Props): JSX.Element {
  const [state, setState] = useState(analysis.state);
  useEffect(() => {
    setState(analysis.state);
    return analysis.subscribe(() => setState(analysis.state));
  }, [analysis]);
  return (
    <main
      class={state.phase === 'open' ? 'play analyse' : 'analyse closed'}
      data-phase="analyse"
      data-presses={state.presses}
      onDragOver={(event) => {
        if (event.dataTransfer?.types.includes('Files')) {
          event.preventDefault();
        }
      }}
      onDrop={(event) => {
        const file = event.dataTransfer?.files[0];
        if (file) {
          event.preventDefault();
          void analysis.take(file);
        }
      }}
    >
      <header class="bar">
        <button type="button" class="back" onClick={onClose}>
          Back
        </button>
        <h1>{state.game ? `${state.game.title}: analysis` : 'Analysis'}</h1>
      </header>
      <p class="unseen" role="status">
        {state.told}
      </p>
      {state.trouble && (
        <p class="trouble banner" role="alert">
          {state.trouble}{' '}
          <button type="button" onClick={() => analysis.forgive()}>
            Dismiss
          </button>
        </p>
      )}
      {state.phase === 'open' && <OneGame analysis={analysis} state={state} />}
      {state.phase === 'closed' && !state.busy && (
        <p class="quiet">
          A game that is over can be opened here, or one that others have played. What hides
          something is looked at when it is over.
        </p>
      )}
      {state.phase !== 'open' && (
        <OpenGame
          busy={state.busy}
          onText={(text) => void analysis.read(text)}
          onFile={(file) => void analysis.take(file)}
          onKept={(kept) => void analysis.read(kept.text, kept.id)}
          typed={state.typed}
          onTyped={(text) => analysis.write(text)}
        />
      )}
      {state.phase === 'choosing' && state.listing && (
        <section aria-label="Games of this file">
          <h2>{state.listing.games.length} games</h2>
          <ol class="listing">
            {state.listing.games.map((one, i) => (
              <li>
                <button type="button" disabled={state.busy} onClick={() => void analysis.choose(i)}>
                  <strong>{one.players.join(' – ')}</strong> {one.result}
                  <span>
                    {one.game}
                    {one.event && one.event !== '?' ? `, ${one.event}` : ''}, {one.actions} moves
                  </span>
                </button>
              </li>
            ))}
          </ol>
        </section>
      )}
    </main>
  );
}
