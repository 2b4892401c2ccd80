// `cairn distribute`: turns a PostgreSQL with the Citus extension into a distributed one.
import { Command, Option } from 'commander';
import { refuse } from '../base/refusal.ts';
import { type DistributionStep, distribute, distributionPlan } from '../storage/distribution.ts';
import { requireDistributable } from '../storage/distribution-state.ts';
import { waitingMigrations } from '../storage/migrate.ts';
import { titleOf } from '../storage/migration-files.ts';
import { type CommandContext, type CommonOptions, runOnDatabase } from './command-context.ts';
import { JSON_OPTION } from './options.ts';

interface DistributeOptions extends CommonOptions {
  readonly plan?: boolean;
  readonly apply?: boolean;
}

export const distributeCommand = (): Command =>
  new Command('distribute')
    .description('spread the tables over the servers of a PostgreSQL with the Citus extension, by workspace')
    .addOption(new Option('--plan', 'change nothing: list the steps that are left').conflicts('apply'))
    .addOption(new Option('--apply', 'carry them out, while no process of the service runs; safe to run again'))
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  CAIRN_DATABASE_URL=postgres://cairn@db/cairn cairn distribute --plan')
    .action((options: DistributeOptions) =>
      runOnDatabase(options, async (context) => {
        if (options.plan !== true && options.apply !== true) throw refuse('bad-request', 'Say --plan or --apply.');
        await requireReady(context);
        if (options.plan === true) return (await distributionPlan(context.database)).map(shown);
        const done = await distribute(context.database, ({ step, table, detail }) =>
          process.stderr.write(`${step} ${table} ${detail}`.trim().concat('\n')),
        );
        return { done: done.length, left: 0 };
      }),
    );

const shown = ({ step, table, detail }: DistributionStep): object => ({ step, table, detail });

async function requireReady({ config, database }: CommandContext): Promise<void> {
  if (config.database.kind === 'embedded')
    throw refuse(
      'conflict',
      'An embedded database is one process with one folder. Move it to a PostgreSQL server first (docs/operations.md).',
    );
  const [waiting] = await waitingMigrations(database);
  if (waiting !== undefined)
    throw refuse('conflict', `${titleOf(waiting)} waits for "cairn migrate --finish". Run that first.`);
  await requireDistributable(database);
}
