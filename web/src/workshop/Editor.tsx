/** The editor: colours, completion of keys with their documentation, complaints under the letters. */
import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import {
  Compartment,
  EditorState,
  type Range,
  StateEffect,
  StateField,
  type Text,
} from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  hoverTooltip,
  keymap,
  lineNumbers,
  WidgetType,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Store } from './store';
import type { Complaint, Key } from './wire';

/* ---- the dialect ----------------------------------------------------------------------------- */

interface Reading {
  value: boolean /** behind an '=' */;
  open: boolean /** indented lines belong to a value */;
}

const dialect = StreamLanguage.define<Reading>({
  name: 'definition',
  startState: () => ({ value: false, open: false }),
  token(stream, state) {
    if (stream.sol()) {
      state.value = false;
      const indented = /^[ \t]/.test(stream.string);
      if (!indented && stream.match(/^[#;].*/)) {
        return 'comment';
      }
      if (!indented && stream.match(/^\[[^\]]*\]?/)) {
        state.open = false;
        return 'heading';
      }
      if (indented) {
        stream.skipToEnd();
        return state.open ? 'string' : 'invalid';
      }
      if (stream.match(/^[^=]+(?==)/)) {
        return 'propertyName';
      }
      stream.skipToEnd();
      return 'invalid';
    }
    if (!state.value && stream.eat('=')) {
      state.value = true;
      state.open = /^\s*$/.test(stream.string.slice(stream.pos));
      return 'operator';
    }
    if (stream.eatSpace()) {
      return null;
    }
    if (stream.match(/^(true|false|yes|no|on|off)\s*$/)) {
      return 'bool';
    }
    if (stream.match(/^-?[\d./%]+\s*$/)) {
      return 'number';
    }
    stream.skipToEnd();
    return 'string';
  },
  languageData: { commentTokens: { line: '#' } },
});

const colours = HighlightStyle.define([
  { tag: tags.comment, class: 'ws-comment' },
  { tag: tags.heading, class: 'ws-heading' },
  { tag: tags.propertyName, class: 'ws-key' },
  { tag: tags.operator, class: 'ws-sign' },
  { tag: tags.string, class: 'ws-value' },
  { tag: tags.bool, class: 'ws-number' },
  { tag: tags.number, class: 'ws-number' },
  { tag: tags.invalid, class: 'ws-invalid' },
]);

/* ---- keys ------------------------------------------------------------------------------------ */

/** The key of a name: "customPiece3" is that of "customPiece#". */
function keyOf(keys: readonly Key[], name: string): Key | undefined {
  return (
    keys.find((one) => one.name === name) ??
    keys.find((one) => {
      const stem = one.name.slice(0, -1);
      const rest = name.slice(stem.length);
      return (
        name.startsWith(stem) &&
        rest !== '' &&
        (one.name.endsWith('*') || (one.name.endsWith('#') && /^\d+$/.test(rest)))
      );
    })
  );
}

function range(key: Key): string {
  switch (key.type) {
    case 'number':
      return `${key.min} to ${key.max}`;
    case 'choice':
      return key.choices.join(', ');
    case 'truth':
      return 'true or false';
    default:
      return key.type;
  }
}

function explain(key: Key): HTMLElement {
  const box = document.createElement('div');
  box.className = 'ws-explain';
  const line = (name: string, text: string): void => {
    const one = document.createElement(name);
    one.textContent = text;
    box.append(one);
  };
  line('strong', key.name);
  line('p', key.meaning);
  line('small', `Value: ${range(key)}`);
  if (key.standard) {
    line('small', `Without it: ${key.standard}`);
  }
  if (key.example) {
    line('small', `Such as: ${key.name} = ${key.example}`);
  }
  return box;
}

function familyOf(store: Store): string {
  const written = /^family\s*=\s*(\S+)/m.exec(store.state.text)?.[1];
  return store.state.game?.family ?? written ?? 'fairy';
}

function wordsOf(choices: readonly string[]): Completion[] {
  return choices.map((label) => ({ label, type: 'constant' }));
}

function complete(store: Store, context: CompletionContext): CompletionResult | null {
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  const { keys, games, sections } = store.state;
  const header = /^\[[^\]:]*:\s*([\w.-]*)$/.exec(before);
  if (header) {
    const names = [...sections.map((one) => one.name), ...games.map((one) => one.name)];
    const from = context.pos - (header[1]?.length ?? 0);
    return { from, options: wordsOf([...new Set(names)]), validFor: /^[\w.-]*$/ };
  }
  const value = /^(\w+)\s*=\s*(\S*)$/.exec(before);
  if (value) {
    const key = keyOf(keys, value[1] ?? '');
    const choices =
      key?.type === 'truth'
        ? ['true', 'false']
        : key?.name === 'family'
          ? [...new Set(keys.flatMap((one) => one.family ?? []))]
          : (key?.choices ?? []);
    const from = context.pos - (value[2]?.length ?? 0);
    return choices.length > 0 ? { from, options: wordsOf(choices), validFor: /^\S*$/ } : null;
  }
  const word = /^[A-Za-z]\w*$/.exec(before);
  if (!word && !(context.explicit && before === '')) {
    return null;
  }
  const family = familyOf(store);
  return {
    from: line.from,
    options: keys
      .filter((one) => one.family === null || one.family === family)
      .map((one) => ({
        label: one.name.replace(/#$/, '1').replace(/\*$/, ''),
        type: 'property',
        detail: one.standard ?? '',
        info: () => explain(one),
        apply: `${one.name.replace(/#$/, '1').replace(/\*$/, '')}${one.name.endsWith('*') ? '' : ' = '}`,
      })),
    validFor: /^\w*$/,
  };
}

/* ---- complaints ------------------------------------------------------------------------------ */

/** Characters that so many bytes of UTF-8 are. */
function charactersOf(text: string, bytes: number): number {
  const encoder = new TextEncoder();
  let at = 0;
  let size = 0;
  for (const letter of text) {
    if (size >= bytes) {
      break;
    }
    size += encoder.encode(letter).length;
    at += letter.length;
  }
  return at;
}

export interface Place {
  from: number;
  to: number;
}

/** Where a complaint stands in the text, if the text still has it. */
export function placeOf(doc: Text, complaint: Complaint): Place | null {
  if (!complaint.draft || complaint.line < 1 || complaint.line > doc.lines) {
    return null;
  }
  const line = doc.line(complaint.line);
  if (complaint.column === 0) {
    return { from: line.from, to: line.to };
  }
  const from = charactersOf(line.text, complaint.column - 1);
  const to = charactersOf(line.text, complaint.column - 1 + Math.max(1, complaint.length));
  return { from: line.from + from, to: line.from + Math.max(from, Math.min(to, line.length)) };
}

/** What is wrong and what to do, below the line that it is about. */
class Remark extends WidgetType {
  constructor(
    private readonly complaint: Complaint,
    private readonly indent: number,
    private readonly mend: (() => void) | null,
  ) {
    super();
  }
  override eq(other: Remark): boolean {
    return other.complaint === this.complaint && other.indent === this.indent;
  }
  override toDOM(): HTMLElement {
    const box = document.createElement('div');
    box.className = `ws-remark ws-${this.complaint.severity}`;
    box.style.paddingLeft = `${Math.min(this.indent, 24)}ch`;
    const text = document.createElement('span');
    text.textContent = `▲ ${this.complaint.message}`;
    box.append(text);
    if (this.complaint.hint && !this.mend) {
      const hint = document.createElement('em');
      hint.textContent = ` ${this.complaint.hint}`;
      box.append(hint);
    }
    if (this.mend) {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'ws-mend';
      button.textContent = `Write ${this.complaint.remedy ?? ''}`;
      button.title = this.complaint.hint ?? '';
      button.onclick = this.mend;
      box.append(button);
    }
    return box;
  }
  override ignoreEvent(): boolean {
    return true;
  }
}

const setRemarks = StateEffect.define<DecorationSet>();
const remarks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    let next = value.map(transaction.changes);
    for (const effect of transaction.effects) {
      next = effect.is(setRemarks) ? effect.value : next;
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** So many remarks stand in the text at once; the list beside it has all of them. */
const REMARKS_MOST = 20;

function decorate(view: EditorView, complaints: readonly Complaint[]): DecorationSet {
  const { doc } = view.state;
  const marks: Range<Decoration>[] = [];
  for (const complaint of complaints.slice(0, REMARKS_MOST)) {
    const place = placeOf(doc, complaint);
    if (!place) {
      continue;
    }
    const line = doc.lineAt(place.from);
    if (place.to > place.from) {
      const mark = Decoration.mark({ class: `ws-under ws-under-${complaint.severity}` });
      marks.push(mark.range(place.from, place.to));
    }
    const { remedy } = complaint;
    const mend =
      remedy === null
        ? null
        : (): void => {
            const now = placeOf(view.state.doc, complaint);
            if (now) {
              view.dispatch({ changes: { ...now, insert: remedy }, userEvent: 'input.mend' });
              view.focus();
            }
          };
    const widget = new Remark(complaint, place.from - line.from, mend);
    marks.push(Decoration.widget({ widget, block: true, side: 1 }).range(line.to));
  }
  return Decoration.set(marks, true);
}

/** Shows the complaints about the text that stands there. */
function remark(view: EditorView, store: Store): void {
  view.dispatch({ effects: setRemarks.of(decorate(view, store.state.complaints)) });
}

/* ---- the editor ------------------------------------------------------------------------------ */

/** What a drag of the board carries, to be dropped on the text. */
export const DRAGGED = 'application/x-marcher-value';

/** The least change from one text to another, so that the cursor stays where it is. */
function changeOf(before: string, after: string): { from: number; to: number; insert: string } {
  let from = 0;
  while (from < before.length && from < after.length && before[from] === after[from]) {
    from++;
  }
  let end = 0;
  while (
    end < before.length - from &&
    end < after.length - from &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  ) {
    end++;
  }
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

function takeDrop(store: Store, event: DragEvent): boolean {
  const dragged = event.dataTransfer?.getData(DRAGGED);
  if (!dragged) {
    return false;
  }
  event.preventDefault();
  const { key, value } = JSON.parse(dragged) as { key: string; value: string };
  void store.setKey(key, value);
  return true;
}

export function Editor({ store }: { store: Store }): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const { state } = store;
  useEffect(() => {
    const parent = box.current;
    if (!parent) {
      return undefined;
    }
    const labels = new Compartment();
    const editor = new EditorView({
      parent,
      state: EditorState.create({
        doc: store.state.text,
        extensions: [
          lineNumbers(),
          history(),
          dialect,
          syntaxHighlighting(colours),
          remarks,
          autocompletion({ override: [(context) => complete(store, context)] }),
          keymap.of([
            { key: 'Tab', run: acceptCompletion },
            ...completionKeymap,
            ...defaultKeymap,
            ...historyKeymap,
          ]),
          EditorView.lineWrapping,
          labels.of(EditorView.contentAttributes.of({ 'aria-label': 'Text of the definition' })),
          EditorView.updateListener.of((update) => {
            const text = update.state.doc.toString();
            if (update.docChanged && text === store.state.text && !store.state.checking) {
              /* The same text again, typed or pasted over itself: its remarks went with the old one. */
              remark(update.view, store);
            } else if (update.docChanged) {
              store.type(text);
            }
          }),
          EditorView.domEventHandlers({
            dragover: (event) => {
              if (event.dataTransfer?.types.includes(DRAGGED)) {
                event.preventDefault();
              }
            },
            drop: (event) => takeDrop(store, event),
          }),
          hoverTooltip((hovered, at) => {
            const line = hovered.state.doc.lineAt(at);
            const name = /^(\w+)\s*=/.exec(line.text)?.[1] ?? '';
            const key = keyOf(store.state.keys, name);
            return key && at - line.from <= name.length
              ? { pos: line.from, create: () => ({ dom: explain(key) }) }
              : null;
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [store]);
  useEffect(() => {
    const editor = view.current;
    const now = editor?.state.doc.toString();
    if (editor && now !== undefined && now !== store.state.text) {
      editor.dispatch({ changes: changeOf(now, store.state.text) });
    }
  }, [state.revision]);
  useEffect(() => {
    const editor = view.current;
    if (editor && editor.state.doc.toString() === store.state.text) {
      remark(editor, store);
    }
  }, [state.complaints]);
  return <div class="ws-editor" ref={box} />;
}
