// Databases that a command makes on the server for a while. Their name has the moment in which they were made.
import { DAY_MS } from '../../base/clock.ts';
import type { Database } from '../database.ts';
import { sql } from '../sql.ts';

const PREFIX = 'cairn_restore_check_';
/** Longer than a command works with one. */
const FORGOTTEN_AFTER_MS = DAY_MS;

/** Of a database that is made at `now`, in milliseconds. */
export const scratchName = (now: number): string => `${PREFIX}${now.toString(36)}`;

/** Drops those that killed commands have left. One that somebody uses, or that is another user's, is left alone. */
export async function dropForgotten(server: Database, now: number): Promise<void> {
  const forgotten = await server.rows<{ name: string }>(sql`
    select datname as name from pg_database
    where datname ~ ${`^${PREFIX}[0-9a-z]{8}$`}::text and datname < ${scratchName(now - FORGOTTEN_AFTER_MS)}::text`);
  for (const { name } of forgotten) await server.script(`drop database if exists ${name}`).catch(() => undefined);
}
