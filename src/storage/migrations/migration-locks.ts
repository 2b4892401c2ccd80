// Finds the locks of a migration's statements from their text, which suffices for our own files.
import { type Migration, statementsOf, titleOf } from './migration-files.ts';

export interface StatementLock {
  readonly migration: string;
  readonly table: string;
  /** `writes`: blocks writers of the table. `everything`: also blocks readers. */
  readonly blocks: 'writes' | 'everything';
  /** True if the lock is held while every row is read or written; false if it is brief. */
  readonly isLong: boolean;
  readonly statement: string;
}

const TABLE = /^\s*(?:alter table(?: if exists)?(?: only)?|update|delete from|drop table(?: if exists)?)\s+(\w+)/i;
const INDEX = /^\s*create (?:unique )?index\s+(?!concurrently)(?:if not exists )?\w+ on (?:only )?(\w+)/i;
const TRIGGER = /^\s*create (?:or replace )?(?:constraint )?trigger\s+\w+[\s\S]*?\son\s+(\w+)/i;
/** Parts of `alter table` that read or write every row under an exclusive lock. */
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

/** Locks on existing tables, in order. Tables created by the same migrations do not count. */
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
