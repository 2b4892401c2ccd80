// Work on whole catalogs takes turns, because it keeps documents and results in memory until it is done. Running
// several at once would not make it faster, because this process does all the work.
import { refuse } from '../base/refusal.ts';
import { keyedSemaphore, semaphore, type Turn } from '../base/semaphore.ts';

/** Catalogs up to this size (a page or two) never wait for other workspaces. */
const FEW = 100;
/** How many larger catalogs to process concurrently, in all workspaces. */
const AT_ONCE = 2;
/** How many may wait per workspace, behind the one in progress. */
const MAX_WAITING = 100;

/** Runs `use` on the result of `list` when its turn comes for the catalog and, if it is large, globally. */
export type CatalogTurns = <Head, Result>(
  catalogId: string,
  list: () => Promise<readonly Head[]>,
  use: (heads: readonly Head[]) => Promise<Result>,
  turn?: Pick<Turn, 'signal'>,
) => Promise<Result>;

/** Fails with `not-ready` if too many requests wait for one catalog. Each catalog holds at most one global slot. */
export function catalogTurns(): CatalogTurns {
  const ofLarge = semaphore(AT_ONCE);
  const ofOne = keyedSemaphore(() =>
    semaphore(1, MAX_WAITING, () =>
      refuse('not-ready', 'Too many requests for these trails. Try again in a few seconds.', { retry_after: 5 }),
    ),
  );
  return (catalogId, list, use, turn) =>
    ofOne(
      catalogId,
      async () => {
        const heads = await list();
        if (heads.length <= FEW) return use(heads);
        // Trails may have been published during the wait.
        return ofLarge(async (hasWaited) => use(hasWaited ? await list() : heads), turn);
      },
      turn,
    );
}
