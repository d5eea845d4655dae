/** Whole turns that the computer proposes, and armies that are set up at once. */
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
  table.busy = true;
  const era = table.era;
  try {
    for (const [i, action] of actions.entries()) {
      if (era !== table.era || !table.isPersonsTurn()) {
        break;
      }
      await table.make('play', action, ...(i === 0 && reason ? [reason] : []));
    }
  } catch (error) {
    table.fail(error);
  } finally {
    table.busy = false;
  }
  void table.advance();
}

/** Sets up the army that a text draws, or that `actions` put down, in place of what stands. */
export async function setUp(
  table: Table,
  text: string | null,
  actions: readonly string[] = [],
): Promise<void> {
  const { look } = table.state;
  if (!look || table.busy || !table.isPersonsTurn()) {
    return;
  }
  try {
    await table.rules.ask('rewind', String(look.turn.start));
    const read = text === null ? { actions } : await table.rules.ask('setup', text);
    await table.refresh();
    await playAll(table, read.actions);
  } catch (error) {
    table.fail(error);
    await table.refresh();
  }
}
