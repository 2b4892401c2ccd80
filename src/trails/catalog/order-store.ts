// SQL for the order of a catalog. A change takes the order's lock, so concurrent moves see the current order.
import type { Db, Tx } from '../../storage/database.ts';
import { sql } from '../../storage/sql.ts';
import type { Status } from '../lifecycle.ts';
import type { OrderedItem } from '../place-between.ts';
import { changedNow } from '../trail-write-store.ts';

/** A trail in the order, with enough information for people to recognize it. */
export interface OrderedTrail extends OrderedItem {
  readonly title: string;
  readonly target_role: string;
  readonly status: Status;
  readonly has_unpublished_changes: boolean;
}

/** A trail with another order number. */
export interface MovedTrail {
  readonly trail_id: string;
  readonly title: string;
  readonly updated_at: string;
}

/** All trails that are not archived, in order. One query. */
export const orderedTrails = (db: Db, catalogId: string): Promise<OrderedTrail[]> =>
  db.rows<OrderedTrail>(sql`
    select t.trail_id as id, t.sort_order, t.title, t.target_role, t.status,
      (t.status <> 'live' or t.revision <> t.published_revision) as has_unpublished_changes
    from trails t
    where t.catalog_id = ${catalogId} and t.status <> 'archived'
    order by t.sort_order, t.trail_id`);

/**
 * Waits for other changes to this catalog's order, until the transaction ends. Does not block saves and publications.
 */
export const lockOrder = (tx: Tx, catalogId: string): Promise<object[]> =>
  tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`order of ${catalogId}`}, 0))`);

/** Sets the order numbers of those trails in one statement. Each trail counts as changed (Decision 23). */
export const setOrderNumbers = (tx: Tx, catalogId: string, items: readonly OrderedItem[]): Promise<MovedTrail[]> =>
  tx.rows<MovedTrail>(sql`
    update trails t set sort_order = p.sort_order, ${changedNow}
    from unnest(${items.map(({ id }) => id)}::uuid[], ${items.map(({ sort_order }) => sort_order)}::integer[])
      as p (trail_id, sort_order)
    where t.catalog_id = ${catalogId} and t.trail_id = p.trail_id
    returning t.trail_id, t.title, t.updated_at`);
