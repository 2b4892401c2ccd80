// SQL for catalogs and the log of changes that employees see, numbered by a counter in the catalog.
import { randomBytes } from 'node:crypto';
import type { Db, Tx } from '../../storage/database.ts';
import { limitOf } from '../../storage/limit.ts';
import { sql } from '../../storage/sql.ts';
import { firstOver } from '../../storage/sweep-limit.ts';

/** Beyond this many changes, rereading the catalog is cheaper than applying them. */
const MAX_STEPS = 5_000;
const BATCH = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Creates an empty catalog with the id of its workspace. Idempotent. */
export async function createCatalog(tx: Tx, catalogId: string): Promise<void> {
  await tx.rows(sql`insert into catalogs (catalog_id, kind) values (${catalogId}, 'team') on conflict do nothing`);
}

/** Deletes a catalog with its trails, versions, grants and images. */
export async function deleteCatalog(tx: Tx, catalogId: string): Promise<void> {
  await tx.rows(sql`delete from catalogs where catalog_id = ${catalogId}`);
}

/** The HMAC key of the catalog's image URLs, created with the first upload. No response or export contains it. */
export async function imageSecret(db: Db, catalogId: string): Promise<Buffer> {
  const found = await db.row<{ image_secret: Buffer | null }>(sql`
    select image_secret from catalogs where catalog_id = ${catalogId}`);
  if (found?.image_secret) return Buffer.from(found.image_secret);
  // Of two concurrent first uploads, the later one gets the secret that the earlier one stored.
  const created = await db.row<{ image_secret: Buffer }>(sql`
    update catalogs set image_secret = coalesce(image_secret, ${randomBytes(SECRET_BYTES)}::bytea)
    where catalog_id = ${catalogId} returning image_secret`);
  if (created === undefined) throw new Error('The catalog does not exist.');
  return Buffer.from(created.image_secret);
}

const SECRET_BYTES = 32;

/** A catalog's position: the number and mark of its last change. The mark is null if the log no longer contains it. */
export interface CatalogPosition {
  readonly seq: number;
  readonly mark: string | null;
}

/**
 * The position of each catalog, which moves with every change that employees see. Catalogs that do not exist are
 * omitted. Numbers repeat after a backup is restored, so also compare the mark.
 */
export async function catalogPositions(
  db: Db,
  catalogIds: readonly string[],
): Promise<ReadonlyMap<string, CatalogPosition>> {
  const rows = await db.rows<CatalogPosition & { catalog_id: string }>(sql`
    select k.catalog_id, k.live_seq as seq, c.mark
    from catalogs k left join catalog_changes c on c.catalog_id = k.catalog_id and c.seq = k.live_seq
    where k.catalog_id = any(${[...catalogIds]}::uuid[])`);
  return new Map(rows.map(({ catalog_id, ...position }) => [catalog_id, position]));
}

/** A trail as employees see it. `document` is the JSON text of its live version. */
export interface LiveTrailRow {
  readonly trail_id: string;
  readonly document: string;
}

/** The live document of a changed trail; null if the trail is not live. */
export interface ChangedTrailRow {
  readonly trail_id: string;
  readonly document: string | null;
}

/**
 * The current state of trails changed after a position, without duplicates. `rebuild` if the log no longer covers the
 * position, there are too many changes, or the catalog was restored to another history.
 */
export async function changesSince(
  db: Db,
  catalogId: string,
  { seq, mark }: CatalogPosition,
): Promise<{ readonly position: CatalogPosition; readonly changed: readonly ChangedTrailRow[] } | 'rebuild'> {
  const rows = await db.rows<ChangedTrailRow & CatalogPosition>(sql`
    select c.seq, c.mark, c.trail_id, live.document
    from (
      select seq, mark, trail_id from catalog_changes where catalog_id = ${catalogId} and seq >= ${seq}
      order by seq ${limitOf(MAX_STEPS + 2)}
    ) c
    left join lateral (
      select v.document from trails t
      join trail_versions v
        on v.catalog_id = t.catalog_id and v.trail_id = t.trail_id and v.version = t.published_version
      where t.catalog_id = ${catalogId} and t.trail_id = c.trail_id and t.status = 'live' offset 0
    ) live on true
    order by c.seq`);
  const from = rows.find((row) => row.seq === seq);
  // Position 0 is before the first change. At any other position, a missing row means that older changes were swept.
  if (seq > 0 && (from === undefined || from.mark !== mark)) return 'rebuild';
  const steps = rows.filter((row) => row !== from);
  const last = steps.at(-1) ?? { seq, mark };
  if (steps.length > MAX_STEPS || last.seq - seq !== steps.length) return 'rebuild';
  const latest = new Map(steps.map((step) => [step.trail_id, step.document]));
  const changed = [...latest].map(([trail_id, document]) => ({ trail_id, document }));
  return { position: { seq: last.seq, mark: last.mark }, changed };
}

/** All live trails of a catalog, in batches by id. */
export async function* liveTrails(db: Db, catalogId: string): AsyncGenerator<readonly LiveTrailRow[]> {
  let after = FIRST_ID;
  for (;;) {
    const rows = await db.rows<LiveTrailRow>(sql`
      select t.trail_id, v.document
      from trails t
      join trail_versions v
        on v.catalog_id = t.catalog_id and v.trail_id = t.trail_id and v.version = t.published_version
      where t.catalog_id = ${catalogId} and t.status = 'live' and t.trail_id > ${after}
      order by t.trail_id
      ${limitOf(BATCH)}`);
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    after = last.trail_id;
  }
}

/** Deletes old changes and returns how many. Processes that have fallen behind reread the catalog. */
export async function sweepCatalogChanges(db: Db): Promise<number> {
  const rows = await db.rows(sql`
    delete from catalog_changes c using catalogs k where c.catalog_id = k.catalog_id and ${firstOver(
      db,
      sql`catalogs k join catalog_changes c on c.catalog_id = k.catalog_id`,
      ['c.catalog_id', 'c.seq'],
      sql`c.seq <= k.live_seq - ${MAX_STEPS}::bigint`,
    )} returning 1 as swept`);
  return rows.length;
}

/**
 * Skips this many numbers in every trail's revisions and versions and every catalog's changes, for a database restored
 * to an earlier state (start/skip-numbers.ts).
 */
export async function skipTrailNumbers(
  tx: Tx,
  { saves, publications }: { readonly saves: number; readonly publications: number },
): Promise<void> {
  await tx.rows(sql`
    update trails set last_revision = greatest(revision, last_revision) + ${saves}::integer,
      last_version = last_version + ${publications}::integer`);
  // Records a change without a trail. Processes that follow the catalog notice the gap before it and reread everything.
  await tx.rows(sql`
    with moved as (
      update catalogs set live_seq = live_seq + ${saves}::bigint where live_seq > 0 returning catalog_id, live_seq
    )
    insert into catalog_changes (catalog_id, seq, trail_id) select catalog_id, live_seq, ${FIRST_ID}::uuid from moved`);
}
