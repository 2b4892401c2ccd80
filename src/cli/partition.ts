// What `cairn partition` does: the logs of a PostgreSQL server in partitions of a month each.
import { refuse } from '../base/refusal.ts';
import { type PartitionStep, partitionLogs, partitionPlan } from '../storage/tables/log-partitions.ts';
import type { CommandContext } from './command-context.ts';
import type { StepsGiven } from './options.ts';

/** Answers the steps that are left, or carries them out. Refuses with `bad-request` where nobody said which. */
export async function divideLogs(
  { config, database, now, note }: CommandContext,
  { plan, apply }: StepsGiven,
): Promise<object> {
  if (plan !== true && apply !== true) throw refuse('bad-request', 'Say --plan or --apply.');
  if (config.database.kind === 'embedded')
    throw refuse('conflict', 'Logs of the embedded database stay whole. This is for a PostgreSQL server.');
  if (plan === true) return (await partitionPlan(database, now)).map(shown);
  const done = await partitionLogs(database, now, ({ step, table, detail }) => note(`${step} ${table} ${detail}`));
  return { done: done.length, left: 0 };
}

const shown = ({ step, table, detail }: PartitionStep): object => ({ step, table, detail });
