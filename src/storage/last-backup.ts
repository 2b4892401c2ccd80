// When the last backup was made, kept in the database so that every process can tell its age.
import type { Db } from './database.ts';
import { sql } from './sql.ts';

const NAME = 'last-backup';

export async function noteBackup(db: Db, at: Date): Promise<void> {
  await db.rows(sql`
    insert into service_settings (name, value) values (${NAME}, ${at.toISOString()})
    on conflict (name) do update set value = excluded.value`);
}

/** Milliseconds since the epoch, or undefined where none was noted. */
export async function lastBackupAt(db: Db): Promise<number | undefined> {
  const row = await db.row<{ value: string }>(sql`select value from service_settings where name = ${NAME}`);
  return row === undefined ? undefined : Date.parse(row.value);
}
