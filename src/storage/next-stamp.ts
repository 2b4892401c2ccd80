// The version of an authority (a credential, a membership, a workspace), as statements move it.
import { type Sql, sql } from './sql.ts';

/** Another number than ever before of this row, also where the database was restored to an earlier state meanwhile. */
export const nextStamp: Sql = sql`greatest(stamp + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint)`;
