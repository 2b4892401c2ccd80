// What `cairn distribute` does: turns a PostgreSQL with the Citus extension into a distributed one.
import { refuse } from '../base/refusal.ts';
import { waitingMigrations } from '../storage/migrations/migrate.ts';
import { titleOf } from '../storage/migrations/migration-files.ts';
import { distribute, distributionPlan } from '../storage/tables/distribution.ts';
import { requireDistributable } from '../storage/tables/distribution-state.ts';
import type { CommandContext } from './command-context.ts';
import { planOrApply, type StepsOptions } from './steps.ts';

/** Refuses as `planOrApply`, and with `conflict` what cannot be distributed. */
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
      'An embedded database is one process with one folder. Move it to a PostgreSQL server first: restore a backup ' +
        'with that server in CAIRN_DATABASE_URL.',
    );
  const [waiting] = await waitingMigrations(database);
  if (waiting !== undefined)
    throw refuse('conflict', `${titleOf(waiting)} waits for "cairn migrate --finish". Run that first.`);
  await requireDistributable(database);
}
