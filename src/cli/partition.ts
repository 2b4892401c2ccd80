// What `cairn partition` does: the logs of a PostgreSQL server in partitions of a month each.
import { refuse } from '../base/refusal.ts';
import { partitionLogs, partitionPlan } from '../storage/tables/log-partitions.ts';
import type { CommandContext } from './command-context.ts';
import { planOrApply, type StepsOptions } from './steps.ts';

/** Refuses as `planOrApply`, and with `conflict` the embedded database. */
export const divideLogs = (context: CommandContext, options: StepsOptions): Promise<object> => {
  const { config, database, now } = context;
  return planOrApply(context, options, {
    requireReady() {
      if (config.database.kind === 'embedded')
        throw refuse('conflict', 'Logs of the embedded database stay whole. This is for a PostgreSQL server.');
    },
    plan: () => partitionPlan(database, now),
    apply: (onStep) => partitionLogs(database, now, onStep),
  });
};
