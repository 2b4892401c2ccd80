// What a starting service does with the unfinished work of another process. If only one process can use the storage,
// that process is gone, so nothing waits for its leases. On a shared server its leases remain valid. Also covers
// secrets that are shared by processes that start together.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { claimKey, findKey, storeAnswer } from '../../src/http/idempotency/idempotency-store.ts';
import type { Config } from '../../src/start/config.ts';
import { prepareDatabase } from '../../src/start/prepare-database.ts';
import type { Database } from '../../src/storage/database.ts';
import { migrations } from '../../src/storage/migrations/migration-files.ts';
import { sharedSecret } from '../../src/storage/shared-secret.ts';
import { sql } from '../../src/storage/sql.ts';
import { managedTeam } from '../doors/manage/support.ts';
import { type World, world } from '../support/world.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

async function begun(database: Config['database']): Promise<void> {
  const { app, clock, config } = service;
  const context = { config: { ...config, database }, clock, logger: app.logger };
  await prepareDatabase(app.database, context, { known: migrations(), secrets: { load: async () => undefined } });
}

/** A claimed key, with a response if a status is given. */
async function claimed(status?: number) {
  const { app, clock } = service;
  const scope = { catalog_id: newId(), credential_id: newId(), key: 'k' };
  const lease_id = newId();
  const [lease_until, expires_at] = [clock() + 60_000, clock() + 86_400_000];
  await claimKey(app.database, scope, { fingerprint: randomBytes(8), lease_id, now: clock(), lease_until, expires_at });
  if (status !== undefined)
    await app.database.inTransaction((tx) =>
      storeAnswer(tx, scope, lease_id, { status, headers: {}, body: Buffer.from('{}') }),
    );
  return async () => (await findKey(app.database, scope))?.status;
}

test.each<[string, Config['database'], null | undefined, number]>([
  ['alone on its storage', { kind: 'embedded', folder: 'nowhere' }, undefined, 0],
  ['next to others on a server', { kind: 'postgres', url: 'postgres://elsewhere' }, null, 2],
])(
  'handles keys and deliveries that are in progress when a service starts %s',
  async (_where, storage, underWay, leases) => {
    const { database } = service.app;
    const { asAdmin, team_id } = await managedTeam(service, { plan: 'enterprise' });
    const hook = { name: 'Chat', url: 'https://hooks.example.com/cairn', events: ['trail.published'] };
    expect((await asAdmin.post('/manage/v1/webhooks', hook)).status).toBe(201);
    const stream = { name: 'SIEM', url: 'https://siem.example.com/cairn', format: 'ndjson' };
    expect((await asAdmin.post('/manage/v1/audit/streams', stream)).status).toBe(201);
    // Once it is free, the running service may claim it.
    const lease = newId();
    for (const table of [sql`webhook_endpoints`, sql`audit_streams`])
      await database.rows(sql`
      update ${table} set lease_id = ${lease}, lease_until = now() + interval '1 hour' where team_id = ${team_id}`);
    const [going, answered] = [await claimed(), await claimed(201)];
    await begun(storage);
    expect([await going(), await answered()]).toEqual([underWay, 201]);
    const held = await database.rows(sql`
    select lease_id from webhook_endpoints where lease_id = ${lease}
    union all select lease_id from audit_streams where lease_id = ${lease}`);
    expect(held).toHaveLength(leases);
  },
);

test('shares a generated secret between processes that start at the same moment', async () => {
  const { database } = service.app;
  const name = newId();
  const first = await sharedSecret(database, name);
  let looks = 0;
  // This process looked for the secret before the other process had created it.
  const row: Database['row'] = (statement) => (looks++ === 0 ? Promise.resolve(undefined) : database.row(statement));
  expect(await sharedSecret({ ...database, row }, name)).toBe(first);
  expect([looks, await sharedSecret(database, name)]).toEqual([2, first]);
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(await sharedSecret(database, newId())).not.toBe(first);
});
