// Writes that never stick: the provisioning log names the attribute and what to change, from the second cycle on.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { readProvisioning, summarizeProvisioning } from '../../../src/provisioning/log/provisioning-log.ts';
import type { ProvisioningEntry } from '../../../src/provisioning/log/provisioning-request.ts';
import { type World, world } from '../../support/world.ts';
import { atCommandLine } from '../manage/support.ts';
import { bareConnection, connect, freshConnection, type ScimConnection } from './support/connection.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

async function newest(okta: ScimConnection, count: number): Promise<ProvisioningEntry | undefined> {
  const read = () => readProvisioning(service.app.database, okta.team_id, okta.connection_id, {}, null, 100);
  await expect.poll(async () => (await read()).length).toBe(count);
  return (await read())[0];
}
const summary = (okta: ScimConnection) =>
  summarizeProvisioning(service.app.database, okta.team_id, okta.connection_id, 'day', 0);

const HIDDEN = [{ op: 'replace', path: 'emails[type eq "work"].value', value: 'work@example.com' }];
const user = (okta: ScimConnection) => {
  const value = `home.${newId()}@example.com`;
  return okta.user('Ana', { userName: value, emails: [{ value, type: 'home', primary: true }] });
};

describe('a write that the response never shows', () => {
  it('is flagged in the second cycle, with the attribute and the mapping to change', async () => {
    const okta = await bareConnection(service);
    const id = await user(okta);
    await okta.patch(`/Users/${id}`, HIDDEN);
    expect((await newest(okta, 2))?.repeated).toEqual([]);
    await okta.patch(`/Users/${id}`, HIDDEN);
    const second = await newest(okta, 3);
    expect(second?.repeated).toEqual(['emails[type eq "work"].value']);
    expect(second?.warnings[0]).toContain('emails[type eq "work"].value: the identity provider has sent this value');
    expect(second?.warnings[0]).toContain('Remove this attribute from the attribute mapping');
    await okta.patch(`/Users/${id}`, HIDDEN);
    await newest(okta, 4);
    expect((await summary(okta)).repeated).toMatchObject([
      { resource: 'User', attribute: 'emails[type eq "work"].value', resources: 1, count: 2 },
    ]);
  });

  it('is on the to-do list of admins for a day, with the connection', async () => {
    const okta = await freshConnection(service);
    const admin = await atCommandLine(service, okta.team_id, okta.team.admin.id);
    const hands = async () => (await admin.get<{ hands: object[] }>('/manage/v1/overview')).body.hands;
    const id = await user(okta);
    await okta.patch(`/Users/${id}`, HIDDEN);
    await newest(okta, 2);
    expect(await hands()).toEqual([]);
    await okta.patch(`/Users/${id}`, HIDDEN);
    await newest(okta, 3);
    expect(await hands()).toMatchObject([
      { kind: 'writes-without-effect', id: okta.connection_id, name: 'Okta', count: 1 },
    ]);
    const neighbor = await freshConnection(service);
    const other = await atCommandLine(service, neighbor.team_id, neighbor.team.admin.id);
    expect((await other.get<{ hands: object[] }>('/manage/v1/overview')).body.hands).toEqual([]);
    service.clock.advance(25 * 3_600_000);
    expect(await hands()).toEqual([]);
  });

  it('is not flagged for another value, another person or another connection', async () => {
    const okta = await bareConnection(service);
    const other = await connect(service, okta.team_id, 'Other');
    await okta.patch(`/Users/${await user(okta)}`, HIDDEN);
    const id = await user(okta);
    await okta.patch(`/Users/${id}`, HIDDEN);
    await newest(okta, 4);
    await okta.patch(`/Users/${id}`, [{ ...HIDDEN[0], value: 'next@example.com' }]);
    expect((await newest(okta, 5))?.repeated).toEqual([]);
    await other.patch(`/Users/${id}`, HIDDEN);
    await other.patch(`/Users/${await user(other)}`, HIDDEN);
    expect((await newest(other, 3))?.repeated).toEqual([]);
    expect([(await summary(okta)).repeated, (await summary(other)).repeated]).toEqual([[], []]);
  });

  it('is flagged for members who are never provisioned', async () => {
    const okta = await bareConnection(service);
    const members = [{ value: await okta.user('Bo') }, { value: newId() }];
    const id = String((await okta.post('/Groups', { displayName: 'Sales', members })).body.id);
    await newest(okta, 2);
    await okta.put(`/Groups/${id}`, { displayName: 'Sales', members });
    const again = await newest(okta, 3);
    expect([again?.repeated, again?.warnings[0]]).toEqual([['members'], expect.stringContaining('Assign them too.')]);
  });

  it.each([
    ['okta', 'Provisioning, To App, Attribute Mappings'],
    ['entra', 'Provision Microsoft Entra ID Users'],
  ] as const)('names the pages of %s', async (provider, page) => {
    const { team_id } = await bareConnection(service);
    const connection = await connect(service, team_id, `From ${provider}`, { provider });
    const id = await user(connection);
    await connection.patch(`/Users/${id}`, HIDDEN);
    await newest(connection, 2);
    await connection.patch(`/Users/${id}`, HIDDEN);
    expect((await newest(connection, 3))?.warnings[0]).toContain(page);
  });
});
