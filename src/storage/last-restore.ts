// Marks a database that was restored to an earlier state. The service's next start then does the necessary work
// (start/skip-numbers.ts).
import type { Db, Tx } from './database.ts';
import { type Sql, sql, textOf, trusted } from './sql.ts';

const NAME = 'restored';

/** `made_at`: the time of the restored state, in ISO 8601. */
export async function noteRestore(db: Db, made_at: string): Promise<void> {
  await db.rows(noteOf(sql`${made_at}`));
}

const noteOf = (made_at: Sql): Sql => sql`
  insert into service_settings (name, value) values (${trusted(`'${NAME}'`)}, ${made_at})
  on conflict (name) do update set value = least(service_settings.value, excluded.value)`;

/** The same statement for psql with the variable `made_at`. */
export const RESTORE_NOTE = textOf(noteOf(trusted(`:'made_at'`)));

/** True if the database is marked. */
export const hasRestore = async (db: Db): Promise<boolean> =>
  (await db.row(sql`select 1 as noted from service_settings where name = ${NAME}`)) !== undefined;

/** Returns and deletes the mark in this transaction; undefined if there is none or another process has it. */
export async function takeRestore(tx: Tx): Promise<string | undefined> {
  const row = await tx.row<{ value: string }>(sql`delete from service_settings where name = ${NAME} returning value`);
  return row?.value;
}
