/** A worker holds one program and answers one request after the other. */
import { Program } from './module';

export type ToWorker = { module: WebAssembly.Module } | { id: number; words: readonly string[] };

export type FromWorker =
  | { ready: true }
  | { id: number; answer: string }
  | { id: number; failure: string }
  | { id: number; progress: string };

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage: (message: FromWorker) => void;
};

let program: Promise<Program> | undefined;
let current = 0;

async function answer(id: number, words: readonly string[]): Promise<void> {
  try {
    if (!program) {
      throw new Error('a request came before the program');
    }
    const running = await program;
    current = id;
    scope.postMessage({ id, answer: running.ask(words) });
  } catch (error) {
    scope.postMessage({ id, failure: error instanceof Error ? error.message : String(error) });
  }
}

scope.onmessage = (event) => {
  const message = event.data;
  if ('module' in message) {
    program = Program.start(message.module, (progress) =>
      scope.postMessage({ id: current, progress }),
    );
    program.then(
      () => scope.postMessage({ ready: true }),
      (error: unknown) => scope.postMessage({ id: 0, failure: String(error) }),
    );
  } else {
    void answer(message.id, message.words);
  }
};
