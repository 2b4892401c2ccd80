// Two states of a resource never share a timestamp, whatever the clock does. The clock of embedded storage counts
// milliseconds, and any clock may be set back. A timestamp therefore identifies exactly one state.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { saveWorkloadIdentity } from '../../src/credentials/workload-identity.ts';
import { sealerOf } from '../../src/identity/sealed-secret.ts';
import { findSingleSignOn, saveSingleSignOn } from '../../src/identity/single-sign-on.ts';
import type { Tx } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { findSchedules, upsertSchedule } from '../../src/trails/schedules/schedule-store.ts';
import { byAdmin } from '../directory/support.ts';
import { bareConnection, type ScimConnection } from '../doors/scim/support/connection.ts';
import { type World, world } from '../support/world.ts';
import { create, newCatalog } from '../trails/catalog.ts';

let service: World;
let okta: ScimConnection;
beforeAll(async () => {
  service = await world();
  okta = await bareConnection(service);
});
afterAll(() => service.close());

const inTransaction = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  service.app.database.inTransaction(work);

const AHEAD = '2099-01-01T00:00:00.000000Z';
/** Resources of this connection after a change with a clock that is far ahead. */
async function changedAhead(): Promise<{ readonly user: string; readonly group: string }> {
  const user = await okta.user(`Una ${newId()}`);
  const group = await okta.group(`Group ${newId()}`, [user]);
  const { database } = service.app;
  await database.rows(sql`update groups set updated_at = ${AHEAD} where group_id = ${group}`);
  await database.rows(sql`update scim_user_records set last_modified = ${AHEAD} where record_id = ${user}`);
  return { user, group };
}
type Resources = Awaited<ReturnType<typeof changedAhead>>;

const CHANGES: Readonly<Record<string, (at: Resources) => Promise<string>>> = {
  'a user': async ({ user }) => {
    await okta.patch(`/Users/${user}`, [{ op: 'replace', path: 'title', value: 'Baker' }]);
    return `/Users/${user}`;
  },
  'a group by its name': async ({ group }) => {
    await okta.patch(`/Groups/${group}`, [{ op: 'replace', path: 'displayName', value: `Other ${group}` }]);
    return `/Groups/${group}`;
  },
  'a group by another attribute': async ({ group }) => {
    await okta.patch(`/Groups/${group}`, [{ op: 'replace', path: 'externalId', value: group }]);
    return `/Groups/${group}`;
  },
  'a group by its members': async ({ group, user }) => {
    await okta.patch(`/Groups/${group}`, [{ op: 'remove', path: `members[value eq "${user}"]` }]);
    return `/Groups/${group}`;
  },
  'a group by the end of a member': async ({ group, user }) => {
    await okta.delete(`/Users/${user}`);
    return `/Groups/${group}`;
  },
};

test.each(Object.entries(CHANGES))(
  '%s: gets a later modification time, even if the clock was set back',
  async (_, change) => {
    const path = await change(await changedAhead());
    const { meta } = (await okta.get(path)).body as { meta: { lastModified: string } };
    expect(Date.parse(meta.lastModified)).toBeGreaterThanOrEqual(Date.parse(AHEAD));
    expect(meta.lastModified).not.toBe(AHEAD);
  },
);

test('distinguishes two saves of the single sign-on settings at the same moment', async () => {
  const deps = { publicUrl: 'https://cairn.test', sealer: sealerOf(() => ['a secret of the test']) };
  const moments: unknown[] = [];
  for (const client_id of ['one', 'two', 'three']) {
    const wanted = { issuer: 'https://issuer.test', client_id, client_secret: null, enabled: false, required: false };
    await inTransaction((tx) => saveSingleSignOn(tx, okta.team_id, wanted, deps, service.clock(), byAdmin));
    moments.push((await findSingleSignOn(service.app.database, okta.team_id))?.updated_at);
  }
  expect(new Set(moments).size).toBe(3);
});

test('distinguishes two pins of a workload identity at the same moment', async () => {
  const moments: unknown[] = [];
  const { team_id, connection_id } = okta;
  for (const subject of ['one', 'two', 'three']) {
    const wanted = { issuer: 'https://issuer.test', subject, audience: 'cairn' };
    const deps = { publicUrl: 'https://cairn.test', now: service.clock() };
    await inTransaction((tx) => saveWorkloadIdentity(tx, team_id, connection_id, wanted, deps, byAdmin));
    const row = await service.app.database.row<{ created_at: string }>(sql`
      select created_at from scim_workload_identities where connection_id = ${connection_id}`);
    moments.push(row?.created_at);
  }
  expect(new Set(moments).size).toBe(3);
});

test('gives a schedule that replaces another a later timestamp, even if the clock was set back', async () => {
  const { database } = service.app;
  const catalog = await newCatalog(database);
  const { trail_id } = await create(database, catalog);
  const key = { catalog_id: catalog.catalog_id, trail_id, action: 'publish' } as const;
  const schedule = { ...key, run_at: AHEAD, revision: 1, note: null, scheduled_by: catalog.owner_id };
  await inTransaction((tx) => upsertSchedule(tx, schedule));
  await database.rows(sql`update trail_schedules set scheduled_at = ${AHEAD} where trail_id = ${trail_id}`);
  await inTransaction((tx) => upsertSchedule(tx, schedule));
  const [standing] = await findSchedules(database, catalog.catalog_id, trail_id);
  expect((standing?.scheduled_at ?? '') > AHEAD).toBe(true);
});

test('gives memberships that start within one clock tick different versions', async () => {
  const { database } = service.app;
  const ids = Array.from({ length: 500 }, newId);
  await database.rows(sql`
    insert into accounts (account_id, name) select id, 'P' from unnest(${ids}::uuid[]) as given (id)`);
  await database.rows(sql`
    insert into members (team_id, account_id, status)
    select ${okta.team_id}::uuid, id, 'deactivated' from unnest(${ids}::uuid[]) as given (id)`);
  const parts = await database.rows(sql`
    select distinct stamp % 1000 as part from members where account_id = any(${ids}::uuid[])`);
  expect(parts.length).toBeGreaterThan(1);
});
