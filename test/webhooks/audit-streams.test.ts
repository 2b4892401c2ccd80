// Audit streams: every new entry, in batches, until it was taken.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../src/storage/sql.ts';
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
const entriesOf = (): Entry[] =>
  collector.received.flatMap(({ body }) =>
    body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Entry),
  );

describe('a stream of a workspace', () => {
  test('carries every new entry once, in order, and none of next door', async () => {
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
  test('keeps what was not taken, and says why', async () => {
    collector.answers(status(503));
    await team.asAdmin.post('/manage/v1/audit/streams', streamOf('ndjson'));
    await round();
    await team.asAdmin.post('/manage/v1/groups', { display_name: 'Kept' });
    await round();
    const failing = await team.asAdmin.get<{ items: object[] }>('/manage/v1/audit/streams');
    expect(failing.body.items).toMatchObject([{ waiting: 2, cause: 'It answered 503.', last_sent_at: null }]);
    collector.answers(status(200));
    collector.received.length = 0;
    service.clock.advance(600_000);
    await round();
    expect(entriesOf().map(({ kind }) => kind)).toEqual(['audit.stream.created', 'team.group.created']);
    const fine = await team.asAdmin.get<{ items: object[] }>('/manage/v1/audit/streams');
    expect(fine.body.items).toMatchObject([{ waiting: 0, cause: null, failing_since: null }]);
  });
  test('authorizes with a header that is stored sealed and never shown', async () => {
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
  test('speaks OTLP', async () => {
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

test("an operator's stream carries the entries of every workspace, until it is ended", async () => {
  const { speaks } = await operatorAt(service);
  const made = await speaks.post<{ id: string }>('/manage/v1/audit/streams', streamOf('ndjson'));
  await team.asAdmin.post('/manage/v1/groups', { display_name: 'Anywhere' });
  await round();
  expect(entriesOf().map(({ kind, team_id }) => [kind, team_id])).toContainEqual(['team.group.created', team.team_id]);
  expect((await speaks.delete(`/manage/v1/audit/streams/${made.body.id}`)).status).toBe(204);
  collector.received.length = 0;
  await team.asAdmin.post('/manage/v1/groups', { display_name: 'Unseen' });
  await round();
  expect(collector.received).toEqual([]);
  const left = await service.app.database.rows(sql`select * from audit_outbox`);
  expect(left).toEqual([]);
});
