// What an identity provider's changes look like in the logs (including omitted values), and in its next read.
import type { JsonObject } from '@cairn/scim-protocol/json';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AuditEntry } from '../../../src/audit/audit-entry.ts';
import { readAudit } from '../../../src/audit/read-audit.ts';
import { newId } from '../../../src/base/id.ts';
import { readProvisioning } from '../../../src/provisioning/log/provisioning-log.ts';
import { nextMoment } from '../../support/next-moment.ts';
import { type World, world } from '../../support/world.ts';
import { atCommandLine } from '../manage/support.ts';
import { bareConnection, connect, freshConnection, type ScimConnection } from './support/connection.ts';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

let service: World;
let okta: ScimConnection;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());
beforeEach(async () => {
  okta = await bareConnection(service);
});

const entries = (kind: string, of = okta): Promise<AuditEntry[]> =>
  readAudit(service.app.database, of.team_id, { kind }, { after: null, limit: 50 });
/** The new log entries after the work, newest first. */
async function told(work: () => Promise<unknown>): Promise<readonly (readonly [string, object | null])[]> {
  const before = new Set((await entries('team')).map(({ id }) => id));
  await work();
  return (await entries('team')).filter(({ id }) => !before.has(id)).map(({ kind, after }) => [kind, after ?? null]);
}

test('logs a change of the SCIM record by attribute names, if the person did not change', async () => {
  const ann = await okta.user('Ann', { title: 'Boss' });
  const patch = (value: JsonObject) => () => okta.patch(`/Users/${ann}`, [{ op: 'replace', value }]);
  expect(await told(patch({ title: 'Chief', nickName: 'A' }))).toEqual([
    ['team.member.attributes_changed', { attributes: ['nickName', 'title'] }],
  ]);
  expect(await told(patch({ [ENTERPRISE]: { department: 'Sales' } }))).toEqual([
    ['team.member.attributes_changed', { attributes: [ENTERPRISE] }],
  ]);
  const both = await told(patch({ title: 'Chief of all', displayName: 'Ann Lee' }));
  expect(both.map(([kind]) => kind)).toEqual(['team.member.updated']);
  expect(await told(patch({ title: 'Chief of all' }))).toEqual([]);
  // A change of a part of the name affects the person too, even if the displayed name stays the same.
  for (const name of [{ givenName: 'Anna' }, { familyName: 'Leigh' }])
    expect((await told(patch({ name }))).map(([kind]) => kind)).toEqual(['team.member.updated']);
});

test('logs the changed attributes of a group, and no others', async () => {
  const sales = await okta.group('Sales');
  const patch = (value: JsonObject) => () => okta.patch(`/Groups/${sales}`, [{ op: 'replace', value }]);
  expect(await told(patch({ externalId: 'x-sales' }))).toEqual([
    ['team.group.attributes_changed', { attributes: ['externalId'] }],
  ]);
  expect(await told(patch({ externalId: 'x-sales' }))).toEqual([]);
});

test('makes a renamed person the manager of reports that wait for the new userName, externalId or address', async () => {
  const boss = await okta.user('Bob');
  for (const [at, [attribute, name]] of [
    ['userName', 'bob.boss'],
    ['externalId', 'x-bob'],
    ['emails', `bob.${newId()}@example.com`],
  ].entries()) {
    const report = await okta.user(`Report${at}`, { [ENTERPRISE]: { manager: { value: name ?? '' } } });
    expect(report).toBeTruthy();
    const value = attribute === 'emails' ? [{ value: name, primary: true }] : name;
    const changes = await told(() =>
      okta.patch(`/Users/${boss}`, [{ op: 'replace', value: { [String(attribute)]: value } }]),
    );
    expect([attribute, changes.map(([kind]) => kind).includes('team.member.manager_changed')]).toEqual([
      attribute,
      true,
    ]);
  }
});

test("logs a change of the guard's limits once, and nothing if they stay the same", async () => {
  const own = await freshConnection(service);
  const admin = await atCommandLine(service, own.team_id, own.team.admin.id);
  const limits = { enabled: true, most_people: 50, most_percent: 20, final_after_days: 30 };
  for (const wanted of [limits, limits, { ...limits, enabled: false }])
    expect((await admin.put('/manage/v1/deactivation-limits', wanted)).status).toBe(200);
  const changes = await entries('team.deactivation_limits.updated', own);
  expect(changes.map(({ before, after }) => [before, after])).toEqual([
    [{ enabled: true }, { enabled: false }],
    [{ most_people: 100 }, { most_people: 50 }],
  ]);
});

test('handles people of two connections at the same moment separately', async () => {
  const entra = await connect(service, okta.team_id, 'Entra ID');
  const names = Array.from({ length: 10 }, (_, at) => `Both${at}`);
  const made = await Promise.all(names.map((name, at) => (at % 2 === 0 ? okta : entra).user(name)));
  for (const [at, id] of made.entries()) {
    const [own, other] = at % 2 === 0 ? [okta, entra] : [entra, okta];
    expect([(await own.get(`/Users/${id}`)).status, (await other.get(`/Users/${id}`)).status]).toEqual([200, 404]);
  }
});

test('names an unknown id only once in the warning, even if it was sent repeatedly', async () => {
  const ann = await okta.user('Annabel');
  const group = await okta.group('Warned');
  const nobody = newId();
  const others = Array.from({ length: 11 }, () => ({ value: newId() }));
  const value = [{ value: nobody }, { value: ann }, ...others];
  const add = { op: 'add', path: 'members', value };
  expect((await okta.patch(`/Groups/${group}`, [add, add])).status).toBe(200);
  const of = { resource: 'Group', operation: 'update', resource_id: group };
  const log = () => readProvisioning(service.app.database, okta.team_id, okta.connection_id, of, null, 9);
  await expect.poll(async () => (await log()).length).toBe(1);
  const warned = (await log())[0]?.warnings.join('\n') ?? '';
  expect(warned.split(nobody)).toHaveLength(2);
  // Ten are named, and the others are counted.
  expect(warned).toContain(`"${others[8]?.value}" and 2 more.`);
});

test('allows at most fifty new custom attributes of a user in one PATCH', async () => {
  const names = Array.from({ length: 51 }, (_, at) => `own${at}`);
  await okta.user('Full', Object.fromEntries(names.map((name) => [name, 'x'])));
  const patched = async (count: number) => {
    const operations = names.slice(0, count).map((path) => ({ op: 'add', path, value: 'y' }));
    return okta.patch(`/Users/${await okta.user(`Empty${count}`)}`, operations);
  };
  expect((await patched(50)).status).toBe(200);
  expect(await patched(51)).toMatchObject({ status: 400, body: { scimType: 'invalidPath' } });
});

test('returns the same version of a user in a list as alone, and a modification time that differs from the creation time', async () => {
  const ann = await okta.user('Versioned');
  await okta.group('Of one', [ann]);
  await nextMoment(service.app.database);
  await okta.patch(`/Users/${ann}`, [{ op: 'replace', value: { title: 'Boss' } }]);
  const { meta } = (await okta.get(`/Users/${ann}`)).body as { meta: { created: string; version: string } };
  const found = async (filter: string) =>
    (await okta.get(`/Users?attributes=meta&filter=id eq "${ann}" and ${filter}`)).body.Resources as object[];
  expect(await found(`meta.created eq "${meta.created}"`)).toMatchObject([{ meta: { version: meta.version } }]);
  expect(await found(`meta.lastModified gt "${meta.created}"`)).toHaveLength(1);
  expect(await found(`meta.created gt "${meta.created}"`)).toHaveLength(0);
});
