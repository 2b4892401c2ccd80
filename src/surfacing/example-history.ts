// The example results of a trail over its revisions, saved whenever the stored draft's examples run.
import type { Db, Tx } from '../storage/database.ts';
import { getDraft, holdTrail } from '../trails/trails.ts';
import { deleteOldRuns, type ExampleRunRow, selectRuns, upsertRun } from './example-history-store.ts';

export type { ExampleRunRow };

/** The same number of revisions as the service keeps documents for. */
export const RUNS_KEPT = 50;

/** A run on a revision: the number of examples, and how many passed. */
export interface NotedRun {
  readonly revision: number;
  readonly run_at: string;
  readonly examples: number;
  readonly passed: number;
  /** How many passed as if they were not listed; null if this was not tried. */
  readonly passed_left_out: number | null;
}

/**
 * Saves a run, unless the trail no longer exists. A later run of the same revision replaces the earlier one, but the
 * left-out result stays until it is computed again.
 */
export async function noteRun(tx: Tx, catalogId: string, trailId: string, run: NotedRun): Promise<void> {
  if (!(await holdTrail(tx, catalogId, trailId))) return;
  await upsertRun(tx, catalogId, trailId, run);
  await deleteOldRuns(tx, catalogId, trailId, RUNS_KEPT);
}

/** The runs of a trail, oldest revision first. Fails with `not-found`. */
export async function exampleHistory(db: Db, catalogId: string, trailId: string): Promise<ExampleRunRow[]> {
  await getDraft(db, catalogId, trailId);
  return selectRuns(db, catalogId, trailId);
}
