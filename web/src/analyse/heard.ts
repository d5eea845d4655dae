/** What is told, in a sentence, to whoever hears the page and does not see its board. */
import { describe } from '../board/Layers';
import type { GameEvent, Look, Pick } from '../wire';
import type { Study } from './analysis';
import { nodeOf, ROOT, type Tree } from './tree';

/** Squares that are named one by one; of more it is told how many. */
const NAMED = 12;

/** A square with what stands on it, or a kind of the hand. */
function thing(look: Look, word: string): string {
  const name = word.slice(word.indexOf(':') + 1);
  const cell = word.startsWith('cell:') && look.view.cells.find((one) => one.cell === name);
  return cell
    ? describe(look, cell, null)
    : (look.view.pieces.find((one) => one.piece === name)?.name ?? name);
}

/** Where one stands after a step, and what brought the game there. */
export function stepped(tree: Tree, at: number, look: Look, events: readonly GameEvent[]): string {
  const node = nodeOf(tree, at);
  const number = node.player === null ? '' : `${node.number}. `;
  const did = events.filter((one) => one.kind !== 'turn' && one.kind !== 'end');
  const said =
    at === ROOT ? ['The start'] : [`${number}${node.short}`, ...did.map((one) => one.text)];
  if (look.end) {
    said.push(`${look.end.result}: ${look.end.text ?? look.end.by}`);
  }
  if (node.comment && !node.noted) {
    said.push(node.comment);
  }
  if (node.children.length > 1) {
    said.push(`goes on with ${node.children.map((id) => nodeOf(tree, id).short).join(' or ')}`);
  }
  return `${said.join('; ')}.`;
}

/** What is pressed now, and where that can go. */
export function chosen(look: Look, words: readonly string[], pick: Pick): string {
  const { to } = pick;
  const where = to.length > NAMED ? `${to.length} squares` : to.join(', ');
  return `${words.map((word) => thing(look, word)).join('; ')}, chosen${where && `; it can go to ${where}`}.`;
}

/** A press that did nothing but let go of what was pressed before it, if anything was. */
export function refused(look: Look, word: string, before: readonly string[]): string {
  return before.length > 0
    ? `${thing(look, word)}, and not for ${thing(look, before[0] ?? '')}, which is let go.`
    : `${thing(look, word)}; nothing can be done there.`;
}

/** What a search has found. */
export function found({ player, who, lines }: Study): string {
  const told = lines.map(
    (line) => `${Math.round(100 * line.value)}% ${line.moves.map((move) => move.short).join(' ')}`,
  );
  return `${who === 'best lines' ? 'Best lines' : who} for ${player}: ${told.join('; ')}.`;
}
