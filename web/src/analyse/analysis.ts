/**
 * A game under analysis: its tree, where in it one stands, and what was found out about it. Two
 * programs of its own, so that a game that is played meanwhile is left alone: one for rules and
 * pictures, one that thinks.
 */
import { block, mayStay, withBlocked } from '../blocked';
import { Engine, Refusal, Stopped, tell, type Source } from '../engine/engine';
import { chosen, refused } from '../heard';
import { InOrder } from '../inorder';
import { isSlip } from '../slip';
import { wordsOf, type Texts } from '../texts';
import type { Drawings, GameEvent, GameInfo, Look, Outcome, Pick, Thought } from '../wire';
import { found, stepped } from './heard';
import { keepAnalysis } from './kept';
import { bytesOf, letterIn, readFile, TABLE_SUFFIX } from './share';
import * as tree from './tree';
import type { Line, ListedGame, Remark, ReviewSide, ReviewTurn, Truth, Words } from './wire';

export interface Review {
  turns: number;
  seen: ReviewTurn[] /** the last one first */;
  points: (ReviewTurn & { text: string })[];
  sides: ReviewSide[];
  line: number[] /** the nodes of the line that is reviewed */;
  running: boolean;
}

export interface Study {
  at: number;
  who: string /** "level 8" */;
  player: string;
  thought: Thought | null;
  lines: Line[];
  running: boolean;
}

export interface Ending extends Truth {
  at: number;
  men: string;
  brought: boolean /** by tables that somebody has opened */;
  actions: (Words & { result: Partial<Truth> })[];
}

export interface AnalysisState {
  /** What can be done: open something, choose one of its games, or look at one. */
  phase: 'closed' | 'choosing' | 'open';
  busy: boolean;
  trouble: string | null;
  said: string /** what was done, in a sentence */;
  told: string /** where one stands, what is pressed, what was found: for whoever hears the page */;
  listing: { text: string; games: ListedGame[]; kind: 'record' | 'pgn' } | null;
  game: GameInfo | null;
  tags: [string, string, string | null][];
  result: string | null;
  rule: string | null;
  start: string | null;
  remarks: Remark[];
  numbers: number[] /** nodes of the record's actions, by how many had been made */;
  tree: tree.Tree;
  at: number;
  look: Look | null;
  drawings: Drawings | null;
  pick: Pick | null;
  pressed: string[];
  presses: number;
  flipped: boolean;
  study: Study | null;
  review: Review | null;
  ending: Ending | null;
  typed: string /** in the box for another game: whoever writes there while one opens, goes on */;
  unkept: boolean /** something was added that does not outlive the tab */;
  tables: readonly string[] /** endings whose tables somebody has brought: "KQvK" */;
}

const closed: AnalysisState = {
  phase: 'closed',
  busy: false,
  trouble: null,
  said: '',
  told: '',
  listing: null,
  game: null,
  tags: [],
  result: null,
  rule: null,
  start: null,
  remarks: [],
  numbers: [],
  tree: tree.empty(),
  at: tree.ROOT,
  look: null,
  drawings: null,
  pick: null,
  pressed: [],
  presses: 0,
  flipped: false,
  study: null,
  review: null,
  ending: null,
  typed: '',
  unkept: false,
  tables: [],
};

/** Who judges in a review; with how many nodes is the program's to say, as in a terminal. */
const REVIEW_SEAT = 'level:8';

/** Nodes of the search for best lines: some seconds. */
const LINES_SEAT = 'level:8,nodes:600000';

/** Men of an ending that is worth asking for; the program knows which it can work out. */
export const ENDING_MEN = 5;

/** Whoever analyses sees everything: the record lies open. */
const VIEWER = '*';

/** What went wrong, in a sentence with its place. */
export function sentence(error: unknown): string {
  if (!(error instanceof Refusal)) {
    return error instanceof Error ? error.message : String(error);
  }
  const { line, column, message } = error.failure;
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  const whole = /[.?!]$/.test(text) ? text : `${text}.`;
  return line > 0 ? `Line ${line}, column ${column}: ${whole}` : whole;
}

/** A position alone, as programs copy it, is a game that has not begun yet. */
function asGame(text: string): string {
  const position = /^[^\s/[\]"]+(\/[^\s/"]+)+ [^\n"]+$/.test(text.trim());
  return position ? `[FEN "${text.trim()}"]\n\n*\n` : text;
}

/** What a wrong tag has been taken for. */
function misspelt({ tag, meant }: { tag: string; meant: string }): string {
  const taken = meant === 'FEN' ? 'to begin as usual' : 'for one of chess';
  return `The tag '${tag}' has no meaning; did you mean '${meant}'? The game is taken ${taken}, as there is no tag '${meant}'.`;
}

export class Analysis {
  state: AnalysisState = closed;
  private readonly listeners = new Set<() => void>();
  private rules: Engine | null = null;
  private thinker: Engine | null = null;
  /** How the game was opened, for the program that thinks. */
  private base: { game: string; sets: string[]; request: string[] } | null = null;
  /** What the thinker has of it. */
  private told: unknown = null;
  /** The text that was opened last. */
  private submitted = '';
  /** Grows with each step: what was asked before then no longer counts. */
  private step = 0;
  /** Where the last step leads, which may not have been answered yet: the next goes on from there. */
  private wanted = tree.ROOT;
  /** Each may be a move, which a step waits for. */
  private readonly presses = new InOrder();
  /** Of the game that is open, among those that are kept. */
  private id = 0;
  /** Files of tables in base64 by their endings, for every program that thinks anew. */
  private readonly tables = new Map<string, string>();

  constructor(
    private readonly source: Source,
    private readonly texts: Texts,
    /** Whether what is added outlives the tab: to games of a text that is being written it does not. */
    private readonly keeping = false,
  ) {}

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private set(change: Partial<AnalysisState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) {
      listener();
    }
  }

  private fail(error: unknown): void {
    this.set({ busy: false, trouble: error instanceof Stopped ? null : sentence(error) });
  }

  say(said: string): void {
    this.set({ said, trouble: null });
  }

  complain(error: unknown): void {
    this.fail(error);
  }

  forgive(): void {
    this.set({ trouble: null });
  }

  private async engine(): Promise<Engine> {
    if (!this.rules) {
      this.rules = new Engine(this.source);
      await this.rules.ask('define', ...wordsOf(this.texts));
    }
    return this.rules;
  }

  /* ---- opening --------------------------------------------------------------------------------- */

  /** Opens whatever a text has: a link, a record, games in PGN. @param id of one that was kept */
  async read(text: string, id = Date.now()): Promise<void> {
    this.id = id;
    this.submitted = text;
    this.set({ busy: true, trouble: null, said: '' });
    try {
      const letter = await letterIn(text);
      const content = letter ? letter.text : asGame(text);
      if (!content.trim()) {
        throw new Error('There is no game in this text: it is empty.');
      }
      const rules = await this.engine();
      const { kind, games, fault } = await rules.ask('inspect', content, ...this.assumed());
      const [only] = games;
      if (games.length === 1 && only) {
        await this.openGame(content, 0, only);
      } else {
        this.set({ phase: 'choosing', busy: false, listing: { text: content, games, kind } });
      }
      if (fault) {
        this.set({ trouble: `Not all of it could be read. ${sentence(new Refusal(fault))}` });
      }
    } catch (error) {
      this.fail(error);
    }
  }

  /** What a game is of that does not say: on a page without chess one of its own. */
  private assumed(): string[] {
    const { game, games } = this.texts;
    const own = this.state.game?.name ?? game ?? games[0];
    return own === undefined || games.includes('chess') ? [] : [own];
  }

  async choose(index: number): Promise<void> {
    const { listing } = this.state;
    const game = listing?.games[index];
    if (listing && game) {
      this.set({ busy: true, trouble: null });
      await this.openGame(listing.text, index, game).catch((error: unknown) => this.fail(error));
    }
  }

  private async openGame(text: string, index: number, listed: ListedGame): Promise<void> {
    const name = listed.game ?? '';
    const rules = await this.engine();
    if (!this.texts.games.includes(name)) {
      throw new Error(
        `This is a game of ${name || 'an unknown kind'}, which this page does not have: ` +
          `'marcher page ${name || 'GAME'}' writes one that does.`,
      );
    }
    const sets = listed.sets.length > 0 ? listed.sets : this.texts.sets;
    const opened = await rules.ask('open', name, ...sets);
    if (!opened.opened || !opened.game) {
      throw new Error(tell(opened.diagnostics));
    }
    const read = await rules.ask('tree', text, String(index));
    const seats = read.tags.filter(([name, , sitter]) => name === 'Player' && sitter !== null);
    const computers = new Set(seats.flatMap(([, seat, who]) => (who === 'human' ? [] : [seat])));
    const built = tree.build(read.nodes, computers);
    this.stop();
    this.base = { game: name, sets, request: ['tree', text, String(index)] };
    this.told = null;
    this.set({
      ...closed,
      typed: this.unread(),
      phase: 'open',
      game: opened.game,
      tags: read.tags,
      result: read.result,
      rule: read.rule,
      start: read.start,
      remarks: read.remarks,
      said:
        read.promises > 0
          ? `Whether the ${read.promises} promises of what was hidden were kept is not looked into here: 'marcher replay' does.`
          : listed.misspelt.map(misspelt).join(' '),
      tree: built.tree,
      numbers: built.numbers,
    });
    const line = tree.mainLine(built.tree);
    await this.go(line[line.length - 1] ?? tree.ROOT);
  }

  /** What is in the box, unless that is what has just been opened. */
  private unread(): string {
    const { typed } = this.state;
    return typed === this.submitted ? '' : typed;
  }

  write(typed: string): void {
    this.set({ typed });
  }

  /** Begins with the start of a game, for those who want to try moves. */
  async begin(name: string): Promise<void> {
    this.id = Date.now();
    this.set({ busy: true, trouble: null });
    try {
      const rules = await this.engine();
      const opened = await rules.ask('open', name, ...this.texts.sets);
      if (!opened.opened || !opened.game) {
        throw new Error(tell(opened.diagnostics));
      }
      await rules.ask('begin', '1');
      this.stop();
      this.base = { game: name, sets: this.texts.sets, request: ['begin', '1'] };
      this.told = null;
      this.set({ ...closed, typed: this.unread(), phase: 'open', game: opened.game });
      await this.go(tree.ROOT);
    } catch (error) {
      this.fail(error);
    }
  }

  close(): void {
    this.stop();
    this.set({ ...closed });
  }

  /* ---- stepping -------------------------------------------------------------------------------- */

  /** Goes to a move. */
  async go(id: number): Promise<void> {
    const step = ++this.step;
    this.wanted = id;
    try {
      const rules = await this.engine();
      const { events } = await rules.ask('line', tree.lineTo(this.state.tree, id));
      if (step === this.step) {
        await this.refresh(id, events);
      }
    } catch (error) {
      this.wanted = this.state.at;
      this.fail(error);
    }
  }

  /** @param events what the last action did, if one has come to stand elsewhere */
  private async refresh(at: number, events: GameEvent[] | null): Promise<void> {
    const rules = await this.engine();
    const step = this.step;
    const look = await rules.ask('look', VIEWER);
    let { drawings } = this.state;
    const known = new Set(drawings?.symbols.map((one) => `${one.owner}/${one.piece}`));
    if (!drawings || look.view.pieces.some((one) => !known.has(`${one.owner}/${one.piece}`))) {
      drawings = await rules.ask('drawings', VIEWER);
    }
    const pick = look.node.kind === 'decision' ? await rules.ask('pick') : null;
    if (step === this.step) {
      const ending = this.state.ending?.at === at ? this.state.ending : null;
      this.wanted = at;
      const told = events ? stepped(this.state.tree, at, look, events) : this.state.told;
      this.set({ at, look, drawings, pick, pressed: [], busy: false, ending, told });
    }
  }

  /** A step from where the last one leads, and from behind a move that is being made. */
  private async stepTo(next: (from: number) => number | undefined): Promise<void> {
    await this.presses.done();
    const to = next(this.wanted);
    if (to !== undefined && to !== this.wanted) {
      await this.go(to);
    }
  }

  private next(from: number): number | undefined {
    return tree.nodeOf(this.state.tree, from).children[0];
  }

  back(): void {
    void this.stepTo((from) => tree.nodeOf(this.state.tree, from).parent);
  }

  forward(): void {
    void this.stepTo((from) => this.next(from));
  }

  first(): void {
    void this.stepTo(() => tree.ROOT);
  }

  last(): void {
    void this.stepTo((from) => {
      let at = from;
      for (let next: number | undefined = at; next !== undefined; next = this.next(at)) {
        at = next;
      }
      return at;
    });
  }

  /** To the end of the turn before, where turns have several actions. */
  turnBack(): void {
    void this.stepTo((from) => {
      const { player, parent } = tree.nodeOf(this.state.tree, from);
      let at = parent;
      while (at !== tree.ROOT && tree.nodeOf(this.state.tree, at).player === player) {
        at = tree.nodeOf(this.state.tree, at).parent;
      }
      return at;
    });
  }

  /** To the end of the turn that follows. */
  turnOn(): void {
    void this.stepTo((from) => {
      const first = this.next(from);
      const player = first === undefined ? null : tree.nodeOf(this.state.tree, first).player;
      let at = first;
      for (let next = first; next !== undefined; next = this.next(next)) {
        if (tree.nodeOf(this.state.tree, next).player !== player) {
          break;
        }
        at = next;
      }
      return at;
    });
  }

  /* ---- trying moves ---------------------------------------------------------------------------- */

  /** Plays an action where one stands; it becomes a variation where another follows already. */
  play(action: string): Promise<void> {
    return this.presses.do(() => this.add(action));
  }

  private async add(action: string): Promise<void> {
    const step = ++this.step;
    const { at } = this.state;
    try {
      const rules = await this.engine();
      const line = `${tree.lineTo(this.state.tree, at)} ${action}`.trim();
      const { last, events } = await rules.ask('line', line);
      if (step !== this.step || !last) {
        return;
      }
      const [next, id] = tree.add(this.state.tree, at, last);
      this.grow(next);
      await this.refresh(id, events);
    } catch (error) {
      this.fail(error);
      void this.go(at);
    }
  }

  /** Presses "cell:e2" or "piece:K"; what does not go with what was pressed begins anew. Each waits for
   *  what the one before has come to: keys may be faster than answers. */
  press(word: string): Promise<void> {
    return this.presses.do(() => this.pressOne(word));
  }

  private async pressOne(word: string): Promise<void> {
    const { pressed } = this.state;
    const blocked = block(this.state.pick, word);
    if (blocked?.action) {
      await this.add(blocked.action);
      return;
    }
    if (blocked) {
      this.hold([...pressed, word], blocked);
      this.set({ presses: this.state.presses + 1 });
      return;
    }
    const again = pressed.includes(word) && !mayStay(this.state.pick, word);
    const tries = pressed.length > 0 && !again ? [[...pressed, word], [word]] : [[word]];
    if (pressed.length === 1 && again) {
      tries.length = 0;
    }
    let done = false;
    for (const words of tries) {
      if (!done) {
        done = await this.fit(words);
      }
    }
    if (!done) {
      const { look } = this.state;
      await this.unpress(again || !look ? undefined : refused(look, { word, held: pressed }));
    }
    this.set({ presses: this.state.presses + 1 });
  }

  private hold(words: string[], pick: Pick): void {
    const { look } = this.state;
    this.set({
      pressed: words,
      pick,
      told: look ? chosen(look, { pick, pressed: words, way: null }) : '',
    });
  }

  private async fit(words: string[]): Promise<boolean> {
    try {
      const rules = await this.engine();
      const pick = withBlocked(await rules.ask('pick', ...words));
      if (isSlip(pick, words, this.state.pressed)) {
        return false;
      }
      if (pick.action) {
        await this.add(pick.action);
      } else {
        this.hold(words, pick);
      }
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) {
        this.fail(error);
      }
      return !(error instanceof Refusal);
    }
  }

  /** @param told what is said of it */
  async unpress(told = this.state.pressed.length > 0 ? 'Let go.' : this.state.told): Promise<void> {
    if (this.state.look?.node.kind === 'decision') {
      const rules = await this.engine();
      this.set({ pressed: [], pick: await rules.ask('pick'), told });
    }
  }

  /** Adds a line that was found, behind where it was found, and goes to its first move. */
  async addLine(at: number, moves: readonly Words[]): Promise<void> {
    let next = this.state.tree;
    let id = at;
    let first: number | null = null;
    for (const words of moves) {
      [next, id] = tree.add(next, id, words);
      first ??= id;
    }
    this.grow(next);
    await this.go(first ?? at);
  }

  comment(text: string): void {
    this.grow(tree.comment(this.state.tree, this.state.at, text));
  }

  promote(): void {
    this.set({ review: null });
    this.grow(tree.promote(this.state.tree, this.state.at));
  }

  /** Takes a changed tree in place of the one before, and keeps it. */
  private grow(next: tree.Tree): void {
    if (next !== this.state.tree) {
      this.set({ tree: next, trouble: null });
      const title = this.state.game?.title ?? '';
      this.set({ unkept: !this.keeping || !keepAnalysis(this.id, title, this.text()) });
    }
  }

  remove(): void {
    const { at } = this.state;
    const { parent } = tree.nodeOf(this.state.tree, at);
    if (at !== tree.ROOT) {
      this.set({ review: null });
      this.grow(tree.remove(this.state.tree, at));
      void this.go(parent);
    }
  }

  flip(): void {
    this.set({ flipped: !this.state.flipped });
  }

  /* ---- thinking -------------------------------------------------------------------------------- */

  /** The program that thinks, brought to a move. */
  private async thinkAt(id: number): Promise<Engine> {
    const base = this.base;
    if (!base) {
      throw new Error('There is no game to think about.');
    }
    if (!this.thinker) {
      this.thinker = new Engine(this.source);
      this.told = null;
    }
    const thinker = this.thinker;
    if (this.told !== base) {
      const [request, ...words] = base.request;
      await thinker.ask('define', ...wordsOf(this.texts));
      await thinker.ask('open', base.game, ...base.sets);
      await thinker.ask(request === 'tree' ? 'tree' : 'begin', ...words);
      for (const [men, text] of this.tables) {
        /* Those of the game before may not be of this one. */
        await thinker.ask('table', text).catch(() => this.tables.delete(men));
      }
      this.set({ tables: [...this.tables.keys()] });
      this.told = base;
    }
    await thinker.ask('line', tree.lineTo(this.state.tree, id));
    return thinker;
  }

  /** Ends whatever is thought about. */
  stop(): void {
    const { study, review } = this.state;
    if (study?.running || review?.running) {
      this.thinker?.stop();
      this.told = null;
      this.set({
        study: study ? { ...study, running: false } : null,
        review: review ? { ...review, running: false } : null,
      });
    }
  }

  /** What a level would do here; without one, the best lines that can be found in some seconds. */
  async study(level: number | null): Promise<void> {
    const { at, look } = this.state;
    const player = look?.node.player;
    if (!player || look.node.kind !== 'decision') {
      return;
    }
    this.stop();
    const who = level === null ? 'best lines' : `level ${level}`;
    this.set({
      study: { at, who, player, thought: null, lines: [], running: true },
      trouble: null,
    });
    try {
      const thinker = await this.thinkAt(at);
      const words = level === null ? [LINES_SEAT, 'lines'] : [`level:${level}`];
      const { thought, lines } = await thinker.search(
        (thought) => {
          const { study } = this.state;
          if (study?.at === at && study.who === who) {
            this.set({ study: { ...study, thought } });
          }
        },
        'study',
        ...words,
      );
      const study = { at, who, player, thought, lines, running: false };
      this.set({ study, told: found(study) });
    } catch (error) {
      this.set({ study: null });
      this.fail(error);
    }
  }

  /** Looks at every turn of the main line, the last first. */
  async review(): Promise<void> {
    this.stop();
    const line = [tree.ROOT, ...tree.mainLine(this.state.tree)];
    const empty: Review = { turns: 0, seen: [], points: [], sides: [], line, running: true };
    this.set({ review: empty, trouble: null });
    try {
      const thinker = await this.thinkAt(line[line.length - 1] ?? tree.ROOT);
      const { turns } = await thinker.ask('review', REVIEW_SEAT);
      let seen: ReviewTurn[] = [];
      for (let left = turns; left > 0; ) {
        const turn = await thinker.ask('review_turn');
        left = turn.left;
        seen = [...seen, turn];
        if (!this.state.review?.running) {
          return;
        }
        this.set({ review: { ...empty, turns, seen } });
      }
      const { points, sides } = await thinker.ask('review_found');
      const told = points.map((one) => one.text).join(' ') || 'The game never turned.';
      this.set({ review: { ...empty, turns, seen, points, sides, running: false }, told });
    } catch (error) {
      if (!(error instanceof Stopped)) {
        this.set({ review: null });
      }
      this.fail(error);
    }
  }

  /** Takes a file: a game, or tables of endings of the game that is open. */
  async take(file: File): Promise<void> {
    try {
      if (!file.name.endsWith(TABLE_SUFFIX)) {
        await this.read(await readFile(file));
      } else if (this.state.phase === 'open') {
        await this.bring(await bytesOf(file));
      } else {
        throw new Error('Tables of endings are opened beside their game: open that first.');
      }
    } catch (error) {
      this.fail(error);
    }
  }

  private async bring(text: string): Promise<void> {
    this.stop();
    this.set({ busy: true, trouble: null });
    const thinker = await this.thinkAt(this.state.at);
    const { men, tables } = await thinker.ask('table', text);
    this.tables.set(men, text);
    const more = tables > 1 ? `, with ${tables - 1} that it leads to` : '';
    const said = `The tables of ${men} are open${more}.`;
    this.set({
      busy: false,
      tables: [...this.tables.keys()],
      said,
      told: said,
    });
    if (this.state.look?.node.kind === 'decision') {
      /* Where the board has other men, nobody has asked about it yet. */
      const truth = await thinker.ask('ending').catch(() => null);
      this.set({ ending: truth?.brought ? { ...truth, at: this.state.at } : this.state.ending });
    }
  }

  /** The truth about a small ending. */
  async askEnding(): Promise<void> {
    const { at } = this.state;
    this.stop();
    this.set({ busy: true, trouble: null });
    try {
      const thinker = await this.thinkAt(at);
      const truth = await thinker.ask('ending');
      this.set({ busy: false, ending: { ...truth, at }, told: `${truth.men}: ${truth.text}.` });
    } catch (error) {
      this.fail(error);
    }
  }

  /* ---- ways out -------------------------------------------------------------------------------- */

  /** The game with its variations, in the words that the program reads. */
  private text(): string {
    const { tags, start, result, rule, game, numbers } = this.state;
    const line = tree.mainLine(this.state.tree);
    const own = numbers[numbers.length - 1] === (line[line.length - 1] ?? tree.ROOT);
    /* An end from outside the rules is of the game as it was played, and of no other. */
    const outside = rule === 'resignation' || rule === 'agreement' || rule === 'time';
    const quoted = (value: string): string =>
      value.replaceAll('\n', ' ').replaceAll('\\', '\\\\').replaceAll('"', '\\"');
    const head = tags
      .filter(([name, , second]) => second === null && !['Score', 'Comment'].includes(name))
      .map(([name, value]) => `[${name} "${quoted(value)}"]`);
    const seats = tags.filter(([name, , second]) => name === 'Player' && second !== null);
    for (const [i, name] of ['White', 'Black'].entries()) {
      const sitter = seats.find((one) => one[1] === game?.players[i])?.[2];
      if (sitter && !tags.some((one) => one[0] === name)) {
        head.push(`[${name} "${quoted(sitter)}"]`);
      }
    }
    if (game && game.name !== 'chess') {
      head.push(`[Variant "${game.name}"]`);
    }
    if (start) {
      head.push('[SetUp "1"]', `[FEN "${quoted(start)}"]`);
    }
    if (own && rule === 'time') {
      head.push('[Termination "time forfeit"]');
    }
    const end = own && outside && result ? result : '*';
    return `${head.join('\n')}\n\n${tree.movetext(this.state.tree)} ${end}\n`;
  }

  async exported(kind: 'pgn' | 'record'): Promise<string> {
    const rules = await this.engine();
    const step = ++this.step;
    const { text } = await rules.ask('convert', kind, this.text());
    /* It has been through all of the game meanwhile. */
    await rules.ask('line', tree.lineTo(this.state.tree, this.state.at));
    if (step === this.step) {
      await this.refresh(this.state.at, null);
    }
    return text;
  }

  async picture(): Promise<string> {
    return (await (await this.engine()).ask('picture', VIEWER)).svg;
  }

  /** Who sat there, by the record's words or PGN's. */
  sitter(player: string | undefined): string | undefined {
    const { tags, game } = this.state;
    const colour = ['White', 'Black'][player ? (game?.players.indexOf(player) ?? -1) : -1];
    const own = tags.find(([name, seat]) => name === 'Player' && seat === player);
    const other = tags.find(([name, , second]) => name === colour && second === null);
    return own?.[2] ?? (other && other[1] !== '?' ? other[1] : undefined);
  }

  /** What may fall where one stands, at a chance node. */
  outcomes(): Outcome[] {
    const { look } = this.state;
    return look?.node.kind === 'chance' ? (look.outcomes ?? []) : [];
  }
}
