// `cairn migrate`: brings the database to this release's schema, without starting the service.
import { Command } from 'commander';
import type { MigrateCommandOptions } from '../migrate.ts';
import { JSON_OPTION } from '../options.ts';
import type { Run } from '../run.ts';

export const migrateCommand = (run: Run): Command =>
  new Command('migrate')
    .description('apply the migrations that the database lacks; safe to run again and beside running processes')
    .option('--check', 'change nothing: say what is missing, what it would lock, and for about how long')
    .option('--finish', 'also take away what only processes of an earlier release need: once none of them runs')
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  CAIRN_DATABASE_URL=postgres://cairn@db/cairn cairn migrate --check')
    .action((options: MigrateCommandOptions) =>
      run.configured(options, async (config, host) => (await import('../migrate.ts')).bringUp(config, host, options)),
    );
