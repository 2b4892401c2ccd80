// Writes the commit of this build beside it, for /health: of SOURCE_COMMIT where the history is not there, as in an
// image.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

let commit = process.env.SOURCE_COMMIT || 'unversioned';
try {
  commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
} catch {
  // A copy without its history is built too.
}
writeFileSync(new URL('../dist/release.txt', import.meta.url), `${commit}\n`);
