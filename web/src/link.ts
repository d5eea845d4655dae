/** Texts in the fragment of a link: compressed, bounded, and refused where they are damaged. */
import { bytesOf } from './bytes';

/** Bytes of the longest text that a link may carry. */
const TEXT_MAX = 1 << 20;
/** Letters of the longest fragment that is looked at: what the longest text packs into at worst. */
const FRAGMENT_MAX = Math.ceil(((TEXT_MAX + 1024) * 4) / 3);

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  transform: ReadableWritablePair<unknown, BufferSource>,
): Promise<Uint8Array> {
  const reader = new Blob([bytes])
    .stream()
    .pipeThrough(transform as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>)
    .getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parts.push(read.value);
    size += read.value.length;
    if (size > TEXT_MAX + 1024) {
      void reader.cancel();
      throw new RangeError('too long');
    }
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A text as letters that a fragment may have. Texts beyond a megabyte are refused. */
export async function pack(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > TEXT_MAX) {
    throw new Error('This is too long for a link: save it as a file.');
  }
  const packed = await through(bytes, new CompressionStream('gzip'));
  let letters = '';
  for (const byte of packed) {
    letters += String.fromCharCode(byte);
  }
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The text of a fragment, or an error in a sentence. */
export async function unpack(fragment: string): Promise<string> {
  const damaged = 'This link is damaged: a part of it has been lost on its way. Ask for it again.';
  if (fragment.length > FRAGMENT_MAX) {
    throw new Error('This link carries more than a page takes, which is a megabyte of text.');
  }
  if (!/^[\w-]+$/.test(fragment)) {
    throw new Error(damaged);
  }
  try {
    const bytes = bytesOf(fragment.replaceAll('-', '+').replaceAll('_', '/'));
    const text = await through(bytes, new DecompressionStream('gzip'));
    return new TextDecoder('utf-8', { fatal: true }).decode(text);
  } catch (error) {
    throw new Error(
      error instanceof RangeError && error.message === 'too long'
        ? 'This link carries more than a page takes, which is a megabyte of text.'
        : damaged,
    );
  }
}
