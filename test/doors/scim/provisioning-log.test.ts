// A connection's provisioning log shows the cause of a failing sync.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { changeConnection } from '../../../src/directory/connections/connections.ts';
import { readProvisioning } from '../../../src/provisioning/log/provisioning-log.ts';
import type { ProvisioningEntry } from '../../../src/provisioning/log/provisioning-request.ts';
import { BY_TEST } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { bareConnection, type ScimConnection, speaking } from './support/connection.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

/** Returns the log once it contains this many entries, oldest first. It is written in the background. */
async function logOf(okta: ScimConnection, count: number): Promise<ProvisioningEntry[]> {
  const read = () => readProvisioning(service.app.database, okta.team_id, okta.connection_id, {}, null, 100);
  await expect.poll(async () => (await read()).length).toBe(count);
  return (await read()).reverse();
}

describe('every request', () => {
  it('is recorded with resource, operation, outcome and duration, and with masked personal values', async () => {
    const okta = await bareConnection(service);
    const userName = `ann.lee.${newId()}@example.com`;
    const made = await okta.post('/Users', {
      userName,
      password: 'secret',
      title: 'Boss',
      schemas: ['urn:a'],
    });
    const id = String(made.body.id);
    await okta.get(`/Users?filter=userName eq "${userName}"`);
    await okta.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }]);
    await okta.get('/ServiceProviderConfig');
    await okta.delete(`/Users/${id}`);
    const entries = await logOf(okta, 5);
    expect(entries.map(({ resource, operation, outcome, status }) => [resource, operation, outcome, status])).toEqual([
      ['User', 'create', 'ok', 201],
      ['User', 'search', 'ok', 200],
      ['User', 'update', 'ok', 200],
      ['ServiceProviderConfig', 'read', 'ok', 200],
      ['User', 'delete', 'ok', 204],
    ]);
    expect(entries[0]).toMatchObject({
      resource_id: id,
      resource_name: userName,
      token_id: okta.token_id,
      request_id: made.headers.get('request-id'),
      request: { userName: 'a***@example.com', password: '***', title: 'B***' },
    });
    // Otherwise the log would not show who was deleted.
    expect(entries[4]).toMatchObject({ resource_id: id, resource_name: userName });
    expect(entries[2]).toMatchObject({
      resource_id: id,
      request: { Operations: [{ op: 'replace', path: 'active', value: false }] },
    });
    expect(JSON.stringify(entries.map(({ request }) => request))).not.toMatch(/ann\.lee|secret|Boss/);
  });

  it("is recorded with the group's name if it deletes a group", async () => {
    const okta = await bareConnection(service);
    const group = await okta.group('Support', []);
    await okta.delete(`/Groups/${group}`);
    const [, entry] = await logOf(okta, 2);
    expect(entry).toMatchObject({ operation: 'delete', resource_id: group, resource_name: 'Support' });
  });

  it('is recorded with the sent name and the resulting id if it creates or replaces a person or a group', async () => {
    const okta = await bareConnection(service);
    const user = String((await okta.post('/Users', { userName: 'ann' })).body.id);
    const group = String((await okta.post('/Groups', { displayName: 'Sales' })).body.id);
    await okta.put(`/Users/${user}`, { userName: 'anna' });
    await okta.put(`/Groups/${group}`, { displayName: 'Sellers' });
    expect((await logOf(okta, 4)).map((entry) => [entry.operation, entry.resource_id, entry.resource_name])).toEqual([
      ['create', user, 'ann'],
      ['create', group, 'Sales'],
      ['replace', user, 'anna'],
      ['replace', group, 'Sellers'],
    ]);
  });

  it('is recorded as a search if it searches with a body, with its arrival time', async () => {
    const okta = await bareConnection(service);
    for (const path of ['/Users/.search', '/Groups/.search'])
      await okta.post(path, { schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'], count: 1 });
    const entries = await logOf(okta, 2);
    expect(entries.map(({ resource, operation }) => [resource, operation])).toEqual([
      ['User', 'search'],
      ['Group', 'search'],
    ]);
    for (const { at, duration_ms } of entries)
      expect(Math.abs(service.clock() - duration_ms - Date.parse(at))).toBeLessThanOrEqual(1);
  });

  it('has at most twenty of its warnings in the log, and no warnings if it was refused', async () => {
    const okta = await bareConnection(service);
    const warned = async (count: number, more: object = {}) => {
      const emails = Array.from({ length: count }, (_, at) => ({ value: `${String.fromCharCode(97 + at)} is none` }));
      return (await okta.post('/Users', { userName: `warned ${count}`, emails, ...more })).status;
    };
    expect([await warned(20), await warned(21)]).toEqual([201, 201]);
    expect(await warned(20, { externalId: 'x' })).toBe(409);
    // An unknown member among others is omitted with a warning. The taken name is detected after that.
    const known = await okta.post('/Users', { userName: 'known' });
    const group = { displayName: 'Support', members: [{ value: known.body.id }, { value: newId() }] };
    const pushed = [await okta.post('/Groups', group), await okta.post('/Groups', group)];
    expect(pushed.map(({ status }) => status)).toEqual([201, 409]);
    expect((await logOf(okta, 6)).map(({ warnings }) => warnings.length)).toEqual([20, 20, 0, 0, 1, 0]);
  });

  it('is recorded with scimType and an explanation if it was refused', async () => {
    const okta = await bareConnection(service, { seat_limit: 1 });
    const answers = [
      await okta.post('/Users', { userName: 'a@example.com' }),
      await okta.post('/Users', {}),
      await okta.post('/Users', { userName: 7 }),
      await okta.get('/Users/nobody'),
      await okta.get('/Users?filter=nothing eq "x"'),
      await okta.send('POST', '/Users', '{'),
      await okta.send('POST', '/Bulk', {}),
    ];
    const entries = await logOf(okta, answers.length);
    expect(
      entries.map(({ outcome, status, scim_type, explanation }) => [outcome, status, scim_type, explanation]),
    ).toEqual(answers.map(({ status, body }) => ['refused', status, body.scimType ?? null, body.detail]));
    expect(entries[0]?.explanation).toMatch(/seat/);
  });

  it('is explained without any of its content if it is not JSON', async () => {
    const okta = await bareConnection(service);
    const answer = await okta.send('POST', '/Users', '{"userName":"ann@example.com","password": hunter2}');
    expect(answer).toMatchObject({ status: 400, body: { scimType: 'invalidSyntax' } });
    const [entry] = await logOf(okta, 1);
    expect(entry?.explanation).toMatch(/^The body is not valid JSON: Unexpected token/);
    expect(`${entry?.explanation} ${answer.body.detail}`).not.toMatch(/password|unter2/);
  });

  it('is recorded for the connection in the address if the token is invalid, but only now and then', async () => {
    const okta = await bareConnection(service);
    await service.app.database.inTransaction((tx) =>
      changeConnection(tx, okta.team_id, okta.connection_id, { enabled: false }, BY_TEST),
    );
    for (let n = 0; n < 5; n += 1) expect((await okta.get('/Users')).status).toBe(401);
    const [entry] = await logOf(okta, 1);
    expect(entry).toMatchObject({ outcome: 'refused', status: 401, token_id: null });
    expect(entry?.explanation).toMatch(/disabled/);
    service.clock.advance(10_000);
    const revoked = speaking(service, { ...okta, token: 'svc_scim_garbage' });
    expect((await revoked.get('/Users')).status).toBe(401);
    expect((await logOf(okta, 2))[1]?.explanation).toMatch(/malformed/);
  });

  it('is recorded as sent if its path is unknown or its method is unsupported', async () => {
    const okta = await bareConnection(service);
    const answers = [
      await okta.post('/Userz', { userName: 'ann@example.com' }),
      await okta.get('/Users/a/b?filter=userName eq "ann@example.com"'),
      await okta.send('PUT', '/Users', {}),
      await okta.send('DELETE', '', undefined),
      await okta.get(`/${'x'.repeat(1_000)}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 405, 405, 404]);
    await okta.send('OPTIONS', '/Users');
    // The caller is looked up after such a response, so two entries may be in reverse order.
    const asked = answers.map(({ headers }) => headers.get('request-id'));
    const entries = (await logOf(okta, answers.length)).sort(
      (one, other) => asked.indexOf(one.request_id) - asked.indexOf(other.request_id),
    );
    expect(entries.map(({ operation, resource }) => [operation, resource])).toEqual([
      ['POST', '/Userz'],
      ['GET', '/Users/a/b'],
      ['PUT', '/Users'],
      ['DELETE', '/'],
      ['GET', `/${'x'.repeat(199)}`],
    ]);
    for (const [at, entry] of entries.entries())
      expect(entry).toMatchObject({
        outcome: 'refused',
        token_id: okta.token_id,
        status: answers[at]?.status,
        request_id: answers[at]?.headers.get('request-id'),
        explanation: answers[at]?.body.detail,
      });
    expect(entries[1]?.request).toEqual({ filter: 'userName eq "a***@example.com"' });
  });

  it("is recorded for such a path only with a valid token, up to the connection's rate", async () => {
    const slow = await world({ CAIRN_RATE_SCALE: '0.01' });
    try {
      const okta = await bareConnection(slow);
      const other = await bareConnection(slow);
      const stranger = speaking(slow, { ...okta, token: other.token });
      expect((await stranger.get('/Userz')).status).toBe(404);
      // Sent together, because only one request is allowed every few seconds.
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => okta.get('/Userz')));
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
      const last = await okta.get('/Users');
      expect(last.status).toBe(429);
      const read = () => readProvisioning(slow.app.database, okta.team_id, okta.connection_id, {}, null, 100);
      await expect.poll(async () => (await read()).map(({ status }) => status).sort()).toEqual([404, 404, 429]);
    } finally {
      await slow.close();
    }
  });

  it('does not keep others from being written if its address contains a NUL', async () => {
    const okta = await bareConnection(service);
    await okta.get('/Users/%00');
    await expect.poll(async () => (await okta.get('/Users')).status).toBe(200);
    const read = () =>
      readProvisioning(service.app.database, okta.team_id, okta.connection_id, { operation: 'search' }, null, 10);
    await expect.poll(async () => (await read()).length).toBeGreaterThan(0);
  });
});
