// Files in dist that the build writes.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * The bytes of a built file, or undefined if it does not exist. Resolved by package name, so that bundled code finds it
 * too.
 */
export function builtFile(name: string): Buffer | undefined {
  const path = pathOf(name);
  return path !== undefined && existsSync(path) ? readFileSync(path) : undefined;
}

function pathOf(name: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(`@cairn/surfacing-judge/${name}`);
  } catch {
    return undefined;
  }
}
