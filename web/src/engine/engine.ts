/** Programs in workers, as promises. */
import type {} from '../analyse/wire';
import type { Answers, Diagnostic, Failure, Request, Thought } from '../wire';
import { expand } from './squares';
import type { FromWorker, ToWorker } from './worker';

/** A request that the program has refused, in its own words. */
export class Refusal extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/** The search was ended from outside. */
export class Stopped extends Error {}

interface Waiting {
  resolve: (answer: string) => void;
  reject: (error: Error) => void;
  progress?: (json: string) => void;
}

/** Milliseconds after which a worker that has not begun never will: a policy forbids it silently. */
const START_LIMIT = 15000;

/** What every program of this page begins with. */
export interface Source {
  module: WebAssembly.Module;
  script: string /** the address of the worker's script */;
}

export class Engine {
  private worker: Worker;
  private waiting = new Map<number, Waiting>();
  private next = 1;
  private ready: Promise<void>;

  constructor(private readonly source: Source) {
    [this.worker, this.ready] = this.start();
  }

  private start(): [Worker, Promise<void>] {
    const worker = new Worker(this.source.script);
    const ready = new Promise<void>((resolve, reject) => {
      const limit = setTimeout(
        () => reject(new Error('this browser starts no worker for the page')),
        START_LIMIT,
      );
      worker.onerror = (event) => {
        clearTimeout(limit);
        reject(new Error(event.message || 'the worker of the page has failed'));
      };
      worker.onmessage = (event: MessageEvent<FromWorker>) => {
        const message = event.data;
        if ('ready' in message) {
          clearTimeout(limit);
          resolve();
          return;
        }
        if (message.id === 0 && 'failure' in message) {
          clearTimeout(limit);
          reject(new Error(message.failure));
          return;
        }
        this.hear(message);
      };
    });
    /* Whoever asks is told; nobody has to ask. */
    ready.catch(() => undefined);
    worker.postMessage({ module: this.source.module } satisfies ToWorker);
    return [worker, ready];
  }

  private hear(message: Exclude<FromWorker, { ready: true }>): void {
    const waiting = this.waiting.get(message.id);
    if (!waiting) {
      return;
    }
    if ('progress' in message) {
      waiting.progress?.(message.progress);
      return;
    }
    this.waiting.delete(message.id);
    if ('answer' in message) {
      waiting.resolve(message.answer);
    } else {
      waiting.reject(new Error(message.failure));
    }
  }

  private async send(words: readonly string[], progress?: (json: string) => void): Promise<string> {
    const worker = this.worker;
    await this.ready;
    if (worker !== this.worker) {
      throw new Stopped();
    }
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, ...(progress ? { progress } : {}) });
      worker.postMessage({ id, words } satisfies ToWorker);
    });
  }

  /** Asks, and is answered or refused. */
  async ask<K extends Request>(request: K, ...words: string[]): Promise<Answers[K]> {
    const answer = JSON.parse(await this.send([request, ...words])) as
      | Answers[K]
      | { error: Failure };
    if ('error' in answer) {
      throw new Refusal(answer.error);
    }
    if ('view' in answer) {
      expand(answer.view);
    }
    return answer;
  }

  /** The same of a game beside the one that is played: for examples and puzzles. */
  async lesson<K extends Request>(request: K, ...words: string[]): Promise<Answers[K]> {
    return this.ask('lesson' as K, request, ...words);
  }

  /** Lets the computer think about the decision at hand. */
  think(progress: (thought: Thought) => void): Promise<Answers['think']> {
    return this.search(progress, 'think');
  }

  /** Asks for something that takes a search, and hears of it meanwhile. */
  async search<K extends 'think' | 'study'>(
    progress: (thought: Thought) => void,
    request: K,
    ...words: string[]
  ): Promise<Answers[K]> {
    const text = await this.send([request, ...words], (json) => {
      progress((JSON.parse(json) as Answers['think']).thought);
    });
    const answer = JSON.parse(text) as Answers[K] | { error: Failure };
    if ('error' in answer) {
      throw new Refusal(answer.error);
    }
    return answer;
  }

  /** Ends whatever it does at once; it has forgotten everything then. */
  stop(): void {
    this.worker.terminate();
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    [this.worker, this.ready] = this.start();
    for (const one of waiting) {
      one.reject(new Stopped());
    }
  }
}

/** Complaints of a definition, a line each. */
export function tell(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .map((one) => {
      const place = one.source ? `${one.source}:${one.line}:${one.column}: ` : '';
      return `${place}${one.severity}: ${one.message}${one.hint ? ` (${one.hint})` : ''}`;
    })
    .join('\n');
}
