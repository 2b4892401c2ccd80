import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal } from '../../src/base/refusal.ts';
import { accountOf, setOperator } from '../../src/directory/accounts/accounts.ts';
import { setGroupRoles } from '../../src/directory/groups/group-care.ts';
import { pushGroup } from '../../src/directory/groups/group-link.ts';
import { deactivateMember, reactivateMember } from '../../src/directory/members/members.ts';
import { LINK_LIFETIME_MS } from '../../src/identity/login-links.ts';
import type { SessionKind } from '../../src/identity/session.ts';
import {
  createSession,
  endSession,
  getSessionCaller,
  listSessions,
  SESSION_IDLE_MS,
  SESSION_LIFETIME_MS,
  sweepSessions,
} from '../../src/identity/sessions.ts';
import { ATTEMPT_LIFETIME_MS } from '../../src/identity/single-sign-on-flow.ts';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { byAdmin, freshTeam, someEmail } from '../directory/support.ts';
import { openTestDatabase } from '../support/database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const NOW = Date.parse('2026-11-20T12:00:00Z');
const refused = (slug: Parameters<typeof isRefusal>[1]) => (thrown: unknown) => isRefusal(thrown, slug);
const open = (team_id: string | null, account_id: string, kind: SessionKind = 'app', now = NOW) =>
  database.inTransaction((tx) => createSession(tx, { team_id, account_id, kind, user_agent: 'test' }, now));

test('returns the person of a session with every role, from grants and groups', async () => {
  const team = await freshTeam(database);
  const ana = await team.provision('Ana');
  await database.inTransaction(async (tx) => {
    const pushed = { display_name: 'Writers', account_ids: [ana] };
    const { group_id } = await pushGroup(tx, team.team_id, team.connection_id, pushed, team.by);
    await setGroupRoles(tx, team.team_id, group_id, ['author'], byAdmin);
  });
  const { token } = await open(team.team_id, ana);
  const caller = await getSessionCaller(database, token, NOW);
  expect(caller).toMatchObject({ account_id: ana, team_id: team.team_id, team_name: 'Acme', kind: 'app' });
  expect([...caller.roles].sort()).toEqual(['author', 'member']);
  const owner = await open(team.team_id, team.owner_id);
  expect((await getSessionCaller(database, owner.token, NOW)).roles).toEqual(['owner']);
});

test('stores the token only as a hash', async () => {
  const team = await freshTeam(database);
  const { token, session_id } = await open(team.team_id, team.owner_id);
  const stored = await database.row(sql`select * from sessions where session_id = ${session_id}`);
  expect(JSON.stringify(stored)).not.toContain(token);
});

test.each(['app', 'cli', 'desktop'] as const)('ends an unused session of the kind %s', async (kind) => {
  const team = await freshTeam(database);
  const { token } = await open(team.team_id, team.owner_id, kind);
  const end = NOW + SESSION_IDLE_MS[kind];
  await expect(getSessionCaller(database, token, end)).rejects.toSatisfy(refused('unauthorized'));
  expect(await sweepSessions(database, end)).toBeGreaterThan(0);
});

test('extends a session on every use, but never beyond its lifetime', async () => {
  const team = await freshTeam(database);
  const { token } = await open(team.team_id, team.owner_id, 'app');
  const end = NOW + SESSION_LIFETIME_MS.app;
  for (let at = NOW; at < end; at += SESSION_IDLE_MS.app - 1) await getSessionCaller(database, token, at);
  await expect(getSessionCaller(database, token, end)).rejects.toSatisfy(refused('unauthorized'));
});

test('uses the documented lifetimes', () => {
  const [hour, day] = [3_600_000, 86_400_000];
  expect(SESSION_LIFETIME_MS).toEqual({ app: 7 * day, cli: 90 * day, desktop: 90 * day });
  expect(SESSION_IDLE_MS).toEqual({ app: 12 * hour, cli: 30 * day, desktop: 30 * day });
  expect([LINK_LIFETIME_MS, ATTEMPT_LIFETIME_MS]).toEqual([hour / 4, hour / 6]);
});

test('records a use if the last recorded one is at least five minutes old', async () => {
  const team = await freshTeam(database);
  const { token } = await open(team.team_id, team.owner_id);
  const seen = async (at: number): Promise<number> => {
    await getSessionCaller(database, token, at);
    const [session] = await listSessions(database, team.team_id, team.owner_id, at);
    return Date.parse(session?.last_seen_at ?? '') - NOW;
  };
  const five = 5 * 60_000;
  expect([await seen(NOW + five - 1), await seen(NOW + five), await seen(NOW + five + 1)]).toEqual([0, five, five]);
});

test('ends a session immediately, and only for the person who owns it', async () => {
  const team = await freshTeam(database);
  const ana = await team.provision('Ana');
  const { token, session_id } = await open(team.team_id, ana);
  await open(team.team_id, ana, 'cli');
  expect(await listSessions(database, team.team_id, ana, NOW)).toHaveLength(2);
  expect(await endSession(database, team.owner_id, session_id)).toBe(false);
  expect(await endSession(database, ana, session_id)).toBe(true);
  await expect(getSessionCaller(database, token, NOW)).rejects.toSatisfy(refused('unauthorized'));
  expect(await listSessions(database, team.team_id, ana, NOW)).toHaveLength(1);
});

test('allows only operators a session without a team, as long as they are operators', async () => {
  const { account_id } = await database.inTransaction((tx) => accountOf(tx, someEmail(), 'Opal'));
  await expect(open(null, account_id)).rejects.toSatisfy(refused('membership-revoked'));
  const operate = (is: boolean) => database.inTransaction((tx) => setOperator(tx, account_id, is, byAdmin));
  await operate(true);
  const { token } = await open(null, account_id);
  expect(await getSessionCaller(database, token, NOW)).toMatchObject({ is_operator: true, team_id: null, roles: [] });
  await operate(false);
  await expect(getSessionCaller(database, token, NOW)).rejects.toSatisfy(refused('unauthorized'));
});

test('says that a former member is no longer active, and asks people with any other ended session to sign in', async () => {
  const team = await freshTeam(database);
  const ana = await team.provision('Ana');
  const { token } = await open(team.team_id, ana);
  const turn = (change: typeof deactivateMember) =>
    database.inTransaction((tx) => change(tx, team.team_id, ana, team.connection_id, team.by));
  const refusal = () => getSessionCaller(database, token, NOW).catch((thrown: unknown) => thrown);
  await turn(deactivateMember);
  expect(await refusal()).toMatchObject({ slug: 'unauthorized', extras: { reason: 'no-member' } });
  await turn(reactivateMember);
  const ended = (await refusal()) as { slug: string; extras: object };
  expect([ended.slug, ended.extras]).toEqual(['unauthorized', { sent: true }]);
});

test('records the last use at most every five minutes', async () => {
  const team = await freshTeam(database);
  const { token } = await open(team.team_id, team.owner_id);
  const seenAfter = async (minutes: number) => {
    await getSessionCaller(database, token, NOW + minutes * 60_000);
    return (await listSessions(database, team.team_id, team.owner_id, NOW))[0]?.last_seen_at.slice(11, 19);
  };
  expect(await seenAfter(4)).toBe('12:00:00');
  expect(await seenAfter(5)).toBe('12:05:00');
});

test.each(['', 'garbage', `svc_session_${'x'.repeat(38)}`])('refuses an invalid token (%s)', async (token) => {
  await expect(getSessionCaller(database, token, NOW)).rejects.toSatisfy(refused('unauthorized'));
});
