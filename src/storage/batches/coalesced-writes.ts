// Write coalescing: concurrent writes share one statement. A single write runs immediately; under load, many writes
// share a statement, its plan and its commit. A failed statement has no effect, so its writes are then run one by one,
// and only the faulty one fails.
import { deadline } from '../../base/deadline.ts';
import { isRefusal } from '../../base/refusal.ts';

export interface CoalescedWrites<Work, Outcome> {
  /** Settles with the write's own outcome after the commit. Only writes with the same key share a statement. */
  run(key: string, work: Work): Promise<Outcome>;
}

/** Performs all writes and returns the outcomes in order. If it throws, it has performed none. */
type DoAll<Work, Outcome> = (works: readonly Work[]) => Promise<readonly Outcome[]>;

/** Concurrent statements per key: while the database executes one, the next is in transit. */
const STATEMENTS_AT_ONCE = 2;
/** Further writes wait for the next statement. */
const MAX_WRITES = 12;
/** After this time, a statement no longer counts as running, because its connection may be unresponsive. */
const OVERDUE_AFTER_MS = 250;

interface Waiter<Work, Outcome> {
  readonly work: Work;
  readonly settle: (outcome: Outcome) => void;
  readonly fail: (thrown: unknown) => void;
}

interface Queue<Work, Outcome> {
  waiting: Waiter<Work, Outcome>[];
  underWay: number;
  isDue: boolean;
}

export function coalescedWrites<Work, Outcome>(doAll: DoAll<Work, Outcome>): CoalescedWrites<Work, Outcome> {
  const queues = new Map<string, Queue<Work, Outcome>>();

  const serve = async (waiters: readonly Waiter<Work, Outcome>[]): Promise<void> => {
    try {
      const outcomes = await doAll(waiters.map(({ work }) => work));
      for (const [place, { settle }] of waiters.entries()) settle(outcomes[place] as Outcome);
    } catch (thrown) {
      if (waiters.length === 1 || isRefusal(thrown, 'not-ready')) for (const { fail } of waiters) fail(thrown);
      else for (const waiter of waiters) await serve([waiter]);
    }
  };

  const begin = (key: string, queue: Queue<Work, Outcome>): void => {
    while (queue.waiting.length > 0 && queue.underWay < STATEMENTS_AT_ONCE) {
      const taken = queue.waiting.splice(0, MAX_WRITES);
      queue.underWay += 1;
      let hasLeft = false;
      const leave = (): void => {
        if (hasLeft) return;
        hasLeft = true;
        queue.underWay -= 1;
        begin(key, queue);
        if (queue.underWay === 0 && !queue.isDue && queues.get(key) === queue) queues.delete(key);
      };
      const stop = deadline(OVERDUE_AFTER_MS, leave);
      void serve(taken).finally(() => {
        stop();
        leave();
      });
    }
  };

  return {
    run: (key, work) =>
      new Promise((settle, fail) => {
        const queue = queues.get(key) ?? { waiting: [], underWay: 0, isDue: false };
        queues.set(key, queue);
        queue.waiting.push({ work, settle, fail });
        if (queue.isDue) return;
        queue.isDue = true;
        // Runs at the end of the event loop turn, so that writes arriving together share a statement.
        setImmediate(() => {
          queue.isDue = false;
          begin(key, queue);
        });
      }),
  };
}
