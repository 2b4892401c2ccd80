// npm run bench:mixed: reads among saves. First the mixed load: 0, 1, 10 and 30 % of the requests save a trail of the
// same workspace. A perfect service would reach 1 / ((1 - p) / R + p / W), where R and W are reads and saves measured
// alone in the same run. The same ratio is printed for the service's processor time, which other work on the machine
// disturbs less, with the share of a core that the service used. The ratios assume that this share is always the same:
// with few connections, requests wait for each other and fewer share a statement (--connections 128 measures with 128
// instead of 32). Then reads while another workspace saves 200 times a second, in processor time. Rounds are repeated
// and the medians printed; --quick measures one short round. CAIRN_TEST_DATABASE_URL names an empty PostgreSQL database
// for the second storage.
import { DOCUMENT } from '../support/document.ts';
import { CONNECTIONS, type Cost, fire, fireAt, fireSoMany, fireSteadily, type Shot } from '../support/load.ts';
import { median } from '../support/median.ts';
import { type Subject, startCairn } from '../support/processes.ts';
import { type Seeded, seed } from '../support/seed.ts';
import { nameOf, onDatabase, SERVER, storageOn } from '../support/storage.ts';

const [SECONDS, ROUNDS] = process.argv.includes('--quick') ? [2, 1] : [4, 3];
const CONNECTED = process.argv.includes('--connections')
  ? Number(process.argv[process.argv.indexOf('--connections') + 1])
  : CONNECTIONS;
const SHARES = [0, 0.01, 0.1, 0.3, 1];
const NEIGHBOR_SAVES_PER_SECOND = 200;
const WARM_UP_SAVES = 2_000;
/** Requests of one connection before they repeat. */
const CYCLE = 100;
/** Against rounding: 100 × 0.01 is 1. */
const EPSILON = 1e-9;
const NO_COST: Cost = { perSecond: 0, p50: 0, p99: 0, processorUs: 0 };
const SAVE = {
  method: 'PUT' as const,
  headers: { 'if-match': '*', 'content-type': 'application/json' },
  body: JSON.stringify(DOCUMENT),
};

for (const server of new Set([undefined, SERVER])) await measure(server);
process.exit();

async function measure(server: string | undefined): Promise<void> {
  const { url, env, remove } = await storageOn(server);
  const [own, neighbor] = await onDatabase(url, async (database) => [
    await seed(database, 1_000, CONNECTED),
    await seed(database, 1_001, CONNECTED),
  ]);
  const cairn = await startCairn(env);
  console.log(
    `## ${nameOf(server)}, ${CONNECTED} connections\n
| saves | requests/s | of the ideal | processor, µs | of the ideal | of a core |\n|---:|---:|---:|---:|---:|---:|`,
  );
  for (const { share, perSecond, ofIdeal, processorUs, ofIdealUs } of await mixedLoads(cairn, own)) {
    const columns = [`${share * 100} %`, Math.round(perSecond).toLocaleString('en'), ofIdeal.toFixed(2)];
    const busy = `${((perSecond * processorUs) / 10_000).toFixed(0)} %`;
    console.log(`| ${[...columns, processorUs.toFixed(0), ofIdealUs.toFixed(2), busy].join(' | ')} |`);
  }
  const { alone, beside } = await besideNeighbor(cairn, own, neighbor);
  const times = (beside / alone).toFixed(2);
  console.log(`\nProcessor time of a read: ${alone.toFixed(0)} µs alone, ${beside.toFixed(0)} µs while another workspace
saves ${NEIGHBOR_SAVES_PER_SECOND} times a second, without the time of the saves: ${times} times as much.\n`);
  await cairn.stop();
  await remove();
}

interface Mixed {
  readonly share: number;
  readonly perSecond: number;
  readonly ofIdeal: number;
  readonly processorUs: number;
  readonly ofIdealUs: number;
}

/** Medians over the rounds. Each round measures reads and saves alone, too. */
async function mixedLoads(cairn: Subject, own: Seeded): Promise<readonly Mixed[]> {
  // The engine of embedded storage is compiled while it runs, and slow until then.
  await fireSoMany(mixed(cairn, own, 1), WARM_UP_SAVES);
  await fire(mixed(cairn, own, 0.1), 2);
  const rounds: Mixed[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const costs: Cost[] = [];
    for (const share of SHARES) costs.push(await fireAt(cairn.processorMs, mixed(cairn, own, share), SECONDS));
    rounds.push(SHARES.map((share, at) => ofIdeal(share, costs[at], costs[0], costs.at(-1))));
  }
  return SHARES.map((share, at) => {
    const all = rounds.flatMap((round) => round[at] ?? []);
    const middle = (name: keyof Mixed): number => median(all.map((one) => one[name]));
    return {
      share,
      perSecond: middle('perSecond'),
      ofIdeal: middle('ofIdeal'),
      processorUs: middle('processorUs'),
      ofIdealUs: middle('ofIdealUs'),
    };
  });
}

function ofIdeal(share: number, own = NO_COST, reads = NO_COST, saves = NO_COST): Mixed {
  const { perSecond, processorUs } = own;
  return {
    share,
    perSecond,
    processorUs,
    ofIdeal: perSecond * ((1 - share) / reads.perSecond + share / saves.perSecond),
    ofIdealUs: ((1 - share) * reads.processorUs + share * saves.processorUs) / processorUs,
  };
}

/** Each connection reads and saves its own trail, with the saves spread evenly. */
function mixed({ address }: Subject, { key, trail_ids }: Seeded, share: number): Shot {
  const headers = { authorization: `Bearer ${key}` };
  const cycleOf = (connection: number) => {
    const path = `/v1/trails/${trail_ids[connection % trail_ids.length]}`;
    const save = { ...SAVE, path: `${path}/document`, headers: { ...SAVE.headers, ...headers } };
    const first = Math.floor((connection * CYCLE) / CONNECTED);
    const savesUntil = (request: number): number => Math.floor((first + request) * share + EPSILON);
    return Array.from({ length: CYCLE }, (_, at) => (savesUntil(at + 1) > savesUntil(at) ? save : { path }));
  };
  return { url: address, headers, cycleOf, connections: CONNECTED };
}

/** Microseconds of processor time per read: alone, and while the neighbor saves. */
async function besideNeighbor(cairn: Subject, own: Seeded, neighbor: Seeded) {
  const reads = mixed(cairn, own, 0);
  const saves = (): Promise<Cost> =>
    fireSteadily(cairn.processorMs, mixed(cairn, neighbor, 1), NEIGHBOR_SAVES_PER_SECOND, SECONDS);
  const rounds: { readonly alone: number; readonly beside: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = await fireAt(cairn.processorMs, reads, SECONDS);
    const ofSaves = await saves();
    const saving = fireSteadily(cairn.processorMs, mixed(cairn, neighbor, 1), NEIGHBOR_SAVES_PER_SECOND, SECONDS + 2);
    const both = await fireAt(cairn.processorMs, reads, SECONDS);
    const { perSecond } = await saving;
    const spentOnSaves = (ofSaves.processorUs * perSecond) / both.perSecond;
    rounds.push({ alone: alone.processorUs, beside: both.processorUs - spentOnSaves });
  }
  return {
    alone: median(rounds.map(({ alone }) => alone)),
    beside: median(rounds.map(({ beside }) => beside)),
  };
}
