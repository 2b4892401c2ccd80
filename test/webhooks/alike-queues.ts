// Two workspaces with similar endpoints, streams, events and deliveries, down to their ids. A statement that lacks a
// condition would affect the other workspace's rows.
import { newId } from '../../src/base/id.ts';
import { SVC_CATALOG_ID } from '../../src/directory/catalog.ts';
import type { Database, Tx } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { insertStream, insertStreamEntries } from '../../src/webhooks/audit-stream-store.ts';
import { type EventRow, insertEvents } from '../../src/webhooks/delivery-store.ts';
import { insertWebhook } from '../../src/webhooks/webhook-store.ts';
import { createWorkspace } from '../../src/workspaces/workspace.ts';
import { byAdmin } from '../directory/support.ts';

/** The time this many seconds after the start of the queues. */
export const at = (seconds: number): string => new Date(Date.UTC(2031, 0, 1) + seconds * 1_000).toISOString();

export interface AlikeQueues {
  readonly one: string;
  readonly other: string;
  /** The names of all ids. */
  readonly names: ReadonlyMap<string, string>;
  readonly id: (name: string) => string;
}

const NAMES = ['wanted', 'second', 'off', 'stream', 'spare', 'event1', 'event2', 'event3', 'event4', 'lease', 'later'];

export async function alikeQueues(database: Database): Promise<AlikeQueues> {
  const ids = new Map(NAMES.map((name) => [name, newId()]));
  const id = (name: string): string => ids.get(name) ?? '';
  const made = async (tx: Tx, name: string): Promise<string> => {
    const owner = { email: `olga@${name}.test`, name: 'Olga' };
    const { team_id } = await createWorkspace(tx, { name, owner, plan: 'enterprise', seat_limit: 5 }, byAdmin);
    await fill(tx, team_id, id);
    return team_id;
  };
  const [one, other] = await database.inTransaction(async (tx) => {
    const pair = [await made(tx, 'one'), await made(tx, 'other')] as const;
    await insertStream(tx, SVC_CATALOG_ID, streamRow(id('stream')));
    return pair;
  });
  const names = new Map([...[...ids].map(([name, value]): [string, string] => [value, name])]);
  names.set(one, 'one').set(other, 'other').set(SVC_CATALOG_ID, 'service');
  return { one, other, names, id };
}

const streamRow = (stream_id: string, created_at = at(1)) => ({
  ...{ stream_id, name: 'Stream', url: 'https://logs.test/in', format: 'ndjson' as const },
  ...{ sealed_authorization: 'sealed', created_at },
});

/** An event with this number. Its subject depends on the number's parity. */
export const eventRow = (team_id: string, event_id: string, seq: number, more: Partial<EventRow> = {}): EventRow => ({
  ...{
    team_id,
    seq,
    announced_seq: seq + 1,
    event_id,
    type: 'trail.saved',
    subject_id: `subject${seq % 2}`,
    endpoint_id: null,
  },
  ...{ at: at(seq), payload: `payload ${seq}`, ...more },
});

/** Creates three endpoints, one of them off, three events with two subscribers, and two streams with two entries. */
async function fill(tx: Tx, teamId: string, id: (name: string) => string): Promise<void> {
  const endpoint = async (name: string, created_at: string, events: readonly string[]) => {
    const row = { endpoint_id: id(name), name, url: `https://${name}.test/hook`, events, sealed_secret: 'sealed' };
    await insertWebhook(tx, teamId, { ...row, signing: 'hmac-sha256', created_at, announced_after: 0 });
  };
  await endpoint('wanted', at(2), ['trail.saved', 'member.created']);
  await endpoint('second', at(1), ['trail.saved']);
  await endpoint('off', at(0), ['trail.saved', 'trail.deleted']);
  await tx.rows(sql`update webhook_endpoints set is_on = false where team_id = ${teamId} and name = 'off'`);
  const events = [1, 2, 3].map((seq) => eventRow(teamId, id(`event${seq}`), seq));
  await insertEvents(tx, events, at(10));
  await insertStream(tx, teamId, streamRow(id('stream')));
  await insertStream(tx, teamId, streamRow(id('spare'), at(0)));
  await insertStreamEntries(tx, events.slice(0, 2), at(10));
}
