// Work on a catalog as a whole takes turns: its documents, and what is made of them, are in memory until it is done.
// Several at once would be done no sooner, since the work is this process's own.
import { refuse } from '../base/refusal.ts';
import { keyedSemaphore, semaphore, type Turn } from '../base/semaphore.ts';

/** Of all workspaces together. */
const AT_ONCE = 2;
/** Of one workspace, behind the one that is at work. */
const MOST_WAITING = 100;

/** Runs `work` once it is its turn among those on that catalog, and then among those on any. */
export type CatalogTurns = <Result>(
  catalogId: string,
  work: () => Promise<Result>,
  turn?: Pick<Turn, 'signal'>,
) => Promise<Result>;

/** Refuse with `not-ready` where too many wait for one catalog already. One catalog at a time holds a place of all. */
export function catalogTurns(): CatalogTurns {
  const ofAll = semaphore(AT_ONCE);
  const ofOne = keyedSemaphore(() =>
    semaphore(1, MOST_WAITING, () =>
      refuse('not-ready', 'Too many ask for all of these trails. Try again in a few seconds.', { retry_after: 5 }),
    ),
  );
  return (catalogId, work, turn) => ofOne(catalogId, () => ofAll(work, turn), turn);
}
