// Writes the commit of this build into dist, for /health. SOURCE_COMMIT names it if there is no Git history (images).
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

let commit = process.env.SOURCE_COMMIT || 'unversioned';
try {
  commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
} catch {
  // A copy without Git history can also be built.
}
writeFileSync(new URL('../dist/release.txt', import.meta.url), `${commit}\n`);
