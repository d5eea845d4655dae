/** The workshop's state, in one place: the text, what the program says of it, what is shown. */
import { Engine, Stopped, type Source } from '../engine/engine';
import type { Texts } from '../texts';
import { wordsOf } from '../texts';
import type { Block, Drawings, GameInfo, Listed, Look } from '../wire';
import { keeps } from '../storage';
import { keep, kept } from './keep';
import type { Complaint, Drawn, Key, Section } from './wire';
import { ask } from './wire';

export type Tab = 'game' | 'board' | 'quick' | 'share';

export interface State {
  phase: 'starting' | 'choosing' | 'editing' | 'broken';
  trouble: string | null;
  notice: string | null;
  games: Listed[];
  keys: Key[];
  text: string;
  name: string /** of the definition that is looked at */;
  sections: Section[];
  complaints: Complaint[];
  game: GameInfo | null /** the last good one */;
  good: string /** the text that it was made of */;
  look: Look | null /** its start */;
  drawings: Drawings | null;
  drawn: Drawn[];
  rules: Block[];
  checking: boolean;
  kept: boolean /** what is typed outlives the tab */;
  tab: Tab;
  /** Grows when the text has been changed from outside the editor. */
  revision: number;
}

/** Milliseconds without a key before the text is looked at. */
const PATIENCE = 250;

export class Store {
  state: State = {
    phase: 'starting',
    trouble: null,
    notice: null,
    games: [],
    keys: [],
    text: '',
    name: '',
    sections: [],
    complaints: [],
    game: null,
    good: '',
    look: null,
    drawings: null,
    drawn: [],
    rules: [],
    checking: false,
    kept: keeps,
    tab: 'game',
    revision: 0,
  };
  readonly engine: Engine;
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private round = 0;
  private id = 0;

  constructor(
    readonly source: Source,
    readonly base: Texts,
  ) {
    this.engine = new Engine(source);
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) {
      listener();
    }
  }

  fail(error: unknown): void {
    if (!(error instanceof Stopped)) {
      this.set({ trouble: error instanceof Error ? error.message : String(error) });
    }
  }

  async start(): Promise<void> {
    try {
      await this.engine.ask('define', ...wordsOf(this.base));
      const { games } = await this.engine.ask('games');
      const { keys } = await ask(this.engine, 'keys');
      this.set({ games, keys, phase: 'choosing' });
    } catch (error) {
      this.set({ phase: 'broken' });
      this.fail(error);
    }
  }

  /** Texts of a page that plays a text. */
  textsOf(text: string, name: string): Texts {
    const draft = { kind: 'draft' as const, source: 'draft', text };
    return {
      ...this.base,
      game: name,
      games: [name],
      sets: [],
      files: [...this.base.files, draft],
    };
  }

  /** Texts of a page that plays the last good game, and carries that and its parents alone. */
  async textsToPlay(name: string): Promise<Texts> {
    const { rules, weights, network } = await ask(this.engine, 'export', name);
    const names = [...rules.matchAll(/^\[([^\]:]+)/gm)].map((one) => one[1]);
    const files: Texts['files'] = [
      { kind: 'rules', source: 'rules', text: rules },
      { kind: 'weights', source: 'weights', text: weights },
      ...this.base.files.filter(
        ({ kind, source }) =>
          ((kind === 'network' && network) || kind === 'puzzles') && names.includes(source),
      ),
    ];
    const carried = files.filter((file) => file.text !== '');
    return { ...this.base, game: name, games: [name], sets: [], files: carried };
  }

  /* ---- beginning ------------------------------------------------------------------------------- */

  /** A text as the program begins it: a child of a game, or an empty one. */
  async template(name: string, parent: string | null): Promise<string> {
    const words = parent === null ? [name] : [name, parent];
    return (await ask(this.engine, 'template', ...words)).text;
  }

  /** A game of the page with all that it inherits, written out. */
  async whole(name: string): Promise<string> {
    return (await ask(this.engine, 'export', name)).rules;
  }

  /** Opens a text; `name` is the definition to look at, the last one unless it is told. */
  edit(text: string, name = '', notice: string | null = null, id = Date.now()): void {
    this.id = id;
    this.set({
      phase: 'editing',
      text,
      name,
      notice,
      trouble: null,
      game: null,
      good: '',
      look: null,
      drawings: null,
      drawn: [],
      complaints: [],
      revision: this.state.revision + 1,
    });
    void this.check();
  }

  leave(): void {
    this.set({ phase: 'choosing', notice: null, trouble: null });
  }

  /* ---- typing ---------------------------------------------------------------------------------- */

  type(text: string): void {
    if (text === this.state.text) {
      return;
    }
    this.set({ text, notice: null, checking: true });
    this.save();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.check(), PATIENCE);
  }

  /** A change that comes from a press, not from the keys. */
  replace(text: string): void {
    this.set({ text, revision: this.state.revision + 1 });
    this.save();
    clearTimeout(this.timer);
    void this.check();
  }

  choose(name: string): void {
    this.set({ name });
    void this.check();
  }

  private save(): void {
    const { text } = this.state;
    if (text.trim() !== '') {
      /* There may be no room for more. */
      const kept = keep(this.id, this.meant(text) || 'unnamed', text);
      this.set({ kept });
    }
  }

  drafts(): ReturnType<typeof kept> {
    return kept();
  }

  /** The definition that is meant: the chosen one, or the last of the text. */
  private meant(text: string): string {
    const names = [...text.matchAll(/^\[\s*([^\]:]+?)\s*(?::[^\]]*)?\]/gm)].map((one) => one[1]);
    const last = names[names.length - 1] ?? '';
    return names.includes(this.state.name) ? this.state.name : last;
  }

  /** Has the program look at the text as it stands. The last good game stays where it is bad. */
  async check(): Promise<void> {
    const round = ++this.round;
    const { text } = this.state;
    const name = this.meant(text);
    this.set({ checking: true, name });
    try {
      const answer = await ask(this.engine, 'draft', name, text, ...wordsOf(this.base));
      if (round !== this.round) {
        return;
      }
      const { complaints, sections } = answer;
      this.set({ complaints, sections, trouble: null });
      if (answer.opened && answer.game) {
        await this.take(answer.game, text, round);
      }
      if (round === this.round && text === this.state.text) {
        this.set({ checking: false });
      }
    } catch (error) {
      if (round === this.round) {
        this.set({ checking: false, complaints: [] });
        this.fail(error);
      }
    }
  }

  private async take(game: GameInfo, text: string, round: number): Promise<void> {
    await this.engine.ask('begin', '1');
    const look = await this.engine.ask('look', '-');
    const drawings = await this.engine.ask('drawings', '-');
    const { drawn } = await ask(this.engine, 'drawn');
    if (round === this.round) {
      this.set({ game, good: text, look, drawings, drawn });
    }
  }

  /** Whether the game that is shown is that of the text. */
  get fresh(): boolean {
    return this.state.game !== null && this.state.good === this.state.text;
  }

  /** Sets a key of the definition that is looked at, leaving the rest of the text alone. */
  async setKey(key: string, value: string): Promise<void> {
    try {
      const { text, name } = this.state;
      const answer = await ask(this.engine, 'edit', text, name, key, value);
      this.replace(answer.text);
    } catch (error) {
      this.fail(error);
    }
  }
}
