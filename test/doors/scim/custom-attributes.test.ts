// Attributes without a schema, as identity providers use them: stored, changed by path and found by filter, for users
// and groups. A name that does not occur in any record counts as a typo.
import { isJsonObject, type JsonObject, type JsonValue } from '@cairn/scim-protocol/json';
import { ENTERPRISE_USER_URN, GROUP_URN, USER_URN } from '@cairn/scim-protocol/urns';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type World, world } from '../../support/world.ts';
import { bareConnection, connect, type ScimConnection } from './support/connection.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

const HR = 'urn:acme:hr:1.0:User';
const TYPES = [
  { endpoint: '/Users', core: USER_URN, holders: [undefined, HR, ENTERPRISE_USER_URN] },
  { endpoint: '/Groups', core: GROUP_URN, holders: [undefined, HR] },
] as const;
type Type = (typeof TYPES)[number];

const named = (holder: string | undefined): string => (holder === undefined ? 'custom' : `${holder}:custom`);
const within = (holder: string | undefined, value: JsonValue): JsonObject =>
  holder === undefined ? { custom: value } : { [holder]: { keeps: 1, custom: value } };
function valueIn(resource: JsonObject, holder: string | undefined): JsonValue | undefined {
  const object = holder === undefined ? resource : resource[holder];
  return isJsonObject(object) ? object.custom : undefined;
}

let count = 0;
async function made(own: ScimConnection, { endpoint }: Type, more: JsonObject): Promise<string> {
  count += 1;
  const name = endpoint === '/Users' ? { userName: `u${count}` } : { displayName: `g${count}` };
  const answer = await own.post(endpoint, { ...name, ...more });
  expect(answer.status).toBe(201);
  return String(answer.body.id);
}

async function found(own: ScimConnection, { endpoint }: Type, filter: string): Promise<JsonValue[]> {
  const { status, body } = await own.get(`${endpoint}?filter=${filter}`);
  expect([filter, status]).toEqual([filter, 200]);
  const resources = Array.isArray(body.Resources) ? body.Resources : [];
  return resources.flatMap((each) => (isJsonObject(each) && each.id !== undefined ? [each.id] : []));
}

const PHONES: JsonValue = [
  { type: 'p', value: '1' },
  { type: 'q', value: '2', primary: true },
];
/** The stored value, the path after the name, the operation, the resulting value, and filters on it. */
const TABLE: readonly [JsonValue, string, JsonObject, JsonValue | undefined, string][] = [
  ['x', '', { op: 'replace', value: 'Y' }, 'Y', ' eq "y"'],
  ['x', '', { op: 'remove' }, undefined, ' eq null'],
  [3, '', { op: 'add', value: 4 }, 4, ' gt 3'],
  [['a'], '', { op: 'add', value: ['a', 'b'] }, ['a', 'b'], ' eq "B"'],
  [{ k1: 'a', k2: 'b' }, '.k1', { op: 'replace', value: 'x' }, { k1: 'x', k2: 'b' }, '.K1 eq "X"'],
  [{ k1: 'a', k2: 'b' }, '.k1', { op: 'remove' }, { k2: 'b' }, '.k2 sw "B"'],
  [{ k1: 'a' }, '', { op: 'add', value: { k2: true } }, { k1: 'a', k2: true }, '.k2 eq true'],
  [
    PHONES,
    '[type eq "P"].value',
    { op: 'replace', value: '9' },
    [{ type: 'p', value: '9' }, PHONES[1] ?? null],
    '[type eq "p" and value eq "9"]',
  ],
  [PHONES, '[type eq "p"]', { op: 'remove' }, [PHONES[1] ?? null], '[not (type eq "p")]'],
  [
    PHONES,
    '[type eq "p"]',
    { op: 'replace', value: { value: '9' } },
    [{ type: 'p', value: '9' }, PHONES[1] ?? null],
    '[type eq "p"].value eq "9"',
  ],
  [
    PHONES,
    '[type eq "r"].value',
    { op: 'add', value: '3' },
    [...(PHONES as JsonValue[]), { type: 'r', value: '3' }],
    '.value co "3"',
  ],
  [
    PHONES,
    '[primary eq "True"].ext',
    { op: 'add', value: 7 },
    [PHONES[0] ?? null, { type: 'q', value: '2', primary: true, ext: 7 }],
    '[ext ge 7]',
  ],
];

describe.each(TYPES)('$endpoint', (type) => {
  it('changes custom attributes by path and finds them by filter, for every structure and position', async () => {
    const own = await bareConnection(service);
    const other = await made(own, type, {});
    for (const holder of type.holders) {
      for (const [stored, tail, operation, expected, filter] of TABLE) {
        const id = await made(own, type, within(holder, stored));
        const path = named(holder) + tail;
        const answer = await own.patch(`${type.endpoint}/${id}`, [{ ...operation, path }]);
        expect([path, answer.status]).toEqual([path, 200]);
        expect([path, valueIn(answer.body, holder)]).toEqual([path, expected]);
        const text = named(holder) + filter;
        expect([text, await found(own, type, `${text} and id eq "${id}"`)]).toEqual([text, [id]]);
        if (filter !== ' eq null') expect(await found(own, type, text)).not.toContain(other);
        const present = await found(own, type, `${named(holder)} pr`);
        expect([path, present.includes(id), present.includes(other)]).toEqual([path, expected !== undefined, false]);
        // Repeating an operation that sets a value changes nothing.
        const again = await own.patch(`${type.endpoint}/${id}`, [{ ...operation, path }]);
        expect([path, again.status, again.headers.get('etag')]).toEqual([path, 200, answer.headers.get('etag')]);
      }
    }
    expect(await found(own, type, `${HR} pr`)).toHaveLength(TABLE.length);
    expect(await found(own, type, `not (${HR.toUpperCase()} pr)`)).toContain(other);
  });

  it('accepts a name that any record of the connection has, and refuses other names', async () => {
    const own = await bareConnection(service);
    const elsewhere = await connect(service, own.team_id, 'Entra');
    await made(elsewhere, type, { custom: { k1: 'a' }, [HR]: { badge: 1 } });
    const id = await made(own, type, {});
    const tails = ['', '.k1', '[type eq "p"]', '[type eq "p"].value'];
    const operations = tails.map((tail) => ({
      op: 'add',
      path: `Custom${tail}`,
      value: tail === '[type eq "p"]' ? { value: 1 } : 'x',
    }));
    const filters = ['custom pr', 'custom.k1 eq "a"', 'custom[k1 pr]', 'not (custom pr)', `id eq "${id}" or custom pr`];
    for (const operation of operations) {
      const refused = await own.patch(`${type.endpoint}/${id}`, [{ op: 'add', value: { fine: 1 } }, operation]);
      expect(refused).toMatchObject({ status: 400, body: { scimType: 'invalidPath' } });
      expect(refused.body.detail).toMatch(/^Operations\[1\]: "Custom" is not an attribute of a /);
    }
    for (const filter of filters) {
      const refused = await own.get(`${type.endpoint}?filter=${filter}`);
      expect(refused).toMatchObject({ status: 400, body: { scimType: 'invalidFilter' } });
      expect((await own.get(`?filter=${filter}`)).status).toBe(400);
    }
    expect((await own.get(`${type.endpoint}/${id}`)).body).not.toHaveProperty('fine');
    await made(own, type, { custom: { k1: 'a' } });
    for (const filter of filters) expect((await own.get(`?filter=${filter}`)).status).toBe(200);
    for (const operation of operations) {
      const fresh = await made(own, type, {});
      expect((await own.patch(`${type.endpoint}/${fresh}`, [operation])).status).toBe(200);
    }
  });

  it('accepts a name that the same request adds', async () => {
    const own = await bareConnection(service);
    const id = await made(own, type, {});
    const operations = [
      { op: 'add', value: { brought: { a: 1 } } },
      { op: 'add', path: 'brought.b', value: 2 },
    ];
    expect((await own.patch(`${type.endpoint}/${id}`, operations)).body.brought).toEqual({ a: 1, b: 2 });
  });

  it('refuses custom attributes on a strict connection, whether or not they are stored', async () => {
    const own = await bareConnection(service);
    const strict = await connect(service, own.team_id, 'Strict', { strict: true });
    const id = await made(strict, type, { schemas: [type.core] });
    for (const path of ['custom', 'custom.k1', `${HR}:custom[type eq "p"]`]) {
      const refused = await strict.patch(`${type.endpoint}/${id}`, [{ op: 'add', path, value: {} }]);
      expect(refused).toMatchObject({ status: 400, body: { scimType: 'invalidPath' } });
      const unfound = await strict.get(`${type.endpoint}?filter=${path.replace(/\[.*/, '')} pr`);
      expect(unfound).toMatchObject({ status: 400, body: { scimType: 'invalidFilter' } });
    }
  });

  it('never fails for any name: members of every JavaScript object, SQL/JSON characters, or many names at once', async () => {
    const own = await bareConnection(service);
    const id = await made(own, type, { constructor: 'x', $a: { toString: 1 }, custom: 1 });
    for (const name of [
      'constructor',
      'toString',
      'hasOwnProperty',
      '$a',
      '$a.toString',
      'valueOf.constructor',
      '__proto__',
      'a-b',
    ]) {
      for (const filter of [`${name} pr`, `${name} eq "x"`, `${name}[constructor eq "x"]`, `members.${name} pr`]) {
        expect([200, 400]).toContain((await own.get(`${type.endpoint}?filter=${filter}`)).status);
      }
      const { status } = await own.patch(`${type.endpoint}/${id}`, [{ op: 'replace', path: name, value: 'x' }]);
      expect([200, 400]).toContain(status);
    }
    expect(await found(own, type, 'constructor eq "X"')).toEqual([id]);
    const many = Array.from({ length: 60 }, (_, index) => [`m${index}`, index] as const);
    const source = await made(own, type, Object.fromEntries(many));
    const operations = many.map(([path, value]) => ({ op: 'replace', path, value: value + 1 }));
    expect((await own.patch(`${type.endpoint}/${source}`, operations)).status).toBe(200);
    expect((await own.patch(`${type.endpoint}/${id}`, operations)).status).toBe(400);
  });
});

it('also supports `pr` for a schema extension', async () => {
  const own = await bareConnection(service);
  const [users] = TYPES;
  const id = await made(own, users, { [ENTERPRISE_USER_URN]: { department: 'HR' } });
  await made(own, users, {});
  expect(await found(own, users, `${ENTERPRISE_USER_URN} pr`)).toEqual([id]);
});
