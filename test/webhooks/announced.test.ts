// Events that are not audit entries: expiring credentials, refused requests, failing examples.
import { expect, test } from 'vitest';
import { announceExpiring } from '../../src/credentials/expiring.ts';
import type { ProvisioningRequest } from '../../src/provisioning/log/provisioning-request.ts';
import { refusalAnnouncements } from '../../src/provisioning/log/refusal-announcements.ts';
import { rulesOf } from '../../src/start/rules-of.ts';
import { storeSurfacingTests } from '../../src/trails/surfacing-summary.ts';
import { managedTeam, operatorAt } from '../doors/manage/support.ts';
import { testClock } from '../support/test-clock.ts';
import { BY_TEST } from '../support/test-team.ts';
import { world } from '../support/world.ts';
import { payloadOf, type Receiver, receiver } from './receiver.ts';

const DAY_MS = 86_400_000;

/** Each event once. An event that is in progress while the clock advances by days is sent again. */
const eventsAt = ({ received }: Receiver) => [
  ...new Map(received.map((one) => [one.headers['webhook-id'], payloadOf(one).data])).values(),
];

test('announces a key that expires within seven days once, and never a revoked one', async () => {
  const service = await world({ CAIRN_PUBLIC_URL: 'http://localhost:8080' });
  const team = await managedTeam(service);
  const hook = await receiver();
  await team.asAdmin.post('/manage/v1/webhooks', { name: 'Keys', url: hook.url, events: ['credential.expiring'] });
  const expires_at = new Date(service.clock() + 10 * DAY_MS).toISOString();
  const key = { name: 'Nightly', scopes: ['trails:read'], expires_at };
  const kept = await team.asAdmin.post<{ id: string }>('/manage/v1/keys', key);
  const gone = await team.asAdmin.post<{ id: string }>('/manage/v1/keys', key);
  await team.asAdmin.delete(`/manage/v1/keys/${gone.body.id}`);
  for (let day = 0; day < 9; day += 1) {
    await announceExpiring(service.app.database, service.clock());
    service.clock.advance(DAY_MS);
  }
  await service.app.dispatcher.round();
  const told = eventsAt(hook);
  expect(told).toMatchObject([{ subject: { kind: 'api_key', id: kept.body.id }, actor: { kind: 'system' } }]);
  expect(Date.parse(told[0]?.expires_at ?? '')).toBe(Date.parse(expires_at));
  await hook.close();
  await service.close();
});

test("announces at the service's first check only credentials that expire within seven days", async () => {
  const service = await world({ CAIRN_PUBLIC_URL: 'http://localhost:8080' });
  const team = await managedTeam(service);
  const hook = await receiver();
  await team.asAdmin.post('/manage/v1/webhooks', { name: 'Keys', url: hook.url, events: ['credential.expiring'] });
  const ids: string[] = [];
  for (const after of [7 * DAY_MS + 1, 7 * DAY_MS, DAY_MS]) {
    const expires_at = new Date(service.clock() + after).toISOString();
    const key = { name: 'CI', scopes: ['trails:read'], expires_at };
    ids.push((await team.asAdmin.post<{ id: string }>('/manage/v1/keys', key)).body.id);
  }
  expect(await announceExpiring(service.app.database, service.clock())).toBe(2);
  await service.app.dispatcher.round();
  expect(eventsAt(hook).map(({ subject }) => subject.id)).toEqual([ids[2], ids[1]]);
  await hook.close();
  await service.close();
});

test('announces an expiring directory sync token and client secret once each, under their connection', async () => {
  const service = await world({ CAIRN_PUBLIC_URL: 'http://localhost:8080' });
  const team = await managedTeam(service);
  const hook = await receiver();
  await team.asAdmin.post('/manage/v1/webhooks', { name: 'Keys', url: hook.url, events: ['credential.expiring'] });
  const connection = { name: 'Entra', expires: '90d' };
  const made = await team.asAdmin.post<{ connection_id: string }>('/manage/v1/connections', connection);
  const id = made.body.connection_id;
  const token_ends_at = service.clock() + 90 * DAY_MS;
  const secrets = `/manage/v1/connections/${id}/client-secrets`;
  const kept = await team.asAdmin.post<{ expires_at: string }>(secrets, { expires: '1y' });
  const gone = await team.asAdmin.post<{ secret_id: string }>(secrets, { expires: '1y' });
  await team.asAdmin.delete(`${secrets}/${gone.body.secret_id}`);
  for (const days of [350, 5, 6, 1]) {
    await announceExpiring(service.app.database, service.clock());
    service.clock.advance(days * DAY_MS);
  }
  await service.app.dispatcher.round();
  const told = eventsAt(hook);
  const subject = { kind: 'connection', id };
  expect(told).toMatchObject([{ subject }, { subject }]);
  const ends = [token_ends_at, Date.parse(kept.body.expires_at)];
  expect(told.map(({ expires_at }) => Date.parse(expires_at ?? '')).sort()).toEqual(ends);
  await hook.close();
  await service.close();
});

test('announces a provider that is refused repeatedly once a minute, with the count', () => {
  const clock = testClock();
  const announcementsOf = refusalAnnouncements(clock);
  const refused = (status: number): ProvisioningRequest =>
    ({
      team_id: 't',
      connection_id: 'c',
      at: '2027-01-01T00:00:00Z',
      outcome: 'refused',
      status,
    }) as ProvisioningRequest;
  const fine = { ...refused(200), outcome: 'ok' as const };
  const told = (batch: readonly ProvisioningRequest[]) => announcementsOf(batch).map(({ details }) => details);
  expect(told([fine])).toEqual([]);
  expect(told([refused(409), refused(409), fine])).toEqual([{ status: 409, count: 2 }]);
  expect(told([refused(409), refused(401)])).toEqual([{ status: 401, count: 1 }]);
  clock.advance(60_000);
  expect(told([refused(409)])).toEqual([{ status: 409, count: 2 }]);
  // Sets the clock back. The next announcement does not wait until the clock has caught up.
  clock.advance(-3_600_000);
  expect(told([refused(409)])).toEqual([{ status: 409, count: 1 }]);
  expect(told([refused(409)])).toEqual([]);
});

test('announces a failing run of examples to the endpoints that existed by then', async () => {
  const service = await world({ CAIRN_PUBLIC_URL: 'http://localhost:8080' });
  const team = await managedTeam(service);
  const hook = await receiver();
  const document = { title: 'Offer', description: 'You write one.', prompts: [{ label: 'Do', body: 'Do it.' }] };
  const trail = await team.author.speaks.post<{ id: string }>('/v1/trails', { document });
  const summary = { last_run_at: new Date(service.clock()).toISOString(), all_pass: false, failing: [0] };
  const run = () =>
    service.app.database.inTransaction((tx) =>
      storeSurfacingTests(
        tx,
        team.team_id,
        trail.body.id,
        { revision: 1, summary, findings: [] },
        rulesOf(service.config),
        BY_TEST,
      ),
    );
  const events = ['trail.examples_failing'];
  const nextDoor = { name: 'Next door', url: hook.url, events: [...events, 'trail.saved'] };
  for (const who of [(await managedTeam(service)).asAdmin, (await operatorAt(service)).speaks])
    expect((await who.post('/manage/v1/webhooks', nextDoor)).status).toBe(201);
  await run();
  const saved = await team.author.speaks.post<{ id: string }>('/v1/trails', { document });
  const second = { ...document, title: 'Second' };
  await team.author.speaks.put(`/v1/trails/${saved.body.id}/document`, second, { 'If-Match': '"1"' });
  await team.asAdmin.post('/manage/v1/webhooks', { name: 'Tests', url: hook.url, events });
  await run();
  await service.app.dispatcher.round();
  expect(hook.received.map(payloadOf)).toMatchObject([
    { type: 'trail.examples_failing', data: { subject: { id: trail.body.id }, revision: 1, failing: 1 } },
  ]);
  await hook.close();
  await service.close();
});
