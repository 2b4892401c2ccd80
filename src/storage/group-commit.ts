// Group commit on one connection: what a commit costs is its fsync, so works that wait for their turn share one. Each
// has a savepoint of its own, fails alone, and is told when the commit of all has reached the disk.
import type { Answering } from './client-db.ts';
import { wantsRetry } from './failures.ts';
import type { Turns } from './turns.ts';

export interface GroupCommit {
  /**
   * Does `inside` in a transaction that others may share; settles after its commit. `alone` does the same in a
   * transaction of its own: where nobody else waits, and where the shared one was undone.
   */
  run<Result>(inside: () => Promise<Result>, alone: () => Promise<Result>): Promise<Result>;
}

export interface GroupCommitDeps {
  readonly client: Answering;
  readonly turns: Turns;
  /** Called when something was done, before its caller is told. */
  readonly onDone: () => void;
}

/** No more works begin in a group that has taken as long: readers wait behind it. */
const LONGEST_MS = 10;
/** PostgreSQL keeps 64 subtransactions of a transaction at hand. */
const MOST_WORKS = 50;

const SAVEPOINT = 'savepoint work';
const NEXT = 'release savepoint work; savepoint work';
/** Released first: after a failure that a work swallowed, a bare commit would undo everybody's and say nothing. */
const COMMIT = 'release savepoint work; commit';

interface Waiting {
  readonly inside: () => Promise<unknown>;
  readonly alone: () => Promise<unknown>;
  readonly settle: (outcome: Promise<unknown>) => void;
}

/** A work and what it came to, to be told after the commit. */
interface Done {
  readonly work: Waiting;
  readonly outcome: { readonly result: unknown } | { readonly failure: unknown };
}

export function groupCommit({ client, turns, onDone }: GroupCommitDeps): GroupCommit {
  const waiting: Waiting[] = [];
  const byItself = async ({ alone, settle }: Waiting): Promise<void> => {
    const outcome = alone().finally(onDone);
    settle(outcome);
    await outcome.catch(() => undefined);
  };

  const outcomeOf = async ({ inside }: Waiting): Promise<Done['outcome']> => {
    try {
      return { result: await inside() };
    } catch (failure) {
      await client.query('rollback to savepoint work');
      return { failure };
    }
  };
  const together = async (first: Waiting): Promise<void> => {
    const taken: Waiting[] = [first];
    const done: Done[] = [];
    const begun = performance.now();
    try {
      await client.query(`begin; ${SAVEPOINT}`);
      for (let work: Waiting | undefined = first; work !== undefined; work = waiting.shift()) {
        if (done.length > 0) {
          taken.push(work);
          await client.query(NEXT);
        }
        done.push({ work, outcome: await outcomeOf(work) });
        if (done.length === MOST_WORKS || performance.now() - begun > LONGEST_MS) break;
      }
      await client.query(COMMIT);
    } catch {
      await client.query('rollback').catch(() => undefined);
      for (const work of taken) await byItself(work);
      return;
    }
    onDone();
    for (const { work, outcome } of done) {
      if ('result' in outcome) work.settle(Promise.resolve(outcome.result));
      else if (wantsRetry(outcome.failure)) await byItself(work);
      else work.settle(Promise.reject(outcome.failure));
    }
  };
  /** A turn: the first that waits, with all behind it; nothing where another's turn has served them. */
  const serve = async (): Promise<void> => {
    const first = waiting.shift();
    if (first === undefined) return;
    await (waiting.length > 0 ? together(first) : byItself(first));
  };
  return {
    run: <Result>(inside: () => Promise<Result>, alone: () => Promise<Result>) =>
      new Promise<Result>((settle) => {
        waiting.push({ inside, alone, settle: settle as Waiting['settle'] });
        void turns.run(serve);
      }),
  };
}
