// The limits of the directory, each at its last valid value and one beyond.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { isRefusal } from '../../src/base/refusal.ts';
import { checkedEmail, checkedName, checkedText, TEXT_LIMITS } from '../../src/directory/checked.ts';
import { prepareChange } from '../../src/directory/groups/group-change.ts';
import { changeGroupMembers } from '../../src/directory/groups/group-members.ts';
import { createGroup } from '../../src/directory/groups/groups.ts';
import { addOrInvite } from '../../src/directory/joining/invitations.ts';
import { MAX_FILE_ROWS, readMemberFile } from '../../src/directory/joining/member-file.ts';
import { managersAbove } from '../../src/directory/managers/reporting-chart.ts';
import { wholeDirectory } from '../../src/directory/people/directory-view.ts';
import { claimDomain } from '../../src/directory/teams/domain-claims.ts';
import { checkedDomain } from '../../src/directory/teams/domains.ts';
import { changeTeam, getTeam } from '../../src/directory/teams/teams.ts';
import type { Database, Tx } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { openTestDatabase } from '../support/database.ts';
import { byAdmin, freshTeam, someEmail, type TestTeam } from './support.ts';

let database: Database;
let team: TestTeam;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  team = await freshTeam(database);
});

const inTx = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> => database.inTransaction(work);
const slugOf = (work: () => unknown): string => {
  try {
    work();
    return 'good';
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
    return thrown.slug;
  }
};
const refused = (slug: Parameters<typeof isRefusal>[1]) => (thrown: unknown) => isRefusal(thrown, slug);

/** Creates this many people, each the manager of the previous one, and returns their accounts. */
async function people(count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await inTx(async (tx) => {
    await tx.rows(sql`
      insert into accounts (account_id, email, name)
      select id, 'p' || id || '@many.test', 'P' from unnest(${ids}::uuid[]) as given (id)`);
    await tx.rows(sql`
      insert into members (team_id, account_id, status)
      select ${team.team_id}::uuid, id, 'active' from unnest(${ids}::uuid[]) as given (id)`);
    await tx.rows(sql`
      update members m set manager_id = next.id
      from unnest(${ids.slice(0, -1)}::uuid[], ${ids.slice(1)}::uuid[]) as next (of, id)
      where m.team_id = ${team.team_id} and m.account_id = next.of`);
  });
  return ids;
}

test('allows twenty unverified domains, and claiming one of them again', async () => {
  for (let at = 1; at <= 20; at += 1) await inTx((tx) => claimDomain(tx, team.team_id, `d${at}.example`));
  await expect(inTx((tx) => claimDomain(tx, team.team_id, 'd21.example'))).rejects.toSatisfy(refused('conflict'));
  expect((await inTx((tx) => claimDomain(tx, team.team_id, 'D7.example'))).domain).toBe('d7.example');
});

test('allows a thousand open invitations, resending one of them, and a new one once one was accepted or declined', async () => {
  const expires = new Date(Date.now() + 60_000).toISOString();
  await inTx((tx) =>
    tx.rows(sql`
      insert into invitations (team_id, invitation_id, email, name, roles, invited_by, created_at,
        expires_at)
      select ${team.team_id}::uuid, gen_random_uuid(), 'i' || n || '@many.test', 'I', '{}', 'Ada', now(), ${expires}
      from generate_series(1, 999) as n`),
  );
  const invite = (email: string) =>
    inTx((tx) => addOrInvite(tx, team.team_id, { email, name: 'Ivy', roles: [] }, Date.now(), byAdmin));
  const last = await freshTeamOfOther();
  for (const address of [last, last.toUpperCase()]) expect(await invite(address)).toHaveProperty('invitation');
  const late = await freshTeamOfOther();
  await expect(invite(late)).rejects.toSatisfy(refused('unprocessable'));
  await database.rows(sql`delete from invitations where team_id = ${team.team_id} and email = 'i1@many.test'`);
  expect(await invite(late)).toHaveProperty('invitation');
});

/** The address of a person in another workspace. */
async function freshTeamOfOther(): Promise<string> {
  const other = await freshTeam(database);
  const { owner_email } = await getTeam(database, other.team_id);
  return owner_email ?? '';
}

test('returns up to a hundred managers above a person', async () => {
  const [first = '', ...above] = await people(103);
  const chain = await managersAbove(database, team.team_id, first);
  expect(chain.map(({ user_id }) => user_id)).toEqual(above.slice(0, 100));
});

test('reads everyone once, even beyond one batch of five hundred', async () => {
  const ids = await people(1_001);
  const read: string[] = [];
  for await (const { user_id } of wholeDirectory(database, team.team_id, {}, 'name')) read.push(user_id);
  expect(read.sort()).toEqual([...ids, team.owner_id].sort());
});

test('removes the apostrophe that an export put in front of a cell', async () => {
  const { rows } = await readMemberFile(database, team.team_id, "email,name\na@file.test,'=Sum\nb@file.test,'Tis\n");
  expect(rows.map(({ name, line }) => [name, line])).toEqual([
    ['=Sum', 2],
    ["'Tis", 3],
  ]);
});

test('refuses a prepared change that includes a stranger, and removes its rows', async () => {
  const { group_id } = await inTx((tx) => createGroup(tx, team.team_id, { display_name: 'All' }, byAdmin));
  const [first = ''] = await people(1);
  const group = { group_id, version: 1 };
  const left = () =>
    database.rows(sql`
      select 1 from group_changes where team_id = ${team.team_id}
      union all select 1 from group_memberships where team_id = ${team.team_id}`);
  for (const plan of [
    { kind: 'exactly', ids: new Set([first, newId()]) },
    { kind: 'change', add: new Set([first, newId()]), remove: new Set<string>() },
  ] as const) {
    await expect(prepareChange(database, team.team_id, group, plan)).rejects.toSatisfy(refused('unprocessable'));
    expect(await left()).toEqual([]);
  }
});

test('accepts files of one to five hundred people', async () => {
  const file = (count: number) =>
    `email,name\n${Array.from({ length: count }, (_, at) => `p${at}@file.test,P`).join('\n')}`;
  expect((await readMemberFile(database, team.team_id, file(MAX_FILE_ROWS))).rows).toHaveLength(500);
  await expect(readMemberFile(database, team.team_id, file(501))).rejects.toSatisfy(refused('validation'));
  await expect(readMemberFile(database, team.team_id, file(0))).rejects.toSatisfy(refused('validation'));
});

test('names at most a thousand people in an audit entry', async () => {
  const ids = await people(1_001);
  const { group_id } = await inTx((tx) => createGroup(tx, team.team_id, { display_name: 'All' }, byAdmin));
  await inTx((tx) => changeGroupMembers(tx, team.team_id, group_id, { add: ids, remove: [] }, null, byAdmin));
  const named = (await team.audit('team.group.members_changed')).map(
    ({ before, after }) => ((before ?? after) as { members: string[] }).members.length,
  );
  expect(named.sort()).toEqual([1, 1_000]);
  await inTx((tx) => changeGroupMembers(tx, team.team_id, group_id, { add: [], remove: ids }, null, byAdmin));
  expect(await team.audit('team.group.members_changed')).toHaveLength(4);
});

test('accepts any number of seats that the database can store, or no limit', async () => {
  for (const seat_limit of [1, 2_147_483_647, null])
    expect((await inTx((tx) => changeTeam(tx, team.team_id, { seat_limit }, byAdmin))).seat_limit).toBe(seat_limit);
  for (const seat_limit of [0, -1, 2_147_483_648, Number.NaN])
    await expect(inTx((tx) => changeTeam(tx, team.team_id, { seat_limit }, byAdmin))).rejects.toSatisfy(
      refused('validation'),
    );
});

describe('texts', () => {
  test.each(Object.entries({ ...TEXT_LIMITS }))('in a %s have at most %i characters', (_, most) => {
    // One code point, two code units.
    expect(slugOf(() => checkedName('name', '😀'.repeat(most), most))).toBe('good');
    expect(slugOf(() => checkedName('name', '😀'.repeat(most + 1), most))).toBe('validation');
    expect(slugOf(() => checkedText('name', `  ${'x'.repeat(most)}  `, most))).toBe('good');
    expect(slugOf(() => checkedText('name', 'x'.repeat(most + 1), most))).toBe('validation');
  });

  test('have the length in the specification', () => {
    expect(TEXT_LIMITS).toEqual({
      team: 120,
      group: 256,
      connection: 120,
      person: 256,
      description: 2_000,
      email: 320,
    });
  });

  test.each([
    [' ', 'validation'],
    ['\u2060\u3164', 'validation'],
    ['x', 'good'],
  ])('treats the name "%s" as %s', (name, slug) => {
    expect(slugOf(() => checkedName('name', name, 9))).toBe(slug);
    expect(slugOf(() => checkedText('name', name, 9))).toBe('good');
  });

  test.each([
    [`${'a'.repeat(308)}@example.com`, 'good'],
    [`${'a'.repeat(309)}@example.com`, 'validation'],
    [someEmail(), 'good'],
    ['a@b', 'validation'],
    ['a@b.c', 'good'],
    ['a@b..c', 'validation'],
    ['a@.b', 'validation'],
    ['a b@c.d', 'validation'],
    ['a@b@c.d', 'validation'],
    ['@b.c', 'validation'],
  ])('treats the address %s as %s', (email, slug) => {
    expect(slugOf(() => checkedEmail('email', email))).toBe(slug);
  });

  test.each([
    [`${'a'.repeat(63)}.test`, 'good'],
    [`${'a'.repeat(64)}.test`, 'validation'],
    [`${'a.'.repeat(124)}test1`, 'good'],
    [`${'a.'.repeat(125)}test`, 'validation'],
    ['-a.test', 'validation'],
    ['a-.test', 'validation'],
    ['a.t', 'validation'],
    ['a.1t', 'validation'],
    ['a', 'validation'],
  ])('treats the domain %s as %s', (domain, slug) => {
    expect(slugOf(() => checkedDomain(domain))).toBe(slug);
  });
});
