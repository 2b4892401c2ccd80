// Runs the lines of docs/quickstart.md with curl, unaltered, against a fresh `npm start`, and compares each status with
// the one in its comment.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const page = await readFile('docs/quickstart.md', 'utf8');
const lines = [...page.matchAll(/^```sh journey\n([\s\S]*?)^```$/gm)].map(([, block]) => block).join('\n');
const expected = [...lines.matchAll(/^api .*# (\d{3})$/gm)].map(([, status]) => status);
const calls = lines.match(/^api /gm) ?? [];
if (expected.length === 0 || calls.length !== expected.length) {
  console.error('Every line of docs/quickstart.md that begins with "api" must end with the status it expects.');
  process.exit(1);
}

const folder = await mkdtemp(join(tmpdir(), 'cairn-readme-'));
const port = await freePort();
const service = spawn('npm', ['start', '--silent'], {
  env: {
    ...process.env,
    PORT: String(port),
    CAIRN_DATABASE_URL: `embedded:${join(folder, 'data')}`,
    CAIRN_ASSETS: join(folder, 'assets'),
    CAIRN_METRICS_PORT: 'off',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
  detached: true,
});
try {
  const exports = await exportsOf(service);
  const shell = spawn('bash', ['-eu', '-o', 'pipefail', '-c', `${exports}\n${lines}`], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  shell.stdout.on('data', (chunk) => (output += chunk));
  const [code] = await once(shell, 'close');
  const got = [...output.matchAll(/^status (\d{3})$/gm)].map(([, status]) => status);
  process.stdout.write(output);
  if (code !== 0 || got.join() !== expected.join()) {
    console.error(`docs/quickstart.md: expected ${expected.join(' ')}, got ${got.join(' ')}, exit code ${code}`);
    process.exitCode = 1;
  } else console.log(`docs/quickstart.md: ${got.length} requests answered as it says.`);
} finally {
  process.kill(-service.pid, 'SIGTERM');
  await once(service, 'close');
  await rm(folder, { recursive: true, force: true });
}

/** Resolves with the two lines that the first start prints. */
function exportsOf(child) {
  return new Promise((done, fail) => {
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      const found = printed.match(/^ {2}export CAIRN_\w+=.*\n/gm);
      if (found?.length === 2) done(found.map((line) => line.trim()).join('\n'));
    });
    child.once('exit', () => fail(new Error(`the service ended:\n${printed}`)));
  });
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address();
  server.close();
  await once(server, 'close');
  return free;
}
