// Attributes that an admin declares for a connection: published in /Schemas, and typed in filters and changes.
import { isJsonObject, type JsonObject, type JsonValue } from '@cairn/scim-protocol/json';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAudit } from '../../../src/audit/read-audit.ts';
import { type Speaker, slugOf } from '../../support/speaker.ts';
import { type World, world } from '../../support/world.ts';
import { atCommandLine } from '../manage/support.ts';
import { connect, freshConnection, type ScimConnection } from './support/connection.ts';

let service: World;
let okta: ScimConnection;
let admin: Speaker;
beforeAll(async () => {
  service = await world();
  const fresh = await freshConnection(service);
  okta = fresh;
  admin = await atCommandLine(service, fresh.team.team_id, fresh.team.admin.id);
  expect((await declare(DECLARED)).status).toBe(200);
});
afterAll(() => service.close());

const HR = 'urn:acme:hr:1.0:User';
const of = (name: string, more: JsonObject = {}): JsonObject => ({
  schema: HR,
  name,
  type: 'string',
  multi_valued: false,
  case_exact: false,
  ...more,
});
const DECLARED = [
  of('costCode', { case_exact: true }),
  of('nick'),
  of('isRemote', { type: 'boolean' }),
  of('level', { type: 'integer' }),
  of('tags', { multi_valued: true }),
];
const declare = (attributes: readonly JsonValue[], to = okta) =>
  admin.patch<JsonObject>(`/manage/v1/connections/${to.connection_id}`, { attributes });

let count = 0;
async function made(values: JsonObject, to = okta): Promise<string> {
  count += 1;
  const { status, body } = await to.post('/Users', { userName: `declared${count}@acme.test`, [HR]: values });
  expect([status, body.detail]).toEqual([201, undefined]);
  return String(body.id);
}
async function found(filter: string): Promise<string[]> {
  const { status, body } = await okta.get(`/Users?filter=${filter}`);
  expect([filter, status]).toEqual([filter, 200]);
  return (Array.isArray(body.Resources) ? body.Resources : []).filter(isJsonObject).map(({ id }) => String(id));
}
const declaredIn = (body: JsonObject, name: string): JsonValue | undefined => {
  const object = body[HR];
  return isJsonObject(object) ? object[name] : undefined;
};

test('publishes declared attributes in /Schemas and /ResourceTypes, only of this connection', async () => {
  const schema = await okta.get(`/Schemas/${HR}`);
  expect(schema.body).toMatchObject({
    id: HR,
    name: 'User',
    attributes: [
      { name: 'costCode', type: 'string', caseExact: true, multiValued: false },
      { name: 'nick', type: 'string', caseExact: false },
      { name: 'isRemote', type: 'boolean' },
      { name: 'level', type: 'integer' },
      { name: 'tags', type: 'complex', multiValued: true },
    ],
  });
  expect(JSON.stringify((await okta.get('/ResourceTypes/User')).body.schemaExtensions)).toContain(HR);
  expect((await okta.get('/Schemas')).body.totalResults).toBe(4);
  const other = await connect(service, okta.team_id, 'Other');
  expect((await other.get('/Schemas')).body.totalResults).toBe(3);
  expect((await other.get(`/Schemas/${HR}`)).status).toBe(404);
});

test('types filters: case, numbers and booleans', async () => {
  const id = await made({ costCode: 'AB-1', nick: 'Anni', isRemote: true, level: 7 });
  expect(await found(`${HR}:costCode eq "AB-1"`)).toEqual([id]);
  expect(await found(`${HR}:costCode eq "ab-1"`)).toEqual([]);
  expect(await found(`${HR}:nick eq "ANNI"`)).toEqual([id]);
  expect(await found(`${HR}:level gt 6 and ${HR}:level lt 8`)).toEqual([id]);
  expect(await found(`${HR}:isRemote eq "True"`)).toEqual([id]);
  for (const filter of [`${HR}:level eq "x"`, `${HR}:isRemote gt true`, `${HR}:nick gt "a"`, `${HR}:nicc eq "a"`])
    expect([filter, (await okta.get(`/Users?filter=${filter}`)).body.scimType]).toEqual([filter, 'invalidFilter']);
});

test('types changes: refuses other types, reads texts of identity providers, and removes values of lists', async () => {
  const id = await made({ tags: ['x', 'y', 'z'], isRemote: 'False', level: 1 });
  const patch = (...operations: JsonObject[]) => okta.patch(`/Users/${id}`, operations);
  const tags = async () => {
    const value = declaredIn((await okta.get(`/Users/${id}`)).body, 'tags');
    return Array.isArray(value) ? value.map((tag) => (isJsonObject(tag) ? tag.value : tag)) : [];
  };
  expect(await tags()).toEqual(['x', 'y', 'z']);
  await patch({ op: 'remove', path: `${HR}:tags[value eq "X"]` });
  expect(await tags()).toEqual(['y', 'z']);
  await patch({ op: 'Remove', path: `${HR}:tags`, value: [{ $ref: null, value: 'y' }] });
  expect(await tags()).toEqual(['z']);
  await patch({ op: 'add', path: `${HR}:tags`, value: ['z', 'w'] });
  expect(await tags()).toEqual(['z', 'w']);
  expect(await found(`${HR}:tags[value eq "W"]`)).toEqual([id]);
  expect(await found(`${HR}:tags eq "w"`)).toEqual([id]);
  const on = await patch({ op: 'Replace', path: `${HR}:isRemote`, value: 'True' });
  expect(declaredIn(on.body, 'isRemote')).toBe(true);
  for (const value of ['high', 1.5, true]) {
    const answer = await patch({ op: 'replace', path: `${HR}:level`, value });
    expect([value, answer.status, answer.body.scimType]).toEqual([value, 400, 'invalidValue']);
  }
  const typo = await patch({ op: 'replace', path: `${HR}:levl`, value: 2 });
  expect([typo.status, typo.body.scimType]).toEqual([400, 'invalidPath']);
  expect((await okta.put(`/Users/${id}`, { userName: `put${count}@acme.test`, [HR]: { level: 'x' } })).status).toBe(
    400,
  );
  const shown = await okta.get(`/Users/${id}?attributes=${HR}:level`);
  expect(Object.keys(shown.body).sort()).toEqual(['id', 'schemas', HR].sort());
});

test('takes effect with the next request, and is undone by removing the declaration', async () => {
  const other = await connect(service, okta.team_id, 'Next');
  const id = await made({ level: '7' }, other);
  expect((await declare([of('level', { type: 'integer' })], other)).body.attributes).toHaveLength(1);
  const set = (value: JsonValue) => other.patch(`/Users/${id}`, [{ op: 'replace', path: `${HR}:level`, value }]);
  expect((await set('8')).status).toBe(400);
  expect((await set(8)).status).toBe(200);
  await declare([], other);
  expect((await set('9')).status).toBe(200);
  const audited = await readAudit(
    service.app.database,
    okta.team_id,
    { kind: 'team.connection.updated' },
    {
      after: null,
      limit: 1,
    },
  );
  expect(audited[0]?.after).toEqual({ declared_attributes: '[]' });
});

test('refuses to overwrite a list that another admin has changed since', async () => {
  const other = await connect(service, okta.team_id, 'Seen');
  await declare([of('level')], other);
  const path = `/manage/v1/connections/${other.connection_id}`;
  const attributes = [of('grade')];
  const stale = await admin.patch<{ now: JsonObject }>(path, { attributes, seen: { attributes: [] } });
  expect(stale.status).toBe(409);
  expect(stale.body.now).toEqual({ attributes: [of('level')] });
  expect((await admin.patch(path, { attributes, seen: { attributes: [of('level')] } })).status).toBe(200);
});

test('refuses standard schemas, repeated names, lists of numbers and too many attributes', async () => {
  const wrong: JsonObject[][] = [
    [of('x', { schema: 'urn:ietf:params:scim:schemas:core:2.0:User' })],
    [of('x', { schema: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User' })],
    [of('x', { schema: 'hr' })],
    [of('x'), of('X')],
    [of('x'), of('y', { schema: HR.toUpperCase() })],
    [of('x', { type: 'integer', multi_valued: true })],
    [of('x', { type: 'complex' })],
    [of('__proto__')],
    Array.from({ length: 51 }, (_, n) => of(`a${n}`)),
  ];
  for (const attributes of wrong) expect(slugOf(await declare(attributes))).toBe('validation');
});
