// Limits concurrent commits per workspace, so that other workspaces wait for only a few of them instead of hundreds.
// The database pool serves requests in order and does not know workspaces.
import { type KeyedSemaphore, keyedSemaphore, semaphore } from '../../base/semaphore.ts';

/** Per workspace: more than the commits of one batch, and fewer than the pool's connections. */
const AT_ONCE = 12;

export const commitsInTurn = (): KeyedSemaphore => keyedSemaphore(() => semaphore(AT_ONCE));
