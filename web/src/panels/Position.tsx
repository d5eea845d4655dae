/** All that stands on the board as a list to be read: whose it is, what it is, and where. */
import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { kindOf, tellingOf } from '../board/words';
import type { Look } from '../wire';

/** What somebody has on the board, a kind after the other: "King e1, Pawn a2 b2". */
function menOf(look: Look, owner: string | null): string {
  const kinds = new Map<string, string[]>();
  for (const { piece, owner: whose, cell } of look.view.cells) {
    if (piece && whose === owner) {
      const kind = kindOf(look, piece, whose);
      kinds.set(kind, [...(kinds.get(kind) ?? []), cell]);
    }
  }
  return [...kinds].map(([kind, cells]) => `${kind} ${cells.sort(byName).join(' ')}`).join(', ');
}

const byName = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

/** Every line of the list. */
function linesOf(look: Look): string[] {
  const { view } = look;
  const men = [...view.players.map((one) => one.name), null]
    .map((owner) => ({ owner, told: menOf(look, owner) }))
    .filter(({ owner, told }) => owner !== null || told !== '')
    .map(({ owner, told }) => `${owner ?? 'Nobody'}: ${told || 'nothing'}.`);
  const hands = view.hands
    .filter((hand) => hand.items.length > 0)
    .map(({ owner, title, items, endless }) => {
      const held = items.map(({ piece, count }) => {
        const many = endless ? 'any number' : count === null ? 'unknown number' : count;
        return `${kindOf(look, piece, owner)} ${many}`;
      });
      return `${owner ?? ''} ${title}: ${held.join(', ')}.`.trim();
    });
  const places = tellingOf(look).map((one) => {
    const cells = view.cells.filter((cell) => cell.regions.includes(one.id));
    return `${one.name}: ${cells.map((cell) => cell.cell).join(' ')}.`;
  });
  return [...men, ...hands, ...places];
}

export function Position({ look }: { look: Look }): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <details class="tester" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>The position in words</summary>
      {open && (
        <ul class="position">
          {linesOf(look).map((line) => (
            <li>{line}</li>
          ))}
        </ul>
      )}
    </details>
  );
}
