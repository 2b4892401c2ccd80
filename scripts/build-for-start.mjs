// Builds before `npm start`. Reports each stage, because the first build takes a minute, and skips stages whose sources
// have not changed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { buildStages } from './staged-build.mjs';

const SHARED = ['package-lock.json', 'package.json', 'scripts', 'packages', 'docs'];
const PAGES = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'];
const STAGES = [
  {
    name: 'The server',
    script: 'build:server',
    sources: [...SHARED, 'src', 'migrations', 'tsconfig.base.json', 'tsconfig.build.json'],
    output: 'dist/main.js',
  },
  {
    name: 'The console',
    script: 'build:console',
    sources: [...SHARED, 'console', 'src', 'texts'],
    output: 'dist/console',
  },
  { name: 'The documentation', script: 'build:docs', sources: [...SHARED, ...PAGES, 'site'], output: 'dist/docs' },
];

async function run({ script }) {
  const [code] = await once(spawn('npm', ['run', '--silent', script], { stdio: 'inherit' }), 'exit');
  return code ?? 1;
}

process.exitCode = await buildStages(STAGES, {
  root: fileURLToPath(new URL('..', import.meta.url)),
  run,
  print: (line) => console.log(line),
  seconds: () => performance.now() / 1_000,
});
// The commit may have changed although no source did.
if (process.exitCode === 0) await import('./build-info.mjs');
