// What a client's request stores or ends, written in one transaction once its answer is known and before it leaves. A
// client that is told of a failure has used nothing up: it asks again with the same code or refresh token, and that is
// no second use. What ends, ends whatever the answer.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from 'oidc-provider';
import type { Origin } from '../../audit/audit-event.ts';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { originOf } from '../../http/endpoint/call-origin.ts';
import type { Database, Tx } from '../../storage/database.ts';

export interface Write {
  /** The first row that it locks. Every transaction goes in this order, so that none waits for another in a circle. */
  readonly locks: (typeof LOCKING)[number];
  /** It takes something away; a request that is refused does so too. */
  readonly isEnding?: true;
  /** Answers false where somebody was quicker. */
  run(tx: Tx, request: WritingRequest): Promise<unknown>;
  /** What is to be done then, instead of all writes of the request. */
  otherwise?(tx: Tx, request: WritingRequest): Promise<void>;
}

/** The client's request, as the audit log names it. */
export interface WritingRequest {
  readonly id: string;
  readonly origin: Origin;
}

/** Takes a write: for the end of the client's request, or at once where there is none. */
export type Writer = (write: Write) => Promise<void>;

export interface RequestWrites {
  readonly write: Writer;
  /** Runs `work`, whose writes become part of the transaction. */
  within<Result>(tx: Tx, work: () => Promise<Result>): Promise<Result>;
  /** Runs `task` once the writes of the request are committed; at once where it is not a client's. */
  after(context: Context, task: () => void): void;
  /** Commits what the request wrote. Throws what `rendered` makes of a refusal of one of the writes. */
  commit(
    request: object,
    isAnswered: boolean,
    rendered: (context: Context, refusal: Refusal) => Refusal,
  ): Promise<void>;
  /** The tasks that waited for the commit. */
  finish(request: object): void;
}

const LOCKING = ['grant', 'token', 'artifact'] as const;

interface Waiting {
  readonly context: Context;
  readonly writes: Write[];
  readonly tasks: (() => void)[];
}

/** `contextOf` finds the request that is being answered. */
export function requestWrites(database: Database, contextOf: () => Context | undefined): RequestWrites {
  const requests = new WeakMap<object, Waiting>();
  const joined = new AsyncLocalStorage<Tx>();
  const waitingOf = (context: Context | undefined): Waiting | undefined => {
    // Browsers send GET: what they store is read again on the way.
    if (context?.method !== 'POST') return undefined;
    const waiting = requests.get(context.req) ?? { context, writes: [], tasks: [] };
    requests.set(context.req, waiting);
    return waiting;
  };
  return {
    async write(write) {
      const context = contextOf();
      const tx = joined.getStore();
      if (tx !== undefined) return void (await write.run(tx, requestOf(context)));
      const waiting = waitingOf(context);
      if (waiting === undefined) await commitAll(database, [write], requestOf(context));
      else waiting.writes.push(write);
    },
    within: (tx, work) => joined.run(tx, work),
    after(context, task) {
      const waiting = waitingOf(context);
      if (waiting === undefined) task();
      else waiting.tasks.push(task);
    },
    async commit(request, isAnswered, rendered) {
      const waiting = requests.get(request);
      if (waiting === undefined) return;
      const due = waiting.writes.filter((write) => isAnswered || write.isEnding === true);
      try {
        await commitAll(database, due, requestOf(waiting.context));
      } catch (thrown) {
        throw isRefusal(thrown) ? rendered(waiting.context, thrown) : thrown;
      }
    },
    finish(request) {
      for (const task of requests.get(request)?.tasks ?? []) task();
    },
  };
}

const requestOf = (context: Context | undefined): WritingRequest => ({
  id: context?.get('request-id') ?? '',
  origin: originOf({ address: context?.req.socket.remoteAddress ?? '', headers: context?.req.headers ?? {} }),
});

/** Refuses with `bad-request`, and changes nothing else, where another was quicker with what is good once. */
async function commitAll(database: Database, writes: readonly Write[], request: WritingRequest): Promise<void> {
  if (writes.length === 0) return;
  const sorted = writes.toSorted((one, other) => LOCKING.indexOf(one.locks) - LOCKING.indexOf(other.locks));
  const beaten: Write[] = [];
  try {
    await database.inTransaction(async (tx) => {
      for (const write of sorted) {
        if ((await write.run(tx, request)) !== false || write.otherwise === undefined) continue;
        beaten.push(write);
        throw refuse('bad-request', 'It was used before.');
      }
    });
  } catch (thrown) {
    for (const write of beaten) await database.inTransaction(async (tx) => write.otherwise?.(tx, request));
    throw thrown;
  }
}
