// Prints the lines of hand-written code of each room next to its budget (scripts/line-budget.json), and fails if one
// exceeds it. To grow, raise the number and add an entry under `growth` that names the feature it pays for.
// Usage: node scripts/check-lines.mjs [--all]     --all also prints rooms within their budget
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { rooms } = JSON.parse(readFileSync(new URL('line-budget.json', import.meta.url), 'utf8'));
const listed = execFileSync('git', [
  'ls-files',
  '-co',
  '--exclude-standard',
  'src',
  'packages/*/src/**',
  'console/src',
]);
const lines = {};
for (const file of new Set(listed.toString().split('\n'))) {
  if (!/\.(ts|tsx|mjs|css)$/.test(file) || file.includes('/generated/')) continue;
  const parts = file.split('/');
  const depth = Math.min(parts[0] === 'src' ? 2 : 3, parts.length - 1);
  const room = parts.slice(0, depth).join('/');
  try {
    lines[room] = (lines[room] ?? 0) + readFileSync(file, 'utf8').split('\n').length - 1;
  } catch {
    // Deleted, but the deletion is not committed yet.
  }
}

let total = 0;
for (const [room, count] of Object.entries(lines).sort()) {
  total += count;
  const budget = rooms[room] ?? 0;
  if (count > budget) process.exitCode = 1;
  if (count > budget || process.argv.includes('--all')) console.log(`${room}: ${count} lines of ${budget}`);
}
console.log(`${total} lines of hand-written code`);
if (process.exitCode === 1) console.log('Remove code, or raise the budget with an entry that names the feature.');
