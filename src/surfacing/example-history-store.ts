// SQL for example runs: one row per trail and revision, for the newest revisions.
import type { Db, Tx } from '../storage/database.ts';
import { sql } from '../storage/sql.ts';
import { publishedRevisions } from '../trails/views-store.ts';

/** The results of one revision. */
export interface ExampleRunRow {
  readonly revision: number;
  /** The version that the revision was published as; null if it was not published. */
  readonly version: number | null;
  readonly run_at: string;
  readonly examples: number;
  readonly passed: number;
  readonly passed_left_out: number | null;
}

/** Saves a run of a locked trail, replacing an earlier run of the same revision. */
export const upsertRun = (tx: Tx, catalogId: string, trailId: string, run: Omit<ExampleRunRow, 'version'>) =>
  tx.rows(sql`
    insert into example_runs as e (catalog_id, trail_id, revision, run_at, examples, passed, passed_left_out)
    values (${catalogId}, ${trailId}, ${run.revision}, ${run.run_at}, ${run.examples}, ${run.passed},
      ${run.passed_left_out}::integer)
    on conflict (catalog_id, trail_id, revision) do update set run_at = excluded.run_at, examples = excluded.examples,
      passed = excluded.passed, passed_left_out = coalesce(excluded.passed_left_out, e.passed_left_out)`);

/** Deletes the runs of all but the newest `kept` revisions of the trail. */
export const deleteOldRuns = (tx: Tx, catalogId: string, trailId: string, kept: number) =>
  tx.rows(sql`
    delete from example_runs where catalog_id = ${catalogId} and trail_id = ${trailId} and revision <= (
      select revision from example_runs where catalog_id = ${catalogId} and trail_id = ${trailId}
      order by revision desc offset ${kept} limit 1)`);

/** The runs of a trail, oldest revision first. */
export const selectRuns = (db: Db, catalogId: string, trailId: string): Promise<ExampleRunRow[]> =>
  db.rows<ExampleRunRow>(sql`
    select e.revision, (
        select max(v.version) from ${publishedRevisions} v
        where v.catalog_id = ${catalogId} and v.trail_id = ${trailId} and v.revision = e.revision) as version,
      e.run_at, e.examples, e.passed, e.passed_left_out
    from example_runs e where e.catalog_id = ${catalogId} and e.trail_id = ${trailId}
    order by e.revision`);
