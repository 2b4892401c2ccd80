// `cairn distribute`: distributes the tables of a PostgreSQL server with the Citus extension.
import { refuse } from '../base/refusal.ts';
import { waitingMigrations } from '../storage/migrations/migrate.ts';
import { titleOf } from '../storage/migrations/migration-files.ts';
import { distribute, distributionPlan } from '../storage/tables/distribution.ts';
import { engineVersion, requireDistributable, requireEngine } from '../storage/tables/distribution-state.ts';
import { checkStatements } from '../storage/tables/refused-statements.ts';
import type { CommandContext } from './command-context.ts';
import { EXIT } from './outcome.ts';
import { planOrApply, type StepsOptions } from './steps.ts';

export interface DistributeOptions extends StepsOptions {
  readonly check?: boolean;
}

/** Fails for the same reasons as `planOrApply`, and with `conflict` if the database cannot be distributed. */
export async function distributeTables(context: CommandContext, options: DistributeOptions): Promise<object> {
  if (options.check === true) return checkEngine(context);
  return planOrApply(context, options, {
    requireReady: () => requireReady(context),
    plan: () => distributionPlan(context.database),
    apply: (onStep) => distribute(context.database, onStep),
  });
}

/** Sets exit code 1 if the engine refuses a statement. */
async function checkEngine(context: CommandContext): Promise<object> {
  const { database, exitWith } = context;
  requireServer(context);
  await requireEngine(database);
  const { checked, refused } = await checkStatements(database);
  if (refused.length > 0) exitWith(EXIT.refused);
  return { citus: await engineVersion(database), checked, refused };
}

function requireServer({ config }: CommandContext): void {
  if (config.database.kind === 'embedded')
    throw refuse(
      'conflict',
      'An embedded database cannot be distributed. Move it to a PostgreSQL server first: set CAIRN_DATABASE_URL ' +
        'to that server and restore a backup.',
    );
}

async function requireReady(context: CommandContext): Promise<void> {
  const { database } = context;
  requireServer(context);
  const [waiting] = await waitingMigrations(database);
  if (waiting !== undefined)
    throw refuse('conflict', `${titleOf(waiting)} is waiting for "cairn migrate --finish". Run that first.`);
  await requireDistributable(database);
}
