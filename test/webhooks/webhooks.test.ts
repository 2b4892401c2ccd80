// Webhooks end to end: a change in the service causes a request to the receiver, verified by the reference library.
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { sql } from '../../src/storage/sql.ts';
import { claimEndpoints, holdLease } from '../../src/webhooks/delivery-store.ts';
import { type Managed, managedTeam, operatorAt } from '../doors/manage/support.ts';
import { slugOf } from '../support/speaker.ts';
import { type World, world } from '../support/world.ts';
import { payloadOf, type Received, type Receiver, receiver, status } from './receiver.ts';

interface Made {
  readonly webhook: { readonly id: string };
  readonly secret: string;
}
interface Delivery {
  readonly event_id: string;
  readonly type: string;
  readonly state: string;
  readonly attempts: number;
  readonly status: number | null;
  readonly cause: string | null;
  readonly next_at: string | null;
}

let service: World;
let team: Managed;
let hook: Receiver;
beforeAll(async () => {
  service = await world({ CAIRN_PUBLIC_URL: 'http://localhost:8080' });
});
afterAll(() => service.close());
beforeEach(async () => {
  team = await managedTeam(service, { plan: 'enterprise' });
  hook = await receiver();
});
afterEach(() => hook.close());

const DOCUMENT = { title: 'Trail', description: 'You follow it.', prompts: [{ label: 'Do', body: 'Do it.' }] };
const PUBLISHABLE = {
  ...DOCUMENT,
  trigger: { when: 'Always.', keywords: ['trail'], examples: [{ text: 'do the trail', expect: 'match' }] },
};

async function subscribe(events: readonly string[], more: object = {}): Promise<Made> {
  const body = { name: 'Test', url: hook.url, events, ...more };
  const made = await team.asAdmin.post<Made>('/manage/v1/webhooks', body);
  expect(made.status).toBe(201);
  return made.body;
}
async function createTrail(document: object = DOCUMENT): Promise<string> {
  return (await team.publisher.speaks.post<{ id: string }>('/v1/trails', { document })).body.id;
}
const save = (id: string, title: string) =>
  team.author.speaks.send('PUT', `/v1/trails/${id}/document`, { ...DOCUMENT, title }, { 'If-Match': '*' });
const deliveriesOf = async (id: string): Promise<Delivery[]> =>
  (await team.asAdmin.get<{ items: Delivery[] }>(`/manage/v1/webhooks/${id}/deliveries`)).body.items;
const round = () => service.app.dispatcher.round();
const webhookOf = async (id: string) =>
  (await team.asAdmin.get<Record<string, unknown>>(`/manage/v1/webhooks/${id}`)).body;

/** The reference library's signature for the request at its time. */
const signedBy = (secret: string, { headers, body }: Received): string =>
  new Webhook(secret).sign(headers['webhook-id'] ?? '', new Date(Number(headers['webhook-timestamp']) * 1_000), body);

describe('an event', () => {
  test('arrives signed, with the signature over the exact bytes', async () => {
    const { secret, webhook } = await subscribe(['trail.saved']);
    const id = await createTrail();
    expect((await save(id, 'Second')).status).toBe(200);
    await round();
    const [first] = hook.received;
    if (first === undefined) throw new Error('Nothing arrived.');
    expect(new Webhook(secret).verify(first.body, first.headers)).toMatchObject({
      type: 'trail.saved',
      data: { workspace_id: team.team_id, subject: { kind: 'trail', id }, revision: 2 },
    });
    expect(await deliveriesOf(webhook.id)).toMatchObject([
      { state: 'delivered', attempts: 1, status: 204, next_at: null },
    ]);
    expect(await webhookOf(webhook.id)).toMatchObject({ waiting: 0, failing_since: null });
  });
  test('contains ids and no text of the workspace', async () => {
    await subscribe(['trail.saved', 'member.created']);
    await save(await createTrail(), 'A title of ours');
    await team.person('Nina New');
    await round();
    expect(hook.received).toHaveLength(2);
    for (const { body } of hook.received) expect(body).not.toMatch(/title of ours|Nina|Arthur|@/);
  });
  test('is delivered to subscribers of its type, and to no others', async () => {
    await subscribe(['trail.published', 'trail.deleted']);
    const id = await createTrail(PUBLISHABLE);
    expect((await team.publisher.speaks.post(`/v1/trails/${id}/publish`)).status).toBe(200);
    await team.publisher.speaks.post(`/v1/trails/${id}/unpublish`);
    await team.publisher.speaks.send('DELETE', `/v1/trails/${id}`);
    await round();
    expect(hook.received.map(payloadOf).map(({ type, data }) => [type, data.version, data.revision])).toEqual([
      ['trail.published', 1, 1],
      ['trail.deleted', undefined, 1],
    ]);
  });
  test("is still delivered to its subscribers, regardless of another workspace's subscriptions", async () => {
    await subscribe(['trail.saved']);
    const neighbour = await managedTeam(service);
    const other = { name: 'Other', url: hook.url, events: ['trail.published'] };
    expect((await neighbour.asAdmin.post('/manage/v1/webhooks', other)).status).toBe(201);
    await save(await createTrail(), 'Second');
    await round();
    expect(hook.received.map(payloadOf).map(({ type }) => type)).toEqual(['trail.saved']);
  });
  test('of another workspace never arrives', async () => {
    await subscribe(['trail.saved', 'member.created']);
    const neighbour = await managedTeam(service);
    const made = await neighbour.author.speaks.post<{ id: string }>('/v1/trails', { document: DOCUMENT });
    await neighbour.author.speaks.send('PUT', `/v1/trails/${made.body.id}/document`, DOCUMENT, { 'If-Match': '*' });
    await round();
    expect(hook.received).toEqual([]);
  });
  test('is not sent if the change was refused', async () => {
    await subscribe(['trail.saved']);
    const id = await createTrail();
    const refused = await team.author.speaks.send('PUT', `/v1/trails/${id}/document`, DOCUMENT, { 'If-Match': '"9"' });
    expect(refused.status).toBe(412);
    await round();
    expect(hook.received).toEqual([]);
  });
  test('arrives in the order of saves for one trail, even if attempts fail in between', async () => {
    await subscribe(['trail.saved']);
    const [first, second] = [await createTrail(), await createTrail()];
    let count = 0;
    const taken: { id: string; revision: number }[] = [];
    hook.answers((response, _request, one) => {
      count += 1;
      const isTaken = count % 3 !== 0;
      const { data } = payloadOf(one);
      if (isTaken) taken.push({ id: data.subject.id, revision: data.revision ?? 0 });
      response.writeHead(isTaken ? 200 : 500).end();
    });
    for (let turn = 0; turn < 12; turn += 1) await save(turn % 2 === 0 ? first : second, `Title ${turn}`);
    for (let hours = 0; hours < 30; hours += 1) {
      await round();
      service.clock.advance(3_600_000);
    }
    for (const id of [first, second])
      expect(taken.filter((one) => one.id === id).map(({ revision }) => revision)).toEqual([2, 3, 4, 5, 6, 7]);
  });
});

describe('a receiver that', () => {
  test('fails is retried later with the same id', async () => {
    const { webhook } = await subscribe(['trail.saved']);
    hook.answers(status(500));
    await save(await createTrail(), 'Second');
    await round();
    await round();
    expect(hook.received).toHaveLength(1);
    expect(await deliveriesOf(webhook.id)).toMatchObject([
      { state: 'pending', status: 500, cause: 'It answered 500.' },
    ]);
    hook.answers(status(200));
    service.clock.advance(6_001);
    await round();
    expect(new Set(hook.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ state: 'delivered', attempts: 2, cause: null }]);
  });
  test('redirects is not followed', async () => {
    const { webhook } = await subscribe(['trail.saved']);
    hook.answers(status(307, { Location: 'http://169.254.169.254/latest/meta-data/' }));
    await save(await createTrail(), 'Second');
    await round();
    const [delivery] = await deliveriesOf(webhook.id);
    expect(delivery).toMatchObject({ state: 'pending', status: 307 });
    expect(delivery?.cause).toContain('redirect');
  });
  test('responds with 410 is switched off, with an entry in the audit log', async () => {
    const { webhook } = await subscribe(['trail.saved']);
    hook.answers(status(410));
    const id = await createTrail();
    await save(id, 'Second');
    await round();
    expect(await webhookOf(webhook.id)).toMatchObject({ is_on: false, off_reason: 'gone' });
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ state: 'failed', status: 410 }]);
    await round();
    await save(id, 'Third');
    await round();
    expect(hook.received.length).toBe(1);
    const log = await team.asAdmin.get<{ items: { kind: string; after: object }[] }>('/manage/v1/audit?kind=webhook');
    expect(log.body.items[0]).toMatchObject({ kind: 'webhook.switched_off', after: { reason: 'gone' } });
  });
  test('responds with 429 and Retry-After is paused that long, with all its events', async () => {
    const { webhook } = await subscribe(['trail.saved']);
    hook.answers(status(429, { 'Retry-After': '600' }));
    await save(await createTrail(), 'Second');
    await round();
    await save(await createTrail(), 'Of another trail');
    service.clock.advance(599_000);
    await round();
    expect(hook.received).toHaveLength(1);
    hook.answers(status(200));
    service.clock.advance(2_000);
    await round();
    expect((await deliveriesOf(webhook.id)).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
  });
  test.each<[string, (url: string) => object[]]>([
    ['is switched on again', () => [{ is_on: false }, { is_on: true }]],
    ['has another address', (url) => [{ url }]],
  ])("requested a day's pause and %s gets the queued events immediately", async (_, changes) => {
    const { webhook } = await subscribe(['trail.saved']);
    hook.answers(status(429, { 'Retry-After': '86400' }));
    await save(await createTrail(), 'Second');
    await round();
    hook.answers(status(200));
    for (const change of changes(`${hook.url}/elsewhere`))
      await team.asAdmin.send('PATCH', `/manage/v1/webhooks/${webhook.id}`, change);
    await round();
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });
  test('never ends its response is judged by its status and disconnected', async () => {
    const { webhook } = await subscribe(['trail.saved']);
    let isCut = false;
    hook.answers((response) => {
      response.writeHead(200);
      const more = setInterval(() => response.write(Buffer.alloc(1_000_000)), 1);
      response.on('close', () => {
        isCut = true;
        clearInterval(more);
      });
    });
    await save(await createTrail(), 'Second');
    await round();
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ state: 'delivered', status: 200 }]);
    await expect.poll(() => isCut).toBe(true);
  });
  test('hangs times out without delaying others', { timeout: 60_000 }, async () => {
    const { webhook } = await subscribe(['trail.saved']);
    hook.answers(() => undefined);
    const quick = await receiver();
    await team.asAdmin.post('/manage/v1/webhooks', { name: 'Quick', url: quick.url, events: ['trail.saved'] });
    await save(await createTrail(), 'Second');
    const ended = round();
    await expect.poll(() => quick.received.length).toBe(1);
    expect((await deliveriesOf(webhook.id))[0]?.attempts).toBe(0);
    await ended;
    expect(await deliveriesOf(webhook.id)).toMatchObject([
      { state: 'pending', status: null, cause: 'It did not answer within 15 seconds.' },
    ]);
    await quick.close();
  });
  test('accepts nothing for five days is switched off', async () => {
    const { webhook } = await subscribe(['trail.saved']);
    hook.answers(status(503));
    const id = await createTrail();
    for (let day = 0; day < 7; day += 1) {
      await save(id, `Day ${day}`);
      await round();
      service.clock.advance(24 * 3_600_000);
    }
    expect(await webhookOf(webhook.id)).toMatchObject({ is_on: false, off_reason: 'failing' });
    hook.answers(status(200));
    const on = await team.asAdmin.send('PATCH', `/manage/v1/webhooks/${webhook.id}`, { is_on: true });
    expect(on.body).toMatchObject({ is_on: true, off_reason: null, off_at: null, failing_since: null });
    service.clock.advance(2 * 24 * 3_600_000);
    await round();
    await round();
    expect(await webhookOf(webhook.id)).toMatchObject({ waiting: 0 });
  });
});

describe('an admin', () => {
  test('sends a test only to that webhook, regardless of its events', async () => {
    const { webhook } = await subscribe(['trail.deleted']);
    const other = await receiver();
    await team.asAdmin.post('/manage/v1/webhooks', { name: 'Other', url: other.url, events: ['trail.saved'] });
    expect((await team.asAdmin.post(`/manage/v1/webhooks/${webhook.id}/test`)).status).toBe(202);
    await round();
    expect(hook.received.map(payloadOf)).toMatchObject([{ type: 'webhook.test' }]);
    expect(other.received).toEqual([]);
    await other.close();
  });
  test('rotates the secret: both sign, then only the new one', async () => {
    const { webhook, secret } = await subscribe(['trail.saved']);
    const path = `/manage/v1/webhooks/${webhook.id}/rotate`;
    const rotated = await team.asAdmin.post<Made>(path, { overlap_seconds: 3_600 });
    const again = await team.asAdmin.post(path, { overlap_seconds: 3_600 });
    expect([again.status, slugOf(again as never)]).toEqual([409, 'conflict']);
    const id = await createTrail();
    await save(id, 'Second');
    await round();
    const [first] = hook.received;
    if (first === undefined) throw new Error('Nothing arrived.');
    const signatures = first.headers['webhook-signature']?.split(' ');
    expect(signatures).toEqual([rotated.body.secret, secret].map((one) => signedBy(one, first)));
    service.clock.advance(3_601_000);
    await save(id, 'Third');
    await round();
    expect(hook.received[1]?.headers['webhook-signature']?.split(' ')).toHaveLength(1);
  });
  test('sends an event again with the same id', async () => {
    const { webhook } = await subscribe(['trail.saved']);
    await save(await createTrail(), 'Second');
    await round();
    const [delivery] = await deliveriesOf(webhook.id);
    const path = `/manage/v1/webhooks/${webhook.id}/deliveries/${delivery?.event_id}/resend`;
    expect((await team.asAdmin.post(path)).status).toBe(202);
    await round();
    expect(new Set(hook.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([delivery?.event_id]));
    expect(hook.received).toHaveLength(2);
    const inState = async (state: string) =>
      (await team.asAdmin.get<{ items: Delivery[] }>(`/manage/v1/webhooks/${webhook.id}/deliveries?state=${state}`))
        .body.items.length;
    expect([await inState('delivered'), await inState('failed')]).toEqual([1, 0]);
  });
  test('switches a webhook off and on, and events in between are neither kept nor resent', async () => {
    const { webhook } = await subscribe(['trail.saved']);
    const id = await createTrail();
    await save(id, 'Before');
    await round();
    const [sent] = await deliveriesOf(webhook.id);
    hook.received.length = 0;
    await team.asAdmin.send('PATCH', `/manage/v1/webhooks/${webhook.id}`, { is_on: false });
    await save(id, 'While it is off');
    for (const asked of ['test', `deliveries/${sent?.event_id}/resend`])
      expect((await team.asAdmin.post(`/manage/v1/webhooks/${webhook.id}/${asked}`)).status, asked).toBe(409);
    await team.asAdmin.send('PATCH', `/manage/v1/webhooks/${webhook.id}`, { is_on: true });
    await save(id, 'On again');
    await round();
    expect(hook.received.map(payloadOf).map(({ data }) => data.revision)).toEqual([4]);
  });
  test('finds every change in the log, with only the host of the address', async () => {
    const { webhook } = await subscribe(['trail.saved']);
    const path = `/manage/v1/webhooks/${webhook.id}`;
    await team.asAdmin.patch(path, { name: 'Other', url: `${hook.url}/behind-the-host` });
    await team.asAdmin.post(`${path}/rotate`, { overlap_seconds: 0 });
    expect((await team.asAdmin.delete(path)).status).toBe(204);
    const { body } = await team.asAdmin.get<{ items: { kind: string }[] }>('/manage/v1/audit');
    const told = body.items.filter(({ kind }) => kind.startsWith('webhook.')).reverse();
    const host = new URL(hook.url).host;
    expect(told).toMatchObject([
      { kind: 'webhook.created', subject: { id: webhook.id }, after: { name: 'Test', host, is_on: true } },
      { kind: 'webhook.updated', before: { name: 'Test' }, after: { name: 'Other' } },
      { kind: 'webhook.secret_rotated', subject: { id: webhook.id } },
      { kind: 'webhook.deleted', before: { name: 'Other', host } },
    ]);
    expect(JSON.stringify(told)).not.toMatch(/\/hook|behind-the-host/);
  });
  test('keeps the failures if the address stays the same, and starts over with a new one', async () => {
    const { webhook } = await subscribe(['trail.saved']);
    hook.answers(status(500));
    await save(await createTrail(), 'Second');
    await round();
    const since = (await webhookOf(webhook.id)).failing_since;
    expect(since).not.toBeNull();
    const path = `/manage/v1/webhooks/${webhook.id}`;
    await team.asAdmin.patch(path, { url: hook.url, name: 'Renamed' });
    expect(await webhookOf(webhook.id)).toMatchObject({ name: 'Renamed', failing_since: since });
    hook.answers(status(200));
    await team.asAdmin.patch(path, { url: `${hook.url}/other` });
    expect(await webhookOf(webhook.id)).toMatchObject({ failing_since: null });
  });
  test('gets the secret once, and never again', async () => {
    const { secret, webhook } = await subscribe(['trail.saved']);
    const list = await team.asAdmin.get('/manage/v1/webhooks');
    expect(JSON.stringify([list.body, await webhookOf(webhook.id)])).not.toContain(secret.slice(6));
    const stored = await service.app.database.rows(sql`
      select * from webhook_endpoints where endpoint_id = ${webhook.id}`);
    expect(JSON.stringify(stored)).not.toContain(secret.slice(6));
  });
  test.each([
    [{ url: 'ftp://example.com' }, 'url'],
    [{ url: 'http://example.com/hook' }, 'url'],
    [{ url: 'https://user:secret@example.com/hook' }, 'url'],
    [{ url: 'https://example.com/hook#part' }, 'url'],
    [{ url: 'not an address' }, 'url'],
    [{ name: '   ' }, 'name'],
    [{ events: [] }, 'events'],
    [{ events: ['trail.exploded'] }, 'events[0]'],
    [{ events: ['trail.saved', 'trail.saved'] }, 'events'],
    [{ signing: 'md5' }, 'signing'],
    [{ secret: 'whsec_mine' }, 'secret'],
  ])('gets an explanation for %j', async (wrong, field) => {
    const body = { name: 'Test', url: hook.url, events: ['trail.saved'], ...wrong };
    const heard = await team.asAdmin.post<{ issues: { field: string }[] }>('/manage/v1/webhooks', body);
    expect(heard.status).toBe(422);
    expect(heard.body.issues.map((issue) => issue.field)).toEqual([field]);
  });
  test('creates at most twenty webhooks, even concurrently', async () => {
    const body = { name: 'Test', url: hook.url, events: ['trail.saved'] };
    for (let count = 0; count < 19; count += 1) await team.asAdmin.post('/manage/v1/webhooks', body);
    const last = await Promise.all(
      [team.asAdmin, team.asOwner, team.asAdmin].map((person) => person.post('/manage/v1/webhooks', body)),
    );
    expect(last.map(({ status: code }) => code).sort()).toEqual([201, 409, 409]);
  });
});

test('hides webhooks from ordinary members, and shows operators those of the service-wide catalog', async () => {
  expect((await team.asMember.get('/manage/v1/webhooks')).status).toBe(403);
  const { speaks } = await operatorAt(service);
  await subscribe(['trail.saved']);
  const seen = await speaks.get<{ items: unknown[] }>('/manage/v1/webhooks');
  expect([seen.status, seen.body.items]).toEqual([200, []]);
});

test("keeps a silent process's claim for a minute, and ignores its later writes", async () => {
  const { webhook } = await subscribe(['trail.saved']);
  hook.answers(status(500));
  await save(await createTrail(), 'Second');
  await round();
  hook.answers(status(200));
  service.clock.advance(10_000);
  const { database } = service.app;
  const at = (ms: number) => new Date(service.clock() + ms).toISOString();
  const lease = { id: newId(), until: at(60_000) };
  const claimed = await claimEndpoints(database, lease, at(0), { isFailing: true, most: 100, except: [] });
  expect(claimed.map(({ endpoint_id }) => endpoint_id)).toContain(webhook.id);
  await round();
  expect(await deliveriesOf(webhook.id)).toMatchObject([{ state: 'pending', attempts: 1 }]);
  service.clock.advance(61_000);
  await round();
  expect(await deliveriesOf(webhook.id)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  expect(await database.inTransaction((tx) => holdLease(tx, team.team_id, webhook.id, lease.id))).toBeUndefined();
});

const onServer = test.skipIf(process.env.CAIRN_TEST_DATABASE_URL === undefined);
onServer('delivers each event once with two processes that take the same announcements', async () => {
  const second = await service.second();
  await subscribe(['trail.saved']);
  const id = await createTrail();
  for (let turn = 0; turn < 20; turn += 1) {
    await save(id, `Title ${turn}`);
    await Promise.all([round(), second.app.dispatcher.round()]);
  }
  await round();
  const revisions = hook.received.map(payloadOf).map(({ data }) => data.revision);
  expect(revisions).toEqual(Array.from({ length: 20 }, (_, index) => index + 2));
  await second.close();
});
