/**
 * Cutting out of the program what the games of a page do not need: some object files. Their
 * functions do nothing any more, and their constants are zero, by which the rest of the program
 * knows that they are not there (mr_fy_core.words). Everything else stays as it is.
 */

/** Where one part of the program (MR_PART_*) is in the file of the module. */
export interface Part {
  /** Runs of functions: where they begin, how many bytes they have, how many they are. */
  functions: [number, number, number][];
  /** Runs of constants: where they begin, and how many bytes they have. */
  constants: [number, number][];
}

const HEAD = 8; /* bytes before the first section */
const CODE = 10; /* the number of the section of functions */
/** A function that is never called: its length, no locals, unreachable, end. */
const NOTHING = [3, 0, 0, 0x0b];

/** A whole number as modules have them, seven bits at a time. @returns it and where it ends */
function read(bytes: Uint8Array, at: number): [number, number] {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++] ?? 0;
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) {
      return [value, at];
    }
  }
}

function written(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...written(value >>> 7)];
}

/** Where the section of functions begins, its number included, where its content does, and ends. */
function findCode(module: Uint8Array): { head: number; first: number; end: number } {
  for (let head = HEAD; head < module.length; ) {
    const [size, first] = read(module, head + 1);
    if (module[head] === CODE) {
      return { head, first, end: first + size };
    }
    head = first + size;
  }
  throw new Error('The program has no functions.');
}

function cut(module: Uint8Array<ArrayBuffer>, parts: Part[]): Blob {
  const zeroed = module.slice();
  for (const [at, size] of parts.flatMap((part) => part.constants)) {
    zeroed.fill(0, at, at + size);
  }
  const { head, first, end } = findCode(module);
  const code: Uint8Array<ArrayBuffer>[] = [];
  let at = first;
  const runs = parts.flatMap((part) => part.functions).sort((a, b) => a[0] - b[0]);
  for (const [from, size, count] of runs) {
    const nothing = Array.from({ length: count }, () => NOTHING).flat();
    code.push(zeroed.subarray(at, from), Uint8Array.from(nothing));
    at = from + size;
  }
  code.push(zeroed.subarray(at, end));
  const size = code.reduce((sum, piece) => sum + piece.length, 0);
  return new Blob([
    zeroed.subarray(0, head),
    Uint8Array.from([CODE, ...written(size)]),
    ...code,
    zeroed.subarray(end),
  ]);
}

/** The module with those of its parts alone that the bits of `kept` say. */
export function keepParts(module: Uint8Array<ArrayBuffer>, parts: Part[], kept: number): Blob {
  return cut(
    module,
    parts.filter((_, i) => (kept & (1 << i)) === 0),
  );
}
