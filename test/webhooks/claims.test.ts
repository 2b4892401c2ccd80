// A claim never exceeds its limit, whatever plan the database chooses. A nested loop that reads the claimed rows once
// per endpoint would skip those that it has just claimed, and claim the next ones.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { claimStreams } from '../../src/webhooks/audit-stream-store.ts';
import { claimEndpoints } from '../../src/webhooks/delivery-store.ts';
import { insertWebhook } from '../../src/webhooks/webhook-store.ts';
import { freshTeam } from '../directory/support.ts';
import { openTestDatabase } from '../support/database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const NOW = '2026-11-28T12:00:00Z';
const CLAIM = { isFailing: false, most: 3, except: [] };

test.each([true, false])(
  'claims at most three of twenty with statistics from a single row (hash joins: %s)',
  async (hashes) => {
    const { team_id } = await freshTeam(database);
    await database.inTransaction(async (tx) => {
      await tx.rows(sql`delete from webhook_endpoints`);
      await tx.rows(sql`delete from audit_streams`);
      for (let count = 0; count < 20; count += 1) {
        const row = { endpoint_id: newId(), name: `${count}`, url: 'https://one.test/', events: ['trail.saved'] };
        await insertWebhook(tx, team_id, { ...row, signing: 'hmac-sha256', sealed_secret: '', created_at: NOW });
        await tx.rows(sql`update webhook_endpoints set next_at = ${NOW} where team_id = ${team_id}`);
        await tx.rows(sql`
        insert into audit_streams (team_id, stream_id, name, url, format, created_at, next_at)
        values (${team_id}, ${newId()}, ${`${count}`}, 'https://one.test/', 'ndjson', ${NOW}, ${NOW})`);
        if (count === 0) await tx.rows(sql`analyze webhook_endpoints, audit_streams`);
      }
      if (!hashes) await tx.rows(sql`set local enable_hashjoin = off`);
      await tx.rows(sql`set local enable_material = off`);
      const lease = { id: newId(), until: '2026-11-28T12:01:00Z' };
      expect(await claimEndpoints(tx, lease, NOW, CLAIM)).toHaveLength(3);
      expect(await claimStreams(tx, lease, NOW, CLAIM)).toHaveLength(3);
    });
  },
);
