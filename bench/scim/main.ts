// Compares provisioning with scimmy-routers in memory, in one run: node scripts/run-ts.mjs bench/scim/main.ts [--users
// 100000] [--postgres postgres://…] [--json]. --postgres or CAIRN_TEST_DATABASE_URL names an empty PostgreSQL database.
// Without it the bench measures durable embedded storage in a temporary folder. Each server has a separate thread.
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { SERVER, type Storage, storageOn } from '../support/storage.ts';
import { startCairn } from './cairn-server.ts';
import { createUsers, fullSync, groupFigures, lookUps, ofThousand, times, walk } from './figures.ts';
import type { Ready } from './ready.ts';
import { startScimmy } from './scimmy-server.ts';
import { seedGroup } from './seed.ts';

type Order =
  | { readonly kind: 'cairn'; readonly env: Storage['env']; readonly users: number }
  | { readonly kind: 'scimmy' };

if (isMainThread) await main();
else await serveInThread(workerData as Order);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { users: { type: 'string', default: '100000' }, postgres: { type: 'string' }, json: { type: 'boolean' } },
  });
  const users = Number(values.users);
  const server = values.postgres ?? SERVER;
  const storage = server === undefined ? 'embedded' : 'postgres';
  const { env, remove } = await storageOn(server);
  const figures: Record<string, unknown> = { storage, users };
  const tell = (name: string, value: unknown): void => {
    figures[name] = value;
    if (values.json !== true) console.log(`${name}: ${JSON.stringify(value)}`);
  };
  const ours = await startThread({ kind: 'cairn', env, users });
  const theirs = await startThread({ kind: 'scimmy' });
  try {
    const peers = await ofThousand(theirs.ready.target);
    tell('userName eq at 1,000, scimmy in memory', peers.eq);
    tell('one member, group of 900, scimmy in memory', peers.member);
    const peersMade = await createUsers(theirs.ready.target, 'x', 3_000);
    tell('POST /Users, scimmy in memory', peersMade);
    await createUsers(ours.ready.target, 'warm', 1_000);
    const made = await createUsers(ours.ready.target, 'x', 3_000);
    tell('POST /Users', made);
    const found = await lookUps(ours.ready, users);
    tell('userName eq', found);
    const beside = await startThread({ kind: 'cairn', env, users: 0 });
    const own = await ofThousand(beside.ready.target);
    await beside.stop();
    tell('userName eq at 1,000', own.eq);
    tell('one member, group of 900', own.member);
    tell('of scimmy: POST /Users', times(made, peersMade));
    tell('of scimmy: userName eq', times(own.eq, peers.eq));
    tell('of scimmy: one member', times(own.member, peers.member));
    tell(`cost of userName eq at ${users.toLocaleString('en')} users, of its cost at 1,000`, times(own.eq, found));
    for (const [name, value] of Object.entries(await groupFigures(ours.ready))) tell(name, value);
    tell('walk by cursor', await walk(ours.ready.target));
  } finally {
    await theirs.stop();
    await ours.stop();
  }
  // A separate, empty workspace for the first sync of a customer.
  const second = await startThread({ kind: 'cairn', env, users: 0 });
  tell('first sync', await fullSync(second.ready.target));
  await second.stop();
  if (values.json === true) console.log(JSON.stringify(figures, null, 2));
  await remove();
}

function startThread(order: Order): Promise<{ ready: Ready; stop(): Promise<void> }> {
  const thread = new Worker(fileURLToPath(import.meta.url), { workerData: order });
  return new Promise((done, fail) => {
    thread.once('error', fail);
    thread.once('message', (ready: Ready) => {
      const stop = (): Promise<void> =>
        new Promise((gone) => {
          thread.once('exit', () => gone());
          thread.postMessage('stop');
        });
      done({ ready, stop });
    });
  });
}

async function serveInThread(order: Order): Promise<void> {
  if (order.kind === 'scimmy') {
    const token = randomUUID();
    const target = { address: await startScimmy(token), base: '/scim', token };
    parentPort?.once('message', () => process.exit(0));
    parentPort?.postMessage({ target, team_id: '', small: '', great: '' } satisfies Ready);
    return;
  }
  const { env, users } = order;
  const running = await startCairn(env, users);
  const group = (name: string, count: number): Promise<string> =>
    users === 0 ? Promise.resolve('') : seedGroup(running.database, running.scope, name, count);
  const small = await group('Small', 100);
  const great = await group('Great', users);
  parentPort?.once('message', () => void running.stop().then(() => process.exit(0)));
  parentPort?.postMessage({ target: running.target, team_id: running.scope.team_id, small, great } satisfies Ready);
}
