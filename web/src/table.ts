/**
 * The table: one game under way and all that is to be seen of it. State stands in one place; faces
 * subscribe and draw. What is legal, what is seen and what is said comes from the program.
 */
import { block, mayStay, withBlocked } from './blocked';
import { Engine, Refusal, Stopped, tell, type Source } from './engine/engine';
import {
  gameOfLink,
  keepGames,
  lastGame,
  newId,
  NO_DRAFT,
  refused,
  strandedGame,
  type Shelved,
} from './keeping';
import type { Duel, SeatPlan, State } from './state';
import { keeps } from './storage';
import { wordsOf, type Texts } from './texts';
import { Clocks } from './clock';
import { InOrder } from './inorder';
import { withEvents } from './log';
import { keepSettings, readSettings, type Settings } from './settings';
import { judge } from './plans';
import { isSlip } from './slip';
import { sound } from './sound';
import type { Look, Move, Pick, Thought } from './wire';

/** Milliseconds that dice roll, and that they are looked at when they have come to rest. */
const ROLL = 700;
const REST = 900;

/** Milliseconds between two actions that nobody at the screen makes, so that eyes can follow. */
const PAUSE = 450;

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Nothing is to be seen of a game yet. */
const BARE = {
  ...{ look: null, log: [], advice: null, curtain: null, trouble: null, stranded: null },
  ...{ past: null, planned: null, premove: [], duel: null },
};

export type { Note, Remark, SeatPlan, State } from './state';

export class Table {
  state: State = {
    phase: 'starting',
    trouble: null,
    games: [],
    game: null,
    plan: [],
    seed: '1',
    look: null,
    drawings: null,
    moves: [],
    pressed: [],
    pick: null,
    way: null,
    ghost: null,
    thinking: null,
    advice: null,
    log: [],
    flipped: false,
    curtain: null,
    shown: new Set(),
    rules: null,
    presses: 0,
    atOnce: false,
    missed: null,
    said: null,
    past: null,
    planned: null,
    premove: [],
    duel: null,
    settings: readSettings(),
    clock: null,
    remarks: [],
    times: [],
    draft: NO_DRAFT,
    judged: null,
    id: '',
    record: '',
    laying: false,
    kept: keeps,
    resumed: null,
    stranded: null,
  };

  private readonly listeners = new Set<() => void>();
  readonly rules: Engine;
  /** Is told of every press, of what can be moved and of what cannot. */
  onAsked: ((word: string) => void) | null = null;
  readonly thinker: Engine;
  /** What the thinker has been told of the game: its opening words and the actions since. */
  told: { key: string; actions: string[] } | null = null;
  /** Grows with each game and each step back: what was begun before then no longer counts. */
  era = 0;
  private readonly clocks = new Clocks();
  busy = false;
  /** Nothing could be seen of the last action: nobody's eyes have to follow it. */
  private quiet = false;
  /** When the decision at hand was first seen. */
  private since = performance.now();

  constructor(
    readonly source: Source,
    public texts: Texts,
    /** Whether games outlive the tab: those of a text that is being written do not. */
    private readonly keeping = false,
  ) {
    this.rules = new Engine(source);
    this.thinker = new Engine(source);
    if (keeping) {
      keepGames(this);
    }
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

  /** Says what could not be done; a stopped search is no trouble. */
  fail(error: unknown): void {
    if (!(error instanceof Stopped)) {
      const trouble = error instanceof Error ? error.message : String(error);
      this.set({ trouble, laying: false });
    }
  }

  /** Tells whoever does not see it. */
  tell(text: string): void {
    this.set({ said: { text } });
  }

  complain(trouble: string | null): void {
    this.set({ trouble });
  }

  /* ---- games ----------------------------------------------------------------------------------- */

  async start(): Promise<void> {
    try {
      const answer = await this.rules.ask('define', ...wordsOf(this.texts));
      if (!answer.defined) {
        throw new Error(tell(answer.diagnostics));
      }
      const { games } = await this.rules.ask('games');
      const offered = games.filter((one) => this.texts.games.includes(one.name));
      this.set({ games: offered });
      if (this.texts.game) {
        await this.open(this.texts.game);
      }
      if (this.state.phase === 'starting') {
        this.set({ phase: 'choosing' });
      }
      /* Whoever looks at the board waits for this no longer; it comes before anything else is asked. */
      this.thinker.ask('define', ...wordsOf(this.texts)).catch(() => undefined);
    } catch (error) {
      this.set({ phase: 'broken' });
      this.fail(error);
    }
  }

  /** Opens a game and begins it, with a person on the first seat unless `plan` says who sits. */
  async open(name: string, plan?: SeatPlan[]): Promise<void> {
    try {
      const answer = await this.rules.ask('open', name, ...this.texts.sets);
      if (!answer.opened || !answer.game) {
        throw new Error(tell(answer.diagnostics));
      }
      const game = answer.game;
      this.set({
        game,
        phase: 'playing',
        plan: plan ?? game.players.map((_, i) => ({ person: i === 0, level: 3 })),
        look: null,
        drawings: null,
        rules: null,
        shown: new Set(),
        flipped: false,
      });
      const last = this.keeping && !plan ? lastGame(game) : null;
      this.set({ stranded: this.keeping && !plan && !last ? strandedGame(game) : null });
      if (!last || !(await this.goOn(last))) {
        await this.begin();
      }
    } catch (error) {
      this.fail(error);
    }
  }

  /** Goes on with a game that is kept. @return false: the program refuses it, and says why */
  async goOn(shelved: Shelved): Promise<boolean> {
    const { game, look } = this.state;
    const { id, kept } = shelved;
    if (!game) {
      return false;
    }
    const before = look ? await this.record() : null;
    this.newEra();
    this.told = null;
    this.set({ laying: true });
    try {
      await this.rules.ask('load', kept.record);
    } catch (error) {
      if (!(error instanceof Refusal)) {
        throw error;
      }
      if (before !== null) {
        await this.rules.ask('load', before);
        void this.advance();
      }
      this.set({ stranded: refused(game, shelved, error.message), laying: false });
      return false;
    }
    const { plan, seed, clock, remarks, times, draft } = kept;
    const left = (kept.clocks ?? []).map(String);
    const control = [clock?.base ?? 0, clock?.increment ?? 0].map(String);
    await this.rules.ask('clock', ...control, ...(clock ? left : []));
    /* Nothing is seen of the game before: who looks on may be another. */
    this.set({ ...BARE, id, plan, seed, clock, remarks, times, draft, resumed: kept.at });
    this.since = performance.now();
    await this.refresh();
    void this.advance();
    return true;
  }

  /** Other definitions in place of those before; their game begins with the same seats. */
  async redefine(texts: Texts): Promise<void> {
    const same = texts.game === this.state.game?.name;
    this.texts = texts;
    try {
      this.newEra();
      for (const engine of [this.rules, this.thinker]) {
        await engine.ask('define', ...wordsOf(texts));
      }
      if (texts.game) {
        await this.open(texts.game, same ? this.state.plan : undefined);
      }
    } catch (error) {
      this.fail(error);
    }
  }

  /** Another line of the game: what was thought or begun before no longer counts. */
  newEra(): number {
    this.stopThinking();
    return ++this.era;
  }

  /** A new game of the same kind. */
  async begin(
    plan = this.state.plan,
    seed = String(Math.floor(Math.random() * 1e9)),
    clock = this.state.clock,
  ): Promise<void> {
    const game = this.state.game;
    if (!game) {
      return;
    }
    try {
      this.newEra();
      this.told = null;
      this.set({ laying: true });
      await this.rules.ask('begin', seed);
      await this.rules.ask('clock', String(clock?.base ?? 0), String(clock?.increment ?? 0));
      for (const [i, player] of game.players.entries()) {
        const seat = plan[i];
        const human = seat?.person || seat?.away;
        await this.rules.ask('seat', player, human ? 'human' : `level:${seat?.level ?? 3}`);
      }
      const { look, stranded, draft: typed } = this.state;
      const draft = { ...NO_DRAFT, tester: typed.tester };
      const fresh = { id: newId(), plan, seed, clock, draft, resumed: null };
      this.set({ ...BARE, look, stranded, ...fresh, remarks: [], times: [] });
      this.since = performance.now();
      await this.refresh();
      void this.advance();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Goes on with a record, move by move as it says; the game that it is of is open. */
  async resume(
    record: string,
    plan: (look: Look, moves: readonly Move[]) => SeatPlan[],
    fault: (moves: readonly Move[]) => Error | null = () => null,
  ): Promise<void> {
    const { game, seed: seedBefore, id: idBefore, plan: planBefore } = this.state;
    const before = await this.record();
    this.newEra();
    this.told = null;
    this.set({ laying: true });
    let look: Look;
    let moves: Move[];
    try {
      await this.rules.ask('load', record);
      look = await this.rules.ask('look', '-');
      ({ moves } = await this.rules.ask('moves', '-'));
      const why = fault(moves);
      if (why) {
        throw why;
      }
    } catch (error) {
      await this.rules.ask('load', before);
      this.set({ laying: false });
      void this.advance();
      throw error;
    }
    /* A game by link is the same from turn to turn, and its own name is its seed. */
    const seed = /\[Seed "(\d+)"\]/.exec(record)?.[1] ?? seedBefore;
    const seats = plan(look, moves);
    const byLink = (seated: SeatPlan[]): boolean => seated.some((one) => one.away);
    const same = seed === seedBefore && byLink(planBefore) && byLink(seats);
    const known = this.keeping && game && byLink(seats) ? gameOfLink(game, seed) : null;
    const id = same ? idBefore : (known?.id ?? newId());
    const fresh = { id, seed, plan: seats, laying: true, resumed: null };
    const times = moves.map(() => null);
    const { look: seen, remarks, draft } = same ? this.state : { look: null, ...known?.kept };
    this.set({
      ...BARE,
      ...fresh,
      times,
      look: seen,
      remarks: remarks ?? [],
      draft: draft ?? NO_DRAFT,
    });
    this.since = performance.now();
    await this.refresh();
    void this.advance();
  }

  leave(): void {
    this.newEra();
    this.set({
      phase: 'choosing',
      game: null,
      look: null,
      drawings: null,
      pick: null,
      trouble: null,
    });
  }

  /* ---- who looks ------------------------------------------------------------------------------- */

  persons(): string[] {
    const { game, plan } = this.state;
    return game ? game.players.filter((_, i) => plan[i]?.person) : [];
  }

  /** Whose eyes the picture is for: the only person, else whoever of several decides. */
  private viewer(deciding: string | null): string {
    const persons = this.persons();
    if (persons.length === 1) {
      return persons[0] ?? '-';
    }
    return deciding && persons.includes(deciding) ? deciding : '-';
  }

  /** Reads the picture, the moves and what can be pressed. */
  async refresh(): Promise<void> {
    const before = this.state.look?.node.player ?? null;
    let look = await this.rules.ask('look', this.viewer(before));
    const viewer = this.viewer(look.node.player);
    if (viewer !== (look.viewer ?? '-')) {
      look = await this.rules.ask('look', viewer);
    }
    const { moves } = await this.rules.ask('moves', viewer);
    let drawings = this.state.drawings;
    const known = new Set(drawings?.symbols.map((one) => `${one.owner}/${one.piece}`));
    if (!drawings || look.view.pieces.some((one) => !known.has(`${one.owner}/${one.piece}`))) {
      drawings = await this.rules.ask('drawings', viewer);
    }
    const seen = this.state.look?.viewer ?? null;
    const others = look.viewer !== null && look.viewer !== seen;
    const hides = this.state.game?.capabilities.includes('hidden') ?? false;
    /* Once all is in the open, nobody has to look away. */
    const secret = look.has_secret || (this.state.look?.has_secret ?? false);
    const falls = others && hides && secret && this.persons().length > 1;
    const curtain = falls ? look.viewer : this.state.curtain;
    /* What the one before saw of their own is not for the eyes of the next. */
    const log = falls ? [] : this.state.log;
    const pick = this.isPersonsTurn(look) ? await this.rules.ask('pick') : null;
    if (!this.state.look) {
      /* Squares that decide the game are shown unless somebody does not want to see them. */
      const decisive = look.view.regions.filter((one) => one.decides).map((one) => one.id);
      this.set({ shown: new Set(decisive) });
    }
    const planned = this.state.planned?.count === look.count ? this.state.planned : null;
    const free = { pressed: [], pick, way: null, ghost: null, laying: false };
    /* With what is seen: who closes the page then finds that again. */
    const record = this.keeping ? await this.record().catch(() => '') : '';
    this.set({ look, moves, drawings, curtain, log, record, past: null, planned, ...free });
    this.startClock();
  }

  /** The clock of the person whose decision it is begins to run. */
  private startClock(): void {
    const { look, curtain, game } = this.state;
    const mine = look?.clocks && !curtain && this.isPersonsTurn(look);
    const index = game?.players.indexOf(look?.node.player ?? '') ?? -1;
    this.clocks.start(mine ? (look.clocks?.[index] ?? 0) : null, () => void this.runOut());
  }

  /** When the person at the board began to think, in the time of the page; 0: nobody does. */
  get ticking(): number {
    return this.clocks.since;
  }

  /** Tells the program how long the person has thought. @return whether that was too long */
  private async stopClock(): Promise<boolean> {
    const player = this.state.look?.node.player;
    const spent = this.clocks.stop();
    return spent !== null && player
      ? (await this.rules.ask('spend', player, String(spent))).over
      : false;
  }

  private async runOut(): Promise<void> {
    try {
      this.newEra();
      await this.stopClock();
      await this.refresh();
    } catch (error) {
      this.fail(error);
    }
  }

  isPersonsTurn(look = this.state.look): boolean {
    return (
      look?.node.kind === 'decision' &&
      look.node.player !== null &&
      this.persons().includes(look.node.player)
    );
  }

  /** Whether the one who decides sits elsewhere. */
  isAwaysTurn(look = this.state.look): boolean {
    const { game, plan } = this.state;
    const seat = game?.players.indexOf(look?.node.player ?? '') ?? -1;
    return look?.node.kind === 'decision' && plan[seat]?.away === true;
  }

  /* ---- playing --------------------------------------------------------------------------------- */

  async make(how: 'play' | 'roll', ...words: string[]): Promise<void> {
    const look = this.state.look;
    const viewer = look?.viewer ?? '-';
    const player = look?.node.player ?? null;
    const count = look?.count ?? 0;
    if (await this.stopClock()) {
      await this.refresh();
      return;
    }
    const done = await this.rules.ask(how, viewer, ...words);
    const log = withEvents(this.state.log, done.events, count, player);
    this.quiet = done.events.every((event) => event.kind === 'rule' || event.kind === 'turn');
    const times = [...this.state.times.slice(0, count), Math.round(performance.now() - this.since)];
    if (this.state.settings.sound) {
      sound(done.events);
    }
    const dice = done.events.find((event) => event.kind === 'dice');
    if (dice && this.state.settings.duels) {
      await this.watch({ event: dice, after: done.events });
    }
    this.set({ log, times, trouble: null });
    this.since = performance.now();
    await this.refresh();
  }

  /** Plays an action of the person whose turn it is. */
  async play(action: string): Promise<void> {
    if (this.busy || this.state.laying || !this.isPersonsTurn()) {
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
    void this.advance();
  }

  /** Dice are rolled before everybody's eyes, until somebody has seen enough. */
  private async watch(duel: Duel): Promise<void> {
    this.set({ duel });
    await Promise.race([
      pause(ROLL).then(() => pause(REST)),
      new Promise<void>((resolve) => {
        this.skip = resolve;
      }),
    ]);
    this.skip = null;
    this.set({ duel: null });
  }

  private skip: (() => void) | null = null;

  /** Enough has been seen of a duel. */
  skipDuel(): void {
    this.skip?.();
  }

  /** The next one is looked at when the last has been answered. */
  private readonly presses = new InOrder();

  /** Presses "cell:e2" or "piece:K"; what does not go with what was pressed begins anew. */
  press(word: string): Promise<void> {
    if (this.busy) {
      return this.answer(word); /* an action is being made, and waits for nobody */
    }
    return this.presses.do(() => this.answer(word));
  }

  private async answer(word: string): Promise<void> {
    const { look, pressed, pick } = this.state;
    const goes = pressed.length > 0 && pick?.to.includes(word.replace(/^cell:/, ''));
    let missed = this.state.missed;
    if (this.state.past || this.state.planned) {
      this.set({ past: null, planned: null });
    } else if (!this.busy && !this.state.laying && this.isPersonsTurn()) {
      await this.fit(word);
      if (this.state.look === look && this.state.pressed.length === 0) {
        missed = { word, held: pressed };
      }
    } else if (this.state.settings.premove && this.state.look?.end === null) {
      const { premove } = this.state;
      const again = premove.includes(word) || premove.length > 1;
      this.set({ premove: again ? [] : [...premove, word] });
    } else {
      missed = { word, held: [] };
    }
    this.set({ presses: this.state.presses + 1, missed });
    /* Who presses where a piece goes asks nothing; what is told of others comes after the answer. */
    if (!goes && this.state.look === look) {
      this.onAsked?.(word);
    }
  }

  private async fit(word: string): Promise<void> {
    const { pressed } = this.state;
    const blocked = block(this.state.pick, word);
    if (blocked?.action) {
      await this.play(blocked.action);
      return;
    }
    if (blocked) {
      this.set({ pressed: [...pressed, word], pick: blocked, ghost: null, trouble: null });
      return;
    }
    if (pressed.length === 1 && pressed[0] === word && !mayStay(this.state.pick, word)) {
      if ((this.state.pick?.ways.length ?? 0) > 1) {
        this.turnPiece();
      } else {
        await this.unpress();
      }
      return;
    }
    for (const words of pressed.length > 0 ? [[...pressed, word], [word]] : [[word]]) {
      try {
        const pick = withBlocked(await this.rules.ask('pick', ...words));
        const action = pick.action ?? this.inThisWay(pick);
        if (isSlip(pick, words, pressed)) {
          break;
        }
        if (action) {
          await this.play(action);
        } else {
          const held = words[0]?.replace(/^piece:/, '');
          const way =
            (pick.ways.find((one) => one.choice === held) ?? pick.ways[0])?.choice ?? null;
          this.set({ pressed: words, pick, way, ghost: null, trouble: null });
        }
        return;
      } catch (error) {
        if (!(error instanceof Refusal)) {
          this.fail(error);
          return;
        }
      }
    }
    await this.unpress();
  }

  /** Lets go of what was pressed, now or ahead of one's turn. */
  async unpress(): Promise<void> {
    if (this.state.premove.length > 0) {
      this.set({ premove: [] });
    }
    if (this.isPersonsTurn()) {
      const pick = await this.rules.ask('pick');
      this.set({ pressed: [], pick, way: null, ghost: null });
    }
  }

  /** Of several actions the one in which the piece is put down as it is held. */
  inThisWay(pick: Pick): string | null {
    const { way } = this.state;
    return (way !== null && pick.choices.find((one) => one.choice === way)?.action) || null;
  }

  /** The pressed piece is turned in the hand: to its next way, or to that one. */
  turnPiece(to?: string): void {
    const ways = this.state.pick?.ways ?? [];
    const at = ways.findIndex((one) => one.choice === this.state.way);
    const next = to ?? ways[(at + 1) % ways.length]?.choice;
    if (next !== undefined) {
      this.set({ way: next, ghost: null });
    }
  }

  /** What `hover` has been asked for last. */
  hovered: string | null = null;

  /** What was pressed ahead of one's turn is played if it still fits. */
  private async playAhead(): Promise<void> {
    const { premove } = this.state;
    if (premove.length === 0 || !this.isPersonsTurn()) {
      return;
    }
    this.set({ premove: [] });
    try {
      const pick = await this.rules.ask('pick', ...premove);
      if (pick.action) {
        await this.play(pick.action);
      }
    } catch (error) {
      if (!(error instanceof Refusal)) {
        this.fail(error);
      }
    }
  }

  /** Chance and computers go on until a person has to decide, or nobody has. */
  async advance(): Promise<void> {
    const era = this.era;
    const goesOn = (): boolean => era === this.era && !this.state.trouble;
    try {
      while (goesOn() && !this.isPersonsTurn()) {
        const look = this.state.look;
        if (!look || look.node.kind === 'terminal' || this.isAwaysTurn(look)) {
          return;
        }
        if (look.node.kind === 'chance') {
          await pause(PAUSE);
          if (goesOn()) {
            await this.make('roll');
          }
          continue;
        }
        const began = performance.now();
        const thought = await this.think(look.node.player ?? '');
        await pause(this.quiet ? 0 : Math.max(0, PAUSE - (performance.now() - began)));
        if (goesOn()) {
          await this.make('play', thought.action, thought.reason);
        }
      }
      void judge(this);
      await this.playAhead();
    } catch (error) {
      if (era === this.era) {
        this.fail(error);
      }
    }
  }

  /* ---- thinking -------------------------------------------------------------------------------- */

  /** Brings the thinker to where the game stands. */
  async tellThinker(): Promise<void> {
    const { game } = this.state;
    if (!game) {
      return;
    }
    const { record } = await this.rules.ask('record');
    const key = `${game.name} ${this.era}`;
    if (this.told?.key !== key) {
      await this.thinker.ask('open', game.name, ...this.texts.sets);
      this.told = { key, actions: [] };
    }
    await this.thinker.ask('load', record);
  }

  async think(player: string): Promise<Thought> {
    this.set({ thinking: { player, thought: null } });
    try {
      await this.tellThinker();
      const { thought } = await this.thinker.think((so_far) => {
        if (this.state.thinking) {
          this.set({ thinking: { player, thought: so_far } });
        }
      });
      return thought;
    } finally {
      this.set({ thinking: null });
    }
  }

  private stopThinking(): void {
    if (this.state.thinking) {
      this.thinker.stop();
      this.told = null;
      void this.thinker.ask('define', ...wordsOf(this.texts));
    }
  }

  /** What the computer would do here. */
  async hint(): Promise<void> {
    const look = this.state.look;
    if (!look || !this.isPersonsTurn() || this.state.thinking) {
      return;
    }
    const era = this.era;
    try {
      const thought = await this.think(look.node.player ?? '');
      if (era === this.era && this.state.look?.count === look.count) {
        this.set({ advice: { count: look.count, thought } });
      }
    } catch (error) {
      this.fail(error);
    }
  }

  /* ---- what is shown ---------------------------------------------------------------------------- */

  /** The one who was asked for sits down. */
  raiseCurtain(): void {
    this.set({ curtain: null });
    this.startClock();
  }

  showRegion(id: number): void {
    const shown = new Set(this.state.shown);
    if (!shown.delete(id)) {
      shown.add(id);
    }
    this.set({ shown });
  }

  async readRules(): Promise<void> {
    if (!this.state.rules) {
      try {
        this.set({ rules: (await this.rules.ask('rules')).blocks });
      } catch (error) {
        this.fail(error);
      }
    }
  }

  /* ---- looking back, planning, setting up ------------------------------------------------------ */

  /** Looks at the position after so many actions; null: at the game as it stands. */
  async lookBack(count: number | null): Promise<void> {
    const { look } = this.state;
    if (!look || count === null || count >= look.count) {
      this.set({ past: null });
      return;
    }
    try {
      const viewer = look.viewer ?? '-';
      const past = await this.rules.ask('look', viewer, String(Math.max(0, count)));
      this.set({ past, planned: null, pressed: [] });
    } catch (error) {
      this.fail(error);
    }
  }

  change(settings: Partial<Settings>): void {
    const all = { ...this.state.settings, ...settings };
    keepSettings(all);
    this.set({ settings: all, premove: all.premove ? this.state.premove : [] });
    void judge(this);
  }

  flip(): void {
    this.set({ flipped: !this.state.flipped });
  }

  /** The record of the game, for a file. */
  async record(): Promise<string> {
    return (await this.rules.ask('record')).record;
  }
}
