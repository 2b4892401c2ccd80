// An identity provider deactivates 500 of 1,000 people in one cycle. All of them lose access with the response to their
// request, joiners are let in, and one decision brings everything back.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../src/storage/sql.ts';
import type { Speaker } from '../../support/speaker.ts';
import { type World, world } from '../../support/world.ts';
import { atCommandLine } from '../manage/support.ts';
import { freshConnection, type ScimConnection, setAge, userBody } from './support/connection.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

const PEOPLE = 1_000;
const LEAVERS = 500;
/** Every fifth leaver has a key and a session, and manages no one else's. */
const EVERY = 5;

/** Calls `work` for each item, ten at a time. */
async function each<Item>(items: readonly Item[], work: (item: Item, index: number) => Promise<void>): Promise<void> {
  const left = [...items.entries()];
  const next = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one[1], one[0]);
  };
  await Promise.all(Array.from({ length: 10 }, next));
}

/** What a restore has to bring back, by person. */
async function standing({ team_id }: ScimConnection): Promise<object> {
  const { database } = service.app;
  return {
    members: await database.rows(sql`
      select account_id, status, connection_id, manager_id from members where team_id = ${team_id} order by 1`),
    roles: await database.rows(sql`
      select account_id, role, origin from member_roles where team_id = ${team_id} order by 1, 2`),
    groups: await database.rows(sql`
      select group_id, account_id from group_memberships where team_id = ${team_id} order by 1, 2`),
    keys: await database.rows(sql`
      select credential_id, account_id, revoked_at from api_credentials where catalog_id = ${team_id} order by 1`),
  };
}

test('suspends 500 of 1,000 people at once, lets a joiner in, and restores all of them with one click', async () => {
  const okta = await freshConnection(service);
  const { team } = okta;
  const admin = await atCommandLine(service, team.team_id, team.admin.id);
  const ids: string[] = Array.from({ length: PEOPLE }, () => '');
  await each(ids, async (_, n) => {
    ids[n] = await okta.user(`Person${String(n).padStart(4, '0')}`);
  });
  await okta.group('Sales', ids.slice(0, 300));
  await okta.group('Support', ids.slice(200, PEOPLE));
  await setAge(service, okta, 86_400_000);
  const leavers = ids.slice(0, LEAVERS);
  const accounts = new Map(
    (
      await service.app.database.rows<{ record_id: string; account_id: string }>(sql`
        select record_id, account_id from scim_user_records where team_id = ${team.team_id}`)
    ).map(({ record_id, account_id }) => [record_id, account_id]),
  );
  const access = new Map<string, { key: Speaker; session: Speaker }>();
  await each(
    leavers.filter((_, n) => n % EVERY === 0),
    async (id) => {
      const account = accounts.get(id) ?? '';
      await admin.put(`/manage/v1/members/${account}/roles`, { roles: ['author'] });
      const { speaks: key } = await team.key(account);
      access.set(id, { key, session: await atCommandLine(service, team.team_id, account) });
    },
  );
  const statuses = async ({ key, session }: { key: Speaker; session: Speaker }) => [
    (await key.get('/v1/trails')).status,
    (await session.get('/manage/v1/session')).status,
  ];
  await each([...access.values()], async (one) => expect(await statuses(one)).toEqual([200, 200]));
  const before = await standing(okta);

  await each(leavers, async (id, n) => {
    const answer = await okta.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }]);
    expect([answer.status, answer.body.active]).toEqual([200, false]);
    // The response means that access has ended. The key itself is valid, but its owner is not a member (403).
    const had = access.get(id);
    if (had !== undefined) expect(await statuses(had)).toEqual([403, 401]);
    if (n === LEAVERS / 2) expect((await okta.post('/Users', userBody('Joiner', okta.connection_id))).status).toBe(201);
  });
  const alive = await service.app.database.rows<{ account_id: string }>(sql`
    select s.account_id from sessions s join members m on m.team_id = s.team_id and m.account_id = s.account_id
    where s.team_id = ${team.team_id} and m.status = 'active' and s.account_id = any(${leavers.map((id) => accounts.get(id) ?? '')}::uuid[])`);
  expect(alive).toEqual([]);

  const path = `/manage/v1/connections/${okta.connection_id}/suspensions`;
  const { version, total } = (await admin.get<{ version: string; total: number }>(path)).body;
  // The first ten of an hour are never unusual, and with the eleventh everyone of the hour is on the list.
  expect(total).toBe(LEAVERS);
  let decided = await admin.post<{ done: number; is_more: boolean; left_out: object[] }>(`${path}/decide`, {
    decision: 'restore',
    version,
  });
  let done = decided.body.done;
  expect(decided.body.left_out).toEqual([]);
  // The console repeats the request of the same click until nothing is left.
  while (decided.body.is_more) {
    decided = await admin.post(`${path}/decide`, { decision: 'restore', user_ids: [] });
    done += decided.body.done;
    expect(decided.body.left_out).toEqual([]);
  }
  expect(done).toBe(LEAVERS);
  const joiner = (await okta.get('/Users?filter=displayName eq "Joiner"')).body;
  expect(joiner.totalResults).toBe(1);
  await okta.delete(`/Users/${String((joiner.Resources as { id: string }[])[0]?.id)}`);
  const rows = (await standing(okta)) as { members: { account_id: string }[] };
  const known = new Set((before as typeof rows).members.map(({ account_id }) => account_id));
  expect({ ...rows, members: rows.members.filter(({ account_id }) => known.has(account_id)) }).toEqual(before);
  // Keys work again, but sessions from before stay ended.
  await each([...access.values()], async (one) => expect(await statuses(one)).toEqual([200, 401]));
}, 600_000);
