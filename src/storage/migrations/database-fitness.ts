// What a database must be before tables are made in it: new enough, in UTF-8, and with the rights to build there.
import { refuse } from '../../base/refusal.ts';
import type { Db } from '../database.ts';
import { sql } from '../sql.ts';

/** What the database says of itself and of the user who asks. */
export interface DatabaseFacts {
  readonly database: string;
  readonly user: string;
  /** `server_version_num`, e.g. 150004. */
  readonly version: number;
  readonly encoding: string;
  /** False in a new database whose locale has other small letters than e-mail addresses: Turkish, Azerbaijani. */
  readonly folds_letters: boolean;
  /** Where tables are made; null where the search path names no schema that the user may use. */
  readonly schema: string | null;
  readonly may_make_tables: boolean;
  /** Extensions are there, or may be made. */
  readonly may_make_extensions: boolean;
}

/** Refuses with `conflict`, and says what to do, where this release's tables cannot be made. */
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

/** In a sentence; undefined where nothing is lacking. */
export function lackOf(facts: DatabaseFacts): string | undefined {
  const { database, user, version, encoding } = facts;
  if (version < 150_000)
    return `The server is PostgreSQL ${Math.floor(version / 10_000)}. Cairn needs version 15 or newer.`;
  if (encoding !== 'UTF8')
    return (
      `The database ${database} is in ${encoding}. Create one in UTF8 and name it in CAIRN_DATABASE_URL: ` +
      `create database … encoding 'UTF8' template template0.`
    );
  if (!facts.folds_letters)
    return (
      `In the locale of the database ${database} the small letter of I is not i, so that one e-mail address could be ` +
      `two people's. Create one in another locale and name it in CAIRN_DATABASE_URL: create database … encoding ` +
      `'UTF8' locale_provider libc locale 'C.UTF-8' template template0.`
    );
  if (facts.schema === null)
    return (
      `The user ${user} may use no schema that the setting search_path names in the database ${database}: name ` +
      `one there, or grant usage on it.`
    );
  if (facts.may_make_tables && facts.may_make_extensions) return undefined;
  return (
    `The user ${user} may not make tables and extensions in the database ${database}. Make them its owner: ` +
    `alter database "${database}" owner to "${user}".`
  );
}
