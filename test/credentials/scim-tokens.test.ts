import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { isRefusal } from '../../src/base/refusal.ts';
import { createScimToken, getScimCaller, listScimTokens, revokeScimToken } from '../../src/credentials/scim-tokens.ts';
import { hashToken } from '../../src/credentials/tokens.ts';
import { changeConnection, createConnection } from '../../src/directory/connections/connections.ts';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { byAdmin, freshTeam, type TestTeam } from '../directory/support.ts';
import { openTestDatabase } from '../support/database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const NOW = Date.parse('2026-11-20T12:00:00Z');
const DAY = 24 * 3_600_000;
const refused = (slug: Parameters<typeof isRefusal>[1]) => (thrown: unknown) => isRefusal(thrown, slug);
const create = (team: TestTeam, expires = 'none', now = NOW) =>
  database.inTransaction((tx) => createScimToken(tx, team.team_id, team.connection_id, expires, now, byAdmin));

test('shows a token once and stores only its hash', async () => {
  const team = await freshTeam(database);
  const { token, token_id } = await create(team);
  expect(token).toMatch(/^svc_scim_[0-9A-Za-z]{38}$/);
  const stored = await database.row(sql`select * from scim_tokens where token_id = ${token_id}`);
  expect(JSON.stringify(stored)).not.toContain(token.slice(16));
  expect(JSON.stringify(await team.audit('team.connection'))).not.toContain(token.slice(16));
  expect(await getScimCaller(database, team.connection_id, hashToken(token), NOW)).toMatchObject({
    team_id: team.team_id,
    connection_id: team.connection_id,
    token_id,
    strict: false,
    plan: 'enterprise',
  });
});

test.each([
  ['90d', 90],
  ['180d', 180],
  ['1y', 365],
])('sets the expiry %s at creation, warns for the last 30 days, and then refuses the token', async (choice, days) => {
  const team = await freshTeam(database);
  const { token } = await create(team, choice);
  const stateAt = async (now: number) =>
    (await listScimTokens(database, team.team_id, team.connection_id, now))[0]?.state;
  expect(await stateAt(NOW)).toBe('valid');
  expect(await stateAt(NOW + (days - 30) * DAY)).toBe('expiring');
  expect(await stateAt(NOW + days * DAY)).toBe('expired');
  expect(await getScimCaller(database, team.connection_id, hashToken(token), NOW + days * DAY - 1)).toBeDefined();
  const late = getScimCaller(database, team.connection_id, hashToken(token), NOW + days * DAY);
  await expect(late).rejects.toSatisfy(refused('unauthorized'));
});

test('refuses any other expiry and names the field (validation)', async () => {
  const team = await freshTeam(database);
  await expect(create(team, '7d')).rejects.toSatisfy(refused('validation'));
});

test('allows two valid tokens during a rotation, and a third only after one was revoked', async () => {
  const team = await freshTeam(database);
  const first = await create(team);
  const second = await create(team);
  await expect(create(team)).rejects.toSatisfy(refused('conflict'));
  for (const { token } of [first, second])
    expect(await getScimCaller(database, team.connection_id, hashToken(token), NOW)).toBeDefined();
  const revoke = () =>
    database.inTransaction((tx) => revokeScimToken(tx, team.team_id, team.connection_id, first.token_id, NOW, byAdmin));
  await revoke();
  await revoke();
  await expect(getScimCaller(database, team.connection_id, hashToken(first.token), NOW)).rejects.toSatisfy(
    refused('unauthorized'),
  );
  expect(await team.audit('team.connection.token_revoked')).toHaveLength(1);
  await create(team);
});

test('accepts a token only for its own connection, and not while the connection is disabled', async () => {
  const team = await freshTeam(database);
  const { token } = await create(team);
  const other = await database.inTransaction((tx) => createConnection(tx, team.team_id, 'Entra', byAdmin));
  const wrong = getScimCaller(database, other.connection_id, hashToken(token), NOW);
  await expect(wrong).rejects.toSatisfy(refused('unauthorized'));
  const enable = (enabled: boolean) =>
    database.inTransaction((tx) => changeConnection(tx, team.team_id, team.connection_id, { enabled }, byAdmin));
  await enable(false);
  await expect(getScimCaller(database, team.connection_id, hashToken(token), NOW)).rejects.toSatisfy(
    refused('unauthorized'),
  );
  await enable(true);
  expect(await getScimCaller(database, team.connection_id.toUpperCase(), hashToken(token), NOW)).toBeDefined();
});

test('refuses an unknown token', async () => {
  const hash = hashToken(`svc_scim_${'a'.repeat(38)}`);
  await expect(getScimCaller(database, newId(), hash, NOW)).rejects.toSatisfy(refused('unauthorized'));
});

test('records the last use at most every five minutes', async () => {
  const team = await freshTeam(database);
  const { token } = await create(team);
  const lastUse = async () =>
    (await listScimTokens(database, team.team_id, team.connection_id, NOW))[0]?.last_used_at?.slice(11, 19);
  for (const [minutes, noted] of [
    [0, '12:00:00'],
    [4, '12:00:00'],
    [5, '12:05:00'],
  ] as const) {
    await getScimCaller(database, team.connection_id, hashToken(token), NOW + minutes * 60_000);
    expect(await lastUse()).toBe(noted);
  }
});
