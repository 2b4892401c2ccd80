// Embedded databases in memory that the test files of one process use one after the other: opening one costs a second
// of a processor, making one as new (as-new.sql) a fiftieth of it.
import type { EmbeddedDatabase } from '../../src/storage/embedded/embedded.ts';
import { sql } from '../../src/storage/sql.ts';

/** A file that opens more at once leaves the others closed. */
const MOST_FREE = 2;

/** Databases of one kind: each call answers one that is as new, or else opens one. */
export function reusedDatabases<Kind extends EmbeddedDatabase>(open: () => Promise<Kind>): () => Promise<Kind> {
  /** Those that nobody uses now. */
  const free: Kind[] = [];
  return async () => {
    const database = (await madeAsNew(free)) ?? (await open());
    return {
      ...database,
      // Keeps it for the next file.
      close: async () => {
        if (free.length < MOST_FREE) free.push(database);
        else await database.close();
      },
    };
  };
}

/** Undefined where there is none, or where a test has killed its server or changed its definitions. */
async function madeAsNew<Kind extends EmbeddedDatabase>(free: Kind[]): Promise<Kind | undefined> {
  const database = free.pop();
  if (database === undefined) return undefined;
  const isAsNew = await database
    .inTransaction(async (tx) => {
      const answer = await tx.row<{ restored: boolean }>(sql`select as_new.restore() as restored`);
      return answer?.restored === true;
    })
    .catch(() => false);
  if (isAsNew) return database;
  await database.close().catch(() => undefined);
  return madeAsNew(free);
}
