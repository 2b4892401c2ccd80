// Creates another database on the server that the URL names.
import type { Database } from '../database.ts';
import { sql } from '../sql.ts';

/** Creates it in UTF-8, with the locale of the database in the URL, which may differ from the server's default. */
export async function createAlike(server: Database, name: string): Promise<void> {
  const alike = await server.row<{ statement: string }>(sql`
    select format(
        'create database %I template template0 encoding ''UTF8'' locale_provider libc lc_collate %L lc_ctype %L',
      ${name}::text, datcollate, datctype) as statement
    from pg_database where datname = current_database()`);
  if (alike !== undefined) await server.script(alike.statement);
}
