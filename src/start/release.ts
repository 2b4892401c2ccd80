// The commit that this build was made from, written beside the build (scripts/build-info.mjs).
import { readFileSync } from 'node:fs';

/** The commit, or `development` where there is no build. */
export const RELEASE: string = readRelease();

function readRelease(): string {
  try {
    return readFileSync(new URL('../release.txt', import.meta.url), 'utf8').trim();
  } catch {
    return 'development';
  }
}
