// Deletes recorded moves (batches/moves.ts) that every process has seen: those that were visible two runs ago.
import type { Db } from './database.ts';
import { limitOf } from './limit.ts';
import { sql } from './sql.ts';
import { MAX_SWEPT_ROWS } from './sweep-limit.ts';

const NAME = 'moves-seen';
/** Snapshots can be compared only on the same server. */
const SERVER_START = sql`extract(epoch from pg_postmaster_start_time())::text`;

/**
 * Deletes moves that were committed before the previous call, and those of another server, which a restored backup may
 * contain. Call it at intervals of several minutes, because processes that have been idle for a minute read everything
 * again. Returns the number deleted.
 */
export async function sweepMoves(db: Db): Promise<number> {
  const gone = await db.rows(sql`
    delete from row_moves where xid = any(array(
      select m.xid from row_moves m
      where (m.xid >= pg_snapshot_xmax(pg_current_snapshot()) or pg_visible_in_snapshot(m.xid, (
          select split_part(s.value, ' ', 2)::pg_snapshot from service_settings s
          where s.name = ${NAME} and split_part(s.value, ' ', 1) = ${SERVER_START})))
        -- Writes may share a transaction with this one (embedded/group-commit.ts).
        and m.xid is distinct from pg_current_xact_id_if_assigned()
      order by m.xid ${limitOf(MAX_SWEPT_ROWS)}))
    returning 1 as deleted`);
  if (gone.length < MAX_SWEPT_ROWS)
    await db.rows(sql`
      insert into service_settings (name, value)
      values (${NAME}, concat_ws(' ', ${SERVER_START}, pg_current_snapshot()))
      on conflict (name) do update set value = excluded.value`);
  return gone.length;
}
