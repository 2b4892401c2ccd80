// Orders events by the database's clock. The clock of the embedded database has a resolution of one millisecond, in
// which a fast machine does several things.
import type { Db } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';

/** Resolves once that clock has advanced. */
export async function nextMoment(db: Pick<Db, 'row'>): Promise<void> {
  const moment = async (): Promise<string | undefined> =>
    (await db.row<{ at: string }>(sql`select clock_timestamp()::text as at`))?.at;
  const before = await moment();
  while ((await moment()) === before);
}
