// Work on a catalog as a whole takes turns: its documents, and what is made of them, are in memory until it is done.
// Several at once would be done no sooner, since the work is this process's own.
import { refuse } from '../base/refusal.ts';
import { keyedSemaphore, semaphore, type Turn } from '../base/semaphore.ts';

/** Trails of a catalog that waits for no other workspace's: a page of work or two. */
const FEW = 100;
/** Of all workspaces together, where a catalog has more than few. */
const AT_ONCE = 2;
/** Of one workspace, behind the one that is at work. */
const MOST_WAITING = 100;

/** Runs `use` on what `list` answers, once it is its turn among those on that catalog, and on large ones. */
export type CatalogTurns = <Head, Result>(
  catalogId: string,
  list: () => Promise<readonly Head[]>,
  use: (heads: readonly Head[]) => Promise<Result>,
  turn?: Pick<Turn, 'signal'>,
) => Promise<Result>;

/** Refuse with `not-ready` where too many wait for one catalog already. One catalog at a time holds a place of all. */
export function catalogTurns(): CatalogTurns {
  const ofLarge = semaphore(AT_ONCE);
  const ofOne = keyedSemaphore(() =>
    semaphore(1, MOST_WAITING, () =>
      refuse('not-ready', 'Too many ask for all of these trails. Try again in a few seconds.', { retry_after: 5 }),
    ),
  );
  return (catalogId, list, use, turn) =>
    ofOne(
      catalogId,
      async () => {
        const heads = await list();
        if (heads.length <= FEW) return use(heads);
        // Trails may have been published while it waited.
        return ofLarge(async (hasWaited) => use(hasWaited ? await list() : heads), turn);
      },
      turn,
    );
}
