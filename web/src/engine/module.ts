/** The program as a module of WebAssembly: words in, JSON out. */

interface Exports {
  memory: WebAssembly.Memory;
  _initialize?: () => void;
  open: () => number;
  room: (page: number, size: number) => number;
  answer: (page: number, length: number) => number;
  length: (page: number) => number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Error number of WASI for a file that is not there. */
const BAD_FILE = 8;

export class Program {
  private constructor(
    private readonly exports: Exports,
    private readonly page: number,
  ) {}

  static async start(
    module: WebAssembly.Module,
    progress: (json: string) => void,
  ): Promise<Program> {
    let exports: Exports | undefined;
    const text = (at: number, length: number): string =>
      exports ? decoder.decode(new Uint8Array(exports.memory.buffer, at, length)) : '';
    const instance = await WebAssembly.instantiate(module, {
      page: { progress: (at: number, length: number) => progress(text(at, length)) },
      wasi_snapshot_preview1: {
        clock_time_get: (_clock: number, _precision: bigint, out: number): number => {
          if (exports) {
            const now = BigInt(Math.round(performance.now() * 1e6));
            new DataView(exports.memory.buffer).setBigUint64(out, now, true);
          }
          return 0;
        },
        fd_write: () => BAD_FILE,
        fd_close: () => BAD_FILE,
        fd_seek: () => BAD_FILE,
      },
    });
    exports = instance.exports as unknown as Exports;
    exports._initialize?.();
    const page = exports.open();
    if (page === 0) {
      throw new Error('there is no memory for the program');
    }
    return new Program(exports, page);
  }

  /** The answer to a request, as text. */
  ask(words: readonly string[]): string {
    const bytes = encoder.encode(words.map((word) => `${word.replaceAll('\0', '')}\0`).join(''));
    const room = this.exports.room(this.page, bytes.length);
    if (room === 0) {
      throw new Error('there is no memory for a request');
    }
    /* Views are made anew each time: the memory may have grown. */
    new Uint8Array(this.exports.memory.buffer, room, bytes.length).set(bytes);
    const at = this.exports.answer(this.page, bytes.length);
    if (at === 0) {
      throw new Error('there is no memory for an answer');
    }
    const length = this.exports.length(this.page);
    return decoder.decode(new Uint8Array(this.exports.memory.buffer, at, length));
  }
}
