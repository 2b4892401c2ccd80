// `cairn distribute`: distributes the tables of a PostgreSQL server with the Citus extension.
import { refuse } from '../base/refusal.ts';
import { waitingMigrations } from '../storage/migrations/migrate.ts';
import { titleOf } from '../storage/migrations/migration-files.ts';
import { distribute, distributionPlan } from '../storage/tables/distribution.ts';
import { requireDistributable } from '../storage/tables/distribution-state.ts';
import type { CommandContext } from './command-context.ts';
import { planOrApply, type StepsOptions } from './steps.ts';

/** Fails for the same reasons as `planOrApply`, and with `conflict` if the database cannot be distributed. */
export const distributeTables = (context: CommandContext, options: StepsOptions): Promise<object> =>
  planOrApply(context, options, {
    requireReady: () => requireReady(context),
    plan: () => distributionPlan(context.database),
    apply: (onStep) => distribute(context.database, onStep),
  });

async function requireReady({ config, database }: CommandContext): Promise<void> {
  if (config.database.kind === 'embedded')
    throw refuse(
      'conflict',
      'An embedded database cannot be distributed. Move it to a PostgreSQL server first: set CAIRN_DATABASE_URL ' +
        'to that server and restore a backup.',
    );
  const [waiting] = await waitingMigrations(database);
  if (waiting !== undefined)
    throw refuse('conflict', `${titleOf(waiting)} is waiting for "cairn migrate --finish". Run that first.`);
  await requireDistributable(database);
}
