/** The one place in which answers are said: there from the beginning, and seen by nobody. */
import { useEffect, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { herald } from '../aloud';
import type { Table } from '../table';

export function Aloud({ table }: { table: Table }): JSX.Element {
  const [said, setSaid] = useState({ key: 0, text: '' });
  useEffect(() => herald(table, (text) => setSaid(({ key }) => ({ key: key + 1, text }))), [table]);
  /* By its key the same sentence is another line, and is said again. */
  return (
    <div class="unseen aloud" role="status" aria-live="polite">
      {said.text && <p key={said.key}>{said.text}</p>}
    </div>
  );
}
