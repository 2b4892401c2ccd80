import { join } from 'node:path';
import type { Database } from '../../src/storage/database.ts';
import { openEmbedded } from '../../src/storage/embedded/embedded.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { openPostgres } from '../../src/storage/server/postgres.ts';
import { migratedDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

export interface StorageBetween {
  readonly url: string;
  /** A folder for the images of this test. */
  readonly folder: string;
  readonly between: <Result>(work: (database: Database) => Promise<Result>) => Promise<Result>;
  readonly remove: () => Promise<void>;
}

/** On the server in CAIRN_TEST_DATABASE_URL, migrated, or embedded in a folder that the first process migrates. */
export async function storageBetween(): Promise<StorageBetween> {
  const folder = temporaryFolder('kill');
  const data = join(folder, 'data');
  const server = process.env.CAIRN_TEST_DATABASE_URL;
  const fresh = server === undefined ? undefined : await migratedDatabase(server);
  const open = async (): Promise<Database> =>
    fresh === undefined
      ? openEmbedded(data)
      : openPostgres({ url: fresh.url, poolSize: 2, onIdleFailure: () => undefined });
  const between: StorageBetween['between'] = async (work) => {
    const database = await open();
    try {
      await migrate(database);
      return await work(database);
    } finally {
      await database.close();
    }
  };
  return {
    url: fresh?.url ?? `embedded:${data}`,
    folder,
    between,
    async remove() {
      await fresh?.drop();
    },
  };
}
