// Sessions of PostgreSQL's own tools on a server, identified by application name.
import type { Db } from '../database.ts';
import { sql, trusted } from '../sql.ts';
import { SERVER_WORK, type ServerWork } from './attended.ts';

const named = (name: string) => sql`a.application_name = ${name}::text and a.datname = current_database()`;

/** Undefined if the server does not respond. */
export const workOfNamed = (db: Db, name: string): Promise<ServerWork | undefined> =>
  db.row<ServerWork>(sql`${trusted(SERVER_WORK)} ${named(name)}`).catch(() => undefined);

/** Terminates them if the server responds. Otherwise, they hold locks until the server notices they are gone. */
export const endNamed = (db: Db, name: string): Promise<unknown> =>
  db.rows(sql`select pg_terminate_backend(a.pid) from pg_stat_activity a where ${named(name)}`).catch(() => undefined);
