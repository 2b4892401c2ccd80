// The threads that derive keys from passwords (derivation-thread.mjs). A derivation starts a new thread if none is
// idle. The caller limits how many run at a time.
import { Worker } from 'node:worker_threads';
import { refuse } from '../base/refusal.ts';

/** The input of scrypt (RFC 7914). */
export interface Derivation {
  readonly password: string;
  readonly salt: Buffer;
  /** Key length in bytes. */
  readonly length: number;
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

export interface Deriver {
  /** Fails with `not-ready` if the derivation fails. */
  derive(derivation: Derivation): Promise<Buffer>;
  close(): Promise<void>;
}

const PROGRAM = new URL('./derivation-thread.mjs', import.meta.url);

/** `program`: the file that each thread runs. */
export function derivationThreads(program = PROGRAM): Deriver {
  const all = new Set<Worker>();
  const idle = new Set<Worker>();
  const start = (): Worker => {
    const thread = new Worker(program);
    all.add(thread);
    thread.once('exit', () => {
      all.delete(thread);
      idle.delete(thread);
    });
    // Without a listener, an error in an idle thread would end the process.
    thread.on('error', () => undefined);
    return thread;
  };
  return {
    async derive(derivation) {
      const [thread = start()] = idle;
      idle.delete(thread);
      thread.ref();
      const key = await answerOf(thread, derivation);
      thread.unref(); // An idle thread does not keep the process alive.
      idle.add(thread);
      return key;
    },
    async close() {
      await Promise.all([...all].map((thread) => thread.terminate()));
    },
  };
}

const answerOf = (thread: Worker, derivation: Derivation): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    let failure: Error | undefined;
    const answer = (key: Uint8Array): void => {
      thread.off('error', fail).off('exit', end);
      resolve(Buffer.from(key));
    };
    const fail = (thrown: Error): void => {
      failure = thrown;
    };
    const end = (): void => {
      thread.off('message', answer);
      reject(threadEnded(failure));
    };
    thread.once('message', answer).once('error', fail).once('exit', end);
    thread.postMessage(derivation);
  });

function threadEnded(cause: Error | undefined): Error {
  const refusal = refuse('not-ready', 'The password could not be checked. Try again.', { retry_after: 1 });
  return Object.assign(refusal, { cause: cause ?? new Error('a password thread ended') });
}
