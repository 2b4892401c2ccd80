// `cairn distribute`: turns a PostgreSQL with the Citus extension into a distributed one.
import { Command, Option } from 'commander';
import { JSON_OPTION } from '../options.ts';
import type { Run } from '../run.ts';
import type { StepsOptions } from '../steps.ts';

export const distributeCommand = (run: Run): Command =>
  new Command('distribute')
    .description('spread the tables over the servers of a PostgreSQL with the Citus extension, by workspace')
    .addOption(new Option('--plan', 'change nothing: list the steps that are left').conflicts('apply'))
    .addOption(new Option('--apply', 'carry them out, while no process of the service runs; safe to run again'))
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  CAIRN_DATABASE_URL=postgres://cairn@db/cairn cairn distribute --plan')
    .action((options: StepsOptions) =>
      run.onDatabase(options, async (context) => (await import('../distribute.ts')).distributeTables(context, options)),
    );
