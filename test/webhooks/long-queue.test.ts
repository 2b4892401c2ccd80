// A queue grows faster than its statistics. The cost of a batch does not grow with the queue.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../src/storage/sql.ts';
import { dueDeliveries } from '../../src/webhooks/delivery-store.ts';
import { managedTeam } from '../doors/manage/support.ts';
import { rowsVisitedBy } from '../support/plans.ts';
import { type World, world } from '../support/world.ts';

let service: World;
beforeAll(async () => {
  service = await world({ CAIRN_PUBLIC_URL: 'http://localhost:8080' });
});
afterAll(() => service.close());

const WAITING = 5_000;

test.each(['custom', 'generic'] as const)(
  'visits hundreds of rows for a batch of a hundred (%s plan)',
  async (choice) => {
    const { database } = service.app;
    const { team_id, asAdmin } = await managedTeam(service);
    const webhook = { name: 'Queue', url: 'http://127.0.0.1:9/hook', events: ['trail.saved'] };
    const made = await asAdmin.post<{ webhook: { id: string } }>('/manage/v1/webhooks', webhook);
    const { id } = made.body.webhook;
    const at = new Date(service.clock() + 1_000).toISOString();
    await database.rows(sql`
    insert into feed_events (team_id, seq, event_id, type, subject_id, at, payload)
    select ${team_id}::uuid, n, gen_random_uuid(), 'trail.saved', 'subject ' || n, ${at}::timestamptz, '{}'
    from generate_series(1000001, 1000000 + ${WAITING}::integer) n`);
    await database.rows(sql`
    insert into webhook_deliveries (team_id, endpoint_id, seq, event_id, subject_id, next_at)
    select team_id, ${id}::uuid, seq, event_id, subject_id, at from feed_events
    where team_id = ${team_id} and seq > 1000000`);
    const visited = await rowsVisitedBy(database, choice, (db) => dueDeliveries(db, team_id, id, at, 100));
    expect(visited).toBeGreaterThanOrEqual(200);
    expect(visited).toBeLessThan(10_000);
  },
);
