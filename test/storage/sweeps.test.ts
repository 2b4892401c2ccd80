// Expired rows are removed, however many there are. Each statement removes a limited number.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteAnnounced } from '../../src/audit/outbox-store.ts';
import { type SweepDeps, sweepOnce } from '../../src/background/sweeps.ts';
import { newId } from '../../src/base/id.ts';
import { sweepArtifacts } from '../../src/credentials/oauth-artifacts.ts';
import { sweepGrants } from '../../src/credentials/oauth-grants.ts';
import { accountOf } from '../../src/directory/accounts/accounts.ts';
import { sweepKeys } from '../../src/http/idempotency/idempotency-store.ts';
import { sweepSessions } from '../../src/identity/sessions.ts';
import type { Database, Db } from '../../src/storage/database.ts';
import { type Sql, sql, trusted } from '../../src/storage/sql.ts';
import { MAX_SWEPT_ROWS } from '../../src/storage/sweep-limit.ts';
import { type World, world } from '../support/world.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

const depsOf = (database: Database): SweepDeps => ({
  database,
  blobs: { list: async function* () {}, removeUnfinished: async () => {} } as never,
  clock: service.clock,
  logger: service.app.logger,
  provisioningLogDays: 30,
});

const textOf = ({ pieces }: Sql): string => pieces.join('$');

/** Records the text and row count of every statement. The statement `failing` fails. */
function watching<Watched extends Db>(
  watched: Watched,
  noted: { text: string; rows: number }[],
  failing?: string,
): Watched {
  return new Proxy(watched, {
    get(target, name) {
      const found = Reflect.get(target, name) as unknown;
      if (name === 'rows')
        return async (statement: Sql) => {
          if (textOf(statement) === failing) throw new Error('the disk is full');
          const rows = await target.rows(statement);
          noted.push({ text: textOf(statement), rows: rows.length });
          return rows;
        };
      if (name === 'inTransaction')
        return (work: (tx: Db) => Promise<unknown>) =>
          service.app.database.inTransaction((tx) => work(watching(tx, noted, failing)));
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });
}

test('removes expired rows in sweeps, and keeps the rest', async () => {
  const { database } = service.app;
  // Restores the state before a failed attempt: daily jobs are due again.
  service.clock.advance(25 * 3_600_000);
  await database.rows(sql`delete from idempotency_keys`);
  const catalog = newId();
  const key = (name: string, hours: number) => sql`
    insert into idempotency_keys (catalog_id, credential_id, key, fingerprint, lease_id, lease_until, expires_at)
    values (gen_random_uuid(), gen_random_uuid(), ${name}, '', gen_random_uuid(), now(),
      ${new Date(service.clock() + hours * 3_600_000).toISOString()})`;
  await database.rows(key('old', -1));
  await database.rows(key('young', 1));
  await database.rows(sql`insert into catalogs (catalog_id, kind, live_seq) values (${catalog}, 'team', 6000)`);
  for (const seq of [1, 5999]) {
    await database.rows(
      sql`insert into catalog_changes (catalog_id, seq, trail_id) values (${catalog}, ${seq}, gen_random_uuid())`,
    );
  }
  expect(await sweepOnce(depsOf(database))).toEqual({
    'group-changes': 0,
    'idempotency-keys': 1,
    'row-moves': expect.any(Number),
    sessions: 0,
    oauth: 0,
    'provisioning-log': 0,
    deliveries: 0,
    'catalog-changes': 1,
    'orphaned-images': 0,
    suspensions: 0,
    'awaited-managers': 0,
    'members-without-record': 0,
    'webhook-events': 0,
    'expiring-credentials': 0,
    'counted-days': 0,
    'deleted-trails': 0,
    favourites: 0,
  });
  const left = await database.rows<{ key: string }>(sql`select key from idempotency_keys`);
  expect(left.map((row) => row.key)).toEqual(['young']);
});

test('limits the rows of every delete, so that no statement exceeds its timeout', async () => {
  service.clock.advance(25 * 3_600_000);
  const noted: { text: string; rows: number }[] = [];
  await sweepOnce(depsOf(watching(service.app.database, noted)));
  const deletes = noted.map(({ text }) => text).filter((text) => /delete\s+from/.test(text));
  expect(deletes.length).toBeGreaterThan(12);
  expect(deletes.filter((text) => !/limit \d|= any\(\$/.test(text))).toEqual([]);
});

test('removes a backlog of several statements in one turn, and waits for only one of them on shutdown', async () => {
  const { database } = service.app;
  const expired = new Date(service.clock() - 1_000).toISOString();
  await database.rows(sql`
    insert into idempotency_keys (catalog_id, credential_id, key, fingerprint, lease_id, lease_until, expires_at)
    select gen_random_uuid(), gen_random_uuid(), 'n' || n, '', gen_random_uuid(), now(), ${expired}::timestamptz
    from generate_series(1, ${3 * MAX_SWEPT_ROWS + 1}::int) n`);
  const noted: { text: string; rows: number }[] = [];
  const deps = depsOf(watching(database, noted));
  service.clock.advance(25 * 3_600_000);
  let asked = 0;
  const cut = await sweepOnce(deps, () => {
    asked += 1;
    return asked > 1;
  });
  expect(cut['idempotency-keys']).toBe(MAX_SWEPT_ROWS);
  service.clock.advance(25 * 3_600_000);
  expect((await sweepOnce(deps))['idempotency-keys']).toBe(2 * MAX_SWEPT_ROWS + 1);
  const swept = noted.filter(({ text }) => text.includes('delete from idempotency_keys')).map(({ rows }) => rows);
  expect(swept).toEqual([MAX_SWEPT_ROWS, MAX_SWEPT_ROWS, MAX_SWEPT_ROWS, 1]);
});

test('keeps rows that became valid again before the sweep reached them', async () => {
  const { database } = service.app;
  const [expired, later] = [-48, 48].map((hours) => new Date(service.clock() + hours * 3_600_000).toISOString());
  const { account_id } = await database.inTransaction((tx) => accountOf(tx, 'late@acme.test', 'Lea Late'));
  const id = newId();
  await database.rows(sql`
    insert into sessions (session_id, account_id, kind, token_hash, expires_at)
    values (${id}, ${account_id}, 'app', ${Buffer.from(id)}, ${expired})`);
  await database.rows(sql`
    insert into idempotency_keys (catalog_id, credential_id, key, fingerprint, lease_id, lease_until, expires_at)
    values (${id}, ${id}, ${id}, '', ${id}, now(), ${expired})`);
  await database.rows(sql`
    insert into oauth_artifacts (kind, id_hash, payload, expires_at) values ('Session', ${Buffer.from(id)}, '{}', ${expired})`);
  await database.rows(sql`
    insert into oauth_grants (catalog_id, grant_id, account_id, client_id, client_name, client_host, resource, scopes,
      origin, created_at, expires_at)
    values (${id}, ${id}, ${account_id}, 'app', 'App', '', '', '{}', 'consent', ${expired}, ${expired})`);
  const sweeps = [
    [sweepSessions, sql`update sessions set expires_at = ${later} where session_id = ${id}`],
    [sweepKeys, sql`update idempotency_keys set expires_at = ${later} where key = ${id}`],
    [sweepArtifacts, sql`update oauth_artifacts set expires_at = ${later} where id_hash = ${Buffer.from(id)}`],
    [sweepGrants, sql`update oauth_grants set expires_at = ${later} where grant_id = ${id}`],
  ] as const;
  for (const [sweep, prolong] of sweeps) {
    const { swept } = await database.inTransaction(async (tx) => {
      await tx.rows(prolong);
      const swept = sweep(database, service.clock());
      // On storage with a single writer the sweep waits for its turn.
      if (!database.takesTurns) await expect.poll(waiting).toBe(1);
      return { swept };
    });
    expect(await swept).toBe(0);
  }
});

const waiting = async (): Promise<number> => {
  const rows = await service.app.database.rows(sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  return rows.length;
};

test('removes everything else if one part of a sweep fails', async () => {
  const removals = async (failing?: string): Promise<string[]> => {
    service.clock.advance(25 * 3_600_000);
    const noted: { text: string; rows: number }[] = [];
    await sweepOnce(depsOf(watching(service.app.database, noted, failing)));
    return [...new Set(noted.map(({ text }) => text).filter((text) => /\bdelete from\b/.test(text)))];
  };
  const all = await removals();
  expect(all.length).toBeGreaterThan(10);
  const left: unknown[] = [];
  for (const failing of all) {
    const done = await removals(failing);
    const missing = all.filter((text) => text !== failing && !done.includes(text));
    if (missing.length > 0) left.push([failing, missing]);
  }
  expect(left).toEqual([]);
});

/** Fills the table until statistics say that it is long, and leaves one row, as after a mass removal. */
async function holdsOneRow(database: Database, table: string, put: (many: number) => Promise<unknown>): Promise<void> {
  await put(3_000);
  await database.rows(sql`delete from ${trusted(table)} where ctid <> (select max(ctid) from ${trusted(table)})`);
  await database.rows(sql`analyze ${trusted(table)}`);
  await put(3_000);
}

test("does not scan a list for each removed row, regardless of the table's statistics", async () => {
  const { database } = service.app;
  const { account_id } = await database.inTransaction((tx) => accountOf(tx, 'many@acme.test', 'Mia Many'));
  const over = sql`timestamptz '2020-01-01'`;
  const id = sql`gen_random_uuid()`;
  const hash = sql`decode(md5(random()::text), 'hex')`;
  const tables: Readonly<Record<string, Sql>> = {
    idempotency_keys: sql`(catalog_id, credential_id, key, fingerprint, lease_id, lease_until, expires_at)
      select ${id}, ${id}, 'e', '', ${id}, now(), ${over}`,
    sessions: sql`(session_id, account_id, kind, token_hash, expires_at) select ${id}, ${account_id}, 'app', ${hash}, ${over}`,
    oauth_artifacts: sql`(kind, id_hash, payload, expires_at) select 'Session', ${hash}, '{}', ${over}`,
    oauth_grants: sql`(catalog_id, grant_id, account_id, client_id, client_name, client_host, resource, scopes, origin,
      created_at, expires_at) select ${id}, ${id}, ${account_id}, 'app', 'App', '', '', '{}', 'consent', now(), ${over}`,
    catalog_changes: sql`(catalog_id, seq, trail_id)
      select (select min(catalog_id::text)::uuid from catalogs), (random() * 1e15)::bigint, ${id}`,
    audit_outbox: sql`(team_id, event_id, is_streamed, at, kind, actor, subject, details)
      select ${id}, ${id}, false, ${over}, 'trail.published', '{}', '{}', '{}'`,
  };
  for (const [table, row] of Object.entries(tables))
    await holdsOneRow(database, table, (many) =>
      database.rows(sql`insert into ${trusted(table)} ${row} from generate_series(1, ${many}::int) n`),
    );
  const plans: string[] = [];
  const rows = async (statement: Sql) => {
    if (/\bdelete\b/.test(textOf(statement))) {
      const plan = await database.rows<{ 'QUERY PLAN': string }>(sql`explain ${statement}`);
      plans.push([textOf(statement), ...plan.map((line) => line['QUERY PLAN'])].join('\n'));
    }
    return [];
  };
  const explaining = {
    ...database,
    rows,
    inTransaction: (work: (tx: Db) => Promise<unknown>) => work({ rows } as never),
  };
  service.clock.advance(25 * 3_600_000);
  await sweepOnce(depsOf(explaining as never));
  await deleteAnnounced({ rows } as never, 500);
  expect(plans.length).toBeGreaterThan(14);
  expect(plans.filter((plan) => /(Semi|Anti) Join/.test(plan))).toEqual([]);
});
