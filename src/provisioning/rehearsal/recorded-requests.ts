// The requests that a connection's log keeps, to run them again.
import { DAY_MS, instant } from '../../base/clock.ts';
import type { Db } from '../../storage/database.ts';
import type { Scope } from '../guard/guard-store.ts';
import { forgetContent, type LoggedChange, type LogRange, selectLoggedChanges } from './rehearsal-store.ts';
import type { ScimRequest } from './rehearsed-request.ts';

export interface LogSelection extends LogRange {
  /** Only requests that were refused, e.g. while the connection was paused. */
  readonly only_refused?: boolean | undefined;
}

export interface RecordedRequests {
  readonly requests: readonly ScimRequest[];
  /** The number of changes whose content was not kept. */
  readonly skipped: number;
}

/** A longer silence separates two cycles. Entra ID and Okta start a cycle at least 20 minutes apart. */
const CYCLE_GAP_MS = 10 * 60_000;

/** At most `limit` recorded changes, oldest first. Without `from`, those of the last cycle. */
export async function recordedRequests(
  db: Db,
  scope: Scope,
  { only_refused = false, ...range }: LogSelection,
  limit: number,
): Promise<RecordedRequests> {
  const newest = await selectLoggedChanges(db, scope, range, limit);
  const chosen = (range.from === undefined ? lastCycle(newest) : newest)
    .filter(({ outcome }) => !only_refused || outcome === 'refused')
    .reverse();
  const requests = chosen.flatMap(requestOf);
  return { requests, skipped: chosen.length - requests.length };
}

function lastCycle(newest: readonly LoggedChange[]): readonly LoggedChange[] {
  const end = newest.findIndex(({ at }, index) => {
    const later = newest[index - 1];
    return later !== undefined && Date.parse(later.at) - Date.parse(at) > CYCLE_GAP_MS;
  });
  return end < 0 ? newest : newest.slice(0, end);
}

const METHODS = { create: 'POST', replace: 'PUT', update: 'PATCH', delete: 'DELETE' } as const;

function requestOf({ operation, resource, resource_id, sent }: LoggedChange): ScimRequest[] {
  if (sent === null && operation !== 'delete') return [];
  const body: unknown = sent === null ? undefined : JSON.parse(sent);
  const id = operation === 'create' ? undefined : (resource_id ?? '');
  const known_as = operation === 'create' ? (resource_id ?? undefined) : undefined;
  return [{ method: METHODS[operation], resource, id, body, known_as }];
}

const KEPT_MS = 7 * DAY_MS;

/** Deletes content that is older than a week. Returns the number of requests. */
export const sweepContent = (db: Db, now: number): Promise<number> => forgetContent(db, instant(now - KEPT_MS));
