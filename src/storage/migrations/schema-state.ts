// What a database's schema is beside this release's. A newer release expands first: what it adds leaves this release
// serving, and only a step that takes something away (`servesFrom`) ends that.
import type { AppliedMigration } from '../applied-migration.ts';
import type { Migration } from './migration-files.ts';

/**
 * `behind` wants `migrate`, `newer` a newer release, `changed` the one that built it. `current` may hold what a newer
 * release added.
 */
export type SchemaState = 'empty' | 'behind' | 'current' | 'newer' | 'changed';

/** The state of a database that has `applied`, for a release that has the migrations `known`. */
export function schemaStateOf(applied: readonly AppliedMigration[], known: readonly Migration[]): SchemaState {
  if (applied.length === 0) return 'empty';
  const newest = known.at(-1)?.version ?? 0;
  if (applied.some((row) => row.version > newest && row.serves_from > newest)) return 'newer';
  if (changedOf(applied, known) !== undefined) return 'changed';
  return missingOf(applied, known).some((migration) => !isContracting(migration)) ? 'behind' : 'current';
}

/** The first migration whose file is another than the one that was applied. */
export const changedOf = (applied: readonly AppliedMigration[], known: readonly Migration[]): Migration | undefined =>
  known.find((migration) =>
    applied.some(({ version, checksum }) => version === migration.version && checksum !== migration.checksum),
  );

export function missingOf(applied: readonly AppliedMigration[], known: readonly Migration[]): readonly Migration[] {
  const versions = new Set(applied.map(({ version }) => version));
  return known.filter(({ version }) => !versions.has(version));
}

/** It takes away what an earlier release relies on, and waits until no process of one is left. */
export const isContracting = ({ servesFrom }: Migration): boolean => servesFrom > 0;
