// SQL for a workspace's decisions about safety findings, and for findings that people accepted.
import { people, personName } from '../../directory/views-store.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { sql } from '../../storage/sql.ts';

interface SafetyRow {
  /** JSON: the decisions that differ from the defaults. */
  readonly safety: string;
  readonly link_domains: readonly string[];
  /** JSON: the accepted findings by id; null if there are none. */
  readonly accepted: string | null;
}

/** The decisions of the catalog, and the accepted findings of a trail. Makes one query. */
export const findSafety = (db: Db, catalogId: string, trailId: string | null): Promise<SafetyRow | undefined> =>
  db.row<SafetyRow>(sql`
    select c.safety, c.link_domains, s.accepted
    from catalogs c left join trail_safety s on s.catalog_id = ${catalogId} and s.trail_id = ${trailId}::uuid
    where c.catalog_id = ${catalogId}`);

/** Replaces the accepted findings of the locked trail with `kept` and, at this time, `added` (JSON by id). */
export const putAccepted = (
  tx: Tx,
  catalogId: string,
  trailId: string,
  kept: string,
  added: { readonly id: string; readonly acceptance: string } | null,
): Promise<object[]> => {
  const accepted =
    added === null
      ? sql`${kept}::json`
      : sql`(${kept}::jsonb || jsonb_build_object(${added.id}::text,
          ${added.acceptance}::jsonb || jsonb_build_object('accepted_at', statement_timestamp())))::json`;
  return tx.rows(sql`
    insert into trail_safety as s (catalog_id, trail_id, accepted) values (${catalogId}, ${trailId}, ${accepted})
    on conflict (catalog_id, trail_id) do update set accepted = excluded.accepted`);
};

/** The names of people by their ids. */
export async function findNames(db: Db, accountIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (accountIds.length === 0) return new Map();
  const rows = await db.rows<{ readonly account_id: string; readonly name: string }>(sql`
    select p.account_id, ${personName('p')} as name from ${people} p
    where p.account_id = any(${[...accountIds]}::uuid[])`);
  return new Map(rows.map(({ account_id, name }) => [account_id, name]));
}

/** The person who saved the revision; undefined if it is no longer stored. */
export const findSaver = (
  db: Db,
  catalogId: string,
  trailId: string,
  revision: number,
): Promise<{ readonly saved_by: string | null } | undefined> =>
  db.row<{ readonly saved_by: string | null }>(sql`
    select saved_by from trail_revisions
    where catalog_id = ${catalogId} and trail_id = ${trailId} and revision = ${revision}`);
