// SQL that reads the live versions of a catalog for the safety check.
import type { Db } from '../../storage/database.ts';
import { limitOf } from '../../storage/limit.ts';
import { sql } from '../../storage/sql.ts';

interface LiveVersionRow {
  readonly trail_id: string;
  readonly title: string;
  readonly document: string;
  /** JSON: the accepted findings by id; null if there are none. */
  readonly accepted: string | null;
}

/** How many versions are read at once. */
export const LIVE_PAGE = 100;

/** The live versions behind that trail, by id. */
export const selectLiveVersions = (db: Db, catalogId: string, after: string | null): Promise<LiveVersionRow[]> =>
  db.rows<LiveVersionRow>(sql`
    select t.trail_id, t.title, v.document, s.accepted
    from trails t
      join trail_versions v
        on v.catalog_id = ${catalogId} and v.trail_id = t.trail_id and v.version = t.published_version
      left join trail_safety s on s.catalog_id = ${catalogId} and s.trail_id = t.trail_id
    where t.catalog_id = ${catalogId} and t.status = 'live'
      and t.trail_id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
    order by t.trail_id ${limitOf(LIVE_PAGE)}`);
