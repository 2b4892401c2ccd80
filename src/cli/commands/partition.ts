// `cairn partition`: the logs of a PostgreSQL server in partitions of a month each.
import { Command, Option } from 'commander';
import { JSON_OPTION } from '../options.ts';
import type { Run } from '../run.ts';
import type { StepsOptions } from '../steps.ts';

export const partitionCommand = (run: Run): Command =>
  new Command('partition')
    .description('divide the audit log and the provisioning log of a PostgreSQL server into months')
    .addOption(new Option('--plan', 'change nothing: list the steps that are left').conflicts('apply'))
    .addOption(new Option('--apply', 'carry them out, beside running processes; safe to run again'))
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  CAIRN_DATABASE_URL=postgres://cairn@db/cairn cairn partition --plan')
    .action((options: StepsOptions) =>
      run.onDatabase(options, async (context) => (await import('../partition.ts')).divideLogs(context, options)),
    );
