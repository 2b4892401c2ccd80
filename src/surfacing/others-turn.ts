// Long work of the judge, between its steps.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Other requests have their turn. Throws where `signal` says that nobody waits for this work any more. */
export async function othersTurn(signal?: AbortSignal): Promise<void> {
  await nextTurn();
  signal?.throwIfAborted();
}
