// The version of this release, and the commit of this build, written next to it by scripts/build-info.mjs.
import { readFileSync } from 'node:fs';

/** The version number, such as 1.0.0. */
export const VERSION: string = readVersion();

function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** The commit, or `development` if the service was not built. */
export const RELEASE: string = readRelease();

function readRelease(): string {
  try {
    return readFileSync(new URL('../release.txt', import.meta.url), 'utf8').trim();
  } catch {
    return 'development';
  }
}
