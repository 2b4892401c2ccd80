// How a trail did on its examples from revision to revision: noted whenever the stored draft's are run.
import type { Db, Tx } from '../storage/database.ts';
import { getDraft, holdTrail } from '../trails/trails.ts';
import { deleteOldRuns, type ExampleRunRow, selectRuns, upsertRun } from './example-history-store.ts';

export type { ExampleRunRow };

/** As many revisions as their documents are kept. */
export const RUNS_KEPT = 50;

/** A run over that revision: how many examples there are, and how many passed. */
export interface NotedRun {
  readonly revision: number;
  readonly run_at: string;
  readonly examples: number;
  readonly passed: number;
  /** Each as if it were not listed; null where that was not tried. */
  readonly passed_left_out: number | null;
}

/**
 * Notes a run, of a trail that is gone meanwhile none. Of one revision the last counts; what it says of examples left
 * out stays until that is tried again.
 */
export async function noteRun(tx: Tx, catalogId: string, trailId: string, run: NotedRun): Promise<void> {
  if (!(await holdTrail(tx, catalogId, trailId))) return;
  await upsertRun(tx, catalogId, trailId, run);
  await deleteOldRuns(tx, catalogId, trailId, RUNS_KEPT);
}

/** The runs of a trail, the earliest revision first. Refuses with `not-found`. */
export async function exampleHistory(db: Db, catalogId: string, trailId: string): Promise<ExampleRunRow[]> {
  await getDraft(db, catalogId, trailId);
  return selectRuns(db, catalogId, trailId);
}
