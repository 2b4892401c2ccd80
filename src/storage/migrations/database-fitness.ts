// Requirements for a database before tables are created: version, UTF-8, and privileges.
import { refuse } from '../../base/refusal.ts';
import type { Db } from '../database.ts';
import { sql } from '../sql.ts';

/** Facts about the database and the current user. */
export interface DatabaseFacts {
  readonly database: string;
  readonly user: string;
  /** `server_version_num`, e.g. 150004. */
  readonly version: number;
  readonly encoding: string;
  /**
   * False for a new database whose locale lower-cases letters differently from email addresses: Turkish, Azerbaijani.
   */
  readonly folds_letters: boolean;
  /** The schema for the tables; null if the search path contains none that the user may use. */
  readonly schema: string | null;
  readonly may_make_tables: boolean;
  /** True if the extensions exist or can be created. */
  readonly may_make_extensions: boolean;
}

/** Fails with `conflict` and a remedy if this release's tables cannot be created. */
export async function refuseUnfit(db: Db): Promise<void> {
  const facts = await db.row<DatabaseFacts>(sql`
    select current_database()::text as database, current_user::text as user, current_schema()::text as schema,
      current_setting('server_version_num')::integer as version, pg_encoding_to_char(d.encoding) as encoding,
      lower('I') = 'i' or to_regclass('schema_migrations') is not null as folds_letters,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_make_tables,
      has_database_privilege(current_database(), 'create')
        or (select count(*) = 2 from pg_extension where extname in ('pg_trgm', 'btree_gin')) as may_make_extensions
    from pg_database d where d.datname = current_database()`);
  const lack = facts && lackOf(facts);
  if (lack !== undefined) throw refuse('conflict', lack);
}

/** What is missing, as a sentence; undefined if nothing is. */
export function lackOf(facts: DatabaseFacts): string | undefined {
  const { database, user, version, encoding } = facts;
  if (version < 150_000)
    return `The server is PostgreSQL ${Math.floor(version / 10_000)}. Cairn needs version 15 or newer.`;
  if (encoding !== 'UTF8')
    return (
      `The database ${database} uses ${encoding}. Create one in UTF8 and set CAIRN_DATABASE_URL to it: ` +
      `create database … encoding 'UTF8' template template0.`
    );
  if (!facts.folds_letters)
    return (
      `In the locale of the database ${database} the lowercase of I is not i, so one email address could belong to ` +
      `two people. Create one in another locale and set CAIRN_DATABASE_URL to it: create database … encoding ` +
      `'UTF8' locale_provider libc locale 'C.UTF-8' template template0.`
    );
  if (facts.schema === null)
    return (
      `The user ${user} may not use any schema in the search_path of the database ${database}. Add ` +
      `one, or grant usage on it.`
    );
  if (facts.may_make_tables && facts.may_make_extensions) return undefined;
  return (
    `The user ${user} may not create tables and extensions in the database ${database}. Make the user its owner: ` +
    `alter database "${database}" owner to "${user}".`
  );
}
