// Creates another database on the server that the URL names.
import { refuse } from '../../base/refusal.ts';
import type { Database } from '../database.ts';
import { sql } from '../sql.ts';

/** Creates it in UTF-8, with the locale of the database in the URL, which may differ from the server's default. */
export async function createAlike(server: Database, name: string): Promise<void> {
  const alike = await server.row<{ statement: string }>(sql`
    select format(
        'create database %I template template0 encoding ''UTF8'' locale_provider libc lc_collate %L lc_ctype %L',
      ${name}::text, datcollate, datctype) as statement
    from pg_database where datname = current_database()`);
  if (alike === undefined) return;
  await server.script(alike.statement).catch((thrown: unknown) => {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === INSUFFICIENT_PRIVILEGE)) throw thrown;
    throw refuse(
      'conflict',
      'The user of CAIRN_DATABASE_URL may not create databases, which a restore on the side needs. Grant the right ' +
        '(alter role … createdb), or set CAIRN_BACKUP_VERIFY=off.',
    );
  });
}

const INSUFFICIENT_PRIVILEGE = '42501';
