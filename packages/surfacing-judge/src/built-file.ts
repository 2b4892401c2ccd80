// Files that the build makes beside this package.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * The bytes of a file that the build wrote; undefined where there is none. Found by the package's own name, so that a
 * bundle elsewhere finds it too.
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
