/** Taking back, and ends that people agree upon or choose. */
import type { Table } from './table';

/** Takes back the turn under way. */
export async function undoTurn(table: Table): Promise<void> {
  const { look } = table.state;
  if (!look || look.turn.over || look.turn.start >= look.count) {
    return;
  }
  await takeBack(table, look.turn.start);
}

/** How many actions are left when the last decision of a person is taken back; null: there is none. */
export function beforeLast(table: Table): number | null {
  const { moves, look } = table.state;
  const persons = table.persons();
  /* An end that somebody chose is a step of its own. */
  if (!look || (look.end && ['resigned', 'agreed'].includes(look.end.by))) {
    return look ? look.count : null;
  }
  let keep = look.count - 1;
  while (keep > 0 && !persons.includes(moves[keep]?.player ?? '')) {
    keep--;
  }
  const none = keep < 0 || (persons.length > 0 && !persons.includes(moves[keep]?.player ?? ''));
  return none ? null : keep;
}

/** Takes back to the last decision of a person. */
export async function undo(table: Table): Promise<void> {
  const keep = beforeLast(table);
  if (keep !== null) {
    await takeBack(table, keep);
  }
}

async function takeBack(table: Table, keep: number): Promise<void> {
  try {
    table.newEra();
    await table.rules.ask('rewind', String(keep));
    table.set({
      log: table.state.log.filter((note) => note.count < keep),
      planned: null,
      premove: [],
      remarks: table.state.remarks.map((one) => ({ ...one, count: Math.min(one.count, keep) })),
      times: table.state.times.slice(0, keep),
      advice: null,
      trouble: null,
    });
    await table.refresh();
    void table.advance();
  } catch (error) {
    table.fail(error);
  }
}

export async function resign(table: Table): Promise<void> {
  const player = table.state.look?.viewer ?? table.persons()[0];
  if (player) {
    try {
      table.newEra();
      await table.rules.ask('resign', player);
      await table.refresh();
    } catch (error) {
      table.fail(error);
    }
  }
}

/** Whether a draw can be agreed upon: computers agree to none. */
export function canOfferDraw(table: Table): boolean {
  const { look, plan } = table.state;
  return look?.end === null && plan.length > 1 && plan.every((one) => one.person || one.away);
}

/** Who sits here offers a draw, or takes the one that has been offered. */
export async function offerDraw(
  table: Table,
  player = table.state.look?.viewer ?? null,
): Promise<void> {
  if (player && canOfferDraw(table)) {
    try {
      await table.rules.ask('draw', player);
      await table.refresh();
    } catch (error) {
      table.fail(error);
    }
  }
}
