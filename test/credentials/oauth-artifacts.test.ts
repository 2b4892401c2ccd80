// How long unused registered clients are kept (90 days after their last use), and when other artifacts are deleted (a
// day after they expire).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import {
  artifactHash,
  findArtifact,
  keepClient,
  putArtifact,
  sweepArtifacts,
} from '../../src/credentials/oauth-artifacts.ts';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { openTestDatabase } from '../support/database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const NOW = Date.parse('2026-11-20T12:00:00Z');
const DAY = 24 * 3_600_000;

async function kept(kind: string, expires_at: number | undefined): Promise<string> {
  const id = newId();
  await putArtifact(database, kind, artifactHash(id), { payload: {}, expires_at });
  return id;
}
const isThere = async (kind: string, id: string) =>
  (await findArtifact(database, kind, artifactHash(id))) !== undefined;
const endOf = async (id: string): Promise<number> => {
  const row = await database.row<{ expires_at: string }>(
    sql`select expires_at from oauth_artifacts where id_hash = ${artifactHash(id)}`,
  );
  return Date.parse(row?.expires_at ?? '');
};

test('keeps a used client for another 90 days, records its use once a day, and leaves other clients alone', async () => {
  const client = await kept('Client', NOW + 90 * DAY);
  const neighbour = await kept('Client', NOW + 90 * DAY);
  for (const [at, end] of [
    [DAY - 1, 90 * DAY],
    [DAY, 90 * DAY],
    [DAY + 1, 91 * DAY + 1],
    [2 * DAY, 91 * DAY + 1],
    [60 * DAY, 150 * DAY],
  ] as const) {
    await keepClient(database, client, NOW + at);
    expect([(await endOf(client)) - NOW, (await endOf(neighbour)) - NOW]).toEqual([end, 90 * DAY]);
  }
  const session = await kept('Session', NOW);
  await keepClient(database, session, NOW);
  expect(await endOf(session)).toBe(NOW);
});

test('deletes expired artifacts of every kind a day later, and keeps those that never expire', async () => {
  const lasting = await kept('Client', undefined);
  const ended = await kept('AuthorizationCode', NOW);
  const later = await kept('DeviceCode', NOW + 1);
  await sweepArtifacts(database, NOW + DAY - 1);
  expect(await isThere('AuthorizationCode', ended)).toBe(true);
  await sweepArtifacts(database, NOW + DAY + 1);
  expect([
    await isThere('AuthorizationCode', ended),
    await isThere('DeviceCode', later),
    await isThere('Client', lasting),
  ]).toEqual([false, true, true]);
});
