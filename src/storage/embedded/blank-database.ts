// A migrated database without rows, made when the release is built. The first start copies it instead of creating one,
// which takes seconds and leaves much memory in use.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyFolder } from '../copy-folder.ts';
import { type Migration, migrations } from '../migrations/migration-files.ts';

const BLANK = fileURLToPath(new URL('../../../dist/blank-database/', import.meta.url));
/** A file next to the database that lists its migrations. */
const STATE = 'state.txt';

/** The database files. `state` describes how they were made. */
export const blankFolder = (root = BLANK): string => join(root, 'postgres');
export const stateFile = (root = BLANK): string => join(root, STATE);

/** Drops the template databases, which are not needed and take a third of the files, also in every backup. */
export const WITHOUT_TEMPLATES = [
  'update pg_database set datistemplate = false',
  'drop database if exists template0',
  'drop database if exists template1',
] as const;

export const schemaDigest = (known: readonly Migration[]): string =>
  createHash('sha256')
    .update(
      [...known.map(({ version, name, checksum }) => `${version} ${name} ${checksum}`), ...WITHOUT_TEMPLATES].join(),
    )
    .digest('hex');

/**
 * Copies the blank database to `folder/postgres` if that folder does not exist and this build has one with this
 * release's migrations. Returns true if it was copied. An interrupted copy leaves nothing behind.
 */
export async function beginFromBlank(folder: string, root = BLANK): Promise<boolean> {
  const place = join(folder, 'postgres');
  if (existsSync(place) || !isCurrent(root)) return false;
  const copy = join(folder, 'postgres.partial');
  await rm(copy, { recursive: true, force: true });
  await copyFolder(blankFolder(root), copy, 0o700);
  await rename(copy, place);
  return true;
}

const isCurrent = (root: string): boolean =>
  existsSync(stateFile(root)) && readFileSync(stateFile(root), 'utf8') === schemaDigest(migrations());
