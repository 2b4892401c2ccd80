// A single check of `cairn doctor`.
import { existsSync } from 'node:fs';
import { mkdtemp, rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { failureSentence } from '../base/refusal.ts';

/** `warning`: it works, but deserves attention. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'failed';
  readonly detail: string;
}

/** `look` returns the detail of a passed check, or throws. */
export async function failing(check: string, look: () => Promise<string>): Promise<Finding> {
  try {
    return { check, state: 'ok', detail: await look() };
  } catch (thrown) {
    return { check, state: 'failed', detail: failureSentence(thrown) };
  }
}

/**
 * Checks that the folder (or its nearest existing parent) is writable, by creating and removing a folder in it:
 * permissions say nothing to root and in pseudo file systems. The folder itself is not created, because it would belong
 * to the current user instead of the service's user.
 */
export async function requirePlace(folder: string): Promise<void> {
  if (!existsSync(folder)) return requirePlace(dirname(resolve(folder)));
  await rmdir(await mkdtemp(join(folder, '.cairn-probe-')));
}
