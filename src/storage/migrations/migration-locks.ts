// What a migration's statements would lock, read from their text: enough for files that are ours.
import { type Migration, statementsOf, titleOf } from './migration-files.ts';

export interface StatementLock {
  readonly migration: string;
  readonly table: string;
  /** `writes`: who changes the table waits. `everything`: who reads it too. */
  readonly blocks: 'writes' | 'everything';
  /** True where it is held while every row is read or written; else for a moment. */
  readonly isLong: boolean;
  readonly statement: string;
}

const TABLE = /^\s*(?:alter table(?: if exists)?(?: only)?|update|delete from|drop table(?: if exists)?)\s+(\w+)/i;
const INDEX = /^\s*create (?:unique )?index\s+(?!concurrently)(?:if not exists )?\w+ on (?:only )?(\w+)/i;
const TRIGGER = /^\s*create (?:or replace )?(?:constraint )?trigger\s+\w+[\s\S]*?\son\s+(\w+)/i;
/** Parts of `alter table` that read or write every row while nobody else may. */
const REWRITES = new RegExp(
  [
    /alter column \w+ (?:set data )?type/,
    /set not null/,
    /add (?:column (?:if not exists )?)?\w+ [^,]*generated always as/,
    /add (?:column (?:if not exists )?)?\w+ [^,]*default (?:nextval|clock_timestamp|gen_random_uuid)/,
    /add constraint(?![\s\S]*not valid)/,
    /add (?:primary key|unique|foreign key|check)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);

/** The locks on tables that exist already, in order. A table that the same migrations make is nobody's yet. */
export function locksOf(migrations: readonly Migration[]): readonly StatementLock[] {
  const fresh = new Set<string>();
  return migrations.flatMap((migration) =>
    statementsOf(migration.text).flatMap((statement): StatementLock[] => {
      const made = /^\s*create table(?: if not exists)?\s+(\w+)/i.exec(statement)?.[1];
      if (made !== undefined) fresh.add(made);
      const lock = lockOf(statement);
      if (lock === undefined || fresh.has(lock.table)) return [];
      return [{ migration: titleOf(migration), ...lock, statement: statement.split('\n')[0]?.trim() ?? '' }];
    }),
  );
}

function lockOf(statement: string): Pick<StatementLock, 'table' | 'blocks' | 'isLong'> | undefined {
  const index = INDEX.exec(statement)?.[1];
  if (index !== undefined) return { table: index, blocks: 'writes', isLong: true };
  const trigger = TRIGGER.exec(statement)?.[1];
  if (trigger !== undefined) return { table: trigger, blocks: 'writes', isLong: false };
  const table = TABLE.exec(statement)?.[1];
  if (table === undefined) return undefined;
  if (/^\s*(update|delete)/i.test(statement)) return { table, blocks: 'writes', isLong: true };
  return { table, blocks: 'everything', isLong: REWRITES.test(statement) };
}
