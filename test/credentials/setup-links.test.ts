// The last use of a set-up link as admins see it: recorded immediately, then at most every five minutes, for this link
// only.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSetupLink, getSetupCaller, listSetupLinks, revokeSetupLink } from '../../src/credentials/setup-links.ts';
import { createConnection } from '../../src/directory/connections/connections.ts';
import type { Database } from '../../src/storage/database.ts';
import { byAdmin, freshTeam, type TestTeam } from '../directory/support.ts';
import { openTestDatabase } from '../support/database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const NOW = Date.parse('2026-11-20T12:00:00Z');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const linkOf = (team: TestTeam, note: string, now = NOW) =>
  database.inTransaction((tx) => createSetupLink(tx, team.team_id, team.connection_id, note, now, byAdmin));
/** The recorded last use of each open link, by its note. */
async function usesOf(team: TestTeam, now: number): Promise<Record<string, number | null>> {
  const links = await listSetupLinks(database, team.team_id, team.connection_id, now);
  return Object.fromEntries(
    links.map(({ note, last_used_at }) => [note, last_used_at === null ? null : Date.parse(last_used_at)]),
  );
}

test("records a link's first use, and later uses at most every five minutes, without affecting other links", async () => {
  const [team, neighbour] = [await freshTeam(database), await freshTeam(database)];
  const { token } = await linkOf(team, 'Jo of IT');
  await linkOf(team, 'Sam of IT');
  await linkOf(neighbour, 'Jo of IT');
  expect(await usesOf(team, NOW)).toEqual({ 'Jo of IT': null, 'Sam of IT': null });
  for (const [at, noted] of [
    [0, 0],
    [1, 0],
    [5 * MINUTE - 1, 0],
    [5 * MINUTE, 5 * MINUTE],
    [10 * MINUTE - 1, 5 * MINUTE],
    [2 * DAY, 2 * DAY],
  ] as const) {
    const caller = await getSetupCaller(database, token, NOW + at);
    expect(caller).toMatchObject({ team_id: team.team_id, connection_id: team.connection_id, note: 'Jo of IT' });
    expect(await usesOf(team, NOW + at)).toEqual({ 'Jo of IT': NOW + noted, 'Sam of IT': null });
  }
  expect(await usesOf(neighbour, NOW)).toEqual({ 'Jo of IT': null });
});

test('accepts a link until a millisecond before a week has passed, and does not count refused uses', async () => {
  const team = await freshTeam(database);
  const { token, link } = await linkOf(team, 'Jo of IT');
  expect(Date.parse(link.expires_at) - NOW).toBe(7 * DAY);
  await expect(getSetupCaller(database, token, NOW + 7 * DAY)).rejects.toMatchObject({ slug: 'unauthorized' });
  expect(await usesOf(team, NOW)).toEqual({ 'Jo of IT': null });
  expect(await usesOf(team, NOW + 7 * DAY)).toEqual({});
  await getSetupCaller(database, token, NOW + 7 * DAY - 1);
  expect(await usesOf(team, NOW)).toEqual({ 'Jo of IT': NOW + 7 * DAY - 1 });
});

test('revokes a link only at its own connection', async () => {
  const team = await freshTeam(database);
  const { link, token } = await linkOf(team, 'Jo of IT');
  const revoke = (connectionId: string) =>
    database.inTransaction((tx) => revokeSetupLink(tx, team.team_id, connectionId, link.link_id, NOW, byAdmin));
  const beside = await database.inTransaction((tx) => createConnection(tx, team.team_id, 'Entra', byAdmin));
  await expect(revoke(beside.connection_id)).rejects.toMatchObject({ slug: 'not-found' });
  await getSetupCaller(database, token, NOW);
  await revoke(team.connection_id);
  await expect(getSetupCaller(database, token, NOW)).rejects.toMatchObject({ slug: 'unauthorized' });
});
