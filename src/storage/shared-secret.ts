// A secret shared by all processes without configuration: created once and stored in the database.
import { randomBytes } from 'node:crypto';
import type { Database } from './database.ts';
import { sql } from './sql.ts';

/** The secret with that name, created on first use: 32 random bytes as hex. It is only as safe as the database. */
export async function sharedSecret(database: Database, name: string): Promise<string> {
  const made = await findSharedSecret(database, name);
  if (made !== undefined) return made;
  await database.rows(sql`
    insert into service_settings (name, value) values (${name}, ${randomBytes(32).toString('hex')})
      on conflict (name) do nothing`);
  return (await findSharedSecret(database, name)) ?? '';
}

/** The secret with that name, or undefined. */
export async function findSharedSecret(database: Database, name: string): Promise<string | undefined> {
  const row = await database.row<{ value: string }>(sql`select value from service_settings where name = ${name}`);
  return row?.value;
}

/** Removes secrets that CAIRN_SECRET has replaced, and returns whether there were any. */
export async function forgetSharedSecrets(database: Database, names: readonly string[]): Promise<boolean> {
  const rows = await database.rows(sql`
    delete from service_settings where name = any(${[...names]}::text[]) returning 1 as forgotten`);
  return rows.length > 0;
}
