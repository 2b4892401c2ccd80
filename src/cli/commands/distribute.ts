// `cairn distribute`: distributes the tables of a PostgreSQL server with the Citus extension.
import { Command, Option } from 'commander';
import type { DistributeOptions } from '../distribute.ts';
import { JSON_OPTION } from '../options.ts';
import type { Run } from '../run.ts';

export const distributeCommand = (run: Run): Command =>
  new Command('distribute')
    .description('distribute the tables over the servers of a Citus cluster, by workspace')
    .addOption(
      new Option('--check', 'try every statement of this release on the cluster, and undo everything').conflicts([
        'plan',
        'apply',
      ]),
    )
    .addOption(new Option('--plan', 'list the remaining steps without changing anything').conflicts('apply'))
    .addOption(new Option('--apply', 'run the steps while no process of the service is running; safe to repeat'))
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  CAIRN_DATABASE_URL=postgres://cairn@db/cairn cairn distribute --check')
    .action((options: DistributeOptions) =>
      run.onDatabase(options, async (context) => (await import('../distribute.ts')).distributeTables(context, options)),
    );
