// Brings a database to this release's schema: plain SQL files, forward only, each in a transaction of its own, one
// process at a time. A database of a newer release is left alone.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { refuse } from '../base/refusal.ts';
import { appliedMigrations } from './applied.ts';
import type { Applied } from './applied-migration.ts';
import type { Database, Tx } from './database.ts';
import { sql, trusted } from './sql.ts';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

const FOLDER = new URL('../../migrations/', import.meta.url);
/** Any number that no other program uses for its advisory lock on this database. */
const LOCK_KEY = 20_261_120;

/** This release's migrations, in order: `migrations/NNNN_what_changes.sql`. */
export function migrations(): readonly Migration[] {
  return readdirSync(FOLDER)
    .filter((file) => /^\d{4}_\w+\.sql$/.test(file))
    .sort()
    .map((file) => {
      const text = readFileSync(new URL(file, FOLDER), 'utf8');
      return {
        version: Number(file.slice(0, 4)),
        name: file.slice(5, -4),
        text,
        checksum: createHash('sha256').update(text).digest('hex'),
      };
    });
}

/**
 * The schema's state beside this release: `behind` wants `migrate`, `newer` a newer release, `changed` the one that
 * built it.
 */
export type SchemaState = 'empty' | 'behind' | 'current' | 'newer' | 'changed';

/** Reads the state without changing anything. */
export async function schemaState(database: Database, known = migrations()): Promise<SchemaState> {
  return stateOf(await appliedMigrations(database), known);
}

/** The same of migrations that were read already. */
export function stateOf(applied: readonly Applied[], known: readonly Migration[]): SchemaState {
  if (applied.length === 0) return 'empty';
  const newest = known.at(-1)?.version ?? 0;
  if (applied.some(({ version }) => version > newest)) return 'newer';
  if (applied.some((row) => isChanged(row, known))) return 'changed';
  return applied.length < known.length ? 'behind' : 'current';
}

/**
 * Applies what is missing and answers the names applied. Several processes may call it at once: they wait for each
 * other. Refuses with `conflict` when the database is of a newer release, or when an applied file was changed.
 */
export async function migrate(database: Database, known = migrations()): Promise<string[]> {
  const done: string[] = [];
  if (isWhole(await appliedMigrations(database), known)) return done;
  for (const migration of known) {
    const applied = await database.inTransaction((tx) => applyOne(tx, migration, known), { isPatient: true });
    if (applied) done.push(`${String(migration.version).padStart(4, '0')}_${migration.name}`);
  }
  return done;
}

async function applyOne(tx: Tx, migration: Migration, known: readonly Migration[]): Promise<boolean> {
  await tx.rows(sql`select pg_advisory_xact_lock(${LOCK_KEY})`);
  await tx.rows(sql`
    create table if not exists schema_migrations (
      version integer primary key, name text not null, checksum text not null,
        applied_at timestamptz not null default now()
    )`);
  const rows = await tx.rows<Applied>(sql`select version, checksum from schema_migrations`);
  const newest = known.at(-1)?.version ?? 0;
  if (rows.some((row) => row.version > newest)) throw newerSchema();
  const row = rows.find(({ version }) => version === migration.version);
  if (row !== undefined) {
    if (row.checksum !== migration.checksum) throw changedFile(migration);
    return false;
  }
  for (const statement of statementsOf(migration.text)) await tx.rows(trusted(statement));
  await tx.rows(sql`
    insert into schema_migrations (version, name, checksum)
    values (${migration.version}, ${migration.name}, ${migration.checksum})`);
  return true;
}

/** Splits a file at lines that end in `;` outside a `$$` body: enough for files that are ours. */
export function statementsOf(text: string): string[] {
  const statements: string[] = [];
  let current: string[] = [];
  let inBody = false;
  for (const line of text.split('\n')) {
    if (line.trimStart().startsWith('--') && !inBody) continue;
    current.push(line);
    if (line.split('$$').length % 2 === 0) inBody = !inBody;
    if (inBody || !line.trimEnd().endsWith(';')) continue;
    statements.push(current.join('\n').trim());
    current = [];
  }
  if (current.join('').trim() !== '') statements.push(current.join('\n').trim());
  return statements;
}

/** Exactly this release's migrations are applied: the usual start, which then takes no lock. */
const isWhole = (applied: readonly Applied[], known: readonly Migration[]): boolean =>
  applied.length === known.length &&
  applied.every(({ version, checksum }, place) => {
    const migration = known[place];
    return migration?.version === version && migration.checksum === checksum;
  });

const isChanged = ({ version, checksum }: Applied, known: readonly Migration[]): boolean =>
  known.some((migration) => migration.version === version && migration.checksum !== checksum);

const newerSchema = (): Error =>
  refuse(
    'conflict',
    'The database was migrated by a newer release of Cairn. Start that release, or restore a backup of before.',
  );

const changedFile = (migration: Migration): Error =>
  refuse(
    'conflict',
    `Migration ${migration.version} (${migration.name}) differs from the one this database was built with. Start ` +
      `the release that built it, or restore a backup.`,
  );
