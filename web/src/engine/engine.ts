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
  module: Promise<WebAssembly.Module> /** still being made when the table is laid */;
  script: string /** the address of the worker's script */;
  first?: Worker /** has begun before anybody asks, for whoever asks first */;
}

/** A worker, and when its program is there. */
interface Running {
  worker: Worker;
  ready: Promise<void>;
  fail: (error: Error) => void /** before it is ready */;
}

export class Engine {
  /** There is none before something is asked: whoever is asked first has the processor for itself. */
  private running: Running | null = null;
  private waiting = new Map<number, Waiting>();
  private next = 1;

  constructor(private readonly source: Source) {}

  private start(): Running {
    const worker = this.source.first ?? new Worker(this.source.script);
    delete this.source.first;
    let fail = (_error: Error): void => undefined;
    const ready = new Promise<void>((resolve, reject) => {
      let limit = 0;
      fail = reject;
      this.source.module.then((module) => {
        worker.postMessage({ module } satisfies ToWorker);
        limit = setTimeout(
          () => reject(new Error('this browser starts no worker for the page')),
          START_LIMIT,
        );
      }, reject);
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
    return { worker, ready, fail };
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
    this.running ??= this.start();
    const { running } = this;
    await running.ready;
    if (running !== this.running) {
      throw new Stopped();
    }
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, ...(progress ? { progress } : {}) });
      running.worker.postMessage({ id, words } satisfies ToWorker);
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
    this.running?.worker.terminate();
    this.running?.fail(new Stopped());
    this.running = null;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
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
