/**
 * A game with its variations, as data: which move stands where. What moves are called, and whether
 * there are such moves, the program says.
 */
import type { Words } from './wire';

export interface Node extends Words {
  id: number;
  parent: number;
  children: number[] /** the first goes on the line, the others are variations */;
  comment: string;
  noted: boolean /** the comment is what a computer player noted as it moved */;
}

/** Number of the node before the first move. */
export const ROOT = 0;

/** A tree; none is ever changed, each change makes another. */
export type Tree = readonly Node[];

const start: Node = {
  id: ROOT,
  parent: ROOT,
  children: [],
  comment: '',
  noted: false,
  text: '',
  short: '',
  player: null,
  number: 0,
  first: false,
};

export function empty(): Tree {
  return [start];
}

export function nodeOf(tree: Tree, id: number): Node {
  return tree[id] ?? start;
}

function changed(tree: Tree, id: number, change: Partial<Node>): Node[] {
  return tree.map((one) => (one.id === id ? { ...one, ...change } : one));
}

/** Adds a move behind a node, unless it is there. @returns the tree and the number of the move */
export function add(tree: Tree, parent: number, words: Words, comment = ''): [Tree, number] {
  const before = nodeOf(tree, parent);
  const there = before.children.find((child) => tree[child]?.text === words.text);
  if (there !== undefined) {
    return [tree, there];
  }
  const id = tree.length;
  const next = changed(tree, parent, { children: [...before.children, id] });
  next.push({ ...words, id, parent, children: [], comment, noted: false });
  return [next, id];
}

/** @param computers the players whose comments nobody has said */
export function build(
  nodes: readonly (Words & { parent: number; comment: string | null })[],
  computers: ReadonlySet<string | null>,
): {
  tree: Tree;
  numbers: number[];
} {
  const tree: Node[] = [{ ...start, children: [] }];
  const numbers = [ROOT];
  for (const { parent: from, comment, ...words } of nodes) {
    const before = tree[numbers[from] ?? ROOT] ?? tree[ROOT];
    if (before) {
      const id = tree.length;
      before.children.push(id);
      const noted = comment !== null && computers.has(words.player);
      const parent = before.id;
      tree.push({ ...words, id, parent, children: [], comment: comment ?? '', noted });
      numbers.push(id);
    }
  }
  return { tree, numbers };
}

export function comment(tree: Tree, id: number, text: string): Tree {
  return changed(tree, id, { comment: text, noted: false });
}

/** The numbers of the moves from the first one to `id`. */
export function pathTo(tree: Tree, id: number): number[] {
  const path: number[] = [];
  for (let at = nodeOf(tree, id); at.id !== ROOT; at = nodeOf(tree, at.parent)) {
    path.push(at.id);
  }
  return path.reverse();
}

/** The same as the words of a request. */
export function lineTo(tree: Tree, id: number): string {
  return pathTo(tree, id)
    .map((one) => nodeOf(tree, one).text)
    .join(' ');
}

/** The main line. */
export function mainLine(tree: Tree): number[] {
  const line: number[] = [];
  for (let next = nodeOf(tree, ROOT).children[0]; next !== undefined; ) {
    line.push(next);
    next = nodeOf(tree, next).children[0];
  }
  return line;
}

/** The variation that a node belongs to becomes the line there. */
export function promote(tree: Tree, id: number): Tree {
  let next = tree;
  for (const one of pathTo(tree, id)) {
    const parent = nodeOf(next, nodeOf(next, one).parent);
    next = changed(next, parent.id, {
      children: [one, ...parent.children.filter((child) => child !== one)],
    });
  }
  return next;
}

/** Takes a move away, with all that comes behind it; its number stays unused. */
export function remove(tree: Tree, id: number): Tree {
  const parent = nodeOf(tree, nodeOf(tree, id).parent);
  return changed(tree, parent.id, { children: parent.children.filter((child) => child !== id) });
}

/** A comment that can stand in braces. */
function inBraces(text: string): string {
  const clean = text.replace(/\s+/g, ' ').replaceAll('}', ')').trim();
  return clean ? ` {${clean}}` : '';
}

/** The moves as the movetext of PGN, in the words of the program. */
export function movetext(tree: Tree): string {
  const parts: string[] = [inBraces(nodeOf(tree, ROOT).comment)];
  /* What is still to be written, last first: texts as they are, nodes with what follows them. */
  const due: (string | number)[] = [ROOT];
  for (let next = due.pop(); next !== undefined; next = due.pop()) {
    if (typeof next === 'string') {
      parts.push(next);
      continue;
    }
    const [main, ...others] = nodeOf(tree, next).children;
    if (main === undefined) {
      continue;
    }
    const play = (id: number): string => {
      const node = nodeOf(tree, id);
      return ` ${node.text}${inBraces(node.comment)}`;
    };
    due.push(main);
    for (const one of [...others].reverse()) {
      due.push(' )', one, ` (${play(one)}`);
    }
    parts.push(play(main));
  }
  return parts.join('').trim();
}
