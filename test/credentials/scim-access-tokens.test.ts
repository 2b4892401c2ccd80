// An assertion of a workload identity is valid once, identified by its id and issuer.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { issueForIdentity } from '../../src/credentials/scim-access-tokens.ts';
import { saveWorkloadIdentity } from '../../src/credentials/workload-identity.ts';
import type { Database } from '../../src/storage/database.ts';
import { byAdmin, freshTeam } from '../directory/support.ts';
import { openTestDatabase } from '../support/database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const NOW = Date.parse('2026-11-20T12:00:00Z');

async function connectionOf(issuer: string): Promise<string> {
  const { team_id, connection_id } = await freshTeam(database);
  const identity = { issuer, subject: 'provisioning', audience: 'api://cairn' };
  const at = { publicUrl: 'https://cairn.test', now: NOW };
  await database.inTransaction((tx) => saveWorkloadIdentity(tx, team_id, connection_id, identity, at, byAdmin));
  return connection_id;
}

/** The result of an assertion with this id and a valid signature. */
const shown = (connectionId: string, jti: string | undefined, text = `signed ${newId()}`): Promise<string> =>
  issueForIdentity(database, async () => ({ jti, exp: NOW / 1_000 + 600 }) as never, connectionId, text, NOW).then(
    ({ expires_in }) => `good for ${expires_in}`,
    ({ slug }) => slug,
  );

test('accepts each id of an issuer once, and an assertion without an id any number of times', async () => {
  const sites = [`https://${newId()}.example`, `https://${newId()}.example`] as const;
  const [one, other] = [await connectionOf(sites[0]), await connectionOf(sites[1])];
  const outcomes = [];
  for (const [connection, id] of [
    [one, '1'],
    [other, '1'],
    [one, '1'],
    [one, '2'],
    [one, undefined],
    [one, undefined],
  ] as const)
    outcomes.push(await shown(connection, id));
  const good = 'good for 3600';
  expect(outcomes).toEqual([good, good, 'unauthorized', good, good, good]);
  // The same assertion again is a retry.
  expect([await shown(one, '3', 'a'), await shown(one, '3', 'a'), await shown(other, '3', 'a')]).toEqual([
    good,
    good,
    good,
  ]);
});
