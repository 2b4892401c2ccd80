// What a command that failed in its middle has written into a folder.
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere } from '../base/if-there.ts';

/** Half of it would be taken for the whole, and stand in the way of the next attempt. A folder that was there stays. */
export async function removeAttempt(folder: string, wasThere: boolean): Promise<void> {
  if (!wasThere) return rm(folder, { recursive: true, force: true });
  for (const name of (await ifThere(readdir(folder))) ?? [])
    await rm(join(folder, name), { recursive: true, force: true });
}
