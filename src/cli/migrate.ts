// `cairn migrate`: brings the database to this release's schema, without starting the service.
import { Command } from 'commander';
import { appliedMigrations } from '../storage/applied.ts';
import type { Database } from '../storage/database.ts';
import { migrate, migrations } from '../storage/migrate.ts';
import { locksOf } from '../storage/migration-locks.ts';
import { estimatedSizes } from '../storage/table-sizes.ts';
import { type CommonOptions, onDatabase, report } from './command-context.ts';
import { JSON_OPTION } from './options.ts';

/** Rows that an ordinary disk reads or writes in a second while an index is built: an order of magnitude. */
const ROWS_A_SECOND = 200_000;

export const migrateCommand = (): Command =>
  new Command('migrate')
    .description('apply the migrations that the database lacks; safe to run again and beside running processes')
    .option('--check', 'change nothing: say what is missing, what it would lock, and for about how long')
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  CAIRN_DATABASE_URL=postgres://cairn@db/cairn cairn migrate --check')
    .action((options: CommonOptions & { readonly check?: boolean }) =>
      report(options, (config) =>
        onDatabase(config, async ({ database }) =>
          options.check === true ? check(database) : { applied: await migrate(database) },
        ),
      ),
    );

async function check(database: Database): Promise<object> {
  const applied = new Set((await appliedMigrations(database)).map(({ version }) => version));
  const missing = migrations().filter(({ version }) => !applied.has(version));
  const sizes = new Map((await estimatedSizes(database)).map(({ table, rows }) => [table, rows]));
  const locks = locksOf(missing).map(({ isLong, ...lock }) => {
    const rows = sizes.get(lock.table) ?? 0;
    return { ...lock, rows, about_seconds: isLong ? Math.ceil(rows / ROWS_A_SECOND) : 0 };
  });
  return { missing: missing.map(({ version, name }) => `${String(version).padStart(4, '0')}_${name}`), locks };
}
