// The parts of trails that statements of higher rooms may join. Only this room names their tables.
import { type Sql, sql } from '../storage/sql.ts';

/** A subselect of at most one `trail_id`: a trail in the catalog whose draft or any version contains the text. */
export const trailThatHolds = (catalogId: Sql, text: Sql): Sql => sql`(
  select trail_id from trails where catalog_id = ${catalogId} and strpos(document::text, ${text}) > 0
  union all
  select trail_id from trail_versions where catalog_id = ${catalogId} and strpos(document::text, ${text}) > 0
  limit 1)`;

/** The image privacy of catalogs as a relation: `catalog_id`, `private_images`. */
export const imagePrivacy: Sql = sql`(select catalog_id, private_images from catalogs)`;

/** Deleted trails that can be restored, as a relation: `catalog_id`, `content`, the text of the trail's rows. */
export const keptTrails: Sql = sql`(select catalog_id, content::text as content from deleted_trails)`;

/** Trails as a relation: `catalog_id`, `trail_id`. */
export const trailIds: Sql = sql`(select catalog_id, trail_id from trails)`;

/** Published versions as a relation: `catalog_id`, `trail_id`, `version`, `revision`. */
export const publishedRevisions: Sql = sql`(select catalog_id, trail_id, version, revision from trail_versions)`;
