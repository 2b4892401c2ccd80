// Whether there is an embedded database to open. Opening makes one where there is none, so what only looks asks first.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere } from '../base/if-there.ts';
import type { Config } from '../start/config.ts';

/** The folder that has no database yet; one that this user may not enter is not absent. Undefined: open it and see. */
export async function absentFolder(database: Config['database']): Promise<string | undefined> {
  if (database.kind === 'postgres') return undefined;
  const found = await ifThere(stat(join(database.folder, 'postgres')));
  return found === undefined ? database.folder : undefined;
}
