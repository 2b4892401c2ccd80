// Embedded databases in memory that the test files of one process use one after the other: opening one costs a second of
// a processor, making one as new (as-new.sql) a fiftieth of it.
import type { EmbeddedDatabase } from '../../src/storage/embedded/embedded.ts';
import { sql } from '../../src/storage/sql.ts';

/** Those that nobody uses now. */
const free: EmbeddedDatabase[] = [];
/** A file that opens more at once leaves the others closed. */
const MOST_FREE = 2;

/** One that is as new, or else from `open`. Its `close()` keeps it for the next file. */
export async function reused(open: () => Promise<EmbeddedDatabase>): Promise<EmbeddedDatabase> {
  const database = (await madeAsNew(free.pop())) ?? (await open());
  return {
    ...database,
    close: async () => {
      if (free.length < MOST_FREE) free.push(database);
      else await database.close();
    },
  };
}

/** Undefined where there is none, or where a test has killed its server or changed its definitions. */
async function madeAsNew(database: EmbeddedDatabase | undefined): Promise<EmbeddedDatabase | undefined> {
  if (database === undefined) return undefined;
  const isAsNew = await database
    .inTransaction(async (tx) => {
      const answer = await tx.row<{ restored: boolean }>(sql`select as_new.restore() as restored`);
      return answer?.restored === true;
    })
    .catch(() => false);
  if (isAsNew) return database;
  await database.close().catch(() => undefined);
  return madeAsNew(free.pop());
}
