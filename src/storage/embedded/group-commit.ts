// Group commit on one connection: most of a commit's cost is its fsync, so waiting writes share one. Each write has its
// own savepoint, can fail without affecting the others, and completes once the shared commit has reached the disk.
// Single statements are sent together, because a round trip costs as much as a short statement.
import type { StatementClient } from '../client-db.ts';
import { wantsRetry } from '../failures.ts';
import type { Turns } from './turns.ts';

export interface GroupCommit {
  /** Runs one statement in a possibly shared transaction. Settles after the commit. */
  statement<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * Runs `inside` in a possibly shared transaction. Settles after the commit. `alone` does the same in a separate
   * transaction. It is used if there are no other writes, or after the shared transaction was rolled back.
   */
  transaction<Result>(inside: () => Promise<Result>, alone: () => Promise<Result>): Promise<Result>;
}

export interface GroupCommitDeps {
  /** Accepts statements while others are running. */
  readonly client: StatementClient;
  readonly turns: Turns;
  /** Called after a write, before its caller gets the result. */
  readonly onDone: () => Promise<void>;
}

/** After this time, a group accepts no more writes, because readers wait behind it. */
const MAX_GROUP_MS = 10;
/** PostgreSQL keeps 64 subtransactions per transaction in memory. */
const MAX_WRITES = 50;
/** Statements sent together in one round trip. */
const MAX_AT_ONCE = 8;

const BEGIN = 'begin; savepoint work';
const NEXT = 'release savepoint work; savepoint work';
const UNDO = 'rollback to savepoint work';
/** Releases the savepoint first. If a write ignored a failure, a bare commit would silently roll everything back. */
const COMMIT = 'release savepoint work; commit';

interface Waiting {
  readonly isStatement: boolean;
  readonly inside: () => Promise<unknown>;
  readonly alone: () => Promise<unknown>;
  readonly settle: (outcome: Promise<unknown>) => void;
}

/** A write with its outcome, reported after the commit. */
interface Done {
  readonly work: Waiting;
  readonly outcome: PromiseSettledResult<unknown>;
}

export function groupCommit({ client, turns, onDone }: GroupCommitDeps): GroupCommit {
  const waiting: Waiting[] = [];
  /** One turn serves everyone who is waiting. A turn does nothing if an earlier one has already served them. */
  const serve = async (): Promise<void> => {
    if (waiting.length > 1) return settleTogether(await commitTogether(client, waiting), onDone);
    const [only] = waiting.splice(0);
    if (only !== undefined) await byItself(only, onDone);
  };
  const take = <Result>(work: Omit<Waiting, 'settle'>): Promise<Result> =>
    new Promise<Result>((settle) => {
      waiting.push({ ...work, settle: settle as Waiting['settle'] });
      void turns.run(serve);
    });
  return {
    statement: (work) => take({ isStatement: true, inside: work, alone: work }),
    transaction: (inside, alone) => take({ isStatement: false, inside, alone }),
  };
}

/** The result of a group: committed outcomes, or, after a rollback, writes to run one by one. */
type Group = { readonly committed: readonly Done[] } | { readonly undone: readonly Waiting[] };

/** Runs a group of waiting writes in one transaction and removes them from `waiting`. */
async function commitTogether(client: StatementClient, waiting: Waiting[]): Promise<Group> {
  const done: Done[] = [];
  let taken: Waiting[] = [];
  const begun = performance.now();
  try {
    do {
      taken = nextAtOnce(waiting, Math.min(MAX_AT_ONCE, MAX_WRITES - done.length));
      const answered = await outcomesOf(client, taken, done.length === 0 ? BEGIN : NEXT);
      done.push(...answered);
      waiting.unshift(...taken.splice(answered.length));
    } while (waiting.length > 0 && done.length < MAX_WRITES && performance.now() - begun < MAX_GROUP_MS);
    taken = [];
    await client.query(COMMIT);
    return { committed: done };
  } catch {
    await client.query('rollback').catch(() => undefined);
    return { undone: [...done.map(({ work }) => work), ...taken] };
  }
}

/** The next transaction, or the next statements. */
function nextAtOnce(waiting: Waiting[], most: number): Waiting[] {
  const others = waiting.findIndex(({ isStatement }) => !isStatement);
  const statements = others === -1 ? waiting.length : others;
  return waiting.splice(0, Math.max(1, Math.min(statements, most)));
}

/**
 * Sends each write behind its own savepoint without waiting for the previous one. If one fails, the ones after it had
 * no effect and are not among the results.
 */
async function outcomesOf(client: StatementClient, works: readonly Waiting[], first: string): Promise<Done[]> {
  const sent = works.map((work, at) => {
    const opened = client.query(at === 0 ? first : NEXT);
    return { work, answered: Promise.allSettled([opened, work.inside()]) };
  });
  const done: Done[] = [];
  for (const { work, answered } of sent) {
    const [opened, outcome] = await answered;
    if (opened.status === 'rejected') throw opened.reason;
    done.push({ work, outcome });
    if (outcome.status === 'fulfilled') continue;
    await client.query(UNDO);
    break;
  }
  return done;
}

/**
 * Reports to each caller of a group. Writes that were rolled back or aborted by a neighbor run again separately first.
 */
async function settleTogether(group: Group, onDone: () => Promise<void>): Promise<void> {
  if ('undone' in group) {
    for (const work of group.undone) await byItself(work, onDone);
    return;
  }
  await onDone();
  for (const { work, outcome } of group.committed) {
    if (outcome.status === 'fulfilled') work.settle(Promise.resolve(outcome.value));
    else if (wantsRetry(outcome.reason)) await byItself(work, onDone);
    else work.settle(Promise.reject(outcome.reason));
  }
}

/** Runs the write in a separate transaction. */
async function byItself({ alone, settle }: Waiting, onDone: () => Promise<void>): Promise<void> {
  const outcome = followedBy(onDone, alone);
  settle(outcome);
  await outcome.catch(() => undefined);
}

/** Runs `work`, and then `next`, whether or not it failed. */
export async function followedBy<Result>(next: () => Promise<void>, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } finally {
    await next();
  }
}
