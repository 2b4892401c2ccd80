// Streams audit logs to a bucket on a server that verifies every signature.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../src/storage/sql.ts';
import { bucketOf } from '../../src/webhooks/s3-keys.ts';
import { type Managed, managedTeam } from '../doors/manage/support.ts';
import { type S3Stub, startS3Stub } from '../support/s3-stub.ts';
import { type World, world } from '../support/world.ts';

const STREAMS = '/manage/v1/audit/streams';

let service: World;
let team: Managed;
let server: S3Stub;
beforeAll(async () => {
  service = await world({ CAIRN_PUBLIC_URL: 'http://localhost:8080' });
});
afterAll(() => service.close());
beforeEach(async () => {
  team = await managedTeam(service, { plan: 'enterprise' });
  server = await startS3Stub();
});
afterEach(() => server.close());

const round = () => service.app.dispatcher.round();
const keys = () => ({ access_key_id: 'AKIDEXAMPLE', secret_access_key: server.secret });
const stream = (more: object = {}) => ({
  ...{ name: 'Archive', url: `${server.url}/logs/cairn-audit`, format: 's3', s3: keys() },
  ...more,
});
const entriesOf = (): { id: string; kind: string }[] =>
  [...server.objects]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, { bytes }]) => bytes.toString().trim().split('\n'))
    .map((line) => JSON.parse(line) as { id: string; kind: string });

describe('a stream to a bucket', () => {
  test('writes each batch as an object, with names in log order', async () => {
    expect((await team.asAdmin.post(STREAMS, stream())).status).toBe(201);
    await round();
    for (let count = 0; count < 3; count += 1) {
      await team.asAdmin.post('/manage/v1/groups', { display_name: `Group ${count}` });
      service.clock.advance(2_000);
      await round();
    }
    const log = await team.asAdmin.get<{ items: { id: string; kind: string }[] }>('/manage/v1/audit');
    const since = log.body.items.findIndex(({ kind }) => kind === 'audit.stream.created');
    const expected = log.body.items.slice(0, since + 1).map(({ id }) => id);
    expect(entriesOf().map(({ id }) => id)).toEqual(expected.reverse());
    expect(server.refusals).toEqual([]);
    for (const [name, { contentType }] of server.objects) {
      expect(name).toMatch(/^logs\/cairn-audit\/\d{4}\/\d\d\/\d\d\/\d{8}T\d+Z-[0-9a-f-]{36}-[0-9a-f-]{36}\.ndjson$/);
      expect(contentType).toBe('application/x-ndjson');
    }
  });
  test('keeps refused batches, and sends them once the keys are right', async () => {
    const wrong = { ...keys(), secret_access_key: 'not-the-secret' };
    const created = await team.asAdmin.post<{ id: string }>(STREAMS, stream({ s3: wrong }));
    await round();
    const failing = await team.asAdmin.get<{ items: object[] }>(STREAMS);
    expect(failing.body.items).toMatchObject([{ waiting: 1, cause: 'It answered 403.', has_authorization: true }]);
    expect(server.objects.size).toBe(0);
    const changed = await team.asAdmin.patch(`${STREAMS}/${created.body.id}`, { s3: keys() });
    expect(changed.status).toBe(200);
    await round();
    expect(entriesOf().map(({ kind }) => kind)).toEqual(['audit.stream.created', 'audit.stream.updated']);
  });
  test('writes the same object again if the response was lost', async () => {
    const { url } = server;
    await team.asAdmin.post(STREAMS, stream());
    const { database } = service.app;
    await round();
    const [first] = [...server.objects.keys()];
    // The process that sent it died before it could record that.
    await database.rows(sql`
      insert into audit_stream_entries (team_id, stream_id, seq, entry_team_id, entry_id)
      select s.team_id, s.stream_id, 1, a.team_id, a.entry_id from audit_streams s join audit_entries a using (team_id)
      where s.team_id = ${team.team_id} and a.kind = 'audit.stream.created'`);
    await database.rows(sql`update audit_streams set next_at = now() - interval '1 hour' where url like ${`${url}%`}`);
    await round();
    expect([...server.objects.keys()]).toEqual([first]);
  });
  test('neither shows its keys nor stores them in plain text', async () => {
    const created = await team.asAdmin.post<{ id: string }>(STREAMS, stream());
    const stored = await service.app.database.rows(sql`select * from audit_streams where team_id = ${team.team_id}`);
    const log = await team.asAdmin.get('/manage/v1/audit');
    const listed = await team.asAdmin.get(STREAMS);
    const shown = [created.body, stored, log.body, listed.body].map((one) => JSON.stringify(one));
    expect(shown.map((text) => [text.includes(created.body.id), text.includes(server.secret)])).toEqual(
      shown.map(() => [true, false]),
    );
  });
  test('connects to no private address', async () => {
    await team.asAdmin.post(STREAMS, stream({ url: 'https://169.254.169.254/logs' }));
    await round();
    const { body } = await team.asAdmin.get<{ items: { cause: string }[] }>(STREAMS);
    expect(body.items[0]?.cause).toMatch(/^No connection could be made to a public address/);
  });
  test('never sends its keys to another host', async () => {
    const created = await team.asAdmin.post<{ id: string }>(STREAMS, stream());
    const path = `${STREAMS}/${created.body.id}`;
    const moved = await team.asAdmin.patch<{ issues: { field: string }[] }>(path, { url: 'https://s3.example/logs' });
    expect([moved.status, moved.body.issues[0]?.field]).toEqual([422, 's3']);
    const neighbour = await managedTeam(service, { plan: 'enterprise' });
    expect((await neighbour.asAdmin.patch(path, { s3: keys() })).status).toBe(404);
  });
  test.each([
    ['an address without a bucket', { url: 'https://s3.example' }, 'url'],
    ['an invalid bucket', { url: 'https://s3.example/A_B/c' }, 'url'],
    ['a query', { url: 'https://s3.example/logs?versionId=1' }, 'url'],
    ['missing keys', { s3: undefined }, 's3'],
    ['an empty key', { s3: { access_key_id: '', secret_access_key: 'x' } }, 's3.access_key_id'],
    ['a header', { authorization: 'Bearer x' }, 'authorization'],
    ['keys for another format', { format: 'ndjson' }, 's3'],
  ])('is refused with %s', async (_name, wrong, field) => {
    const refused = await team.asAdmin.post<{ issues: { field: string }[] }>(STREAMS, stream(wrong));
    expect([refused.status, refused.body.issues.map((issue) => issue.field)]).toEqual([422, [field]]);
  });
});

test.each([
  ['https://s3.eu-central-1.amazonaws.com/logs', undefined, 'logs', '', 'eu-central-1'],
  ['https://s3.amazonaws.com/logs/', undefined, 'logs', '', 'us-east-1'],
  ['https://minio.example:9000/logs/a//b/', undefined, 'logs', 'a/b/', 'us-east-1'],
  ['https://minio.example/logs/a', 'eu-1', 'logs', 'a/', 'eu-1'],
])('names its bucket in the address %s', (address, region, bucket, prefix, itsRegion) => {
  expect(bucketOf(address, region)).toMatchObject({ bucket, prefix, region: itsRegion });
});
