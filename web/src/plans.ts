/** Whole turns that the computer proposes or plays, armies that are set up at once, what a press would do. */
import { sentence } from './analyse/analysis';
import { Refusal } from './engine/engine';
import type { Table } from './table';
import type { Look, Thought } from './wire';

/** Shows the rest of this turn as the computer would play it; nothing is played. */
export async function planTurn(table: Table): Promise<void> {
  const { look } = table.state;
  const player = look?.node.player;
  const era = table.era;
  if (!look || !player || table.busy || !table.isPersonsTurn()) {
    return;
  }
  table.busy = true;
  try {
    const actions: string[] = [];
    let reason = '';
    let ahead: Look = look;
    do {
      const thought = await (actions.length === 0 ? table.think(player) : thinkOn(table, player));
      reason ||= thought.reason;
      actions.push(thought.action);
      await table.thinker.ask('play', player, thought.action);
      ahead = await table.thinker.ask('look', player);
    } while (
      era === table.era &&
      ahead.node.kind === 'decision' &&
      ahead.node.player === player &&
      !ahead.turn.over &&
      actions.length < look.view.cells.length
    );
    if (era === table.era) {
      const planned = { player, count: look.count, actions, reason, look: ahead };
      table.set({ planned, past: null, pressed: [] });
    }
  } catch (error) {
    table.fail(error);
  } finally {
    table.busy = false;
    table.told = null;
  }
}

/** Goes on thinking where the thinker stands, behind what it has played itself. */
async function thinkOn(table: Table, player: string): Promise<Thought> {
  table.set({ thinking: { player, thought: null } });
  try {
    return (await table.thinker.think(() => undefined)).thought;
  } finally {
    table.set({ thinking: null });
  }
}

/** Plays a planned turn, or forgets it. */
export async function decidePlan(table: Table, accept: boolean): Promise<void> {
  const { planned } = table.state;
  table.set({ planned: null });
  if (accept && planned && planned.count === table.state.look?.count) {
    await playAll(table, planned.actions, planned.reason);
  }
}

/** Plays actions one after the other, as far as the person may. */
async function playAll(table: Table, actions: readonly string[], reason?: string): Promise<void> {
  if (table.busy || !table.isPersonsTurn()) {
    return;
  }
  const { era } = table;
  await atOnce(table, async () => {
    for (const [i, action] of actions.entries()) {
      if (era !== table.era || !table.isPersonsTurn()) {
        break;
      }
      await table.make('play', action, ...(i === 0 && reason ? [reason] : []));
    }
  });
}

/** Makes actions without a pause, which are told together, and lets the game go on. */
async function atOnce(table: Table, make: () => Promise<void>): Promise<void> {
  table.busy = true;
  table.set({ atOnce: true });
  try {
    await make();
  } catch (error) {
    table.fail(error);
  } finally {
    table.busy = false;
    table.set({ atOnce: false });
  }
  void table.advance();
}

/**
 * Sets up the army that a text draws, or that `actions` put down, in place of what stands: that stays
 * where the text is not understood.
 * @returns what is wrong with the text; null: nothing is
 */
export async function setUp(
  table: Table,
  text: string | null,
  actions: readonly string[] = [],
): Promise<string | null> {
  const { look } = table.state;
  if (!look || table.busy || !table.isPersonsTurn()) {
    return null;
  }
  const before = await table.record();
  table.set({ atOnce: true });
  try {
    await table.rules.ask('rewind', String(look.turn.start));
    const read = text === null ? { actions } : await table.rules.ask('setup', text);
    await table.refresh();
    await playAll(table, read.actions);
    return null;
  } catch (error) {
    await table.rules.ask('load', before);
    await table.refresh();
    return sentence(error);
  } finally {
    table.set({ atOnce: false });
  }
}

/** Lets the computer make the rest of this turn for the person. */
export async function playTurn(table: Table): Promise<void> {
  const player = table.state.look?.node.player;
  /* Before its first action the turn that is told is the one before. */
  let turn: number | null = table.state.look?.turn.over
    ? null
    : (table.state.look?.turn.number ?? 0);
  const era = table.era;
  if (!player || table.busy || !table.isPersonsTurn()) {
    return;
  }
  await atOnce(table, async () => {
    do {
      const thought = await table.think(player);
      if (era !== table.era) {
        return;
      }
      await table.make('play', thought.action, thought.reason);
      turn ??= table.state.look?.turn.number ?? 0;
    } while (
      table.isPersonsTurn() &&
      table.state.look?.node.player === player &&
      !table.state.look.turn.over &&
      table.state.look.turn.number === turn
    );
  });
}

/** The search behind the bar beside the board: a glance, the same on every device. */
const JUDGE_SEAT = 'level:8,nodes:4000';

/** How the position is judged, where somebody wants to see that at every move. */
export async function judge(table: Table): Promise<void> {
  const { look, settings, judged, thinking } = table.state;
  const player = look?.node.player;
  if (!settings.judge || !look || !player || look.hides || thinking || judged?.look === look) {
    return;
  }
  const { era } = table;
  try {
    await table.tellThinker();
    const { thought } = await table.thinker.search(() => undefined, 'study', JUDGE_SEAT);
    if (era === table.era && table.state.look === look) {
      table.set({ judged: { look, player, value: thought.value } });
    }
  } catch (error) {
    if (!(error instanceof Refusal)) {
      table.fail(error);
    }
  }
}

/** Lets go of what was pressed, and says so. */
export async function letGo(table: Table): Promise<void> {
  const { pressed } = table.state;
  const [word] = pressed.slice(-1);
  if (word !== undefined) {
    table.set({ missed: { word, held: pressed } });
  }
  await table.unpress();
}

/** Shows what the pressed piece would join on a square, in games of pips; null: nothing. */
export async function hover(table: Table, cell: string | null): Promise<void> {
  const { pressed, pick, look, way, ghost } = table.state;
  const to = pick?.ways.find((one) => one.choice === way)?.to ?? pick?.to ?? [];
  const held = pressed.length === 1 && pressed[0]?.startsWith('piece:');
  if (!cell || !held || look?.pips === '' || !to.includes(cell)) {
    table.hovered = null;
    if (ghost) {
      table.set({ ghost: null });
    }
    return;
  }
  const key = `${pressed[0]} ${way} ${cell} ${look?.revision}`;
  if (key === table.hovered) {
    return;
  }
  table.hovered = key;
  try {
    const full = await table.rules.ask('pick', ...pressed, `cell:${cell}`);
    const action = full.action ?? table.inThisWay(full);
    const seen = action ? await table.rules.ask('ahead', action) : null;
    if (table.hovered === key && table.state.pressed === pressed) {
      table.set({ ghost: seen });
    }
  } catch (error) {
    if (!(error instanceof Refusal)) {
      table.fail(error);
    }
  }
}
