// Malicious input over HTTP always gets a clear error in SCIM format, never an internal error or other workspaces'
// data.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type World, world } from '../../support/world.ts';
import { bareConnection, type ScimConnection } from './support/connection.ts';

let service: World;
let okta: ScimConnection;
let ann: string;
let sales: string;
beforeAll(async () => {
  service = await world();
  okta = await bareConnection(service);
  ann = await okta.user('Ann');
  sales = await okta.group('Sales', [ann]);
});
afterAll(() => service.close());

const SEARCH = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';

it.each([
  ['100,000 characters', `userName eq "${'a'.repeat(100_000)}"`],
  ['10,000 parentheses', `${'('.repeat(10_000)}userName pr${')'.repeat(10_000)}`],
  ['1,000 comparisons', Array.from({ length: 1_000 }, () => 'userName pr').join(' or ')],
  ['only the operator not', 'not '.repeat(2_000)],
  ['an open bracket', 'emails[type eq "work"'],
  ['an unknown attribute', 'constructor eq "x"'],
  ['NUL', 'userName eq "a\\u0000b"'],
  ['a lone surrogate', 'title co "\\ud800"'],
  ['SQL', `userName eq "x"; drop table accounts; --`],
  ['an ordered comparison of text', 'userName gt "a"'],
])('refuses a filter of %s with 400 invalidFilter', async (_, filter) => {
  for (const path of ['/Users/.search', '/.search']) {
    const answer = await okta.post(path, { schemas: [SEARCH], filter });
    expect(answer).toMatchObject({ status: 400, body: { status: '400', scimType: 'invalidFilter' } });
  }
});

it('refuses an overlong filter in the URL with an error in SCIM format', async () => {
  const answer = await okta.get(`/Users?filter=userName eq "${'a'.repeat(100_000)}"`);
  expect(answer.status).toBe(431);
  expect(answer.headers.get('content-type')).toBe('application/scim+json');
  expect(answer.body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '431' });
});

it('treats characters of SQL patterns and quotes as plain text', async () => {
  for (const text of ['%', '_', "'", '\\\\', "') or true --", '$1']) {
    const answer = await okta.get(`/Users?filter=userName co "${text}"`);
    expect([answer.status, answer.body.totalResults]).toEqual([200, 0]);
  }
});

it.each(['x', '%00', '..%2f..%2fadmin', '00000000-0000-0000-0000-000000000000', 'a'.repeat(250), "' or 1=1 --"])(
  'returns 404 for the id %j',
  async (id) => {
    for (const path of ['/Users/', '/Groups/']) {
      const answer = await okta.get(path + (id.includes('%') ? id : encodeURIComponent(id)));
      expect(answer).toMatchObject({ status: 404, body: { status: '404' } });
    }
  },
);

it.each([
  'emails[',
  'emails[]',
  '[type eq "work"]',
  'a..b',
  'emails[type eq "work"].value.value',
  'members[value eq]',
  'urn:',
  '__proto__.x',
  'constructor',
  'emails[type eq "work"] or x',
  ' ',
  '\u0001',
  'x'.repeat(100_000),
  `emails[${'('.repeat(5_000)}`,
])('refuses the PATCH path %.30j with 400, and changes nothing', async (path) => {
  for (const resource of [`/Users/${ann}`, `/Groups/${sales}`]) {
    const before = await okta.get(resource);
    for (const op of ['add', 'replace', 'remove']) {
      const answer = await okta.patch(resource, [
        { op: 'replace', path: 'displayName', value: 'X' },
        { op, path, value: 'x' },
      ]);
      expect(answer).toMatchObject({ status: 400, body: { status: '400' } });
      expect(['invalidPath', 'noTarget', 'invalidFilter', 'invalidValue', 'mutability']).toContain(
        answer.body.scimType,
      );
    }
    expect((await okta.get(resource)).body).toEqual(before.body);
  }
});

it.each([
  [{}],
  [{ Operations: {} }],
  [{ Operations: [] }],
  [{ Operations: [null] }],
  [{ Operations: [{ op: 'move', path: 'title' }] }],
  [{ Operations: [{ op: 'add' }] }],
  [{ Operations: [{ op: 'remove' }] }],
  [{ Operations: [{ op: 'add', value: { constructor: 1, __x: 2 } }] }],
])('refuses the PATCH %j with 400', async (body) => {
  const answer = await okta.send('PATCH', `/Users/${ann}`, body);
  expect(answer).toMatchObject({ status: 400, body: { status: '400' } });
});

it('accepts 10,000 operations in one request, because some clients send one per member', async () => {
  const own = await bareConnection(service);
  const ids = [await own.user('A'), await own.user('B'), await own.user('C')];
  const group = await own.group('Sales');
  const Operations = Array.from({ length: 10_000 }, (_, n) => ({
    op: n % 2 === 0 ? 'add' : 'remove',
    path: 'members',
    value: [{ value: ids[n % 3] }],
  }));
  const answer = await own.send('PATCH', `/Groups/${group}`, { Operations });
  expect(answer.status).toBe(200);
  const inside = ids.filter((_, at) => Operations.findLast((_, n) => n % 3 === at)?.op === 'add');
  const members = (answer.body.members ?? []) as { value: string }[];
  expect(members.map(({ value }) => value).sort()).toEqual(inside.sort());
});

it('deletes even if the DELETE has a body', async () => {
  const own = await bareConnection(service);
  const id = await own.user('Ann');
  const gone = await own.send('DELETE', `/Users/${id}`, { active: true });
  expect(gone.status).toBe(204);
});
