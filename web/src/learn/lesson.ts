/**
 * What somebody learns beside a game: the game in short, the thing that was pressed last, and one
 * exercise on a board of its own. All words, positions and legality come from the program.
 */
import { mayStay } from '../blocked';
import { showsFigures } from '../board/BoardArea';
import { Engine, Refusal, Stopped } from '../engine/engine';
import { chosen, refused, standing } from '../heard';
import { InOrder } from '../inorder';
import { isSlip } from '../slip';
import type { State, Table } from '../table';
import { wordsOf } from '../texts';
import type { About, Drawings, Example, GameEvent, Learn, Look, Pick, Puzzle } from '../wire';

/** What is to be done on the small board. */
export type Task = { example: Example } | { puzzle: Puzzle };

export interface Exercise {
  task: Task;
  player: string | null /** whose turn it is at the start */;
  look: Look;
  drawings: Drawings;
  pick: Pick | null;
  pressed: string[];
  outcome: 'open' | 'done' | 'missed';
  said: string /** what the last action did */;
}

export interface Lessons {
  intro: Learn | null;
  about: About | null;
  word: string | null /** what `about` is of */;
  examples: Example[] | null;
  puzzles: Puzzle[] | null;
  looking: boolean /** for puzzles, in games of the computer */;
  tried: number /** games in which none was found */;
  solved: ReadonlySet<string>;
  exercise: Exercise | null;
  trouble: string | null;
  told: string /** what a press upon the small board did: for whoever hears the page */;
}

const NONE: Lessons = {
  intro: null,
  about: null,
  word: null,
  examples: null,
  puzzles: null,
  looking: false,
  tried: 0,
  solved: new Set(),
  exercise: null,
  trouble: null,
  told: '',
};

/** Puzzles that are looked for in a game that has brought none, and games to look in. */
const WANTED = 5;
const GAMES = 40;

/** Men of an exercise that are told one by one. */
const TOLD = 16;

/** Milliseconds that dice are waited for, and moves that are shown. */
const PAUSE = 500;

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What tells a task from others. */
export function keyOf(task: Task): string {
  return 'example' in task
    ? `${task.example.title} ${task.example.rule.id} ${task.example.state}`
    : task.puzzle.state;
}

function stateOf(task: Task): string {
  return 'example' in task ? task.example.state : task.puzzle.state;
}

export function actionsOf(task: Task): string[] {
  return ('example' in task ? task.example.actions : task.puzzle.turn).split(' ');
}

export class Lesson {
  state: Lessons = NONE;

  private readonly listeners = new Set<() => void>();
  private coach: Engine | null = null;
  private game: State['game'] = null;
  private busy = false;
  private readonly presses = new InOrder();
  private revision = 0;
  private readonly unsubscribe: () => void;

  constructor(private readonly table: Table) {
    /* Who comes back from elsewhere finds a game under way, of which nothing new is told. */
    this.game = table.state.game;
    this.revision = table.state.look?.revision ?? 0;
    table.onAsked = (word) => void this.ask(word);
    this.unsubscribe = table.subscribe(() => {
      const revision = table.state.look?.revision ?? 0;
      if (revision !== this.revision) {
        this.revision = revision;
        if (this.state.about?.cell) {
          this.forget(); /* it was said of a position that has passed */
        }
      }
      /* In a workshop the same name stands for other rules soon after. */
      if (table.state.game !== this.game) {
        this.game = table.state.game;
        this.coach?.stop();
        this.coach = null;
        this.set(NONE);
      }
    });
  }

  /** Whether an exercise is drawn with figures, as the table is. */
  showsFigures({ look, drawings }: Exercise): boolean {
    return showsFigures({ look, drawings, settings: this.table.state.settings });
  }

  /** Ends what it looks for. */
  close(): void {
    this.unsubscribe();
    this.coach?.stop();
    this.coach = null;
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private set(change: Partial<Lessons>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) {
      listener();
    }
  }

  private fail(error: unknown): void {
    if (!(error instanceof Stopped)) {
      this.set({ trouble: error instanceof Error ? error.message : String(error) });
    }
  }

  private viewer(): string {
    return this.table.state.look?.viewer ?? '-';
  }

  /* ---- the game in short --------------------------------------------------------------------- */

  /** Reads what there is to learn; the long part in a worker of its own. */
  async open(): Promise<void> {
    if (this.state.intro) {
      return;
    }
    try {
      const game = this.game;
      this.set({ intro: await this.table.rules.ask('learn', this.viewer()) });
      const { puzzles } = await this.table.rules.ask('puzzles');
      this.set({ puzzles });
      const coach = await this.makeCoach();
      const { examples } = await coach.ask('examples');
      if (game === this.game) {
        this.set({ examples });
      }
    } catch (error) {
      this.fail(error);
    }
  }

  private async makeCoach(): Promise<Engine> {
    if (!this.coach) {
      const { source, texts } = this.table;
      this.coach = new Engine(source);
      await this.coach.ask('define', ...wordsOf(texts));
      await this.coach.ask('open', this.game?.name ?? '', ...texts.sets);
    }
    return this.coach;
  }

  /** Looks for puzzles in games that the computer plays with itself. */
  async lookForPuzzles(): Promise<void> {
    if (this.state.looking) {
      return;
    }
    const game = this.game;
    this.set({ looking: true, tried: 0, told: 'Looks in games of the computer with itself.' });
    try {
      const coach = await this.makeCoach();
      const found = [...(this.state.puzzles ?? [])];
      const wanted = found.length + WANTED;
      const first = Math.floor(Math.random() * 1e9);
      for (let i = 0; i < GAMES && found.length < wanted && game === this.game; i++) {
        const { puzzle } = await coach.ask('puzzle', String(first + i));
        const again = found.some((one) => one.turn === puzzle?.turn || one.state === puzzle?.state);
        if (puzzle && !again) {
          found.push(puzzle);
          this.set({ puzzles: [...found] });
        }
        this.set({ tried: i + 1 });
      }
    } catch (error) {
      this.fail(error);
    } finally {
      if (game === this.game) {
        const all = this.state.puzzles?.length ?? 0;
        this.set({
          looking: false,
          told: `There ${all === 1 ? 'is one' : `are ${all}`} to solve.`,
        });
      }
    }
  }

  /* ---- what was pressed ---------------------------------------------------------------------- */

  /** Reads all about "cell:e2" or "piece:Horse". */
  async ask(word: string): Promise<void> {
    const { revision } = this;
    try {
      const about = await this.table.rules.ask('about', this.viewer(), word);
      /* What was said of a square is over where something has been played meanwhile. */
      if (!about.cell || revision === this.revision) {
        this.set({ about, word });
      }
    } catch (error) {
      if (!(error instanceof Refusal)) {
        this.fail(error);
      }
    }
  }

  forget(): void {
    this.set({ about: null, word: null });
  }

  /* ---- exercises ----------------------------------------------------------------------------- */

  async begin(task: Task): Promise<void> {
    try {
      const { rules } = this.table;
      await rules.lesson('begin', '1', stateOf(task));
      const look = await rules.lesson('look', '-');
      const drawings = await rules.lesson('drawings', '-');
      const pick = await rules.lesson('pick');
      const player = look.node.player;
      const men = look.view.cells.filter((cell) => cell.piece !== null).length;
      this.set({
        told: `${player ?? ''} to move. ${men <= TOLD ? standing(look) : `There are ${men} men.`}`,
        exercise: { task, player, look, drawings, pick, pressed: [], outcome: 'open', said: '' },
      });
    } catch (error) {
      this.fail(error);
    }
  }

  leave(): void {
    this.set({ exercise: null });
  }

  private change(change: Partial<Exercise>): void {
    if (this.state.exercise) {
      this.set({ exercise: { ...this.state.exercise, ...change } });
    }
  }

  /** Whether an action has done what was asked for. */
  private isDone(exercise: Exercise, events: readonly GameEvent[], look: Look): boolean {
    const { task, player } = exercise;
    if ('puzzle' in task) {
      const seat = this.table.state.game?.players.indexOf(player ?? '') ?? -1;
      return look.end !== null && look.end.score[seat] === Math.max(...look.end.score);
    }
    const { kind, event, rule } = task.example;
    return kind === 'turn'
      ? look.turn.over
      : kind === 'orders'
        ? events.some((one) => one.kind === 'move')
        : events.some((one) => one.kind === event && one.rule === rule.id);
  }

  private async make(how: 'play' | 'roll', ...words: string[]): Promise<void> {
    const exercise = this.state.exercise;
    const { rules } = this.table;
    if (!exercise) {
      return;
    }
    const { events } = await rules.lesson(how, '-', ...words);
    const look = await rules.lesson('look', '-');
    const mine = look.node.kind === 'decision' && look.node.player === exercise.player;
    const pick = mine ? await rules.lesson('pick') : null;
    const told = events.filter((one) => one.kind !== 'turn' && one.kind !== 'end');
    const said = told.map((one) => `${one.text}${one.rule ? ` (${one.rule})` : ''}.`).join(' ');
    const { task } = exercise;
    const reply = 'example' in task ? task.example.reply : null;
    const theirs = look.node.kind === 'decision' && !mine;
    if (reply && theirs && exercise.outcome === 'open' && words[0] !== reply) {
      this.change({ look, pick: null, pressed: [], said });
      await pause(PAUSE);
      await this.answer(reply);
      return;
    }
    const done = exercise.outcome === 'done' || this.isDone(exercise, events, look);
    const over = look.node.kind !== 'chance' && (!mine || look.turn.over);
    const outcome = done ? 'done' : over ? 'missed' : 'open';
    this.change({ look, pick, pressed: [], outcome, said: said || exercise.said });
    if (done) {
      this.set({ solved: new Set([...this.state.solved, keyOf(exercise.task)]) });
    }
    if (look.node.kind === 'chance') {
      await pause(PAUSE);
      await this.make('roll');
    }
  }

  /** The other side's turn; what cannot be played so was no answer to what was asked for. */
  private async answer(reply: string): Promise<void> {
    try {
      await this.make('play', reply);
    } catch (error) {
      if (!(error instanceof Refusal)) {
        throw error;
      }
      this.change({ outcome: 'missed' });
    }
  }

  /** Presses "cell:e2" or "piece:K" of the small board. */
  press(word: string): Promise<void> {
    if (this.busy) {
      return Promise.resolve(); /* an action is being answered, and what comes then is another matter */
    }
    return this.presses.do(() => this.pressOne(word));
  }

  private async pressOne(word: string): Promise<void> {
    const exercise = this.state.exercise;
    if (!exercise?.pick || this.busy || exercise.outcome === 'missed') {
      return;
    }
    const { pressed } = exercise;
    const again = pressed.length === 1 && pressed[0] === word && !mayStay(exercise.pick, word);
    const tries = pressed.length > 0 ? [[...pressed, word], [word]] : [[word]];
    for (const words of again ? [] : tries) {
      try {
        const pick = await this.table.rules.lesson('pick', ...words);
        if (isSlip(pick, words, pressed)) {
          break;
        }
        if (pick.action) {
          await this.play(pick.action);
        } else {
          this.change({ pressed: words, pick });
          this.set({ told: chosen(exercise.look, { pick, pressed: words, way: null }) });
        }
        return;
      } catch (error) {
        if (!(error instanceof Refusal)) {
          this.fail(error);
          return;
        }
      }
    }
    this.change({ pressed: [], pick: await this.table.rules.lesson('pick') });
    this.set({ told: refused(exercise.look, { word, held: pressed }) });
  }

  async play(action: string): Promise<void> {
    if (this.busy) {
      return;
    }
    this.busy = true;
    try {
      await this.make('play', action);
    } catch (error) {
      this.fail(error);
    } finally {
      this.busy = false;
    }
  }

  /** Shows the answer, an action after the other. */
  async show(): Promise<void> {
    const task = this.state.exercise?.task;
    if (!task || this.busy) {
      return;
    }
    await this.begin(task);
    for (const action of actionsOf(task)) {
      await pause(PAUSE);
      if (this.state.exercise?.task !== task) {
        return;
      }
      await this.play(action);
    }
  }
}
