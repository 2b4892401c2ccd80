// `cairn partition`: divides the logs of a PostgreSQL server into monthly partitions.
import { Command, Option } from 'commander';
import { JSON_OPTION } from '../options.ts';
import type { Run } from '../run.ts';
import type { StepsOptions } from '../steps.ts';

export const partitionCommand = (run: Run): Command =>
  new Command('partition')
    .description('divide the audit log and the provisioning log of a PostgreSQL server into monthly partitions')
    .addOption(new Option('--plan', 'list the remaining steps without changing anything').conflicts('apply'))
    .addOption(new Option('--apply', 'run the steps, also while the service is running; safe to repeat'))
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  CAIRN_DATABASE_URL=postgres://cairn@db/cairn cairn partition --plan')
    .action((options: StepsOptions) =>
      run.onDatabase(options, async (context) => (await import('../partition.ts')).divideLogs(context, options)),
    );
