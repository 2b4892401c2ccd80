// Commits everything that a client's request stores or ends in one transaction, after the response is known and before
// it is sent. If the request fails, nothing has been used up, and the client can retry with the same code or refresh
// token. Revocations are committed whatever the response is.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from 'oidc-provider';
import type { Origin } from '../../audit/audit-event.ts';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { originOf } from '../../http/endpoint/call-origin.ts';
import type { Database, Tx } from '../../storage/database.ts';

export interface Write {
  /** The first row that the write locks. All transactions lock rows in this order to avoid deadlocks. */
  readonly locks: (typeof LOCKING)[number];
  /** Set if the write revokes something. Such a write is committed even if the request is rejected. */
  readonly isEnding?: true;
  /** Returns false if a concurrent request was faster. */
  run(tx: Tx, request: WritingRequest): Promise<unknown>;
  /** Runs if a concurrent request was faster, instead of all writes of the request. */
  otherwise?(tx: Tx, request: WritingRequest): Promise<void>;
}

/** The client's request, for the audit log. */
export interface WritingRequest {
  readonly id: string;
  readonly origin: Origin;
}

/** Queues a write until the end of the client's request. Outside a request, runs it immediately. */
export type Writer = (write: Write) => Promise<void>;

export interface RequestWrites {
  readonly write: Writer;
  /** Runs `work` and includes its writes in the transaction. */
  within<Result>(tx: Tx, work: () => Promise<Result>): Promise<Result>;
  /** Runs `task` after the request's writes are committed. Outside a request, runs it immediately. */
  after(context: Context, task: () => void): void;
  /** Commits the request's writes. If one of them is rejected, throws the error that `rendered` returns. */
  commit(
    request: object,
    isAnswered: boolean,
    rendered: (context: Context, refusal: Refusal) => Refusal,
  ): Promise<void>;
  /** Runs the tasks queued for after the commit. */
  finish(request: object): void;
}

const LOCKING = ['grant', 'token', 'artifact'] as const;

interface Waiting {
  readonly context: Context;
  readonly writes: Write[];
  readonly tasks: (() => void)[];
}

/** `contextOf` returns the current request. */
export function requestWrites(database: Database, contextOf: () => Context | undefined): RequestWrites {
  const requests = new WeakMap<object, Waiting>();
  const joined = new AsyncLocalStorage<Tx>();
  const waitingOf = (context: Context | undefined): Waiting | undefined => {
    // Browsers send GET. These requests read what they have just stored, so their writes run immediately.
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

/**
 * Fails with `bad-request`, and changes nothing else, if a concurrent request was the first to use a one-time secret.
 */
async function commitAll(database: Database, writes: readonly Write[], request: WritingRequest): Promise<void> {
  if (writes.length === 0) return;
  const sorted = writes.toSorted((one, other) => LOCKING.indexOf(one.locks) - LOCKING.indexOf(other.locks));
  const beaten: Write[] = [];
  try {
    await database.inTransaction(async (tx) => {
      for (const write of sorted) {
        if ((await write.run(tx, request)) !== false || write.otherwise === undefined) continue;
        beaten.push(write);
        throw refuse('bad-request', 'It has already been used.');
      }
    });
  } catch (thrown) {
    for (const write of beaten) await database.inTransaction(async (tx) => write.otherwise?.(tx, request));
    throw thrown;
  }
}
