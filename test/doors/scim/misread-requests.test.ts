// Requests whose meaning is easy to miss: list values in brackets, plus signs, brackets in projections, and names that
// only look equal.
import { isJsonObject, type JsonObject, type JsonValue } from '@cairn/scim-protocol/json';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type World, world } from '../../support/world.ts';
import { bareConnection, connect, type ScimConnection } from './support/connection.ts';

let service: World;
let own: ScimConnection;
beforeAll(async () => {
  service = await world();
  own = await bareConnection(service);
});
afterAll(() => service.close());

const HR = 'urn:acme:hr:1.0:User';
let count = 0;
const name = (): string => {
  count += 1;
  return `misread${count}`;
};
const total = async (query: string): Promise<JsonValue | undefined> =>
  (await service.bearer(own.token).get<JsonObject>(`${own.base}/Users?${query}`)).body.totalResults;

describe('a list of simple values in a custom extension', () => {
  const table: readonly [JsonValue[], JsonObject, JsonValue | undefined][] = [
    [['x', 'y', 'z'], { op: 'remove', path: '[value eq "x"]' }, ['y', 'z']],
    [['x', 'y', 'z'], { op: 'Remove', path: '', value: [{ value: 'y' }] }, ['x', 'z']],
    [['x', 'y'], { op: 'remove', path: '', value: 'y' }, ['x']],
    [['x', 'y'], { op: 'remove', path: '', value: [] }, ['x', 'y']],
    [['x', 'y'], { op: 'remove', path: '[value eq "x"].value' }, ['y']],
    [['x', 'y'], { op: 'replace', path: '[value eq "x"]', value: 'w' }, ['w', 'y']],
    [['x', 'y'], { op: 'replace', path: '[value eq "x"].value', value: 'w' }, ['w', 'y']],
    [['x'], { op: 'add', path: '', value: { value: 'y' } }, ['x', 'y']],
    [['x'], { op: 'add', path: '', value: [{ value: 'x' }, 'y'] }, ['x', 'y']],
    [['x', 'y'], { op: 'replace', path: '', value: 'w' }, ['w']],
    [[1, 2, 3], { op: 'remove', path: '[value gt 1]' }, [1]],
    [['x'], { op: 'remove', path: '[value eq "x"]' }, undefined],
    [
      [{ value: 'x', note: 'n' }, { value: 'y' }],
      { op: 'remove', path: '[value eq "y"]' },
      [{ value: 'x', note: 'n' }],
    ],
    [[{ value: 'x' }, { value: 'y' }], { op: 'remove', path: '', value: ['x'] }, [{ value: 'y' }]],
    [
      [{ value: 'x', note: 'n' }],
      { op: 'add', path: '', value: { value: 'x', more: 1 } },
      [{ value: 'x', note: 'n', more: 1 }],
    ],
  ];
  it.each([HR, undefined])('changes value by value, under %s', async (holder) => {
    for (const [stored, { path, ...operation }, wanted] of table) {
      const value: JsonObject = { tags: stored, keeps: 1 };
      const id = await own.user(name(), holder === undefined ? value : { [holder]: value });
      const answer = await own.patch(`/Users/${id}`, [
        { ...operation, path: `${holder === undefined ? '' : `${holder}:`}tags${path}` },
      ]);
      const object = holder === undefined ? answer.body : answer.body[holder];
      expect([operation, path, answer.status, isJsonObject(object) ? object.tags : '?']).toEqual([
        operation,
        path,
        200,
        wanted,
      ]);
    }
  });

  it('is found by its values', async () => {
    const mark = name();
    await own.user(mark, { [HR]: { tags: [mark, 'other'] } });
    for (const filter of [`${HR}:tags[value eq "${mark}"]`, `${HR}:tags.value eq "${mark}"`, `${HR}:tags eq "${mark}"`])
      expect([filter, (await own.get(`/Users?filter=${filter}`)).body.totalResults]).toEqual([filter, 1]);
    expect((await own.get(`/Users?filter=${HR}:tags[value eq "${mark}x"]`)).body.totalResults).toBe(0);
  });
});

describe('a plus sign', () => {
  it('is a plus in a percent-encoded query, and a blank in a form-encoded one', async () => {
    const mark = `a+${name()}@example.com`;
    await own.post('/Users', { userName: mark });
    expect(await total(`filter=userName%20eq%20%22${mark}%22`)).toBe(1);
    expect(await total(`filter=userName+eq+%22${mark.replace('+', '%2B')}%22`)).toBe(1);
    expect(await total(`filter=userName+eq+%22${mark}%22`)).toBe(0);
  });
});

describe('brackets in a projection', () => {
  it('are ignored, so that they do not empty the response', async () => {
    const id = await own.user(name());
    const group = await own.group(name(), [id]);
    const read = async (path: string) => Object.keys((await own.get(path)).body).sort();
    expect(await read(`/Users/${id}?attributes=emails[type eq "work"],userName`)).toEqual([
      'emails',
      'id',
      'schemas',
      'userName',
    ]);
    const { body } = await own.get(`/Users/${id}?attributes=emails[type eq "a,]b"].value`);
    expect(body.emails).toEqual([{ value: expect.stringContaining('@') }]);
    expect(await read(`/Users/${id}?excludedAttributes=emails[type eq "work"]`)).not.toContain('emails');
    expect(await read(`/Groups/${group}?attributes=members[value eq "${id}"]`)).toContain('members');
  });

  it('are refused if they are not closed, or on a strict connection', async () => {
    const strict = await connect(service, own.team_id, name(), { strict: true });
    const id = await strict.user(name());
    const answers = [
      await own.get('/Users?attributes=emails[type eq "work"'),
      await strict.get(`/Users/${id}?attributes=emails[type eq "work"]`),
      await strict.get('/Users?excludedAttributes=emails[type eq "work"].value'),
    ];
    for (const { status, body } of answers) expect([status, body.scimType]).toEqual([400, 'invalidValue']);
  });
});

describe('names that look equal', () => {
  it('are equal if they differ only in the kind of blank', async () => {
    const mark = name();
    expect((await own.post('/Groups', { displayName: `A ${mark}` })).status).toBe(201);
    for (const blank of ['\u00a0', '\u2009', '\u3000'])
      expect((await own.post('/Groups', { displayName: `A${blank}${mark}` })).status).toBe(409);
    await own.post('/Users', { userName: `U ${mark}` });
    expect((await own.post('/Users', { userName: `u\u00a0${mark}` })).status).toBe(409);
    expect((await own.get(`/Users?filter=userName eq "u\u2003${mark}"`)).body.totalResults).toBe(1);
  });

  it('are refused if invisible characters reverse the direction of the text', async () => {
    for (const control of ['\u202e', '\u202a', '\u2066', '\u2069']) {
      const text = `${control}${name()}`;
      const answers = [
        await own.post('/Users', { userName: text }),
        await own.post('/Users', { userName: name(), displayName: text }),
        await own.post('/Users', { userName: name(), name: { familyName: text } }),
        await own.post('/Groups', { displayName: text }),
      ];
      for (const { status, body } of answers) expect([status, body.scimType]).toEqual([400, 'invalidValue']);
    }
    expect((await own.post('/Users', { userName: name(), displayName: 'עדה לאבלייס' })).status).toBe(201);
  });
});

it('accepts a cursor for the same filter in another spelling, and for no other', async () => {
  await own.user(name());
  await own.user(name());
  const { body } = await own.get('/Users?cursor=&count=1&filter=userName pr');
  const next = String(body.nextCursor);
  expect((await own.get(`/Users?cursor=${next}&count=1&filter=USERNAME  pr`)).status).toBe(200);
  expect((await own.get(`/Users?cursor=${next}&count=1&filter=displayName pr`)).body.scimType).toBe('invalidCursor');
});

it('publishes that externalId is unique', async () => {
  const { body } = await own.get('/Schemas');
  const schemas = Array.isArray(body.Resources) ? body.Resources.filter(isJsonObject) : [];
  const attributes = schemas.flatMap((schema) => (Array.isArray(schema.attributes) ? schema.attributes : []));
  const found = attributes.filter((each) => isJsonObject(each) && each.name === 'externalId');
  expect(found).toHaveLength(2);
  for (const each of found) expect(each).toMatchObject({ uniqueness: 'server' });
});

it('serves the configuration under the name that Microsoft uses', async () => {
  const [one, other] = [await own.get('/ServiceProviderConfig'), await own.get('/serviceConfiguration')];
  expect([other.status, other.body]).toEqual([200, one.body]);
});
