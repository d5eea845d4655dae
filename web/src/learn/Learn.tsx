/** The game in short, what was pressed, examples to try and positions to solve. */
import '../style/learn.css';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { showsFigures } from '../board/BoardArea';
import { symbolOf } from '../board/pieces';
import { Press } from '../panels/Press';
import { Rules } from '../panels/Rules';
import type { State } from '../table';
import type { About, Drawings, Hand, Learn as Intro, Look, Rule } from '../wire';
import { actionsOf, type Exercise, type Lesson, type Lessons, keyOf, type Task } from './lesson';
import { Small } from './Small';

/** What a lesson shows, kept up to date. */
export function useLesson(lesson: Lesson): Lessons {
  const [state, setState] = useState(lesson.state);
  useEffect(() => {
    setState(lesson.state); /* what has changed since this was drawn */
    return lesson.subscribe(() => setState(lesson.state));
  }, [lesson]);
  return state;
}

function Numbered({ rule }: { rule: Rule }): JSX.Element {
  return (
    <li>
      {rule.text} {rule.id && <span class="rule">{rule.id}</span>}
    </li>
  );
}

function Drawn({
  drawings,
  owner,
  piece,
  figures = false,
}: {
  drawings: Drawings;
  owner: string | null;
  piece: string;
  figures?: boolean;
}): JSX.Element | null {
  const drawn =
    drawings.symbols.find((one) => symbolOf(one.owner, one.piece) === symbolOf(owner, piece)) ??
    drawings.symbols.find((one) => one.piece === piece);
  return drawn ? (
    <svg
      class="symbol"
      viewBox={`0 0 ${drawings.side} ${drawings.side}`}
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: (figures && drawn.figure) || drawn.svg }}
    />
  ) : null;
}

/* ---- one thing ------------------------------------------------------------------------------- */

/** What was pressed last, in words and squares. */
export function Card({ about, lesson }: { about: About; lesson: Lesson }): JSX.Element {
  const title = about.name ?? about.cell ?? '';
  return (
    <section class="about" aria-label={`About ${title}`} aria-live="polite">
      <h2>
        {title}
        <button type="button" class="quiet" aria-label="Close" onClick={() => lesson.forget()}>
          ×
        </button>
      </h2>
      {about.lines.map((line) => (
        <p class={`line-${line.part}`}>{line.text}</p>
      ))}
      {about.cell === null && about.from !== null && (
        <p class="reach-words">
          {about.reach.length > 0
            ? `Shown on the board from ${about.from}: ${about.now ? 'it can go to' : 'when its turn comes, it can go to'} ${about.reach.join(', ')}.`
            : `One stands on ${about.from}, and can go nowhere as things are.`}
        </p>
      )}
      {about.cell !== null && about.reach.length > 0 && !about.now && (
        <p class="reach-words">
          When its turn comes, after most of what may be played before, it can go to{' '}
          {about.reach.join(', ')}.
        </p>
      )}
      {about.blocks && about.blocks.length > 0 && <Rules blocks={about.blocks} />}
    </section>
  );
}

/* ---- exercises ------------------------------------------------------------------------------- */

/** A kind of the hand by its name. */
function nameOf({ view }: Look, { piece, label }: Hand['items'][number]): string {
  return view.pieces.find((one) => one.piece === piece)?.name ?? label;
}

function Bench({ exercise, lesson }: { exercise: Exercise; lesson: Lesson }): JSX.Element {
  const { task, outcome, pick, pressed, look, drawings } = exercise;
  const example = 'example' in task ? task.example : null;
  const figures = lesson.showsFigures(exercise);
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), [task]);
  const buttons = pressed.length === 0 || (pick?.complete ?? false) ? (pick?.choices ?? []) : [];
  const hand = look.view.hands.find((one) => one.owner === exercise.player);
  const held = hand?.items.filter((one) => pick?.pieces.includes(one.piece)) ?? [];
  return (
    <section ref={place} class={`bench ${outcome}`} aria-label="Exercise">
      <h3>{example ? example.title : `${exercise.player ?? ''} wins in one turn`}</h3>
      <p>
        {example
          ? `${exercise.player ?? ''} to move. ${example.task}`
          : 'Find the only turn that wins.'}
      </p>
      {example?.rule.id && (
        <p class="quiet">
          {example.rule.text} <span class="rule">{example.rule.id}</span>
        </p>
      )}
      <Small exercise={exercise} figures={figures} onPress={(word) => void lesson.press(word)} />
      {(held.length > 0 || pressed.some((word) => word.startsWith('piece:'))) && (
        <div
          class="choices"
          role="group"
          aria-label={`${exercise.player ?? ''} ${hand?.title ?? ''}`}
        >
          {(hand?.items ?? []).map((one) => (
            <button
              type="button"
              class="held-piece"
              aria-pressed={pressed.includes(`piece:${one.piece}`)}
              aria-label={`${nameOf(look, one)}, ${one.count ?? 'any number'}`}
              onClick={() => void lesson.press(`piece:${one.piece}`)}
            >
              <Drawn
                drawings={drawings}
                owner={exercise.player}
                piece={one.piece}
                figures={figures}
              />
            </button>
          ))}
        </div>
      )}
      {buttons.length > 0 && (
        <div class="choices">
          {buttons.map((one) => (
            <button type="button" onClick={() => void lesson.play(one.action)}>
              {one.choice || one.action}
            </button>
          ))}
        </div>
      )}
      <p class="verdict" role="status" aria-live="polite">
        {outcome === 'done' && <strong>Done. </strong>}
        {outcome === 'missed' && <strong>That is not it. </strong>}
        {exercise.said}
      </p>
      {outcome === 'done' && 'puzzle' in task && (
        <p class="quiet">
          {task.puzzle.rule.text} <span class="rule">{task.puzzle.rule.id}</span>
        </p>
      )}
      <div class="choices">
        <button type="button" onClick={() => void lesson.begin(task)}>
          Again
        </button>
        <button type="button" onClick={() => void lesson.show()}>
          Show me
        </button>
        <button type="button" class="quiet" onClick={() => lesson.leave()}>
          Close
        </button>
      </div>
      <p class="quiet answer" hidden={outcome !== 'done'}>
        {actionsOf(task).join(' ')}
      </p>
    </section>
  );
}

function TaskButton({
  task,
  lessons,
  lesson,
  children,
}: {
  task: Task;
  lessons: Lessons;
  lesson: Lesson;
  children: ComponentChildren;
}): JSX.Element {
  const done = lessons.solved.has(keyOf(task));
  const open = lessons.exercise ? keyOf(lessons.exercise.task) === keyOf(task) : false;
  return (
    <button
      type="button"
      class={done ? 'task done' : 'task'}
      aria-pressed={open}
      onClick={() => void lesson.begin(task)}
    >
      {done && (
        <span role="img" aria-label="done">
          ✓{' '}
        </span>
      )}
      {children}
    </button>
  );
}

function Examples({ lessons, lesson }: { lessons: Lessons; lesson: Lesson }): JSX.Element {
  const { exercise, examples } = lessons;
  return (
    <section aria-label="Try it">
      <h2>Try it</h2>
      {!examples && <p class="quiet">Setting up small boards…</p>}
      {examples?.length === 0 && <p class="quiet">Nothing but plain moves happens in this game.</p>}
      <div class="tasks">
        {examples?.map((one) => (
          <TaskButton task={{ example: one }} lessons={lessons} lesson={lesson}>
            {one.title} {one.rule.id && <span class="rule">{one.rule.id}</span>}
          </TaskButton>
        ))}
      </div>
      {exercise && 'example' in exercise.task && <Bench exercise={exercise} lesson={lesson} />}
    </section>
  );
}

function Puzzles({ lessons, lesson }: { lessons: Lessons; lesson: Lesson }): JSX.Element {
  const { exercise, puzzles, looking, tried } = lessons;
  return (
    <section aria-label="Win in one turn">
      <h2>Win in one turn</h2>
      <p class="quiet">
        Exactly one turn wins; that no other does has been found out by trying them all.
      </p>
      <div class="tasks">
        {puzzles?.map((one, i) => (
          <TaskButton task={{ puzzle: one }} lessons={lessons} lesson={lesson}>
            {i + 1}
          </TaskButton>
        ))}
        <Press can={!looking} onPress={() => void lesson.lookForPuzzles()}>
          {puzzles && puzzles.length > 0 ? 'Find more' : 'Find some'}
        </Press>
      </div>
      {looking && (
        <p class="quiet">Looking in games of the computer with itself: {tried} so far…</p>
      )}
      {!looking && tried > 0 && puzzles?.length === 0 && (
        <p class="quiet">In {tried} games there was none: wins are rare here, or long prepared.</p>
      )}
      {exercise && 'puzzle' in exercise.task && <Bench exercise={exercise} lesson={lesson} />}
    </section>
  );
}

/* ---- the whole ------------------------------------------------------------------------------- */

function Short({
  intro,
  drawings,
  figures,
  lesson,
}: {
  intro: Intro;
  drawings: Drawings;
  figures: boolean;
  lesson: Lesson;
}): JSX.Element {
  return (
    <>
      <p class="summary">{intro.summary}</p>
      {intro.goals.length > 0 && (
        <section aria-label="How to win">
          <h2>How to win</h2>
          <ul>
            {intro.goals.map((rule) => (
              <Numbered rule={rule} />
            ))}
          </ul>
        </section>
      )}
      {intro.pieces.length > 0 && (
        <section aria-label="The pieces">
          <h2>The pieces</h2>
          <p class="quiet">Press one, here or on the board, to see all about it.</p>
          <div class="pieces">
            {intro.pieces.map((one) => (
              <button
                type="button"
                class="piece-button"
                title={one.movement ?? one.name}
                onClick={() => void lesson.ask(`piece:${one.name}`)}
              >
                <Drawn drawings={drawings} owner={one.owner} piece={one.piece} figures={figures} />
                <span>{one.name}</span>
              </button>
            ))}
          </div>
          {intro.tiles && (
            <details>
              <summary>What the dots and lines mean</summary>
              <p class="quiet">{intro.tiles}</p>
            </details>
          )}
        </section>
      )}
      {intro.pieces.length === 0 && intro.letters && <p>{intro.letters}</p>}
      {intro.ends.length > 0 && (
        <details>
          <summary>How else it ends</summary>
          <ul>
            {intro.ends.map((rule) => (
              <Numbered rule={rule} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

export function Learn({ lesson, state }: { lesson: Lesson; state: State }): JSX.Element {
  const lessons = useLesson(lesson);
  useEffect(() => void lesson.open(), [lesson, state.game]);
  const { intro, about } = lessons;
  return (
    <aside class="side learn" tabIndex={0} aria-label="Learn">
      <p class="unseen" role="status">
        {lessons.told}
      </p>
      {about && <Card about={about} lesson={lesson} />}
      {lessons.trouble && (
        <p class="trouble" role="alert">
          {lessons.trouble}
        </p>
      )}
      {!intro && <p class="quiet">Reading…</p>}
      {intro && state.drawings && (
        <Short
          intro={intro}
          drawings={state.drawings}
          figures={showsFigures(state)}
          lesson={lesson}
        />
      )}
      {intro && <Examples lessons={lessons} lesson={lesson} />}
      {intro && <Puzzles lessons={lessons} lesson={lesson} />}
    </aside>
  );
}

/** A piece that is not one's own to move, pressed while playing: its name and how it goes. */
export function Brief({
  lesson,
  onMore,
  onTell,
}: {
  lesson: Lesson;
  onMore: () => void;
  onTell: (text: string) => void;
}): JSX.Element | null {
  const { about } = useLesson(lesson);
  const shown = about?.name && !about.now ? about : null;
  const goes = shown?.lines
    .find((line) => line.part === 'goes')
    ?.text.replace(/^How it goes: /, '');
  useEffect(() => {
    if (goes) {
      onTell(goes); /* whose piece it is has been told, as its square was pressed */
    }
  }, [shown]);
  if (!shown) {
    return null;
  }
  return (
    <div class="brief">
      <p>
        <strong>
          {shown.owner} {shown.name}
        </strong>{' '}
        {goes}
      </p>
      <button type="button" onClick={onMore}>
        More
      </button>
      <button type="button" class="quiet" aria-label="Close" onClick={() => lesson.forget()}>
        ×
      </button>
    </div>
  );
}
