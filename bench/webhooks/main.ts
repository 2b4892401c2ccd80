// node scripts/run-ts.mjs bench/webhooks/main.ts: what ten webhooks cost a save, and how many deliveries a minute one
// process makes. CAIRN_TEST_DATABASE_URL names an empty PostgreSQL database; without it storage is embedded.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openEgress } from '../../src/egress/egress.ts';
import { sealerOf } from '../../src/identity/sealed-secret.ts';
import type { Database } from '../../src/storage/database.ts';
import { IN_MEMORY, openEmbedded } from '../../src/storage/embedded.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { openPostgres } from '../../src/storage/postgres.ts';
import { sql } from '../../src/storage/sql.ts';
import { createTrail } from '../../src/trails/create-trail.ts';
import { PROVIDERS } from '../../src/trails/providers.ts';
import { saveDocument } from '../../src/trails/save-document.ts';
import { trailRules } from '../../src/trails/trail-rules.ts';
import { getDraft } from '../../src/trails/trails.ts';
import { startDispatcher } from '../../src/webhooks/dispatch.ts';
import { EVENT_TYPES } from '../../src/webhooks/event-types.ts';
import { createWebhook } from '../../src/webhooks/webhooks.ts';
import { createWorkspace } from '../../src/workspaces/workspace.ts';
import { DOCUMENT } from '../http/document.ts';

const BLOCKS = 40;
const SAVES_A_BLOCK = 50;
const WEBHOOKS = 10;
const DELIVERIES = 2_000;
const PUBLIC_URL = 'http://localhost:8080';
const by = { account_id: null, actor: { kind: 'system', id: null, name: 'bench' }, request_id: 'bench' } as const;
const rules = trailRules(PROVIDERS, `${PUBLIC_URL}/assets/`);
const sealer = sealerOf(() => 'a secret of at least thirty-two characters');

const url = process.env.CAIRN_TEST_DATABASE_URL;
const database: Database =
  url === undefined
    ? await openEmbedded(IN_MEMORY)
    : await openPostgres({ url, poolSize: 8, onIdleFailure: () => undefined });
await migrate(database);

interface Place {
  readonly team_id: string;
  readonly trail_id: string;
}
const receiver = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(204).end());
});
await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;

const plain = await workspace('plain');
const told = await workspace('told');
const events = EVENT_TYPES.map(({ type }) => type);
for (let count = 0; count < WEBHOOKS; count += 1) {
  const wanted = { name: `Hook ${count}`, url: hook, events, signing: 'hmac-sha256' } as const;
  const deps = { sealer, publicUrl: PUBLIC_URL };
  await database.inTransaction((tx) => createWebhook(tx, told.team_id, wanted, deps, Date.now(), by));
}

// Taking turns, so that whatever else the machine does falls on both.
const times = new Map<Place, number[]>([
  [plain, []],
  [told, []],
]);
for (let block = 0; block < BLOCKS; block += 1) {
  for (const place of block % 2 === 0 ? [plain, told] : [told, plain]) {
    for (let turn = 0; turn < SAVES_A_BLOCK; turn += 1) {
      const began = performance.now();
      await save(place);
      times.get(place)?.push(performance.now() - began);
    }
  }
}
const [without, withTen] = [median(times.get(plain) ?? []), median(times.get(told) ?? [])];
const more = ((withTen / without - 1) * 100).toFixed(1);
console.log(`a save: ${without.toFixed(3)} ms without webhooks, ${withTen.toFixed(3)} ms with ${WEBHOOKS} (${more} %)`);

await database.rows(sql`delete from audit_outbox`);
for (let turn = 0; turn < DELIVERIES / WEBHOOKS; turn += 1) await save(told);
const egress = openEgress({ allow: [], publicUrl: PUBLIC_URL, timeoutMs: 15_000, ignoresBodies: true });
let delivered = 0;
const dispatcher = startDispatcher(
  {
    ...{ database, egress, sealer, clock: Date.now },
    onAttempt: () => (delivered += 1),
    onFailure: (thrown) => console.error(thrown),
  },
  () => false,
);
const began = performance.now();
const cpu = process.cpuUsage();
await dispatcher.round();
const seconds = (performance.now() - began) / 1_000;
const { user, system } = process.cpuUsage(cpu);
console.log(
  `${delivered} deliveries in ${seconds.toFixed(1)} s: ${Math.round((delivered / seconds) * 60)} a minute, ` +
    `${((user + system) / 1_000 / delivered).toFixed(2)} ms of CPU each`,
);
process.exit();

async function workspace(name: string): Promise<Place> {
  return database.inTransaction(async (tx) => {
    const owner = { email: `${name}@bench.test`, name: 'Bench' };
    const team = { name, owner, plan: 'enterprise', seat_limit: null } as const;
    const { team_id } = await createWorkspace(tx, team, by);
    const { trail_id } = await createTrail(tx, team_id, DOCUMENT, by, rules);
    return { team_id, trail_id };
  });
}

async function save({ team_id, trail_id }: Place): Promise<void> {
  const draft = await getDraft(database, team_id, trail_id);
  await saveDocument(database, team_id, draft, DOCUMENT, by, rules);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
