// The commit of this build, written next to it by scripts/build-info.mjs.
import { readFileSync } from 'node:fs';

/** The commit, or `development` without a build. */
export const RELEASE: string = readRelease();

function readRelease(): string {
  try {
    return readFileSync(new URL('../release.txt', import.meta.url), 'utf8').trim();
  } catch {
    return 'development';
  }
}
