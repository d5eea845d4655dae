/** Ways out of a page and into it: files, the clipboard, links, texts that somebody pastes. */
import { pack, unpack } from '../link';

/** What a link or a text carries: a game to look at, or one in which it is somebody's turn. */
export interface Letter {
  kind: 'game' | 'turn' | 'offer' /** a turn with the offer of a draw */;
  text: string;
}

/** Bytes of the largest file that is read. */
const FILE_MAX = 16 << 20;

/** Letters of the longest link that messages carry; what is longer goes as a file. */
export const LINK_MAX = 16000;

/** Lines into which a message may break a link of LINK_MAX letters, and words behind it among which its end is looked for. */
const PIECES_MAX = 300;

/** Milliseconds after which a file has been saved. */
const FETCHED = 60000;

const LETTER = /[#?&\s]?(game|turn|offer)=([\w-]+)/;

/** A fragment of ours, whatever has become of what it carried. */
const OURS = /^#(game|turn|offer)=/;

/** The fragment that carries a text. */
export async function fragmentOf(letter: Letter): Promise<string> {
  return `#${letter.kind}=${await pack(letter.text)}`;
}

/** Whether a link to this page leads others here: a file on this device does not. */
export function travels(): boolean {
  return location.protocol === 'http:' || location.protocol === 'https:';
}

/** The link that carries a text; where links do not travel, the text of its fragment alone. */
export async function linkOf(letter: Letter): Promise<string> {
  const fragment = await fragmentOf(letter);
  return travels()
    ? `${location.origin}${location.pathname}${location.search}${fragment}`
    : fragment.slice(1);
}

/** What a fragment, or a text with a link in it, carries; null: nothing of ours. */
export async function letterIn(text: string): Promise<Letter | null> {
  /* A record or PGN has blanks and brackets; a link has none, and its line may be broken. */
  const found = LETTER.exec(text.length > FILE_MAX ? '' : text.trim());
  if ((!found && !OURS.test(text)) || /^\s*(\[|1\.)/.test(text)) {
    return null;
  }
  const [whole, kind, packed] = found ?? [];
  const rest = text.trim().slice((found?.index ?? 0) + (whole ?? text).length);
  return {
    kind: kind === 'turn' || kind === 'offer' ? kind : 'game',
    text: await unpackBroken(packed ?? '', rest),
  };
}

/**
 * The text of a link whose line a message may have broken, and behind which it may go on: what is
 * packed knows when it is whole. Programs put "> " before lines that they quote.
 */
async function unpackBroken(packed: string, rest: string): Promise<string> {
  const pieces = /^\s/.test(rest) ? rest.split(/\s+(?:>\s*)*/).filter((one) => one !== '') : [];
  if (pieces.length > PIECES_MAX) {
    return unpack(packed + pieces.join('')); /* nothing but a link is that long */
  }
  let whole = packed;
  for (const piece of pieces) {
    const text = await unpack(whole).catch(() => null);
    if (text !== null) {
      return text;
    }
    whole += /^[\w-]*/.exec(piece)?.[0] ?? '';
    if (!/^[\w-]+$/.test(piece)) {
      break; /* a full stop, a bracket: there the link ends */
    }
  }
  return unpack(whole);
}

/** How the names of files of tables end. */
export const TABLE_SUFFIX = '.endgame';

/** Bytes of the largest file of tables: a request carries it in base64. */
const TABLE_MAX = 11 << 20;

/** The bytes of a file of tables in base64, or an error in a sentence. */
export async function bytesOf(file: File): Promise<string> {
  if (file.size > TABLE_MAX) {
    throw new Error(
      `${file.name} has more than 11 megabytes, which is too much for a page: 'marcher watch --endgames' reads it.`,
    );
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x8000) {
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  }
  return btoa(pieces.join(''));
}

/** The text of a file, or an error in a sentence. */
export async function readFile(file: File): Promise<string> {
  if (file.size > FILE_MAX) {
    throw new Error(`${file.name} has more than 16 megabytes: no game is that long.`);
  }
  return file.text();
}

export function saveFile(name: string, text: string, type = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  /* Some browsers fetch it later than they are asked to. */
  setTimeout(() => URL.revokeObjectURL(url), FETCHED);
}

/** @returns what was done, or what to do instead, in a sentence */
export async function copyText(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied.';
  } catch {
    return 'This browser does not let a page copy: mark the text above and copy it.';
  }
}

/** Whether the device can hand texts to other programs. */
export function canShare(): boolean {
  return typeof navigator.share === 'function';
}

/** Hands a text, a link, or a file where that is possible, to another program of the device. */
export async function share(what: {
  title: string;
  text?: string;
  url?: string;
  file?: { name: string; text: string };
}): Promise<string> {
  const { title, text, url, file } = what;
  const data: ShareData = { title, ...(text ? { text } : {}), ...(url ? { url } : {}) };
  if (file) {
    const files = [new File([file.text], file.name, { type: 'text/plain' })];
    if (navigator.canShare?.({ files })) {
      data.files = files;
    } else {
      data.text = file.text;
    }
  }
  try {
    await navigator.share(data);
    return 'Handed over.';
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
      ? ''
      : 'This device did not take it: copy it, or save it as a file.';
  }
}
