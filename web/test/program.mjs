// The module of a page under node: the same program, asked in the same words.
import { readFileSync } from 'node:fs';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Starts the module of a file. @returns ask(...words), which answers an object */
export async function start(file) {
  let exports;
  const { instance } = await WebAssembly.instantiate(readFileSync(file), {
    page: { progress: () => undefined },
    wasi_snapshot_preview1: {
      clock_time_get: (_clock, _precision, out) => {
        const now = BigInt(Math.round(performance.now() * 1e6));
        new DataView(exports.memory.buffer).setBigUint64(out, now, true);
        return 0;
      },
      fd_write: () => 8,
      fd_close: () => 8,
      fd_seek: () => 8,
    },
  });
  exports = instance.exports;
  exports._initialize?.();
  const page = exports.open();
  return (...words) => {
    const bytes = encoder.encode(words.map((word) => `${word}\0`).join(''));
    const room = exports.room(page, bytes.length);
    new Uint8Array(exports.memory.buffer, room, bytes.length).set(bytes);
    const at = exports.answer(page, bytes.length);
    const length = exports.length(page);
    return JSON.parse(decoder.decode(new Uint8Array(exports.memory.buffer, at, length)));
  };
}

/** Numbers that look drawn by chance and are the same every time. */
export function random(seed) {
  let state = BigInt(seed) * 2654435761n + 1n;
  return (below) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return Number(state >> 33n) % below;
  };
}
