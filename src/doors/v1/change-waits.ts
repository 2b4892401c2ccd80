// Requests that wait for the next change of a workspace (long polling). Each asks again twice a second, so that it sees
// the changes of every process of the service. Waiting requests are limited, and end when the service stops.
import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from '../../admission/caller.ts';
import type { Call, Door } from '../../http/endpoint/endpoint.ts';
import type { DoorRequest } from '../../http/incoming/incoming.ts';
import type { EitherNeed } from './either-door.ts';

const EVERY_MS = 500;
const MAX_WAITING = 200;
const MAX_WAITING_OF_CATALOG = 10;

export interface ChangeWaits {
  /**
   * Reads until there is something new, `waitMs` have passed, the client has left or the service stops. If too many
   * requests wait, returns what it read first.
   */
  until<Read>(
    call: Pick<Call<Caller>, 'caller' | 'signal'>,
    waitMs: number,
    read: () => Promise<Read>,
    isNew: (read: Read) => boolean,
  ): Promise<Read>;
  close(): void;
}

export function openChangeWaits(): ChangeWaits {
  const waiting = new Map<string, number>();
  const closing = new AbortController();
  const total = (): number => [...waiting.values()].reduce((sum, one) => sum + one, 0);
  return {
    async until({ caller, signal }, waitMs, read, isNew) {
      let last = await read();
      const { catalog_id } = caller.catalog;
      const own = waiting.get(catalog_id) ?? 0;
      if (waitMs === 0 || own >= MAX_WAITING_OF_CATALOG || total() >= MAX_WAITING) return last;
      const end = performance.now() + waitMs;
      const ended = AbortSignal.any([signal(), closing.signal]);
      waiting.set(catalog_id, own + 1);
      try {
        while (!isNew(last) && !ended.aborted && performance.now() < end) {
          await pause(Math.min(EVERY_MS, end - performance.now()), undefined, { signal: ended }).catch(() => undefined);
          if (!ended.aborted) last = await read();
        }
        return last;
      } finally {
        const left = (waiting.get(catalog_id) ?? 1) - 1;
        if (left > 0) waiting.set(catalog_id, left);
        else waiting.delete(catalog_id);
      }
    },
    close: () => closing.abort(),
  };
}

/** Checks the caller of a request that has waited, in case they lost their access. Fails like the door. */
export async function admittedNow(
  door: Door<Caller, EitherNeed>,
  call: Call<Caller>,
  needs: EitherNeed,
): Promise<void> {
  const request = { ...call, params: call.params as DoorRequest['params'] };
  const { refusal, confirm } = await door.admit(request, { needs }, { fresh: true, before: () => undefined });
  if (refusal !== undefined) throw refusal;
  await confirm();
}
