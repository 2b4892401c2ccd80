// Write coalescing: what many ask for at one moment is done by one statement. Alone, a work is done at once; under load
// many share a statement, its plan and its commit. A statement that breaks has done nothing: its works are then done
// one by one, so that one's fault is nobody else's.
import { deadline } from '../../base/deadline.ts';
import { isRefusal } from '../../base/refusal.ts';

export interface CoalescedWrites<Work, Outcome> {
  /** Settles with the work's own outcome once it is committed. Only works of one key share a statement. */
  run(key: string, work: Work): Promise<Outcome>;
}

/** Does all of the works or, by throwing, none; answers their outcomes in their order. */
type DoAll<Work, Outcome> = (works: readonly Work[]) => Promise<readonly Outcome[]>;

/** Of one key: while the database works on one statement, the next is under way. */
const STATEMENTS_AT_ONCE = 2;
/** Beyond this many works the rest waits for the next statement. */
const MOST_WORKS = 12;
/** A statement that takes longer does not count among those under way: its connection may have fallen silent. */
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
      const taken = queue.waiting.splice(0, MOST_WORKS);
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
        // At the end of the turn, so that what arrives together is done together.
        setImmediate(() => {
          queue.isDue = false;
          begin(key, queue);
        });
      }),
  };
}
