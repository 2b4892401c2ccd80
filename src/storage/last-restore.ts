// That a database was brought back to an earlier state: a restore notes it, and the next start of the service does what
// is to be done then (start/skip-numbers.ts).
import type { Db, Tx } from './database.ts';
import { type Sql, sql, textOf, trusted } from './sql.ts';

const NAME = 'restored';

/** `made_at`: when the state was that of the service, in ISO 8601. */
export async function noteRestore(db: Db, made_at: string): Promise<void> {
  await db.rows(noteOf(sql`${made_at}`));
}

const noteOf = (made_at: Sql): Sql => sql`
  insert into service_settings (name, value) values (${trusted(`'${NAME}'`)}, ${made_at})
  on conflict (name) do update set value = least(service_settings.value, excluded.value)`;

/** The same statement for psql, of whose variables `made_at` is one. */
export const RESTORE_NOTE = textOf(noteOf(trusted(`:'made_at'`)));

/** Whether a restore is noted. */
export const hasRestore = async (db: Db): Promise<boolean> =>
  (await db.row(sql`select 1 as noted from service_settings where name = ${NAME}`)) !== undefined;

/** The noted moment, which is forgotten with the transaction; undefined where none is, or another process has it. */
export async function takeRestore(tx: Tx): Promise<string | undefined> {
  const row = await tx.row<{ value: string }>(sql`delete from service_settings where name = ${NAME} returning value`);
  return row?.value;
}
