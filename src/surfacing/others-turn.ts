// Yields between the steps of long judge work.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Lets other requests run. Throws if `signal` says that the caller has given up. */
export async function othersTurn(signal?: AbortSignal): Promise<void> {
  await nextTurn();
  signal?.throwIfAborted();
}
