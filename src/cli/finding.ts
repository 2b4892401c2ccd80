// What `cairn doctor` says of one thing that it looked at.
import { constants, existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { failureSentence } from '../base/refusal.ts';

/** `warning`: it works, and is worth a thought. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'failed';
  readonly detail: string;
}

/** `look` answers what is well, or throws what is not. */
export async function failing(check: string, look: () => Promise<string>): Promise<Finding> {
  try {
    return { check, state: 'ok', detail: await look() };
  } catch (thrown) {
    return { check, state: 'failed', detail: failureSentence(thrown) };
  }
}

/** A folder that is not there yet is left to who runs the service: made here it would belong to who looks. */
export async function requirePlace(folder: string): Promise<void> {
  if (!existsSync(folder)) return requirePlace(dirname(resolve(folder)));
  // With the slash a file is none.
  await access(`${folder}/`, constants.W_OK | constants.X_OK);
}
