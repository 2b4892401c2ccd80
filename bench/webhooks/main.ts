// Measures the cost of ten webhooks for a save over HTTP, the deliveries per minute of one process, and its reads
// during steady deliveries: node scripts/run-ts.mjs bench/webhooks/main.ts, after npm run build:server. Takes about a
// minute. CAIRN_TEST_DATABASE_URL names an empty PostgreSQL database; without it storage is embedded.
import { DOCUMENT } from '../support/document.ts';
import { median } from '../support/median.ts';
import { startCairn } from '../support/processes.ts';
import type { Seeded } from '../support/seed.ts';
import { onDatabase, SERVER, storageOn } from '../support/storage.ts';
import { openHook, SETTINGS, twoWorkspaces, WEBHOOKS } from './seed.ts';

const NAMES = ['without', 'withTen'] as const;
const ROUNDS = 44;
const WARMING_UP = 4;
/** A number so small that they finish before the dispatcher checks again, a second after its last check. */
const SAVES_A_ROUND = 8;
const BURST = 200;
/** 1,200 deliveries per minute, with reads at the same time. */
const STEADY = { savesPerSecond: 2, readsPerSecond: 50, seconds: 10 };

const { url, env, remove } = await storageOn(SERVER);
const hook = await openHook();
const { without, withTen } = await onDatabase(url, (database) => twoWorkspaces(database, hook));
const cairn = await startCairn({ ...SETTINGS, ...env });
let turn = 0;
let saves = 0;

await saveRatio();
await burst();
await steady();
await cairn.stop();
await remove();
process.exit();

/**
 * The save itself; `burst` and `steady` measure the cost for other requests. The workspaces alternate with each save,
 * so that other work on the machine affects both.
 */
async function saveRatio(): Promise<void> {
  const times = { without: [] as number[], withTen: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let count = 0; count < SAVES_A_ROUND; count += 1)
      for (const name of (round + count) % 2 === 0 ? NAMES : NAMES.slice().reverse()) {
        const took = await timed(() => save({ without, withTen }[name]));
        if (round >= WARMING_UP) times[name].push(took);
      }
    await allArrived();
  }
  const [plain, followed] = [median(times.without), median(times.withTen)];
  console.log(
    `A save: ${plain.toFixed(2)} ms without webhooks, ${followed.toFixed(2)} ms with ${WEBHOOKS}; ratio of the ` +
      `medians of ${times.without.length} saves each ${(followed / plain).toFixed(3)} (aim: at most 1.05).`,
  );
}

/** Saves without a pause, and the rate of the resulting deliveries. */
async function burst(): Promise<void> {
  const alone = performance.now();
  for (let count = 0; count < BURST; count += 1) await save(without);
  const began = performance.now();
  const before = hook.arrived();
  for (let count = 0; count < BURST; count += 1) await save(withTen);
  const ratio = (performance.now() - began) / (began - alone);
  await allArrived();
  const seconds = (performance.now() - began) / 1_000;
  const delivered = hook.arrived() - before;
  const perMinute = Math.round((delivered / seconds) * 60).toLocaleString('en');
  console.log(`${delivered} deliveries of ${BURST} saves in ${seconds.toFixed(1)} s: ${perMinute} a minute.`);
  console.log(
    `Saves in a row, their deliveries leaving all the while: ${ratio.toFixed(2)} times the time without any.`,
  );
}

/** Reads at a steady pace, first alone and then while saves cause constant deliveries. */
async function steady(): Promise<void> {
  const alone = await pacedReads();
  const before = hook.arrived();
  let isOver = false;
  const saving = (async () => {
    for (; !isOver; await pause(1_000 / STEADY.savesPerSecond)) await save(withTen);
  })();
  const beside = await pacedReads();
  isOver = true;
  await saving;
  const inTime = hook.arrived() - before;
  await allArrived();
  const perMinute = Math.round((inTime / STEADY.seconds) * 60).toLocaleString('en');
  console.log(
    `Beside ${STEADY.readsPerSecond} reads a second: ${perMinute} deliveries a minute (aim: 1,000); a read ` +
      `${alone.toFixed(2)} ms without them, ${beside.toFixed(2)} ms beside them (medians).`,
  );
}

async function pacedReads(): Promise<number> {
  const times: number[] = [];
  const until = performance.now() + STEADY.seconds * 1_000;
  while (performance.now() < until) {
    const took = await timed(() => request(without, '', 'GET'));
    times.push(took);
    await pause(1_000 / STEADY.readsPerSecond - took);
  }
  return median(times);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function save(place: Seeded): Promise<void> {
  turn += 1;
  await request(place, '/document', 'PUT', JSON.stringify({ ...DOCUMENT, title: `Trail ${turn}` }));
  if (place === withTen) saves += 1;
}

async function request(place: Seeded, path: string, method: string, body?: string): Promise<void> {
  const headers = { authorization: `Bearer ${place.key}`, 'if-match': '*', 'content-type': 'application/json' };
  const answer = await fetch(`${cairn.address}/v1/trails/${place.trail_ids[0]}${path}`, {
    ...{ method, headers },
    ...(body === undefined ? {} : { body }),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
}

/** Each webhook gets one event per save. */
async function allArrived(): Promise<void> {
  const until = performance.now() + 60_000;
  while (hook.arrived() < saves * WEBHOOKS) {
    if (performance.now() > until) throw new Error(`${hook.arrived()} of ${saves * WEBHOOKS} deliveries arrived.`);
    await pause(20);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, Math.max(0, ms)));
}
