import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal } from '../../src/base/refusal.ts';
import { changePerson, findAccountByEmail } from '../../src/directory/accounts/accounts.ts';
import { setGroupRoles } from '../../src/directory/groups/group-care.ts';
import { pushGroup } from '../../src/directory/groups/group-link.ts';
import { admitPerson } from '../../src/directory/joining/account-link.ts';
import { importMembers } from '../../src/directory/joining/member-file.ts';
import { changeMany } from '../../src/directory/members/bulk-members.ts';
import { grantRole } from '../../src/directory/members/member-roles.ts';
import {
  addMember,
  deactivateMember,
  getMember,
  reactivateMember,
  removeMember,
} from '../../src/directory/members/members.ts';
import { directoryView, findInDirectory } from '../../src/directory/people/directory-view.ts';
import { addDomain } from '../../src/directory/teams/domains.ts';
import { changeTeam, getTeam, transferOwnership } from '../../src/directory/teams/teams.ts';
import { createSession, getSessionCaller } from '../../src/identity/sessions.ts';
import type { Database, Tx } from '../../src/storage/database.ts';
import { storageFailure } from '../../src/storage/failures.ts';
import { sql } from '../../src/storage/sql.ts';
import { openTestDatabase } from '../support/database.ts';
import { nextMoment } from '../support/next-moment.ts';
import { joinByInvitation } from '../support/test-team.ts';
import { byAdmin, freshTeam, someEmail, type TestTeam } from './support.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const refused = (slug: Parameters<typeof isRefusal>[1]) => (thrown: unknown) => isRefusal(thrown, slug);
const person = (email: string | null, name = 'Pat Person') => ({
  email,
  name,
  given_name: 'Pat',
  family_name: 'Person',
});
const admit = (team: TestTeam, email: string | null, status: 'active' | 'deactivated' = 'active') =>
  database.inTransaction((tx) =>
    admitPerson(tx, team.team_id, person(email), { status, connection_id: team.connection_id }, team.by),
  );
const authorizationVersionOf = async (team: TestTeam, accountId: string): Promise<number | undefined> =>
  (
    await database.row<{ authorization_version: number }>(
      sql`select stamp as authorization_version from members where team_id = ${team.team_id} and account_id = ${accountId}`,
    )
  )?.authorization_version;

test('creates an account and an active membership for an unknown person, with one audit entry', async () => {
  const team = await freshTeam(database);
  const email = someEmail();
  const { account_id, linked } = await admit(team, email);
  expect(linked).toBe(false);
  expect(await getMember(database, team.team_id, account_id)).toMatchObject({
    email,
    status: 'active',
    connection_id: team.connection_id,
    is_owner: false,
  });
  const [entry, ...others] = await team.audit('team.member');
  expect(others).toEqual([]);
  expect(entry).toMatchObject({
    kind: 'team.member.added',
    actor: { kind: 'connection', id: team.connection_id },
    subject: { kind: 'user', id: account_id },
    request_id: 'req-sync',
  });
});

test('accepts any number of people without an email address (Decision 35)', async () => {
  const team = await freshTeam(database);
  const one = await admit(team, null);
  const other = await admit(team, null);
  expect(one.account_id).not.toBe(other.account_id);
});

test('links an existing account of a member, in any letter case', async () => {
  const team = await freshTeam(database);
  const email = someEmail();
  const account = await database.inTransaction((tx) =>
    addMember(tx, team.team_id, { email, name: 'Pat', roles: ['author'] }, byAdmin),
  );
  expect(await admit(team, email.toUpperCase())).toEqual({ account_id: account, linked: true });
  expect(await getMember(database, team.team_id, account)).toMatchObject({ connection_id: team.connection_id });
});

test("links another workspace's account only if the domain is verified, and otherwise fails as for a taken address", async () => {
  const elsewhere = await freshTeam(database);
  const team = await freshTeam(database);
  const domain = `d${elsewhere.team_id.slice(-12)}.example`;
  const email = someEmail(domain);
  const account = await elsewhere.provision('Pat', email);
  await expect(admit(team, email)).rejects.toSatisfy(refused('uniqueness'));
  const sentence = await admit(team, email).catch((thrown: Error) => thrown.message);
  expect(sentence).not.toMatch(/exist|another|elsewhere/i);
  await database.inTransaction((tx) => addDomain(tx, team.team_id, domain.toUpperCase(), byAdmin));
  expect(await admit(team, email)).toEqual({ account_id: account, linked: true });
});

test('admits exactly one of 50 concurrent people if one seat is left', async () => {
  const team = await freshTeam(database, 6);
  await Promise.all(Array.from({ length: 4 }, () => team.provision()));
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => team.provision()));
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(failures).toHaveLength(49);
  expect(failures.every(({ reason }) => isRefusal(reason, 'seat-limit'))).toBe(true);
  expect(await getTeam(database, team.team_id)).toMatchObject({ seats_used: 6, seat_limit: 6 });
});

test('counts a seat for each person who joins in a transaction, including the last', async () => {
  const team = await freshTeam(database, 4);
  const join = (tx: Tx) => addMember(tx, team.team_id, { email: someEmail(), name: 'Pat', roles: [] }, byAdmin);
  await database.inTransaction(async (tx) => {
    await join(tx);
    await join(tx);
    await reactivateMember(tx, team.team_id, await join(tx), null, byAdmin);
  });
  expect((await getTeam(database, team.team_id)).seats_used).toBe(4);
  await expect(database.inTransaction(join)).rejects.toSatisfy(refused('seat-limit'));
});

test('frees a seat on deactivation, and needs a free one for reactivation', async () => {
  const team = await freshTeam(database, 2);
  const first = await team.provision();
  await database.inTransaction((tx) => deactivateMember(tx, team.team_id, first, team.connection_id, team.by));
  const second = await team.provision();
  const back = () =>
    database.inTransaction((tx) => reactivateMember(tx, team.team_id, first, team.connection_id, team.by));
  await expect(back()).rejects.toSatisfy(refused('seat-limit'));
  await database.inTransaction((tx) => removeMember(tx, team.team_id, second, team.connection_id, team.by));
  expect(await back()).toBe(true);
  expect((await getTeam(database, team.team_id)).seats_used).toBe(2);
});

test('neither ends a membership nor admits anyone if there are fewer seats than members', async () => {
  const team = await freshTeam(database);
  await team.provision();
  await database.inTransaction((tx) => changeTeam(tx, team.team_id, { seat_limit: 1 }, byAdmin));
  expect((await getTeam(database, team.team_id)).seats_used).toBe(2);
  await expect(team.provision()).rejects.toSatisfy(refused('seat-limit'));
});

test("ends only this team's sessions on deactivation, in the same transaction, and lists the person as deprovisioned", async () => {
  const team = await freshTeam(database);
  const other = await freshTeam(database);
  const email = someEmail();
  const account = await team.provision('Pat', email);
  await joinByInvitation(database, Date.now(), other.team_id, { email, roles: [] });
  const now = Date.now();
  const open = (team_id: string, kind: 'app' | 'cli' | 'desktop') =>
    database.inTransaction((tx) => createSession(tx, { team_id, account_id: account, kind }, now));
  const here = [await open(team.team_id, 'app'), await open(team.team_id, 'cli'), await open(team.team_id, 'desktop')];
  const there = await open(other.team_id, 'app');
  await database.inTransaction((tx) => deactivateMember(tx, team.team_id, account, team.connection_id, team.by));
  for (const { token } of here)
    await expect(getSessionCaller(database, token, now)).rejects.toSatisfy(refused('unauthorized'));
  expect(await getSessionCaller(database, there.token, now)).toMatchObject({ team_id: other.team_id });
  expect(await findInDirectory(database, team.team_id, account)).toMatchObject({ status: 'deprovisioned' });
  await expect(open(team.team_id, 'app')).rejects.toSatisfy(refused('membership-revoked'));
});

test('restores direct and group roles on reactivation', async () => {
  const team = await freshTeam(database);
  const account = await team.provision();
  await database.inTransaction(async (tx) => {
    await grantRole(tx, team.team_id, account, 'author', byAdmin);
    const pushed = { display_name: 'Publishers', account_ids: [account] };
    const { group_id } = await pushGroup(tx, team.team_id, team.connection_id, pushed, team.by);
    await setGroupRoles(tx, team.team_id, group_id, ['publisher'], byAdmin);
    await deactivateMember(tx, team.team_id, account, team.connection_id, team.by);
    await reactivateMember(tx, team.team_id, account, team.connection_id, team.by);
  });
  expect(await findInDirectory(database, team.team_id, account)).toMatchObject({
    status: 'active',
    roles: ['author', 'publisher'],
  });
});

test('writes nothing for a change without effect', async () => {
  const team = await freshTeam(database);
  const account = await team.provision();
  const before = await team.audit('team');
  const changes = await database.inTransaction(async (tx) => [
    await reactivateMember(tx, team.team_id, account, team.connection_id, team.by),
    await changePerson(tx, team.team_id, account, { ...person(null), given_name: '', family_name: '' }, team.by),
  ]);
  expect(changes).toEqual([false, false]);
  expect(await team.audit('team')).toEqual(before);
});

test("changes the membership's stamp whenever authority changes, and never reuses one", async () => {
  const team = await freshTeam(database);
  const email = someEmail();
  const account = await team.provision('Pat', email);
  const seen = [await authorizationVersionOf(team, account)];
  const step = async (work: Parameters<Database['inTransaction']>[0]) => {
    await database.inTransaction(work);
    seen.push(await authorizationVersionOf(team, account));
  };
  await step((tx) => grantRole(tx, team.team_id, account, 'author', byAdmin));
  await step((tx) => deactivateMember(tx, team.team_id, account, team.connection_id, team.by));
  await step((tx) => reactivateMember(tx, team.team_id, account, team.connection_id, team.by));
  await database.inTransaction((tx) => removeMember(tx, team.team_id, account, team.connection_id, team.by));
  await nextMoment(database);
  await step((tx) => addMember(tx, team.team_id, { email, name: 'Pat', roles: [] }, byAdmin));
  expect(new Set(seen).size).toBe(seen.length);
});

test('neither deactivates nor removes the Owner, nor lets a connection change them', async () => {
  const team = await freshTeam(database);
  const owner = await getMember(database, team.team_id, team.owner_id);
  const deactivated = admit(team, owner.email, 'deactivated');
  await expect(deactivated).rejects.toSatisfy(refused('owner-protected'));
  await admit(team, owner.email);
  await expect(
    database.inTransaction((tx) => deactivateMember(tx, team.team_id, team.owner_id, team.connection_id, team.by)),
  ).rejects.toSatisfy(refused('owner-protected'));
  await expect(
    database.inTransaction((tx) => removeMember(tx, team.team_id, team.owner_id, team.connection_id, team.by)),
  ).rejects.toSatisfy(refused('owner-protected'));
  expect(await getMember(database, team.team_id, team.owner_id)).toMatchObject({
    name: 'Olga Owner',
    email: owner.email,
  });
});

test('changes ownership only by transfer, after which the former Owner is a removable admin', async () => {
  const team = await freshTeam(database);
  const next = await team.provision();
  await database.inTransaction((tx) => transferOwnership(tx, team.team_id, next, byAdmin));
  expect(await findInDirectory(database, team.team_id, next)).toMatchObject({ roles: ['owner'] });
  expect(await findInDirectory(database, team.team_id, team.owner_id)).toMatchObject({ roles: ['admin'] });
  await database.inTransaction((tx) => deactivateMember(tx, team.team_id, team.owner_id, null, byAdmin));
  expect((await getMember(database, team.team_id, team.owner_id)).status).toBe('deactivated');
});

test('does not let a connection change the address or name of an account from another workspace', async () => {
  const home = await freshTeam(database);
  const team = await freshTeam(database);
  const email = someEmail();
  const account = await home.provision('Real Name', email);
  await joinByInvitation(database, Date.now(), team.team_id, { email, roles: [] });
  const change = (to: string) =>
    database.inTransaction((tx) => changePerson(tx, team.team_id, account, person(to, 'New Name'), team.by));
  await expect(change(someEmail())).rejects.toSatisfy(refused('uniqueness'));
  expect(await change(email)).toBe(false);
  expect(await findAccountByEmail(database, email)).toMatchObject({ name: 'Real Name' });
});

test('lets the workspace with the verified domain change a shared account, within its own domains only', async () => {
  const home = await freshTeam(database);
  const team = await freshTeam(database);
  const domain = `s${team.team_id.slice(-12)}.example`;
  const account = await home.provision('Pat', someEmail(domain));
  await database.inTransaction((tx) => addDomain(tx, team.team_id, domain, byAdmin));
  await admit(team, (await getMember(database, home.team_id, account)).email);
  const change = (to: string) =>
    database.inTransaction((tx) => changePerson(tx, team.team_id, account, person(to), team.by));
  await expect(change(someEmail())).rejects.toSatisfy(refused('uniqueness'));
  const another = someEmail(domain.toUpperCase());
  expect(await change(another)).toBe(true);
  expect(await findAccountByEmail(database, another)).toMatchObject({ account_id: account });
});

test("refuses a new address that belongs to another account, and uses a free one as the account's email", async () => {
  const team = await freshTeam(database);
  const taken = someEmail();
  await team.provision('Other', taken);
  const account = await team.provision('Pat');
  const change = (to: string) =>
    database.inTransaction((tx) => changePerson(tx, team.team_id, account, person(to), team.by));
  await expect(change(taken.toUpperCase())).rejects.toSatisfy(refused('uniqueness'));
  const free = someEmail();
  expect(await change(free)).toBe(true);
  expect(await findAccountByEmail(database, free)).toMatchObject({ account_id: account });
  expect(await team.audit('team.member.updated')).toHaveLength(1);
});

test('hides the account of a removed person from all lists, and lets it join again under the linking rule', async () => {
  const team = await freshTeam(database);
  const email = someEmail();
  const account = await team.provision('Pat', email);
  await database.inTransaction((tx) => removeMember(tx, team.team_id, account, team.connection_id, team.by));
  expect(await findInDirectory(database, team.team_id, account)).toBeUndefined();
  expect(await findAccountByEmail(database, email)).toMatchObject({ account_id: account });
  const other = await freshTeam(database);
  await expect(admit(other, email)).rejects.toSatisfy(refused('uniqueness'));
  expect(await admit(team, email)).toEqual({ account_id: account, linked: true });
});

test("refuses manual changes to a connection's memberships, and vice versa", async () => {
  const team = await freshTeam(database);
  const provisioned = await team.provision();
  const byHand = await database.inTransaction((tx) =>
    addMember(tx, team.team_id, { email: someEmail(), name: 'Hand', roles: [] }, byAdmin),
  );
  const deactivate = (account: string, source: string | null) =>
    database.inTransaction((tx) => deactivateMember(tx, team.team_id, account, source, byAdmin));
  await expect(deactivate(provisioned, null)).rejects.toSatisfy(refused('conflict'));
  await expect(deactivate(byHand, team.connection_id)).rejects.toSatisfy(refused('conflict'));
});

test('returns everyone once across the pages of the directory, with filters for status, source, role and text', async () => {
  const team = await freshTeam(database);
  const accounts = await Promise.all(Array.from({ length: 23 }, (_, index) => team.provision(`Person ${index % 5}`)));
  const [first = ''] = accounts;
  await database.inTransaction((tx) => deactivateMember(tx, team.team_id, first, team.connection_id, team.by));
  const seen: string[] = [];
  let page: Awaited<ReturnType<typeof directoryView>> = [];
  do {
    page = await directoryView(database, team.team_id, {}, page.at(-1) ?? null, 5);
    seen.push(...page.map(({ user_id }) => user_id));
  } while (page.length === 5);
  expect(seen.sort()).toEqual([...accounts, team.owner_id].sort());
  const ids = async (filter: Parameters<typeof directoryView>[2]) =>
    (await directoryView(database, team.team_id, filter, null, 100)).map(({ user_id }) => user_id);
  expect(await ids({ status: 'deprovisioned' })).toEqual([first]);
  expect(await ids({ source: 'service' })).toEqual([team.owner_id]);
  expect(await ids({ source: team.connection_id })).toHaveLength(23);
  expect(await ids({ role: 'owner' })).toEqual([team.owner_id]);
  expect(await ids({ q: 'OLGA' })).toEqual([team.owner_id]);
  expect(await ids({ q: '%' })).toEqual([]);
});

test('shows each workspace its own data about a person who belongs to two', async () => {
  const [home, team] = [await freshTeam(database), await freshTeam(database)];
  const email = someEmail();
  const account = await home.provision('Pat', email);
  await joinByInvitation(database, Date.now(), team.team_id, { email, roles: ['publisher'] });
  await database.inTransaction((tx) => grantRole(tx, home.team_id, account, 'author', home.by));
  const report = await home.provision('Report');
  await database.rows(sql`
    update members set manager_id = ${account} where team_id = ${home.team_id} and account_id = ${report}`);
  const shown = async ({ team_id }: TestTeam) => {
    const view = await directoryView(database, team_id, {}, null, 100);
    const { roles, report_count, source } = view.find(({ user_id }) => user_id === account) ?? {};
    return { roles, report_count: Number(report_count), connection: source?.connection_id };
  };
  expect(await shown(home)).toEqual({ roles: ['author'], report_count: 1, connection: home.connection_id });
  expect(await shown(team)).toEqual({ roles: ['publisher'], report_count: 0, connection: undefined });
});

test.each<[string, (tx: Tx, team: TestTeam, email: string) => Promise<unknown>]>([
  [
    'a file of people',
    (tx, team, email) => {
      const row = { line: 2, email, name: 'Pat', roles: [], state: 'ready', findings: [] } as const;
      return importMembers(tx, team.team_id, [row], Date.now(), byAdmin);
    },
  ],
  [
    'a bulk action',
    (tx, team) => changeMany(tx, team.team_id, { act: 'give_role', role: 'author' }, [team.owner_id], byAdmin),
  ],
])('retries %s if the database asks for a retry', async (_, act) => {
  const team = await freshTeam(database);
  const email = someEmail();
  let isFirst = true;
  await database.inTransaction(async (tx) => {
    const deadlock = storageFailure(Object.assign(new Error('deadlock detected'), { code: '40P01' }));
    const deadlocked: Tx = { ...tx, rows: () => Promise.reject(deadlock), row: () => Promise.reject(deadlock) };
    const given = isFirst ? deadlocked : tx;
    isFirst = false;
    await act(given, team, email);
  });
  expect(isFirst).toBe(false);
  expect((await team.audit('team.member')).length).toBeGreaterThan(0);
});
