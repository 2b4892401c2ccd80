// Receivers that accept connections and never respond must not delay other workspaces.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { announce } from '../../src/audit/outbox.ts';
import { sql } from '../../src/storage/sql.ts';
import { type Managed, managedTeam } from '../doors/manage/support.ts';
import { type World, world } from '../support/world.ts';
import { type Receiver, receiver } from './receiver.ts';

let service: World;
beforeAll(async () => {
  service = await world({ CAIRN_PUBLIC_URL: 'http://localhost:8080' });
});
afterAll(() => service.close());

const DOCUMENT = { title: 'Trail', description: 'You follow it.', prompts: [{ label: 'Do', body: 'Do it.' }] };

const subscribe = async (team: Managed, { url }: Receiver, name: string): Promise<void> => {
  const body = { name, url, events: ['trail.saved'] };
  expect((await team.asAdmin.post('/manage/v1/webhooks', body)).status).toBe(201);
};
async function saveTrail({ author, publisher }: Managed): Promise<void> {
  const { body } = await publisher.speaks.post<{ id: string }>('/v1/trails', { document: DOCUMENT });
  const saved = await author.speaks.send('PUT', `/v1/trails/${body.id}/document`, DOCUMENT, { 'If-Match': '*' });
  expect(saved.status).toBe(200);
}

/** Events of this many trails, as if each had been saved. */
const announceSaves = ({ team_id, author }: Managed, count: number) =>
  service.app.database.inTransaction((tx) =>
    announce(
      tx,
      Array.from({ length: count }, (_, at) => ({
        team_id,
        kind: 'trail.saved',
        at: new Date(service.clock()).toISOString(),
        actor: { kind: 'person' as const, id: author.id, name: 'Author' },
        subject: { kind: 'trail', id: `trail-${at}`, name: 'Trail' },
        details: { revision: 2 },
      })),
    ),
  );

test("leaves slots for others if a workspace's receivers are silent again", async () => {
  const [silent, healthy] = [await receiver(), await receiver()];
  const [neighbour, another] = [await managedTeam(service), await managedTeam(service)];
  for (let made = 0; made < 20; made += 1) await subscribe(neighbour, silent, `Silent ${made}`);
  await subscribe(another, healthy, 'Healthy');
  await service.app.dispatcher.round();
  const failing = new Date(service.clock() - 60_000).toISOString();
  await service.app.database.rows(sql`
    update webhook_endpoints set failing_since = ${failing} where team_id = ${neighbour.team_id}`);
  silent.answers(() => undefined);
  const [before, taken] = [silent.received.length, healthy.received.length];
  await saveTrail(neighbour);
  const round = service.app.dispatcher.round();
  await vi.waitFor(() => expect(silent.received.length - before).toBeGreaterThanOrEqual(8), 10_000);
  await saveTrail(another);
  // This happens before the silent receivers time out.
  await vi.waitFor(() => expect(healthy.received.length - taken).toBe(1), 10_000);
  expect(silent.received.length - before).toBe(8);
  await silent.close();
  await round;
  await healthy.close();
});

test("leaves slots for others if two workspaces' receivers fall silent for the first time", async () => {
  const [silent, healthy] = [await receiver(), await receiver()];
  const neighbours = [await managedTeam(service), await managedTeam(service)];
  const another = await managedTeam(service);
  for (const neighbour of neighbours)
    for (let made = 0; made < 16; made += 1) await subscribe(neighbour, silent, `Silent ${made}`);
  await subscribe(another, healthy, 'Healthy');
  await service.app.dispatcher.round();
  silent.answers(() => undefined);
  const [before, taken] = [silent.received.length, healthy.received.length];
  for (const neighbour of neighbours) await saveTrail(neighbour);
  const round = service.app.dispatcher.round();
  await vi.waitFor(() => expect(silent.received.length - before).toBeGreaterThanOrEqual(12), 10_000);
  await saveTrail(another);
  await vi.waitFor(() => expect(healthy.received.length - taken).toBe(1), 10_000);
  expect(silent.received.length - before).toBeLessThan(16);
  await silent.close();
  await round;
  await healthy.close();
});

test('holds its slot for one timeout if a receiver with a long queue falls silent', async () => {
  const silent = await receiver();
  const neighbour = await managedTeam(service);
  await subscribe(neighbour, silent, 'Silent');
  await service.app.dispatcher.round();
  silent.answers(() => undefined);
  const before = silent.received.length;
  // All are saved in one transaction, because a check between two saves would claim only the first.
  await announceSaves(neighbour, 20);
  await service.app.dispatcher.round();
  expect(silent.received.length - before).toBe(8);
  await silent.close();
}, 40_000);
