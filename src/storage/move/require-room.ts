// What a server's database must be before everything is moved into it: empty, ours to build in, and new enough.
import { refuse } from '../../base/refusal.ts';
import type { Db } from '../database.ts';
import { sql } from '../sql.ts';

/** What the database says of itself and of the user who asks. */
export interface Room {
  readonly database: string;
  readonly user: string;
  /** `server_version_num`, e.g. 150004. */
  readonly version: number;
  readonly encoding: string;
  /** Where tables are made; null where the user may use no schema. */
  readonly schema: string | null;
  readonly may_make_tables: boolean;
  /** Extensions are there, or may be made. */
  readonly may_make_extensions: boolean;
  readonly is_empty: boolean;
}

/** Refuses with `conflict`, and says what to do, where the database cannot take what is to be moved. */
export async function requireRoom(db: Db): Promise<void> {
  const room = await db.row<Room>(sql`
    select current_database()::text as database, current_user::text as user, current_schema()::text as schema,
      current_setting('server_version_num')::integer as version, pg_encoding_to_char(d.encoding) as encoding,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_make_tables,
      has_database_privilege(current_database(), 'create')
        or (select count(*) = 2 from pg_extension where extname in ('pg_trgm', 'btree_gin')) as may_make_extensions,
      not exists (
        select from pg_class c where c.relnamespace = current_schema()::regnamespace
          and not exists (select from pg_depend p where p.objid = c.oid and p.deptype = 'e')) as is_empty
    from pg_database d where d.datname = current_database()`);
  const lack = room && lackOf(room);
  if (lack !== undefined) throw refuse('conflict', lack);
}

/** In a sentence; undefined where nothing is lacking. */
export function lackOf(room: Room): string | undefined {
  const { database, user, version, encoding, schema } = room;
  if (version < 150_000)
    return `The server is PostgreSQL ${Math.floor(version / 10_000)}. Cairn needs version 15 or newer.`;
  if (encoding !== 'UTF8')
    return `The database ${database} is in ${encoding}. Create one in UTF8 and name it in CAIRN_DATABASE_URL.`;
  if (schema === null || !room.may_make_tables || !room.may_make_extensions)
    return (
      `The user ${user} may not make tables and extensions in the database ${database}. Make them its owner: ` +
      `alter database "${database}" owner to "${user}".`
    );
  return room.is_empty ? undefined : NOT_EMPTY;
}

const NOT_EMPTY = 'The database holds something already. Create an empty one and name it in CAIRN_DATABASE_URL.';

export const notEmpty = (): Error => refuse('conflict', NOT_EMPTY);
