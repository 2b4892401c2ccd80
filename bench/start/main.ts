// Measures the cost of the OAuth door for a service without clients: node scripts/run-ts.mjs bench/start/main.ts, after
// npm run build:server. Starts two copies of the build in turns, one of them with an empty door, on the same existing
// database. CAIRN_BENCH_STARTS sets the number of starts of each (10). The product has no such switch.
import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { median } from '../support/median.ts';
import { startCairn } from '../support/processes.ts';
import { SERVER, storageOn } from '../support/storage.ts';

const STARTS = Number(process.env.CAIRN_BENCH_STARTS ?? 10);
const KINDS = ['without', 'with'] as const;
type Kind = (typeof KINDS)[number];
const QUANTITIES = ['ready, ms', 'processor time, ms', 'resident, MB'] as const;
const EMPTY_DOOR = 'export const oauthEndpoints = () => ({ open: [], signedIn: [] });\n';

// Inside node_modules, so that the copies find their imports.
const builds = resolve('node_modules/.bench-start');
await rm(builds, { recursive: true, force: true });
const { env, remove } = await storageOn(SERVER);
const mains: Readonly<Record<Kind, string>> = { without: await copyOf('without'), with: await copyOf('with') };
await writeFile(join(builds, 'without/dist/doors/oauth/oauth.js'), EMPTY_DOOR);
for (const kind of KINDS) await (await startCairn(env, [], mains[kind])).stop();
const measured = { without: [] as number[][], with: [] as number[][] };
for (let turn = 0; turn < STARTS; turn += 1)
  for (const kind of turn % 2 === 0 ? KINDS : KINDS.toReversed()) {
    const cairn = await startCairn(env, [], mains[kind]);
    measured[kind].push([cairn.readyMs, cairn.processorMs(), cairn.memoryMb()]);
    await cairn.stop();
  }
console.log('| median of | without | with | ratio |\n|---|---:|---:|---:|');
for (const [index, quantity] of QUANTITIES.entries()) {
  const [without = 1, withIt = 0] = KINDS.map((kind) => median(measured[kind].map((start) => start[index] ?? 0)));
  console.log(`| ${quantity} | ${without.toFixed(0)} | ${withIt.toFixed(0)} | ${(withIt / without).toFixed(3)} |`);
}
await remove();
await rm(builds, { recursive: true, force: true });
process.exit();

/** Makes a copy of the build that starts like the build, and returns its main file. */
async function copyOf(kind: Kind): Promise<string> {
  const root = join(builds, kind);
  await mkdir(root, { recursive: true });
  await cp(resolve('dist'), join(root, 'dist'), { recursive: true });
  for (const beside of ['migrations', 'package.json']) await symlink(resolve(beside), join(root, beside));
  return join(root, 'dist/main.js');
}
