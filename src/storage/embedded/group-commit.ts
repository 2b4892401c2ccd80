// Group commit on one connection: what a commit costs is its fsync, so works that wait for their turn share one. Each
// has a savepoint of its own, fails alone, and is told when the commit of all has reached the disk. Works of one
// statement are sent together, since each way to the database and back costs as much as a short statement.
import type { StatementClient } from '../client-db.ts';
import { wantsRetry } from '../failures.ts';
import type { Turns } from './turns.ts';

export interface GroupCommit {
  /** Runs one statement in a transaction that others may share; settles after its commit. */
  statement<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * Does `inside` in a transaction that others may share; settles after its commit. `alone` does the same in a
   * transaction of its own: where nobody else waits, and where the shared one was undone.
   */
  transaction<Result>(inside: () => Promise<Result>, alone: () => Promise<Result>): Promise<Result>;
}

export interface GroupCommitDeps {
  /** Takes statements while others are under way. */
  readonly client: StatementClient;
  readonly turns: Turns;
  /** Called when something was done, before its caller is told. */
  readonly onDone: () => void;
}

/** No more works begin in a group that has taken as long: readers wait behind it. */
const LONGEST_MS = 10;
/** PostgreSQL keeps 64 subtransactions of a transaction at hand. */
const MOST_WORKS = 50;
/** So many statements are sent at once, and answered at once. */
const MOST_AT_ONCE = 8;

const BEGIN = 'begin; savepoint work';
const NEXT = 'release savepoint work; savepoint work';
const UNDO = 'rollback to savepoint work';
/** Released first: after a failure that a work swallowed, a bare commit would undo everybody's and say nothing. */
const COMMIT = 'release savepoint work; commit';

interface Waiting {
  readonly isStatement: boolean;
  readonly inside: () => Promise<unknown>;
  readonly alone: () => Promise<unknown>;
  readonly settle: (outcome: Promise<unknown>) => void;
}

/** A work and what it came to, to be told after the commit. */
interface Done {
  readonly work: Waiting;
  readonly outcome: PromiseSettledResult<unknown>;
}

export function groupCommit({ client, turns, onDone }: GroupCommitDeps): GroupCommit {
  const waiting: Waiting[] = [];
  /** A turn: all that wait; nothing where another's turn has served them. */
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

/** What became of a group: its outcomes, which the disk has; or undone, and works that are to be done one by one. */
type Group = { readonly committed: readonly Done[] } | { readonly undone: readonly Waiting[] };

/** Does what waits in one transaction, as far as one group goes, and takes that from `waiting`. */
async function commitTogether(client: StatementClient, waiting: Waiting[]): Promise<Group> {
  const done: Done[] = [];
  let taken: Waiting[] = [];
  const begun = performance.now();
  try {
    do {
      taken = nextAtOnce(waiting, Math.min(MOST_AT_ONCE, MOST_WORKS - done.length));
      const answered = await outcomesOf(client, taken, done.length === 0 ? BEGIN : NEXT);
      done.push(...answered);
      waiting.unshift(...taken.splice(answered.length));
    } while (waiting.length > 0 && done.length < MOST_WORKS && performance.now() - begun < LONGEST_MS);
    taken = [];
    await client.query(COMMIT);
    return { committed: done };
  } catch {
    await client.query('rollback').catch(() => undefined);
    return { undone: [...done.map(({ work }) => work), ...taken] };
  }
}

/** The next transaction, or the statements that are next. */
function nextAtOnce(waiting: Waiting[], most: number): Waiting[] {
  const others = waiting.findIndex(({ isStatement }) => !isStatement);
  const statements = others === -1 ? waiting.length : others;
  return waiting.splice(0, Math.max(1, Math.min(statements, most)));
}

/**
 * Sends each work behind a savepoint of its own, without waiting for the one before. Where one fails, those behind it
 * did nothing and are not among what is answered.
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

/** Tells each caller of a group; what was undone, or lost to a neighbour, is done again by itself first. */
async function settleTogether(group: Group, onDone: () => void): Promise<void> {
  if ('undone' in group) {
    for (const work of group.undone) await byItself(work, onDone);
    return;
  }
  onDone();
  for (const { work, outcome } of group.committed) {
    if (outcome.status === 'fulfilled') work.settle(Promise.resolve(outcome.value));
    else if (wantsRetry(outcome.reason)) await byItself(work, onDone);
    else work.settle(Promise.reject(outcome.reason));
  }
}

/** In a transaction of its own. */
async function byItself({ alone, settle }: Waiting, onDone: () => void): Promise<void> {
  const outcome = alone().finally(onDone);
  settle(outcome);
  await outcome.catch(() => undefined);
}
