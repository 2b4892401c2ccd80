// Limits concurrent commits per workspace, so that others wait only for a few and not for hundreds. The database pool
// serves requests in order and does not know workspaces.
import { type KeyedSemaphore, keyedSemaphore, semaphore } from '../../base/semaphore.ts';

/** Per workspace: more than one batch commits, fewer than the pool's connections. */
const AT_ONCE = 12;

export const commitsInTurn = (): KeyedSemaphore => keyedSemaphore(() => semaphore(AT_ONCE));
