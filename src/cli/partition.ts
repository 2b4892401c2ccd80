// `cairn partition`: divides the logs of a PostgreSQL server into monthly partitions.
import { refuse } from '../base/refusal.ts';
import { partitionLogs, partitionPlan } from '../storage/tables/log-partitions.ts';
import type { CommandContext } from './command-context.ts';
import { planOrApply, type StepsOptions } from './steps.ts';

/** Fails for the same reasons as `planOrApply`, and with `conflict` for an embedded database. */
export const divideLogs = (context: CommandContext, options: StepsOptions): Promise<object> => {
  const { config, database, now } = context;
  return planOrApply(context, options, {
    requireReady() {
      if (config.database.kind === 'embedded')
        throw refuse('conflict', 'Logs of an embedded database stay whole. Use a PostgreSQL server.');
    },
    plan: () => partitionPlan(database, now),
    apply: (onStep) => partitionLogs(database, now, onStep),
  });
};
