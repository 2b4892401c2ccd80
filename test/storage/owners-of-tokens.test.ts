// Whose a token is stands beside the token (migrations 0045 to 0047): for what stood before, and for what processes of
// the release before still write. Needs a PostgreSQL server: an embedded database has one process, and no such time.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { deleteCredentialsOfCatalog, findAdmission } from '../../src/credentials/credential-store.ts';
import {
  deleteEndedGrants,
  deleteEndedTokens,
  findAccessToken,
  findGrant,
  revokeAccessToken,
} from '../../src/credentials/oauth-grant-store.ts';
import { findIdentity } from '../../src/credentials/scim-client-store.ts';
import { findByHash } from '../../src/credentials/scim-token-store.ts';
import { addDomain, removeDomain } from '../../src/directory/teams/domains.ts';
import type { Database } from '../../src/storage/database.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { migrations } from '../../src/storage/migrations/migration-files.ts';
import { openPostgres } from '../../src/storage/server/postgres.ts';
import { sql } from '../../src/storage/sql.ts';
import { freshTeam } from '../directory/support.ts';
import { freshDatabase } from '../support/database.ts';
import { BY_TEST } from '../support/test-team.ts';

const server = process.env.CAIRN_TEST_DATABASE_URL;
const NOW = new Date().toISOString();
let database: Database;
let earlier: pg.Client;
let drop = async (): Promise<void> => undefined;

beforeAll(async () => {
  if (server === undefined) return;
  const fresh = await freshDatabase(server);
  drop = fresh.drop;
  database = openPostgres({ url: fresh.url, poolSize: 4, onIdleFailure: () => undefined });
  earlier = new pg.Client({ connectionString: fresh.url, application_name: 'cairn service' });
  await earlier.connect();
});

afterAll(async () => {
  if (server === undefined) return;
  await earlier.end();
  await database.close();
  await drop();
});

/** What the release before writes: a key, a grant and its token, and a token of directory sync with its identity. */
async function written(team: { readonly team_id: string; readonly owner_id: string; readonly connection_id: string }) {
  const made = { key: randomBytes(32), token: randomBytes(32), scim: randomBytes(32), grant_id: newId() };
  const { team_id, owner_id, connection_id } = team;
  const credential = `insert into api_credentials (catalog_id, credential_id, account_id, kind, name, token_hash, scopes,
      grant_id, client_id, resource, expires_at, activation) values ($1, $2, $3, $4, 'n', $5, '{}', $6, 'c', '/v1',
      '2100-01-01', (select activation from members where team_id = $1 and account_id = $3))`;
  await earlier.query(credential, [team_id, newId(), owner_id, 'api_key', made.key, null]);
  await earlier.query(credential, [team_id, newId(), owner_id, 'oauth', made.token, made.grant_id]);
  await earlier.query(
    `insert into oauth_grants (catalog_id, grant_id, account_id, client_id, client_name, client_host, resource, scopes,
      origin, created_at, expires_at, activation) values ($1, $2, $3, 'c', 'c', '', '/v1', '{}', 'consent', now(),
      '2100-01-01', (select activation from members where team_id = $1 and account_id = $3))`,
    [team_id, made.grant_id, owner_id],
  );
  await earlier.query(
    `insert into scim_tokens (team_id, connection_id, token_id, token_hash, token_prefix) values ($1, $2, $3, $4, 'p')`,
    [team_id, connection_id, newId(), made.scim],
  );
  await earlier.query(
    `insert into scim_workload_identities (team_id, connection_id, identity_id, issuer, subject, audience, created_at)
      values ($1, $2, $3, 'i', 's', 'a', now())`,
    [team_id, connection_id, newId()],
  );
  return made;
}

/** Whether each of them is found, by what a request brings. */
async function found(made: Awaited<ReturnType<typeof written>>, connectionId: string): Promise<readonly unknown[]> {
  return [
    (await findAdmission(database, made.key))?.kind,
    (await findAccessToken(database, made.token, NOW))?.grant_id === made.grant_id,
    (await findGrant(database, made.grant_id, NOW))?.client_id,
    (await findByHash(database, made.scim))?.connection_id === connectionId,
    (await findIdentity(database, connectionId))?.issuer,
  ];
}
const ALL = ['api_key', true, 'c', true, 'i'];

if (server !== undefined) {
  test('what stood before is found, and so is what the release before writes beside this one', async () => {
    // The present code makes the workspaces, so what later migrations only add is there already.
    const earlierOnes = migrations().filter(({ version }) => version <= 44 || version >= 48);
    await migrate(database, { known: earlierOnes, isAlone: true });
    const [first, second] = [await freshTeam(database), await freshTeam(database)];
    const before = await written(first);
    await earlier.query(`insert into team_domains (team_id, domain) values ($1, 'first.example')`, [first.team_id]);
    await migrate(database);
    expect(await found(before, first.connection_id)).toEqual(ALL);
    const beside = await written(second);
    expect(await found(beside, second.connection_id)).toEqual(ALL);
    await earlier.query(`insert into team_domains (team_id, domain) values ($1, 'second.example')`, [second.team_id]);
    const claim = (teamId: string, domain: string) =>
      database.inTransaction((tx) => addDomain(tx, teamId, domain, BY_TEST));
    await expect(claim(second.team_id, 'first.example')).rejects.toMatchObject({ slug: 'conflict' });
    await expect(claim(first.team_id, 'second.example')).rejects.toMatchObject({ slug: 'conflict' });
    await earlier.query(`delete from team_domains where domain = 'second.example'`);
    await claim(first.team_id, 'second.example');
    await database.inTransaction((tx) => removeDomain(tx, first.team_id, 'first.example', BY_TEST));
    await claim(second.team_id, 'first.example');
  });

  test('when no process of the release before is left, its triggers and keys go and everything is still found', async () => {
    const team = await freshTeam(database);
    const made = await written(team);
    await migrate(database, { isAlone: true });
    expect(await found(made, team.connection_id)).toEqual(ALL);
    await revokeAccessToken(database, made.token);
    expect(await findAccessToken(database, made.token, NOW)).toBeUndefined();
  });

  test('whose a token was is forgotten with the token, and all of a workspace with the workspace', async () => {
    const owned = async (teamId: string): Promise<number | undefined> =>
      (
        await database.row<{ n: number }>(sql`
          select (select count(*) from token_owners where tenant_id = ${teamId})
            + (select count(*) from id_owners where tenant_id = ${teamId}) as n`)
      )?.n;
    const { rows } = await earlier.query<{ id: string }>('select catalog_id as id from oauth_grants limit 1');
    const teamId = rows[0]?.id ?? '';
    const before = await owned(teamId);
    await deleteEndedTokens(database, '2101-01-01T00:00:00Z');
    await deleteEndedGrants(database, '2101-01-01T00:00:00Z');
    expect(await owned(teamId)).toBe((before ?? 0) - 2);
    await database.inTransaction((tx) => deleteCredentialsOfCatalog(tx, teamId));
    expect(await owned(teamId)).toBe(0);
  });
}

test('the tables of owners are named by the migrations', () => {
  expect(migrations().filter(({ text }) => text.includes('token_owners')).length).toBeGreaterThan(1);
});
