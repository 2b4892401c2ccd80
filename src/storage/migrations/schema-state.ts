// Compares a database's schema with this release's. Newer releases first only add things, which does not affect this
// release. Only a migration that removes something (`servesFrom`) ends support for it.
import type { AppliedMigration } from '../applied-migration.ts';
import type { Migration } from './migration-files.ts';

/**
 * `behind` needs `migrate`, `newer` needs a newer release, and `changed` needs the release that built the database.
 * `current` may include additions from a newer release.
 */
export type SchemaState = 'empty' | 'behind' | 'current' | 'newer' | 'changed';

/** The state of a database with the `applied` migrations, for a release that knows `known`. */
export function schemaStateOf(applied: readonly AppliedMigration[], known: readonly Migration[]): SchemaState {
  if (applied.length === 0) return 'empty';
  const newest = known.at(-1)?.version ?? 0;
  if (applied.some((row) => row.version > newest && row.serves_from > newest)) return 'newer';
  if (changedOf(applied, known) !== undefined) return 'changed';
  return missingOf(applied, known).some((migration) => !isContracting(migration)) ? 'behind' : 'current';
}

/** The first migration whose file differs from the applied one. */
export const changedOf = (applied: readonly AppliedMigration[], known: readonly Migration[]): Migration | undefined =>
  known.find((migration) =>
    applied.some(({ version, checksum }) => version === migration.version && checksum !== migration.checksum),
  );

export function missingOf(applied: readonly AppliedMigration[], known: readonly Migration[]): readonly Migration[] {
  const versions = new Set(applied.map(({ version }) => version));
  return known.filter(({ version }) => !versions.has(version));
}

/** True if it removes something that an earlier release needs, so it waits until none is running. */
export const isContracting = ({ servesFrom }: Migration): boolean => servesFrom > 0;
