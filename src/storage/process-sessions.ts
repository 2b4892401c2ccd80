// The sessions of a process on a server carry its name, so that other processes notice at once when it has died.
import { randomBytes } from 'node:crypto';
import type { Db } from './database.ts';
import { sql } from './sql.ts';

/** `cairn distribute` recognizes running services by it. */
const SERVICE = 'cairn service';

/** Identifies this process among those that use the same server. */
export const PROCESS_ID = randomBytes(4).toString('hex');

/** The `application_name` of its sessions. */
export const SERVICE_SESSION = `${SERVICE} ${PROCESS_ID}`;

/** The number of open sessions of running services, or only of the given one. */
export async function countServiceSessions(db: Db, processId = ''): Promise<number> {
  const row = await db.row<{ running: number }>(sql`
    select count(*)::integer as running from pg_stat_activity
    where datname = current_database() and starts_with(application_name, ${`${SERVICE} ${processId}`})`);
  return row?.running ?? 0;
}
