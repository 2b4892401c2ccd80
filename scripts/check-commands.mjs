// Runs the short commands in the contributor documents exactly as written. For all other commands, checks that their
// scripts and files exist.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const DOCUMENTS = ['AGENTS.md', 'CONTRIBUTING.md', 'docs/debugging.md', 'docs/testing.md'];
/** The other commands take minutes, don't end, or change files. */
const SHORT = /^(grep .*|npm run build:(server|console)|npm run mutants -- --list .*|npx vitest run \S+\.test\.ts)$/;

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const isThere = (command) => {
  const [program, verb, name = ''] = command.replace(' --silent', '').split(' ');
  if (program === 'npm') return verb !== 'run' || name in scripts;
  return /^(npx|grep)$/.test(program) || existsSync(program === 'node' ? verb : program);
};

const found = DOCUMENTS.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:^|`)((?:npm|npx|node|grep|\.ci\/\w+)\b[^`#\n]*)/gm)].map(([, text]) =>
    text.trim(),
  ),
);
const commands = [...new Set(found)];
const missing = commands.filter((command) => !isThere(command));
if (missing.length > 0) console.error(`These commands do not exist: ${missing.join(', ')}`);
const short = commands.filter((command) => SHORT.test(command));
const failed = short.filter((command) => {
  console.log(`$ ${command}`);
  return spawnSync('bash', ['-c', command], { stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0;
});
if (failed.length > 0) console.error(`These commands fail: ${failed.join(', ')}`);
if (missing.length + failed.length > 0) process.exitCode = 1;
console.log(`${short.length} of ${commands.length} commands for contributors were run.`);
