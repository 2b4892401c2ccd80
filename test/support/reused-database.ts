// Embedded in-memory databases that the test files of one process use one after the other. Opening one takes a second
// of CPU time, and resetting one (as-new.sql) a fiftieth of that.
import type { EmbeddedDatabase } from '../../src/storage/embedded/embedded.ts';
import { sql } from '../../src/storage/sql.ts';

/** If a file opens more at once, the extra ones are closed. */
const MOST_FREE = 2;

/** Databases of one kind. Each call returns a reset one if possible, or else opens one. */
export function reusedDatabases<Kind extends EmbeddedDatabase>(open: () => Promise<Kind>): () => Promise<Kind> {
  /** The databases not in use. */
  const free: Kind[] = [];
  return async () => {
    const database = (await madeAsNew(free)) ?? (await open());
    return {
      ...database,
      // Keeps the database for the next file.
      close: async () => {
        if (free.length < MOST_FREE) free.push(database);
        else await database.close();
      },
    };
  };
}

/** Returns undefined if there is none, or if a test has killed its server or changed its definitions. */
async function madeAsNew<Kind extends EmbeddedDatabase>(free: Kind[]): Promise<Kind | undefined> {
  const database = free.pop();
  if (database === undefined) return undefined;
  const isAsNew = await database
    .inTransaction(async (tx) => {
      const answer = await tx.row<{ restored: boolean }>(sql`select as_new.restore() as restored`);
      return answer?.restored === true;
    })
    .catch(() => false);
  // Discards cached results, because triggers that record moves are disabled during the reset.
  await database.script('select 1').catch(() => undefined);
  if (isAsNew) return database;
  await database.close().catch(() => undefined);
  return madeAsNew(free);
}
