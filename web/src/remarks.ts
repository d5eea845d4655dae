/** What testers say of a game, and the record that they send back. */
import type { Draft, Remark } from './state';
import type { Table } from './table';

/** Keeps what somebody says of the game as it stands. */
export function keepRemark(table: Table, text: string): void {
  const count = table.state.look?.count ?? 0;
  const draft = { ...table.state.draft, remark: '' };
  table.set({ remarks: [...table.state.remarks, { count, text }], draft });
}

/** What somebody is typing. */
export function typeDraft(table: Table, change: Partial<Draft>): void {
  table.set({ draft: { ...table.state.draft, ...change } });
}

export function forgetRemark(table: Table, remark: Remark): void {
  table.set({ remarks: table.state.remarks.filter((one) => one !== remark) });
}

/** The record with who tested it, when, how long actions took, and what was remarked. */
export async function reportOf(table: Table, tester: string, date: string): Promise<string> {
  const { remarks, times } = table.state;
  const words = remarks.flatMap((one) => [String(one.count), one.text]);
  const all = times.map((time) => time ?? '-').join(' ');
  return (await table.rules.ask('report', tester, date, all, ...words)).record;
}
