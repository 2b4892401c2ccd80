// Write coalescing: concurrent writes share one statement. A single write runs immediately; under load, many writes
// share a statement, its plan and its commit. A failed statement has no effect, so its writes are then run one by one,
// and only the faulty one fails.
import { isRefusal } from '../../base/refusal.ts';
import { batchTurns } from './batch-turns.ts';

export interface CoalescedWrites<Work, Outcome> {
  /** Settles with the write's own outcome after the commit. Only writes with the same key share a statement. */
  run(key: string, work: Work): Promise<Outcome>;
}

/** Performs all writes and returns the outcomes in order. If it throws, it has performed none. */
type DoAll<Work, Outcome> = (works: readonly Work[]) => Promise<readonly Outcome[]>;

/** Concurrent statements per key: while the database executes one, the next is in transit (batch-turns.ts). */
const STATEMENTS_AT_ONCE = 2;
/** Further writes wait for the next statement. */
const MAX_WRITES = 12;

interface Waiter<Work, Outcome> {
  readonly work: Work;
  readonly settle: (outcome: Outcome) => void;
  readonly fail: (thrown: unknown) => void;
}

export function coalescedWrites<Work, Outcome>(doAll: DoAll<Work, Outcome>): CoalescedWrites<Work, Outcome> {
  const queues = new Map<string, Waiter<Work, Outcome>[]>();
  const turns = batchTurns(STATEMENTS_AT_ONCE, Number.POSITIVE_INFINITY);

  const serve = async (waiters: readonly Waiter<Work, Outcome>[]): Promise<void> => {
    try {
      const outcomes = await doAll(waiters.map(({ work }) => work));
      for (const [place, { settle }] of waiters.entries()) settle(outcomes[place] as Outcome);
    } catch (thrown) {
      if (waiters.length === 1 || isRefusal(thrown, 'not-ready')) for (const { fail } of waiters) fail(thrown);
      else for (const waiter of waiters) await serve([waiter]);
    }
  };

  const begin = (key: string): void => {
    for (let waiting = queues.get(key); waiting !== undefined; waiting = queues.get(key)) {
      if (!turns.mayBegin(key, waiting.length)) return;
      const taken = waiting.splice(0, MAX_WRITES);
      if (waiting.length === 0) queues.delete(key);
      turns.take(key, taken.length, serve(taken), () => begin(key));
    }
  };

  return {
    run: (key, work) =>
      new Promise((settle, fail) => {
        const waiting = queues.get(key) ?? [];
        queues.set(key, waiting);
        waiting.push({ work, settle, fail });
        // Runs at the end of the event loop turn, so that writes arriving together share a statement.
        setImmediate(begin, key);
      }),
  };
}
