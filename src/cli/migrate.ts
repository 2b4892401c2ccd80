// `cairn migrate`: brings the database to this release's schema, without starting the service.
import { Command } from 'commander';
import { appliedMigrations } from '../storage/applied.ts';
import type { Database } from '../storage/database.ts';
import { migrate, waitingMigrations } from '../storage/migrate.ts';
import { type Migration, migrations, titleOf } from '../storage/migration-files.ts';
import { locksOf } from '../storage/migration-locks.ts';
import { isContracting, missingOf } from '../storage/schema-state.ts';
import { estimatedSizes } from '../storage/table-sizes.ts';
import { type CommonOptions, onDatabase, report } from './command-context.ts';
import { JSON_OPTION } from './options.ts';

/** Rows that an ordinary disk reads or writes in a second while an index is built: an order of magnitude. */
const ROWS_A_SECOND = 200_000;

interface MigrateCommandOptions extends CommonOptions {
  readonly check?: boolean;
  readonly finish?: boolean;
}

export const migrateCommand = (): Command =>
  new Command('migrate')
    .description('apply the migrations that the database lacks; safe to run again and beside running processes')
    .option('--check', 'change nothing: say what is missing, what it would lock, and for about how long')
    .option('--finish', 'also take away what only processes of an earlier release need: once none of them runs')
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  CAIRN_DATABASE_URL=postgres://cairn@db/cairn cairn migrate --check')
    .action((options: MigrateCommandOptions) =>
      report(options, (config) =>
        onDatabase(config, async ({ database }) => {
          if (options.check === true) return check(database);
          const isAlone = options.finish === true || config.database.kind === 'embedded';
          const applied = await migrate(database, { isAlone });
          return { applied, for_finish: (await waitingMigrations(database)).map(titleOf) };
        }),
      ),
    );

async function check(database: Database): Promise<object> {
  const missing = missingOf(await appliedMigrations(database), migrations());
  const sizes = new Map((await estimatedSizes(database)).map(({ table, rows }) => [table, rows]));
  const locks = locksOf(missing).map(({ isLong, ...lock }) => {
    const rows = sizes.get(lock.table) ?? 0;
    return { ...lock, rows, about_seconds: isLong ? Math.ceil(rows / ROWS_A_SECOND) : 0 };
  });
  const titles = (of: (migration: Migration) => boolean): string[] => missing.filter(of).map(titleOf);
  return {
    missing: titles((migration) => !isContracting(migration)),
    for_finish: titles(isContracting),
    locks,
  };
}
