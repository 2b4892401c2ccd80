// Until `cairn migrate --finish` the triggers of release 1.0.0 stand beside this release's statements: what either
// writes is counted once. Needs a PostgreSQL server: an embedded database has one process, and no such time.
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { insertMembers } from '../../src/directory/groups/group-member-store.ts';
import { insertGroup } from '../../src/directory/groups/group-store.ts';
import { deactivateMember, removeMember } from '../../src/directory/members/members.ts';
import type { Database } from '../../src/storage/database.ts';
import { migrate, waitingMigrations } from '../../src/storage/migrations/migrate.ts';
import { migrations } from '../../src/storage/migrations/migration-files.ts';
import { openPostgres } from '../../src/storage/server/postgres.ts';
import { sql } from '../../src/storage/sql.ts';
import { freshTeam } from '../directory/support.ts';
import { freshDatabase } from '../support/database.ts';

const server = process.env.CAIRN_TEST_DATABASE_URL;
let database: Database;
let earlier: pg.Client;
let drop = async (): Promise<void> => undefined;

beforeAll(async () => {
  if (server === undefined) return;
  const fresh = await freshDatabase(server);
  drop = fresh.drop;
  // A name for connections in the URL must not make a process of this release look like one of 1.0.0.
  database = openPostgres({
    url: `${fresh.url}?application_name=cairn`,
    poolSize: 4,
    onIdleFailure: () => undefined,
  });
  await migrate(database, { known: migrations().filter(({ version }) => version <= 12) });
  await migrate(database);
  earlier = new pg.Client({ connectionString: fresh.url, application_name: 'cairn' });
  await earlier.connect();
});

afterAll(async () => {
  if (server === undefined) return;
  await earlier.end();
  await database.close();
  await drop();
});

const seatsOf = async (teamId: string): Promise<number | undefined> =>
  (await database.row<{ used: number }>(sql`select used from team_seats where team_id = ${teamId}`))?.used;

const stampOf = async (teamId: string, accountId: string): Promise<number | undefined> =>
  (
    await database.row<{ stamp: number }>(sql`
      select stamp from members where team_id = ${teamId} and account_id = ${accountId}`)
  )?.stamp;

if (server !== undefined) {
  test('the triggers wait to be taken away while processes of release 1.0.0 may run', async () => {
    expect((await waitingMigrations(database)).length).toBeGreaterThan(0);
  });

  test('seats are counted once, whichever release takes or frees them', async () => {
    const team = await freshTeam(database, 3);
    const person = await team.provision();
    expect(await seatsOf(team.team_id)).toBe(2);
    await earlier.query(
      'insert into members (team_id, account_id, status) select $1, account_id, $3 from accounts where account_id = $2',
      [team.team_id, (await freshTeam(database)).owner_id, 'active'],
    );
    expect(await seatsOf(team.team_id)).toBe(3);
    await expect(team.provision()).rejects.toMatchObject({ slug: 'seat-limit' });
    await earlier.query("update members set status = 'deactivated' where team_id = $1 and account_id = $2", [
      team.team_id,
      person,
    ]);
    expect(await seatsOf(team.team_id)).toBe(2);
    const next = await team.provision();
    await database.inTransaction((tx) => deactivateMember(tx, team.team_id, next, team.connection_id, team.by));
    expect(await seatsOf(team.team_id)).toBe(2);
    await database.inTransaction((tx) => removeMember(tx, team.team_id, next, team.connection_id, team.by));
    await earlier.query('delete from members where team_id = $1 and account_id = $2', [team.team_id, person]);
    expect(await seatsOf(team.team_id)).toBe(2);
  });

  test('the version of a group and of its members moves with what either release writes', async () => {
    const team = await freshTeam(database);
    const [first, second] = [await team.provision(), await team.provision()];
    const group_id = newId();
    const row = { group_id, display_name: 'Sales', name_key: 'sales', description: '', connection_id: null };
    await database.inTransaction((tx) => insertGroup(tx, team.team_id, row));
    await earlier.query("insert into group_roles (team_id, group_id, role) values ($1, $2, 'author')", [
      team.team_id,
      group_id,
    ]);
    const before = [await stampOf(team.team_id, first), await stampOf(team.team_id, second)];
    await database.inTransaction((tx) => insertMembers(tx, team.team_id, group_id, [first]));
    await earlier.query('insert into group_members (team_id, group_id, account_id) values ($1, $2, $3)', [
      team.team_id,
      group_id,
      second,
    ]);
    const version = await database.row<{ version: number }>(sql`
      select version from groups where team_id = ${team.team_id} and group_id = ${group_id}`);
    expect(version?.version).toBe(3);
    expect(await stampOf(team.team_id, first)).not.toBe(before[0]);
    expect(await stampOf(team.team_id, second)).not.toBe(before[1]);
  });
}

test('on an empty database nobody is there to wait for: no trigger writes another table', async () => {
  if (server === undefined) return expect(migrations().some(({ servesFrom }) => servesFrom > 0)).toBe(true);
  const fresh = await freshDatabase(server);
  const empty = openPostgres({ url: fresh.url, poolSize: 1, onIdleFailure: () => undefined });
  await migrate(empty);
  const triggers = await empty.rows<{ name: string }>(sql`
    select tgname::text as name from pg_trigger where not tgisinternal and (tgdeferrable or tgnewtable is not null
      or tgoldtable is not null)`);
  expect(triggers).toEqual([]);
  await empty.close();
  await fresh.drop();
});
