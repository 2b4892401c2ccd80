// `cairn partition`: the logs of a PostgreSQL server in partitions of a month each.
import { Command, Option } from 'commander';
import { refuse } from '../base/refusal.ts';
import { type PartitionStep, partitionLogs, partitionPlan } from '../storage/log-partitions.ts';
import { type CommonOptions, runOnDatabase } from './command-context.ts';
import { JSON_OPTION } from './options.ts';

interface PartitionOptions extends CommonOptions {
  readonly plan?: boolean;
  readonly apply?: boolean;
}

export const partitionCommand = (): Command =>
  new Command('partition')
    .description('divide the audit log and the provisioning log of a PostgreSQL server into months')
    .addOption(new Option('--plan', 'change nothing: list the steps that are left').conflicts('apply'))
    .addOption(new Option('--apply', 'carry them out, beside running processes; safe to run again'))
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  CAIRN_DATABASE_URL=postgres://cairn@db/cairn cairn partition --plan')
    .action((options: PartitionOptions) =>
      runOnDatabase(options, async ({ config, database, now }) => {
        if (options.plan !== true && options.apply !== true) throw refuse('bad-request', 'Say --plan or --apply.');
        if (config.database.kind === 'embedded')
          throw refuse('conflict', 'Logs of the embedded database stay whole. This is for a PostgreSQL server.');
        if (options.plan === true) return (await partitionPlan(database, now)).map(shown);
        const done = await partitionLogs(database, now, ({ step, table, detail }) =>
          process.stderr.write(`${step} ${table} ${detail}\n`),
        );
        return { done: done.length, left: 0 };
      }),
    );

const shown = ({ step, table, detail }: PartitionStep): object => ({ step, table, detail });
