// Audit streams send every new entry, in batches, until they are accepted.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { announceAsked, THE_SERVICE } from '../../src/audit/outbox.ts';
import { newId } from '../../src/base/id.ts';
import { sql } from '../../src/storage/sql.ts';
import { claimStreams, settleStream } from '../../src/webhooks/audit-stream-store.ts';
import { whatIsDue } from '../../src/webhooks/due-store.ts';
import { handOn } from '../../src/webhooks/hand-on.ts';
import { freeWebhookLeases } from '../../src/webhooks/leases.ts';
import { type Managed, managedTeam, operatorAt } from '../doors/manage/support.ts';
import { type World, world } from '../support/world.ts';
import { type Receiver, receiver, status } from './receiver.ts';

interface Entry {
  readonly id: string;
  readonly kind: string;
  readonly team_id: string;
}

let service: World;
let team: Managed;
let collector: Receiver;
beforeAll(async () => {
  service = await world({ CAIRN_PUBLIC_URL: 'http://localhost:8080' });
});
afterAll(() => service.close());
beforeEach(async () => {
  team = await managedTeam(service, { plan: 'enterprise' });
  collector = await receiver();
});
afterEach(() => collector.close());

const round = () => service.app.dispatcher.round();
const streamOf = (format: string, more: object = {}) => ({ name: 'SIEM', url: collector.url, format, ...more });
const streams = async (): Promise<object[]> =>
  (await team.asAdmin.get<{ items: object[] }>('/manage/v1/audit/streams')).body.items;
const entriesOf = (): Entry[] =>
  collector.received.flatMap(({ body }) =>
    body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Entry),
  );

describe('a stream of a workspace', () => {
  test('sends every new entry once, in order, and none of another workspace', async () => {
    const made = await team.asAdmin.post<{ id: string }>('/manage/v1/audit/streams', streamOf('ndjson'));
    expect(made.status).toBe(201);
    const neighbour = await managedTeam(service);
    await neighbour.asOwner.post('/manage/v1/groups', { display_name: 'Next door' });
    for (let count = 0; count < 5; count += 1)
      await team.asAdmin.post('/manage/v1/groups', { display_name: `Group ${count}` });
    await round();
    const log = await team.asAdmin.get<{ items: Entry[] }>('/manage/v1/audit');
    const since = log.body.items.findIndex(({ kind }) => kind === 'audit.stream.created');
    const expected = log.body.items.slice(0, since + 1).map(({ id }) => id);
    expect(entriesOf().map(({ id }) => id)).toEqual(expected.reverse());
    expect(new Set(entriesOf().map(({ team_id }) => team_id))).toEqual(new Set([team.team_id]));
  });
  test('queues nothing for an event that is not an entry', async () => {
    await team.asAdmin.post('/manage/v1/audit/streams', streamOf('ndjson'));
    await round();
    const subject = { kind: 'webhook', id: newId(), name: 'Chat' };
    const event = { team_id: team.team_id, kind: 'webhook.test', at: new Date().toISOString(), subject, details: {} };
    await service.app.database.inTransaction((tx) => announceAsked(tx, { ...event, actor: THE_SERVICE }));
    await handOn(service.app.database, service.clock());
    expect(await streams()).toMatchObject([{ waiting: 0 }]);
  });
  test('keeps unsent entries, and says why', async () => {
    collector.answers(status(503));
    await team.asAdmin.post('/manage/v1/audit/streams', streamOf('ndjson'));
    await round();
    await team.asAdmin.post('/manage/v1/groups', { display_name: 'Kept' });
    await round();
    expect(await streams()).toMatchObject([{ waiting: 2, cause: 'It answered 503.', last_sent_at: null }]);
    collector.answers(status(200));
    collector.received.length = 0;
    service.clock.advance(600_000);
    await round();
    expect(entriesOf().map(({ kind }) => kind)).toEqual(['audit.stream.created', 'team.group.created']);
    expect(await streams()).toMatchObject([{ waiting: 0, cause: null, failing_since: null }]);
  });
  test('reports lost entries and failed authorization in words that fit a stream', async () => {
    collector.answers(status(410));
    const authorization = 'Bearer abc';
    const made = await team.asAdmin.post<{ id: string }>(
      '/manage/v1/audit/streams',
      streamOf('ndjson', { authorization }),
    );
    await round();
    expect(await streams()).toMatchObject([
      { cause: 'It answered 410, so the receiver no longer exists. Enter another address, or delete the stream.' },
    ]);
    await service.app.database.rows(sql`
      update audit_streams set sealed_authorization = 'x', next_at = created_at where stream_id = ${made.body.id}`);
    await round();
    expect(await streams()).toMatchObject([{ cause: expect.stringMatching(/Enter the header or the keys again\.$/) }]);
  });
  test('continues after entries that the log no longer contains', async () => {
    collector.answers(status(503));
    const made = await team.asAdmin.post<{ id: string }>('/manage/v1/audit/streams', streamOf('ndjson'));
    await team.asAdmin.post('/manage/v1/groups', { display_name: 'Kept' });
    await round();
    await service.app.database.rows(sql`
      insert into audit_stream_entries (team_id, stream_id, seq, entry_team_id, entry_id)
      select ${team.team_id}::uuid, ${made.body.id}::uuid, -n, ${team.team_id}::uuid, gen_random_uuid()
      from generate_series(1, 501) n`);
    collector.answers(status(200));
    collector.received.length = 0;
    service.clock.advance(600_000);
    await round();
    expect(entriesOf().map(({ kind }) => kind)).toEqual(['audit.stream.created', 'team.group.created']);
    expect(await streams()).toMatchObject([{ waiting: 0, cause: null, failing_since: null }]);
  });
  test('reports the last batch as sent, without lost entries', async () => {
    collector.answers(status(503));
    const made = await team.asAdmin.post<{ id: string }>('/manage/v1/audit/streams', streamOf('ndjson'));
    const { rows } = service.app.database;
    await rows(sql`update audit_stream_entries set entry_id = gen_random_uuid() where stream_id = ${made.body.id}`);
    await round();
    await rows(sql`update audit_stream_entries set entry_id = gen_random_uuid() where stream_id = ${made.body.id}`);
    service.clock.advance(600_000);
    await round();
    expect(await streams()).toMatchObject([{ waiting: 0, last_sent_at: null }]);
    collector.answers(status(200));
    await team.asAdmin.post('/manage/v1/groups', { display_name: 'Sent' });
    await round();
    expect(await streams()).toMatchObject([{ waiting: 0, last_sent_at: expect.any(String) }]);
  });
  test('leaves nothing behind when it is deleted, and gets no more entries', async () => {
    const made = await team.asAdmin.post<{ id: string }>('/manage/v1/audit/streams', streamOf('ndjson'));
    const noted = async (name: string) => {
      await team.asAdmin.post('/manage/v1/groups', { display_name: name });
      const rows = await service.app.database.rows(sql`
        select * from audit_outbox where team_id = ${team.team_id} and is_streamed`);
      await round();
      return rows.length > 0;
    };
    const before = await noted('Streamed');
    await team.asAdmin.delete(`/manage/v1/audit/streams/${made.body.id}`);
    await round();
    expect([before, await noted('Not streamed')]).toEqual([true, false]);
  });
  test('is logged when it is created, changed or deleted, without its credentials', async () => {
    const made = await team.asAdmin.post<{ id: string }>(
      '/manage/v1/audit/streams',
      streamOf('ndjson', { authorization: 'Bearer 1234-secret' }),
    );
    const path = `/manage/v1/audit/streams/${made.body.id}`;
    await team.asAdmin.patch(path, { name: 'Collector' });
    expect((await team.asAdmin.delete(path)).status).toBe(204);
    const log = await team.asAdmin.get<{ items: object[] }>('/manage/v1/audit?limit=3');
    const host = new URL(collector.url).host;
    expect(log.body.items).toMatchObject([
      { kind: 'audit.stream.deleted', before: { name: 'Collector', host, format: 'ndjson' } },
      { kind: 'audit.stream.updated', before: { name: 'SIEM' }, after: { name: 'Collector' } },
      { kind: 'audit.stream.created', subject: { id: made.body.id }, after: { name: 'SIEM', host, format: 'ndjson' } },
    ]);
    expect(JSON.stringify(log.body)).not.toContain('1234-secret');
    expect((await team.asAdmin.delete(path)).status).toBe(404);
  });
  test('is limited to five, even if two are created at the same moment', async () => {
    const make = () => team.asAdmin.post('/manage/v1/audit/streams', streamOf('ndjson'));
    for (let count = 0; count < 4; count += 1) await make();
    const last = await Promise.all([make(), make(), make()]);
    expect(last.map(({ status: code }) => code).sort()).toEqual([201, 409, 409]);
  });
  test('is served by one process at a time, and by another one minute after the first fell silent', async () => {
    await team.asAdmin.post('/manage/v1/audit/streams', streamOf('ndjson'));
    const { dispatcher, database } = service.app;
    await handOn(database, service.clock(), true);
    const at = (ms: number) => new Date(service.clock() + ms).toISOString();
    const lease = { id: newId(), until: at(60_000) };
    const claim = { isFailing: false, most: 100, except: [] };
    const [claimed] = await claimStreams(database, lease, at(0), claim);
    await dispatcher.round();
    expect([collector.received, (await whatIsDue(database, at(0))).streams]).toEqual([[], false]);
    service.clock.advance(61_000);
    expect((await whatIsDue(database, at(0))).streams).toBe(true);
    await dispatcher.round();
    expect(entriesOf()).toHaveLength(1);
    const stale = { done: [], failing_since: at(0), last_cause: null, last_status: null, last_sent_at: null };
    if (claimed !== undefined)
      await database.inTransaction((tx) => settleStream(tx, claimed, lease.id, { ...stale, next_at: at(0) }, at(0)));
    expect(await streams()).toMatchObject([{ waiting: 0, failing_since: null }]);
  });
  test('retries immediately after a correction, regardless of the current attempt', async () => {
    const { body } = await team.asAdmin.post<{ id: string }>('/manage/v1/audit/streams', streamOf('ndjson'));
    const { dispatcher, database } = service.app;
    const at = (ms: number) => new Date(service.clock() + ms).toISOString();
    const path = `/manage/v1/audit/streams/${body.id}`;
    const failed = { failing_since: at(0), last_cause: 'time', last_status: null, last_sent_at: null } as const;
    const result = { ...failed, done: [], next_at: at(600_000) };
    for (const [change, isTried] of [
      [{ name: 'Renamed' }, false],
      [{ url: `${collector.url}/corrected` }, true],
      [{ authorization: 'Bearer corrected' }, true],
    ] as const) {
      await dispatcher.round();
      collector.received.length = 0;
      // The stream is due for the claim below, whose clock is a second ahead, but not for the service itself.
      await database.rows(sql`
        update audit_streams set next_at = ${at(500)}, failing_since = null where stream_id = ${body.id}`);
      const lease = { id: newId(), until: at(60_000) };
      const claim = { isFailing: false, most: 100, except: [] };
      const claimed = await claimStreams(database, lease, at(1_000), claim);
      const stream = claimed.find(({ stream_id }) => stream_id === body.id);
      expect((await team.asAdmin.patch(path, change)).status).toBe(200);
      if (stream !== undefined) await database.inTransaction((tx) => settleStream(tx, stream, lease.id, result, at(0)));
      await dispatcher.round();
      expect([stream?.stream_id, collector.received.length > 0]).toEqual([body.id, isTried]);
    }
  });
  test('is released once no process is left', async () => {
    await team.asAdmin.post('/manage/v1/audit/streams', streamOf('ndjson'));
    const { database, dispatcher } = service.app;
    await handOn(database, service.clock(), true);
    const at = (ms: number) => new Date(service.clock() + ms).toISOString();
    await claimStreams(database, { id: newId(), until: at(60_000) }, at(0), {
      isFailing: false,
      most: 100,
      except: [],
    });
    await freeWebhookLeases(database);
    await dispatcher.round();
    expect(entriesOf()).toHaveLength(1);
  });
  test('sends a header that is stored encrypted and never shown', async () => {
    const made = await team.asAdmin.post<{ id: string }>(
      '/manage/v1/audit/streams',
      streamOf('splunk-hec', { authorization: 'Splunk 1234-secret' }),
    );
    await round();
    const [first] = collector.received;
    expect(first?.headers.authorization).toBe('Splunk 1234-secret');
    expect(JSON.parse(first?.body.split('\n')[0] ?? '')).toMatchObject({
      sourcetype: 'cairn:audit',
      event: { kind: 'audit.stream.created' },
    });
    const stored = await service.app.database.rows(sql`
      select * from audit_streams where stream_id = ${made.body.id}`);
    expect(JSON.stringify([made.body, stored])).not.toContain('1234-secret');
  });
  test('never sends its authorization to another host', async () => {
    const made = await team.asAdmin.post<{ id: string }>(
      '/manage/v1/audit/streams',
      streamOf('ndjson', { authorization: 'Bearer secret' }),
    );
    const path = `/manage/v1/audit/streams/${made.body.id}`;
    const elsewhere = { url: 'https://elsewhere.example/logs' };
    expect((await team.asAdmin.patch(path, elsewhere)).status).toBe(422);
    expect((await team.asAdmin.patch(path, { ...elsewhere, authorization: null })).body).toMatchObject({
      has_authorization: false,
    });
  });
  test('supports OTLP', async () => {
    await team.asAdmin.post('/manage/v1/audit/streams', streamOf('otlp'));
    await round();
    const sent = JSON.parse(collector.received[0]?.body ?? '') as {
      resourceLogs: { scopeLogs: { logRecords: { eventName: string; timeUnixNano: string }[] }[] }[];
    };
    const [record] = sent.resourceLogs[0]?.scopeLogs[0]?.logRecords ?? [];
    expect(record?.eventName).toBe('audit.stream.created');
    expect(record?.timeUnixNano).toMatch(/^\d{19}$/);
  });
  test.each([
    [{ url: 'http://siem.example/logs' }, 'url'],
    [{ format: 'syslog' }, 'format'],
    [{ authorization: 'Bearer a\r\nX-Other: b' }, 'authorization'],
    [{ name: ' ' }, 'name'],
  ])('is refused with %j', async (wrong, field) => {
    const heard = await team.asAdmin.post<{ issues: { field: string }[] }>(
      '/manage/v1/audit/streams',
      streamOf('ndjson', wrong),
    );
    expect([heard.status, heard.body.issues.map((issue) => issue.field)]).toEqual([422, [field]]);
  });
});

test("sends the entries of every workspace to an operator's stream, until the stream is deleted", async () => {
  const { speaks } = await operatorAt(service);
  const made = await speaks.post<{ id: string }>('/manage/v1/audit/streams', streamOf('ndjson'));
  await team.asAdmin.post('/manage/v1/groups', { display_name: 'Anywhere' });
  await round();
  expect(entriesOf().map(({ kind, team_id }) => [kind, team_id])).toContainEqual(['team.group.created', team.team_id]);
  expect((await speaks.delete(`/manage/v1/audit/streams/${made.body.id}`)).status).toBe(204);
  collector.received.length = 0;
  await team.asAdmin.post('/manage/v1/groups', { display_name: 'Unseen' });
  const announced = await service.app.database.rows(sql`
        select * from audit_outbox where team_id = ${team.team_id} and is_streamed`);
  await round();
  expect([announced, collector.received]).toEqual([[], []]);
});
