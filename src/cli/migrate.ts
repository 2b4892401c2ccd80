// `cairn migrate`: brings the database to this release's schema, without starting the service.
import { Command } from 'commander';
import { migrate } from '../storage/migrate.ts';
import { type CommonOptions, onDatabase, report } from './command-context.ts';
import { JSON_OPTION } from './options.ts';

export const migrateCommand = (): Command =>
  new Command('migrate')
    .description('apply the migrations that the database lacks; safe to run again and beside running processes')
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  CAIRN_DATABASE_URL=postgres://cairn@db/cairn cairn migrate')
    .action((options: CommonOptions) =>
      report(options, (config) => onDatabase(config, async ({ database }) => ({ applied: await migrate(database) }))),
    );
