// `cairn migrate`: migrates the database to this release's schema without starting the service.
import { Command } from 'commander';
import type { MigrateCommandOptions } from '../migrate.ts';
import { JSON_OPTION } from '../options.ts';
import type { Run } from '../run.ts';

export const migrateCommand = (run: Run): Command =>
  new Command('migrate')
    .description('apply missing migrations; safe to repeat, and while the service is running')
    .option('--check', 'change nothing; list missing migrations, the tables they lock, and for about how long')
    .option('--finish', 'also remove what only an earlier release needs, once none of its processes is running')
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  CAIRN_DATABASE_URL=postgres://cairn@db/cairn cairn migrate --check')
    .action((options: MigrateCommandOptions) =>
      run.configured(options, async (config, host) => (await import('../migrate.ts')).bringUp(config, host, options)),
    );
