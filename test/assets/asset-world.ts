import type { Blobs } from '../../src/assets/blob.ts';
import { openBlobs } from '../../src/assets/blobs.ts';
import { openImageDecoder } from '../../src/assets/decode-image.ts';
import type { UploadPlace } from '../../src/assets/upload-image.ts';
import { newId } from '../../src/base/id.ts';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { openTestDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

export type AssetWorld = {
  readonly database: Database;
  readonly blobs: Blobs;
  readonly place: UploadPlace;
  readonly addCatalog: () => Promise<string>;
  /** Adds a draft with this text as its set-up guide. */
  readonly addTrail: (catalog_id: string, setup_guide?: string) => Promise<string>;
  readonly deleteTrail: (catalog_id: string, trail_id: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

export async function openAssetWorld(): Promise<AssetWorld> {
  const folder = temporaryFolder('assets');
  const database = await openTestDatabase();
  const blobs = await openBlobs(folder);
  const place: UploadPlace = {
    db: database,
    commit: (work) => database.inTransaction(work),
    blobs,
    decode: openImageDecoder(),
    base_url: 'https://trails.example.com',
  };
  return {
    database,
    blobs,
    place,
    addCatalog: () => addCatalog(database),
    addTrail: (catalog_id, setup_guide = '') => addTrail(database, catalog_id, setup_guide),
    deleteTrail: async (catalog_id, trail_id) => {
      await database.rows(sql`delete from trails where catalog_id = ${catalog_id} and trail_id = ${trail_id}`);
    },
    close: () => database.close(),
  };
}

async function addCatalog(database: Database): Promise<string> {
  const catalog_id = newId();
  await database.rows(sql`insert into catalogs (catalog_id, kind) values (${catalog_id}, 'team')`);
  return catalog_id;
}

async function addTrail(database: Database, catalog_id: string, setup_guide: string): Promise<string> {
  const trail_id = newId();
  const document = JSON.stringify({ title: 'Write a brief', setup_guide });
  await database.rows(sql`
    insert into trails
      (catalog_id, trail_id, sort_order, document, title, target_role, description, tools, prompt_count, search_text)
    values (${catalog_id}, ${trail_id}, 1, ${document}, 'Write a brief', '', '', '{}', 0, '')`);
  return trail_id;
}
