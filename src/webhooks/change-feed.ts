// The feed of a workspace: everything that happened to its trails, groups and people, in the order of the commits. A
// program that mirrors them reads the feed from where it stopped. Webhooks push the same events.
import { refuse } from '../base/refusal.ts';
import type { Database, Db } from '../storage/database.ts';
import { endOfFeed, eventsFrom } from './change-store.ts';
import { handOn } from './hand-on.ts';

/** Maximum events on a page. */
export const MAX_CHANGES = 500;

/** An event as JSON text: the payload of the webhook, with its id. */
export interface ChangePage {
  readonly items: readonly string[];
  /** Where the next page starts. */
  readonly next: string;
  readonly has_more: boolean;
}

/**
 * A page of events after the cursor. Without a cursor, an empty page that ends with the last committed event. Every
 * change that was committed before the call is included. Fails with `cursor-expired` if events after the cursor have
 * been deleted, or if the database was restored to a time before it.
 */
export async function readChanges(
  database: Database,
  db: Db,
  teamId: string,
  after: string | undefined,
  limit: number,
  now: number,
): Promise<ChangePage> {
  const end = await settledEnd(database, db, teamId, now);
  if (after === undefined) return { items: [], next: cursorOf(end), has_more: false };
  const { seq, event_id } = placeOf(after);
  // The event before the page proves that the cursor belongs to this history.
  const [first, ...rest] = await eventsFrom(db, teamId, seq, limit + 2);
  const isKnown =
    seq === 0 ? first === undefined || first.seq === 1 : first?.seq === seq && first.event_id === event_id;
  if (!isKnown) throw expired();
  const later = first === undefined || seq > 0 ? rest : [first, ...rest];
  const page = later.slice(0, limit);
  return {
    items: page.map(({ event_id: id, payload }) => `{"id":"${id}",${payload.slice(1)}`),
    next: cursorOf(page.at(-1) ?? { seq, event_id }),
    has_more: later.length > limit,
  };
}

/** How often to number waiting events, in case other processes announce many in the meantime. */
const MAX_ROUNDS = 20;

async function settledEnd(database: Database, db: Db, teamId: string, now: number) {
  let end = await endOfFeed(db, teamId);
  for (let round = 0; end.isBehind && round < MAX_ROUNDS; round += 1) {
    await handOn(database, now, true);
    end = await endOfFeed(db, teamId);
  }
  return end;
}

interface Place {
  readonly seq: number | null;
  readonly event_id: string | null;
}

/** The start of an empty feed is `0`. */
export const cursorOf = ({ seq, event_id }: Place): string =>
  seq === null || seq === 0 || event_id === null ? '0' : `${seq}-${event_id}`;

/** Rejects other texts with `bad-request`. */
function placeOf(cursor: string): { readonly seq: number; readonly event_id: string | null } {
  if (cursor === '0') return { seq: 0, event_id: null };
  const [, seq, event_id] = CURSOR.exec(cursor) ?? [];
  if (seq === undefined || event_id === undefined)
    throw refuse('bad-request', '`after` is not a cursor. Send `next` of the previous page, unchanged.');
  return { seq: Number(seq), event_id };
}

const CURSOR = /^([1-9]\d{0,14})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const expired = (): Error =>
  refuse(
    'cursor-expired',
    'The changes after this cursor are no longer stored. Get a new cursor without `after`, read everything again, ' +
      'and continue from that cursor.',
  );
