// kill -9 under events: each saved revision arrives at least once, in the order of its trail, and none that was not
// saved.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { sealerOf } from '../../src/identity/sealed-secret.ts';
import type { Database } from '../../src/storage/database.ts';
import { openEmbedded } from '../../src/storage/embedded.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { openPostgres } from '../../src/storage/postgres.ts';
import { sql } from '../../src/storage/sql.ts';
import { createWebhook } from '../../src/webhooks/webhooks.ts';
import { freshDatabase } from '../support/database.ts';
import { startProcess } from '../support/service-process.ts';
import { speaker } from '../support/speaker.ts';
import { BY_TEST, makeTeam } from '../support/test-team.ts';
import { payloadOf, type Receiver, receiver } from '../webhooks/receiver.ts';

vi.setConfig({ testTimeout: 300_000 });

const ROUNDS = Number(process.env.CAIRN_KILL_ROUNDS ?? 3);
const TRAILS = 6;
const MOST_SAVES = 80;
const SECRET = 'a secret of at least thirty-two characters';
const DOCUMENT = { title: 'Trail', description: 'You follow it.', prompts: [{ label: 'Do', body: 'Do it.' }] };

const folder = mkdtempSync(join(tmpdir(), 'cairn-webhooks-kill-'));
const server = process.env.CAIRN_TEST_DATABASE_URL;
let drop = async (): Promise<void> => {};
let hook: Receiver;
afterAll(async () => {
  await hook?.close();
  await drop();
  rmSync(folder, { recursive: true, force: true });
});

test('each saved revision arrives, in order, whatever was killed', async () => {
  hook = await receiver();
  const fresh = server === undefined ? undefined : await freshDatabase(server);
  drop = fresh?.drop ?? drop;
  const open = async (): Promise<Database> =>
    fresh === undefined
      ? openEmbedded(join(folder, 'data'))
      : openPostgres({ url: fresh.url, poolSize: 2, onIdleFailure: () => undefined });
  const token = await within(open, prepare);
  const env = {
    CAIRN_DATABASE_URL: fresh?.url ?? `embedded:${join(folder, 'data')}`,
    CAIRN_ASSETS: join(folder, 'assets'),
    CAIRN_PUBLIC_URL: 'http://localhost:8080',
    CAIRN_SECRET: SECRET,
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const service = await startProcess(env);
    await service.until(200);
    const answers: number[] = [];
    const writers = Array.from({ length: TRAILS }, () => save(service.address, token, answers));
    await expect.poll(() => answers.length, { timeout: 60_000 }).toBeGreaterThan(5 * TRAILS);
    await new Promise((go) => setTimeout(go, Math.random() * 1_500));
    service.child.kill('SIGKILL');
    await service.ended;
    await Promise.all(writers);
    expect(new Set(answers)).toEqual(new Set([200, 201]));
    await within(open, leasesRunOut);
  }
  const last = await startProcess(env);
  await last.until(200);
  await expect.poll(() => waiting(open, fresh !== undefined), { timeout: 120_000, interval: 500 }).toBe(0);
  last.child.kill('SIGTERM');
  await last.ended;
  const saved = await within(open, (database) =>
    database.rows<{ trail_id: string; revision: number }>(sql`select trail_id, revision from trails`),
  );
  expect(saved.length).toBeGreaterThan(0);
  for (const { trail_id, revision } of saved) {
    const arrived = hook.received.map(payloadOf).filter(({ data }) => data.subject.id === trail_id);
    const firsts = [...new Set(arrived.map(({ data }) => data.revision))];
    expect(firsts).toEqual(Array.from({ length: revision - 1 }, (_, index) => index + 2));
  }
  const known = new Set(saved.map(({ trail_id }) => trail_id));
  expect(hook.received.filter((one) => !known.has(payloadOf(one).data.subject.id))).toEqual([]);
});

async function within<Result>(open: () => Promise<Database>, work: (database: Database) => Promise<Result>) {
  const database = await open();
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** A workspace with a webhook; answers the key of somebody who writes. */
async function prepare(database: Database): Promise<string> {
  await migrate(database);
  const nobody = speaker('', { check: () => {} });
  const team = await makeTeam({ database, now: Date.now, speakerOf: () => nobody });
  const deps = { sealer: sealerOf(() => SECRET), publicUrl: 'http://localhost:8080' };
  const wanted = { name: 'Kill', url: hook.url, events: ['trail.saved'], signing: 'hmac-sha256' } as const;
  await database.inTransaction((tx) => createWebhook(tx, team.team_id, wanted, deps, Date.now(), BY_TEST));
  return team.author.key;
}

/** Makes a trail and saves it until the service is gone. */
async function save(address: string, token: string, answers: number[]): Promise<void> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'If-Match': '*' };
  try {
    const made = await fetch(`${address}/v1/trails`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ document: DOCUMENT }),
    });
    answers.push(made.status);
    const { id } = (await made.json()) as { id: string };
    for (let turn = 0; turn < MOST_SAVES; turn += 1) {
      const body = JSON.stringify({ ...DOCUMENT, title: `Trail ${turn}` });
      const saved = await fetch(`${address}/v1/trails/${id}/document`, { method: 'PUT', headers, body });
      answers.push(saved.status);
      await saved.arrayBuffer();
    }
  } catch {
    // The service was killed.
  }
}

/** The minute passes after which a killed process no longer holds an endpoint. */
async function leasesRunOut(database: Database): Promise<void> {
  await database.rows(sql`update webhook_endpoints set lease_until = now() - interval '1 second'`);
}

/** How many events are still to be sent; an embedded database cannot be asked while the service has it. */
let quietSince = 0;
let heard = -1;
async function waiting(open: () => Promise<Database>, isServer: boolean): Promise<number> {
  if (isServer) {
    return within(open, async (database) => {
      const row = await database.row<{ count: number }>(sql`
        select (select count(*) from audit_outbox)
          + (select count(*) from webhook_deliveries where state = 'pending') as count`);
      return row?.count ?? 1;
    });
  }
  if (heard !== hook.received.length) {
    heard = hook.received.length;
    quietSince = Date.now();
  }
  return Date.now() - quietSince > 10_000 ? 0 : 1;
}
