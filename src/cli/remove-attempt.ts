// Removes the output of a failed command.
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere } from '../base/files.ts';

/** Removes partial output, so it is not mistaken for complete and does not block a retry. Keeps an existing folder. */
export async function removeAttempt(folder: string, wasThere: boolean): Promise<void> {
  if (!wasThere) return rm(folder, { recursive: true, force: true });
  for (const name of (await ifThere(readdir(folder))) ?? [])
    await rm(join(folder, name), { recursive: true, force: true });
}
