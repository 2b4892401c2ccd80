// Runs package.json scripts in parallel, since each uses one core. Fails if any of them fails.
// Usage: node scripts/beside.mjs NAME…
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const codes = process.argv.slice(2).map(async (name) => {
  const [code] = await once(spawn('npm', ['run', '--silent', name], { stdio: 'inherit' }), 'exit');
  return code ?? 1;
});
process.exitCode = Math.max(...(await Promise.all(codes)));
