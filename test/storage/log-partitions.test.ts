// Logs are partitioned by month while a service writes to them. Nothing is lost, every rule of the table still applies,
// and old entries are removed by whole months. If a test is retried, it finds what it needs: a whole log, a new team,
// and unused months.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import {
  readProvisioning,
  recordProvisioning,
  sweepProvisioning,
} from '../../src/provisioning/log/provisioning-log.ts';
import type { Database } from '../../src/storage/database.ts';
import { openPostgres } from '../../src/storage/server/postgres.ts';
import { sql, trusted } from '../../src/storage/sql.ts';
import { fittingsOf } from '../../src/storage/tables/log-partition-state.ts';
import { addMonths, dropMonths, partitionLogs, partitionPlan } from '../../src/storage/tables/log-partitions.ts';
import { tableCounts } from '../../src/storage/tables/table-sizes.ts';
import { freshTeam, type TestTeam } from '../directory/support.ts';
import { loggedRequest } from '../provisioning/logged-request.ts';
import { migratedDatabase, openUnused } from '../support/database.ts';

const LOGS = ['audit_entries', 'provisioning_log'];
// The middle of this month, so that no month ends during the test.
const NOW = new Date().setUTCDate(15);
const server = process.env.CAIRN_TEST_DATABASE_URL;
let database: Database;
let team: TestTeam;
let drop = async (): Promise<void> => undefined;

/** Opens a database with unpartitioned logs and a team. */
async function openWhole(): Promise<void> {
  if (server === undefined) {
    database = await openUnused();
  } else {
    const fresh = await migratedDatabase(server);
    drop = fresh.drop;
    database = openPostgres({ url: fresh.url, poolSize: 4, onIdleFailure: () => undefined });
  }
  team = await freshTeam(database);
}
async function close(): Promise<void> {
  await database.close();
  await drop();
}

const monthsFrom = (ahead: number): Date => {
  const now = new Date(NOW);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead));
};
const named = (ahead: number): string => monthsFrom(ahead).toISOString().slice(0, 7);

const provisioned = (name: string): Promise<void> =>
  recordProvisioning(database, [{ ...loggedRequest(team, { resource_name: name }), entry_id: newId() }]);

const logged = async (): Promise<(string | null)[]> =>
  (await readProvisioning(database, team.team_id, team.connection_id, {}, null, 100)).map(
    (entry) => entry.resource_name,
  );
const rowsIn = async (table: string): Promise<number> =>
  (await tableCounts(database)).find((counted) => counted.table === table)?.rows ?? -1;
const stepsAt = async (now: number) =>
  (await partitionPlan(database, now)).map(({ step, table, detail }) => [step, table, detail]);
const fittings = async (): Promise<readonly string[]> => {
  const all = await Promise.all(LOGS.map((table) => fittingsOf(database, table)));
  return all.flatMap(({ statements }) => statements.map((text) => text.replace(' ON ONLY ', ' ON '))).sort();
};

describe('a log without partitions', () => {
  beforeEach(openWhole);
  afterEach(close);

  test('keeps new entries in the log if the run that partitions it has died', async () => {
    const bound = `check (entry_id < '${idAt(monthsFrom(1).getTime())}') not valid`;
    await database.rows(trusted(`alter table provisioning_log add constraint provisioning_log_bound ${bound}`));
    await expect(recordedIn(team, 1)).rejects.toThrow('provisioning_log_bound');
    // The command may run up to a day before the month from which the log is partitioned.
    await addMonths(database, monthsFrom(1).getTime() - 86_400_000);
    await expect(recordedIn(team, 1)).rejects.toThrow('provisioning_log_bound');
    await addMonths(database, monthsFrom(1).getTime() - 3_600_000);
    await recordedIn(team, 1);
    expect(await logged()).toEqual(['month 1']);
  });

  test('turns the existing table into the first partition, and keeps the rules of the log', async () => {
    await provisioned('before');
    const [standing, audited] = [await fittings(), await rowsIn('audit_entries')];
    expect(standing.length).toBeGreaterThan(7);
    expect(await addMonths(database, NOW)).toBe(0);
    expect(await stepsAt(NOW)).toEqual(
      LOGS.flatMap((table) => [
        ['divide', table, monthsFrom(1).toISOString()],
        ...[1, 2, 3].map((ahead) => ['add month', table, named(ahead)]),
      ]),
    );
    // Another operator runs the command at the same time, and a process of the service adds months.
    await Promise.all([partitionLogs(database, NOW), partitionLogs(database, NOW), addMonths(database, NOW)]);
    expect(await stepsAt(NOW)).toEqual([]);
    expect(await fittings()).toEqual(standing);
    expect(await rowsIn('audit_entries')).toBe(audited);
    await provisioned('after');
    await team.provision('Ana');
    expect(await logged()).toEqual(['after', 'before']);
    expect(await rowsIn('audit_entries')).toBeGreaterThan(audited);
  });
});

describe('a partitioned log', () => {
  beforeAll(async () => {
    await openWhole();
    await partitionLogs(database, NOW);
  });
  afterAll(close);
  beforeEach(async () => {
    team = await freshTeam(database);
  });
  /**
   * Each attempt uses different months. This is the first of them, as an offset from now, and the log has it and three
   * more.
   */
  let attempts = 0;
  const firstMonth = async (): Promise<number> => {
    const first = 20 * attempts++;
    await addMonths(database, monthsFrom(first).getTime());
    return first;
  };

  test("protects entries of the audit log from changes, also in a month's partition", async () => {
    const month = `audit_entries_${named(1).replace('-', '_')}`;
    for (const table of ['audit_entries', `audit_entries_before_${named(1).replace('-', '_')}`, month])
      for (const change of [`delete from ${table}`, `update ${table} set kind = 'x'`, `truncate ${table}`])
        await expect(database.rows(trusted(change)), change).rejects.toThrow();
  });

  test("removes a deleted connection's entries from every month, and no others", async () => {
    const first = await firstMonth();
    const other = await freshTeam(database);
    for (const of of [team, other]) for (const ahead of [0, 2]) await recordedIn(of, first + ahead);
    const rows = await rowsIn('provisioning_log');
    await database.rows(sql`delete from connections where team_id = ${other.team_id}`);
    expect(await rowsIn('provisioning_log')).toBe(rows - 2);
    expect(await logged()).toEqual([`month ${first + 2}`, `month ${first}`]);
  });

  test('adds future months, and removes expired ones as a whole', async () => {
    const first = await firstMonth();
    for (const ahead of [0, 2]) await recordedIn(team, first + ahead);
    const later = monthsFrom(first + 2).getTime() + 1_000;
    expect(await addMonths(database, later)).toBe(4);
    expect(await addMonths(database, later)).toBe(0);
    expect(await stepsAt(later)).toEqual([]);
    const audited = await rowsIn('audit_entries');
    await sweepProvisioning(database, monthsFrom(first + 1).getTime() - 1);
    expect(await logged()).toEqual([`month ${first + 2}`, `month ${first}`]);
    await sweepProvisioning(database, monthsFrom(first + 1).getTime());
    expect(await logged()).toEqual([`month ${first + 2}`]);
    await sweepProvisioning(database, monthsFrom(first + 3).getTime() - 1);
    expect(await logged()).toEqual([`month ${first + 2}`]);
    expect(await rowsIn('audit_entries')).toBe(audited);
    expect(await dropMonths(database, 'members', later)).toBeUndefined();
  });

  test('continues with the current month after the service was down for months', async () => {
    const first = await firstMonth();
    const late = monthsFrom(first + 14).getTime();
    expect(await stepsAt(late)).toEqual(
      LOGS.flatMap((table) => [14, 15, 16, 17].map((ahead) => ['add month', table, named(first + ahead)])),
    );
    expect(await addMonths(database, late)).toBe(8);
  });

  test('never creates the partition of a month that is about to end', async () => {
    const whole = database.inTransaction(async (tx) => {
      await tx.rows(trusted('drop table provisioning_log'));
      await tx.rows(trusted('create table provisioning_log (entry_id uuid)'));
      const [cut] = await partitionPlan(tx, monthsFrom(1).getTime() - 3_600_000);
      throw new Error(`${cut?.step} ${cut?.table} ${cut?.detail}`);
    });
    await expect(whole).rejects.toThrow(`divide provisioning_log ${monthsFrom(2).toISOString()}`);
  });

  test('leaves a log that is partitioned in another way alone', async () => {
    const hashed = database.inTransaction(async (tx) => {
      await tx.rows(trusted('drop table provisioning_log'));
      await tx.rows(trusted('create table provisioning_log (team_id uuid) partition by hash (team_id)'));
      await partitionPlan(tx, NOW);
    });
    await expect(hashed).rejects.toThrow('Partitioned in another way: provisioning_log.');
  });
});

/** Writes an entry as a process would in this many months. */
async function recordedIn(of: TestTeam, ahead: number): Promise<void> {
  const moment = monthsFrom(ahead).getTime() + 5_000;
  await database.rows(sql`
    insert into provisioning_log (team_id, connection_id, entry_id, at, request_id, resource, resource_name, operation,
      outcome, status, duration_ms)
    values (${of.team_id}, ${of.connection_id}, ${idAt(moment)}::uuid,
      ${new Date(moment).toISOString()}, 'r', 'User', ${`month ${ahead}`}, 'create', 'ok', 201, 1)`);
}

function idAt(moment: number): string {
  const hex = moment.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${newId().slice(15)}`;
}
