/** What is told, in a sentence, to whoever hears the page and does not see its board. */
import type { GameEvent, Look } from '../wire';
import type { Study } from './analysis';
import { nodeOf, ROOT, type Tree } from './tree';

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

/** What a search has found. */
export function found({ player, who, lines }: Study): string {
  const told = lines.map(
    (line) => `${Math.round(100 * line.value)}% ${line.moves.map((move) => move.short).join(' ')}`,
  );
  return `${who === 'best lines' ? 'Best lines' : who} for ${player}: ${told.join('; ')}.`;
}
