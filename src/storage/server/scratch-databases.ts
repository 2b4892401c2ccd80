// Temporary databases of commands on the server. Their names contain their creation time.
import { DAY_MS } from '../../base/clock.ts';
import type { Database } from '../database.ts';
import { sql } from '../sql.ts';

const PREFIX = 'cairn_restore_check_';
/** Longer than any command needs a temporary database. */
const FORGOTTEN_AFTER_MS = DAY_MS;

/** The name of a database created at `now`, in milliseconds. */
export const scratchName = (now: number): string => `${PREFIX}${now.toString(36)}`;

/** Drops databases left by killed commands, except those in use or owned by another user. */
export async function dropForgotten(server: Database, now: number): Promise<void> {
  const forgotten = await server.rows<{ name: string }>(sql`
    select datname as name from pg_database
    where datname ~ ${`^${PREFIX}[0-9a-z]{8}$`}::text and datname < ${scratchName(now - FORGOTTEN_AFTER_MS)}::text`);
  for (const { name } of forgotten) await server.script(`drop database if exists ${name}`).catch(() => undefined);
}
