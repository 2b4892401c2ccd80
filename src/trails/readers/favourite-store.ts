// SQL for favorites: a person's marks on trails of their workspace's catalog or the service-wide one.
import { memberships } from '../../directory/views-store.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { type Sql, sql } from '../../storage/sql.ts';
import { firstOver } from '../../storage/sweep-limit.ts';
import type { ReaderIdentity } from './visible-trail-store.ts';

/**
 * A mark `f` counts while the membership still has the activation in which it was made. `offset 0` looks up the
 * membership per mark, because a join would scan all memberships if statistics say there are almost none.
 */
const isAlive = (teamId: Sql): Sql => sql`exists (
  select 1 from ${memberships} m where m.team_id = ${teamId} and m.account_id = f.account_id and m.status = 'active'
    and m.activation = f.activation offset 0)`;

export async function selectFavourites(db: Db, { team_id, account_id }: ReaderIdentity): Promise<string[]> {
  const rows = await db.rows<{ trail_id: string }>(sql`
    select f.trail_id from trail_favourites f
    where f.team_id = ${team_id} and f.account_id = ${account_id} and ${isAlive(sql`${team_id}`)}
    order by f.added_at desc, f.trail_id`);
  return rows.map(({ trail_id }) => trail_id);
}

/** Marks the trail. An existing mark keeps its position. */
export const insertFavourite = (tx: Tx, { team_id, account_id }: ReaderIdentity, trailId: string) =>
  tx.rows(sql`
    insert into trail_favourites as f (team_id, account_id, trail_id, activation)
    select m.team_id, m.account_id, ${trailId}::uuid, m.activation from ${memberships} m
    where m.team_id = ${team_id} and m.account_id = ${account_id} and m.status = 'active'
    on conflict (team_id, account_id, trail_id) do update
      set activation = excluded.activation, added_at = excluded.added_at where f.activation <> excluded.activation`);

export const deleteFavourite = (tx: Tx, { team_id, account_id }: ReaderIdentity, trailId: string) =>
  tx.rows(sql`
    delete from trail_favourites
    where team_id = ${team_id} and account_id = ${account_id} and trail_id = ${trailId} returning trail_id`);

/** Removes all marks on a trail in the workspace's own catalog. */
export const deleteFavouritesOf = (tx: Tx, catalogId: string, trailId: string) =>
  tx.rows(sql`delete from trail_favourites where team_id = ${catalogId} and trail_id = ${trailId}`);

/** Deletes the marks of deactivated people. Returns the number of rows. */
export async function sweepFavourites(db: Db): Promise<number> {
  const isOver = sql`not ${isAlive(sql`f.team_id`)}`;
  const gone = await db.rows(sql`
    delete from trail_favourites f
    where ${firstOver(db, sql`trail_favourites f`, ['f.team_id', 'f.account_id', 'f.trail_id'], isOver)} returning 1`);
  return gone.length;
}
