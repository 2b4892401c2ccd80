// `npm run dev`: the service, restarted whenever its source changes, and the console with hot reload in front of it.
// Prints a sign-in link. Data lives in `.cache/dev`; delete that folder to start over with fresh demo data.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'vite';

const SERVICE_PORT = process.env.PORT ?? '8080';
const CONSOLE_PORT = 5173;
const ADDRESS = `http://localhost:${CONSOLE_PORT}`;
const DATA = '.cache/dev';

const compiler = ['node_modules/typescript-7/bin/tsc', '-p', 'tsconfig.build.json'];
const service = {
  ...process.env,
  PORT: SERVICE_PORT,
  // Links and cookies use the console's address. Vite forwards all other requests to the service.
  CAIRN_PUBLIC_URL: process.env.CAIRN_PUBLIC_URL ?? ADDRESS,
  // Allows identity providers and webhook receivers on this machine.
  CAIRN_EGRESS_ALLOW: process.env.CAIRN_EGRESS_ALLOW ?? '127.0.0.0/8,::1/128',
  CAIRN_DATABASE_URL: process.env.CAIRN_DATABASE_URL ?? `embedded:${DATA}`,
  CAIRN_ASSETS: process.env.CAIRN_ASSETS ?? `${DATA}/assets`,
};

const children = [];
const start = (args, env) => children.push(spawn(process.execPath, args, { stdio: 'inherit', env }));

// The first start prints a link with the demo's keys.
if (existsSync(DATA))
  spawnSync(process.execPath, ['dist/cli/cairn.js', 'login-link', '--email', 'olive@acme.example'], {
    stdio: 'inherit',
    env: service,
  });
start([...compiler, '--watch', '--preserveWatchOutput'], process.env);
start(['--watch', '--watch-preserve-output', 'dist/main.js'], service);

const vite = await createServer({
  configFile: 'console/vite.config.ts',
  server: { port: CONSOLE_PORT, strictPort: true },
});
await vite.listen();
console.log(`\nConsole with hot reload: ${ADDRESS}\n`);

async function stop() {
  for (const child of children) child.kill('SIGTERM');
  await Promise.all([vite.close(), ...children.map((child) => child.exitCode ?? once(child, 'exit'))]);
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
