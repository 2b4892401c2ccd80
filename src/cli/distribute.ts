// What `cairn distribute` does: turns a PostgreSQL with the Citus extension into a distributed one.
import { refuse } from '../base/refusal.ts';
import { waitingMigrations } from '../storage/migrations/migrate.ts';
import { titleOf } from '../storage/migrations/migration-files.ts';
import { type DistributionStep, distribute, distributionPlan } from '../storage/tables/distribution.ts';
import { requireDistributable } from '../storage/tables/distribution-state.ts';
import type { CommandContext } from './command-context.ts';
import type { StepsGiven } from './options.ts';

/** Answers the steps that are left, or carries them out. Refuses with `bad-request` where nobody said which. */
export async function distributeTables(context: CommandContext, { plan, apply }: StepsGiven): Promise<object> {
  if (plan !== true && apply !== true) throw refuse('bad-request', 'Say --plan or --apply.');
  await requireReady(context);
  if (plan === true) return (await distributionPlan(context.database)).map(shown);
  const done = await distribute(context.database, ({ step, table, detail }) =>
    context.note(`${step} ${table} ${detail}`),
  );
  return { done: done.length, left: 0 };
}

const shown = ({ step, table, detail }: DistributionStep): object => ({ step, table, detail });

async function requireReady({ config, database }: CommandContext): Promise<void> {
  if (config.database.kind === 'embedded')
    throw refuse(
      'conflict',
      'An embedded database is one process with one folder. Move it to a PostgreSQL server first: restore a backup ' +
        'with that server in CAIRN_DATABASE_URL.',
    );
  const [waiting] = await waitingMigrations(database);
  if (waiting !== undefined)
    throw refuse('conflict', `${titleOf(waiting)} waits for "cairn migrate --finish". Run that first.`);
  await requireDistributable(database);
}
