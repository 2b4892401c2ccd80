// Checks whether an embedded database exists, because opening a missing one would create it.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere } from '../base/files.ts';
import type { Config } from '../start/config.ts';

/**
 * Returns the folder if it contains no database. Undefined if it contains one, or if this user cannot read the folder.
 */
export async function absentFolder(database: Config['database']): Promise<string | undefined> {
  if (database.kind === 'postgres') return undefined;
  const found = await ifThere(stat(join(database.folder, 'postgres')));
  return found === undefined ? database.folder : undefined;
}
