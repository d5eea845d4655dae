/** The game as it was played, with its variations and comments. */
import { useEffect, useRef } from 'preact/hooks';
import type { JSX } from 'preact';
import { reveal } from '../panels/reveal';
import { mainLine, type Node, nodeOf, ROOT, type Tree } from './tree';
import type { Remark } from './wire';

interface Props {
  tree: Tree;
  at: number;
  multi: boolean;
  remarks: readonly Remark[];
  numbers: readonly number[];
  turning: ReadonlySet<number> /** nodes at which the game turned */;
  onGo: (id: number) => void;
}

/** What an engine or a site notes at every move, and nobody has said. */
const FIGURES = /^(book|[+-]?(\d+\.\d+|M\d+)(\/\d+.*|, depth \d+.*)|(\[%\w+ [^\]]*\]\s*)+)$/;

/** What a computer player says of its move, whole: whatever somebody has added to it has been said. */
const REASON = new RegExp(
  [
    '^(.*\\([\\d,]+ (positions|activations tried)\\)\\.',
    '(The only|The first|Sets up|Did not look|Picked blindly|No time|There was no time)\\b[^.]*\\.',
    'Takes what looks best at once\\.',
    'Goes on with its plan [^.]*\\.',
    '[\\d,]+ playouts?: [^.]*\\.',
    '[^.]*: proven by [\\d,]+ playouts?\\.)',
  ].join('|') +
    /* In games of pips what roads need follows, and what a duel promises. */
    '( \\w+ (needs|has no road)[^.]*\\.)?( It fights [^.]*\\.)?$',
);

/** Whether a comment is shown to the pointer alone, and below where its move is looked at. */
const isNoted = ({ comment, noted }: Node): boolean =>
  FIGURES.test(comment) || (noted && REASON.test(comment));

/** One thing of the list: a move, or what opens and closes a variation. */
type Item =
  | { kind: 'move'; id: number; label: string; main: boolean }
  | { kind: 'text'; text: string; class: string }
  | { kind: 'open' | 'close' };

/** The number in front of a move, where one is due. */
function label(tree: Tree, id: number, interrupted: boolean, multi: boolean): string {
  const node = nodeOf(tree, id);
  const before = nodeOf(tree, node.parent);
  const begins = before.id === ROOT || before.player !== node.player;
  if (!node.player || !begins) {
    return '';
  }
  if (node.first) {
    return `${node.number}. `;
  }
  return interrupted || multi || before.id === ROOT ? `${node.number}… ` : '';
}

/** The tree as a list in the order in which it is read. */
function itemsOf(tree: Tree, remarks: ReadonlyMap<number, string[]>, multi: boolean): Item[] {
  const items: Item[] = [];
  const said = (id: number): boolean => {
    const node = nodeOf(tree, id);
    const comment = isNoted(node) ? '' : node.comment;
    const texts = remarks.get(id) ?? [];
    if (comment) {
      items.push({ kind: 'text', text: comment, class: 'comment' });
    }
    for (const text of texts) {
      items.push({ kind: 'text', text: `“${text}”`, class: 'comment remark' });
    }
    return comment !== '' || texts.length > 0;
  };
  let interrupted = said(ROOT);
  /* What is still to be listed, last first; a negative number closes a variation. */
  const due: { id: number; how: 'go' | 'open' | 'close'; main: boolean }[] = [
    { id: ROOT, how: 'go', main: true },
  ];
  const move = (id: number, main: boolean): void => {
    items.push({ kind: 'move', id, label: label(tree, id, interrupted, multi), main });
    interrupted = said(id);
  };
  for (let next = due.pop(); next; next = due.pop()) {
    if (next.how === 'close') {
      items.push({ kind: 'close' });
      interrupted = true;
      continue;
    }
    if (next.how === 'open') {
      items.push({ kind: 'open' });
      interrupted = true;
      move(next.id, false);
    }
    const [line, ...others] = nodeOf(tree, next.id).children;
    if (line === undefined) {
      continue;
    }
    due.push({ id: line, how: 'go', main: next.main });
    for (const one of [...others].reverse()) {
      due.push({ id: one, how: 'close', main: false }, { id: one, how: 'open', main: false });
    }
    move(line, next.main);
  }
  return items;
}

export function Moves(props: Props): JSX.Element {
  const { tree, at, multi, remarks, numbers, turning, onGo } = props;
  const here = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    reveal(here.current, list.current);
    /* Whoever goes through the list by keys stands on the move that is shown. */
    if (list.current?.contains(document.activeElement)) {
      here.current?.focus({ preventScroll: true });
    }
  }, [at]);
  const texts = new Map<number, string[]>();
  for (const remark of remarks) {
    const id = numbers[remark.at] ?? ROOT;
    texts.set(id, [...(texts.get(id) ?? []), remark.text]);
  }
  const items = itemsOf(tree, texts, multi);
  if (mainLine(tree).length === 0) {
    return <p class="quiet">No move yet: press a piece on the board.</p>;
  }
  return (
    <div ref={list} class="tree" role="group" aria-label="Moves; the arrow keys step through them">
      {items.map((item, i) => {
        switch (item.kind) {
          case 'open':
            return <span class="bracket"> (</span>;
          case 'close':
            return <span class="bracket">)</span>;
          case 'text':
            return <span class={item.class}> {item.text}</span>;
          default: {
            const node = nodeOf(tree, item.id);
            const names = ['move', item.main ? 'main' : '', turning.has(item.id) ? 'turning' : ''];
            return (
              <>
                {items[i - 1]?.kind === 'open' ? '' : ' '}
                {item.label && <span class="number">{item.label}</span>}
                <button
                  type="button"
                  ref={item.id === at ? here : null}
                  class={names.filter(Boolean).join(' ')}
                  aria-current={item.id === at ? 'true' : undefined}
                  title={isNoted(node) ? node.comment : undefined}
                  onClick={() => onGo(item.id)}
                >
                  {node.short}
                </button>
              </>
            );
          }
        }
      })}
    </div>
  );
}
