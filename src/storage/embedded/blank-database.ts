// A migrated database without a row, made when the release was built: the first start begins from a copy of it instead
// of making one, which takes seconds and leaves much memory behind.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyFolder } from '../copy-folder.ts';
import { type Migration, migrations } from '../migrations/migration-files.ts';

const BLANK = fileURLToPath(new URL('../../../dist/blank-database/', import.meta.url));
/** Beside the files: the migrations that are in them. */
const STATE = 'state.txt';

/** The files of the database, `state` what it was made with. */
export const blankFolder = (root = BLANK): string => join(root, 'postgres');
export const stateFile = (root = BLANK): string => join(root, STATE);

/** Nobody makes databases in it: what they would be made from is a third of its files, and of every backup. */
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
 * Puts a copy into `folder` (to be `folder/postgres`) where there is nothing yet, and this build has one with the
 * migrations of this release; answers whether it did. A copy that is cut short leaves the place empty.
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
