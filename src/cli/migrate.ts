// `cairn migrate`: migrates the database to this release's schema without starting the service.
import { backUpBeforeMigration } from '../backup/before-migration.ts';
import type { Config } from '../start/config.ts';
import { RELEASE } from '../start/release.ts';
import type { Database } from '../storage/database.ts';
import { appliedMigrations } from '../storage/migrations/applied.ts';
import { migrate, waitingMigrations } from '../storage/migrations/migrate.ts';
import { type Migration, migrations, titleOf } from '../storage/migrations/migration-files.ts';
import { locksOf } from '../storage/migrations/migration-locks.ts';
import { isContracting, missingOf } from '../storage/migrations/schema-state.ts';
import { estimatedSizes } from '../storage/tables/table-sizes.ts';
import { absentFolder } from './absent-database.ts';
import { onDatabase } from './command-context.ts';
import type { Host } from './host.ts';
import type { CommonOptions } from './options.ts';

/** Rows per second that an ordinary disk handles during an index build (order of magnitude). */
const ROWS_A_SECOND = 200_000;

export interface MigrateCommandOptions extends CommonOptions {
  readonly check?: boolean;
  readonly finish?: boolean;
}

/** Returns the applied migrations, or with `check` the missing ones. */
export async function bringUp(config: Config, host: Host, options: MigrateCommandOptions): Promise<object> {
  if (options.check === true && (await absentFolder(config.database)) !== undefined)
    return lackOf(migrations(), new Map());
  return onDatabase(config, host, async ({ database, now }) => {
    if (options.check === true)
      return lackOf(missingOf(await appliedMigrations(database), migrations()), await rowsOf(database));
    const isAlone = options.finish === true || config.database.kind === 'embedded';
    const known = { known: migrations(), release: RELEASE, now: new Date(now) };
    const backup = await backUpBeforeMigration({ storage: config.database, database, ...known });
    const applied = await migrate(database, { isAlone });
    return {
      applied,
      ...(backup !== undefined && { backup }),
      for_finish: (await waitingMigrations(database)).map(titleOf),
    };
  });
}

const rowsOf = async (database: Database): Promise<ReadonlyMap<string, number>> =>
  new Map((await estimatedSizes(database)).map(({ table, rows }) => [table, rows]));

function lackOf(missing: readonly Migration[], rowsByTable: ReadonlyMap<string, number>): object {
  const locks = locksOf(missing).map(({ isLong, ...lock }) => {
    const rows = rowsByTable.get(lock.table) ?? 0;
    return { ...lock, rows, about_seconds: isLong ? Math.ceil(rows / ROWS_A_SECOND) : 0 };
  });
  const titles = (of: (migration: Migration) => boolean): string[] => missing.filter(of).map(titleOf);
  return {
    missing: titles((migration) => !isContracting(migration)),
    for_finish: titles(isContracting),
    locks,
  };
}
