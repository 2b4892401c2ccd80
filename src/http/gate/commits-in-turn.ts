// Commits of one workspace take turns behind the first few, so that those of another wait for these alone, and not for
// hundreds: a connection to the database serves first who came first, and knows no workspaces.
import { type KeyedSemaphore, keyedSemaphore, semaphore } from '../../base/semaphore.ts';

/** Of one workspace: more than are committed together, fewer than a pool has connections. */
const AT_ONCE = 12;

export const commitsInTurn = (): KeyedSemaphore => keyedSemaphore(() => semaphore(AT_ONCE));
