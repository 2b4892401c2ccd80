// An error describes a problem in a few lines, however long or numerous the names in the request are. Sends such names
// to each door in every place that accepts one.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Heard, Speaker } from '../support/speaker.ts';
import { type World, world } from '../support/world.ts';
import { readyDocument } from '../trails/catalog.ts';
import { bareConnection, type ScimConnection } from './scim/support/connection.ts';
import { type Browser, signedIn } from './sign-in/browser.ts';

const MANY = 2_000;
/** One or a few sentences. An issue contains the name of a field and a message. */
const SENTENCE = 1_200;
const FINDING = 400;
const LONG = 'n'.repeat(6_000);
const LONG_BODY = 'n'.repeat(60_000);

let service: World;
let author: Speaker;
let admin: Browser;
let okta: ScimConnection;
let ann: string;
let trail: string;
beforeAll(async () => {
  service = await world();
  const team = await service.team();
  author = team.publisher.speaks;
  admin = await signedIn(service, team.admin.email);
  okta = await bareConnection(service);
  ann = await okta.user('Ann');
  trail = `/v1/trails/${(await author.post<{ id: string }>('/v1/trails', { document: readyDocument() })).body.id}`;
});
afterAll(() => service.close());

const many = (separator: string, make: (at: number) => string): string =>
  Array.from({ length: MANY }, (_, at) => make(at)).join(separator);
const NAMES = many(' ', (at) => `n${at}`).split(' ');
/** More than one object may have. */
const WIDE = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`n${at}`, 1]));
const manyMembers = (end = ''): object => Object.fromEntries(NAMES.map((name) => [name + end, 1]));
const QUERIES = [
  ['2,000 unknown parameters', many('&', (at) => `n${at}=1`)],
  ['a long unknown parameter', `${LONG}=1`],
  ['a long value', `limit=${LONG}`],
  ['2,000 values', many('&', () => 'limit=1')],
  ['a long status', `status=${LONG}`],
] as const;
const form = (name: string, count = 1): FormData => {
  const parts = new FormData();
  for (let at = 0; at < count; at += 1) parts.append(`${name}${at}`, 'x');
  return parts;
};

/** A name, and the request. */
type Case = readonly [string, () => Promise<Heard<unknown>>];
const patched = (operation: object): Promise<Heard<unknown>> => okta.patch(`/Users/${ann}`, [operation]);
const called = (method: string, params: object): Promise<Heard<unknown>> =>
  author.post('/mcp', { jsonrpc: '2.0', id: 1, method, params }, { Accept: 'application/json, text/event-stream' });
const withDocument = (extra: object) => author.post('/v1/trails', { document: { ...readyDocument(), ...extra } });
const CASES: readonly Case[] = [
  ...QUERIES.map(([name, query]): Case => [`/v1, ${name}`, () => author.get(`/v1/trails?${query}`)]),
  ...QUERIES.map(([name, query]): Case => [`/manage, ${name}`, () => admin.send('GET', `/manage/v1/audit?${query}`)]),
  ['/v1, a long segment of the path', () => author.get(`/v1/trails/${LONG}`)],
  ['/manage, a long segment of the path', () => admin.send('GET', `/manage/v1/groups/${LONG}`)],
  ['no door, a long path', () => author.get(`/${LONG}`)],
  ['/v1, a long If-Match', () => author.put(`${trail}/document`, readyDocument(), { 'If-Match': LONG })],
  ['/v1, a long tag', () => author.put(`${trail}/document`, readyDocument(), { 'If-Match': `"${LONG}"` })],
  ['/v1, a long Idempotency-Key', () => author.post('/v1/trails', {}, { 'Idempotency-Key': LONG })],
  ['/v1, a long Content-Type', () => author.post('/v1/trails', 'x', { 'Content-Type': `text/${LONG}` })],
  [
    '/v1, a long charset',
    () => author.post('/v1/trails', '{}', { 'Content-Type': `application/json; charset=${LONG}` }),
  ],
  ['/v1, a long Content-Encoding', () => author.post('/v1/trails', {}, { 'Content-Encoding': LONG })],
  ['/v1, a long credential', () => service.bearer(LONG).get('/v1/trails')],
  ['/v1, a long member', () => author.post('/v1/trails', { [LONG_BODY]: 1 })],
  ['/v1, 20,000 members', () => author.post('/v1/trails', WIDE)],
  ['/v1, 20,000 members of the document', () => withDocument({ trigger: WIDE })],
  ['/manage, 20,000 members', () => admin.send('POST', '/manage/v1/keys', WIDE)],
  ['/scim, 20,000 members', () => okta.post('/Users', WIDE)],
  ['/mcp, 20,000 members', () => called('tools/call', { name: 'find_trail', arguments: WIDE })],
  ['/v1, 2,000 members', () => author.post('/v1/trails', manyMembers())],
  ['/v1, 2,000 long members', () => author.post('/v1/trails', manyMembers('n'.repeat(500)))],
  ['/v1, a long member twice', () => author.post('/v1/trails', `{"${LONG_BODY}":1,"${LONG_BODY}":2}`)],
  ['/v1, a long member of the document', () => withDocument({ [LONG_BODY]: 1 })],
  ['/v1, a long tool', () => withDocument({ tools: [LONG_BODY] })],
  ['/v1, a long id of a prompt', () => withDocument({ prompts: [{ id: LONG_BODY, label: 'a', body: 'b' }] })],
  ['/v1, long keywords', () => withDocument({ trigger: { keywords: [LONG_BODY, LONG_BODY] } })],
  ['/v1, a long address', () => author.post(`${trail}/grants`, { email: LONG_BODY })],
  ['/v1, no JSON', () => author.post('/v1/trails', LONG_BODY, { 'Content-Type': 'application/json' })],
  ['/v1, a long part of a form', () => author.post('/v1/content-assets', form('n'.repeat(500)))],
  ['/v1, many parts of a form', () => author.post('/v1/content-assets', form('n', MANY))],
  ['/manage, a long member', () => admin.send('POST', '/manage/v1/keys', { [LONG_BODY]: 1 })],
  ['/manage, 2,000 members', () => admin.send('POST', '/manage/v1/keys', manyMembers())],
  ['/manage, a long scope', () => admin.send('POST', '/manage/v1/keys', { name: 'a', scopes: [LONG_BODY] })],
  ['/manage, 2,000 scopes', () => admin.send('POST', '/manage/v1/keys', { name: 'a', scopes: NAMES })],
  [
    '/manage, a long URL',
    () =>
      admin.send('POST', '/manage/v1/webhooks', {
        name: 'a',
        url: `ftp://${'n'.repeat(1_900)}.x/`,
        events: ['trail.published'],
      }),
  ],
  [
    '/manage, a file whose heading is long',
    () => admin.send('POST', '/manage/v1/members/import', { csv: `${LONG_BODY}\n"` }),
  ],
  [
    '/manage, a file with a long quote',
    () => admin.send('POST', '/manage/v1/members/import', { csv: `email,name\n"${LONG_BODY}` }),
  ],
  [
    '/manage, a file with a long address',
    () => admin.send('POST', '/manage/v1/members/import', { csv: `email,name,roles\n${LONG_BODY},a,${LONG_BODY}` }),
  ],
  ['/mcp, a long tool', () => called('tools/call', { name: LONG_BODY })],
  ['/mcp, a long prompt', () => called('prompts/get', { name: LONG_BODY })],
  ['/mcp, a long method', () => called(LONG_BODY, {})],
  ['/mcp, a long argument', () => called('tools/call', { name: 'find_trail', arguments: { [LONG_BODY]: 1 } })],
  ['/sign-in, a long member', () => admin.send('POST', '/sign-in/password', { [LONG_BODY]: 1 })],
  ['/oauth, a long grant_type', () => token(`grant_type=${LONG_BODY}`)],
  ['/oauth, 2,000 parameters', () => token(many('&', (at) => `n${at}=1`))],
  ['/oauth, a long client', () => token(`grant_type=authorization_code&client_id=${LONG_BODY}`)],
  ['/oauth, a long scope', () => token(`grant_type=client_credentials&client_id=a&client_secret=b&scope=${LONG_BODY}`)],
  [
    '/oauth, a long client at the authorization',
    () => service.anyone.get(`/oauth/authorize?client_id=${LONG}&response_type=code`),
  ],
  ['/scim, a filter with a long name', () => okta.get(`/Users?filter=${LONG} eq "a"`)],
  ['/scim, a filter with a long operator', () => okta.get(`/Users?filter=userName ${LONG} "a"`)],
  ['/scim, a filter with a long number', () => okta.get(`/Users?filter=active eq ${'1'.repeat(6_000)}`)],
  ['/scim, a long sortBy and count', () => okta.get(`/Users?count=${LONG}`)],
  ['/scim, a long cursor', () => okta.get(`/Users?cursor=${LONG}`)],
  ['/scim, a long id', () => okta.get(`/Users/${LONG}`)],
  ['/scim, a long kind', () => okta.get(`/${LONG}`)],
  ['/scim, a long schema', () => okta.get(`/Schemas/${LONG}`)],
  ['/scim, a long path of a PATCH', () => patched({ op: 'replace', path: LONG_BODY, value: 1 })],
  [
    '/scim, a path of 900 characters',
    () => patched({ op: 'replace', path: `${'n'.repeat(900)}[a eq "b"].c`, value: 1 }),
  ],
  [
    '/scim, a path below a simple value',
    () => patched({ op: 'replace', path: `userName.${'n'.repeat(900)}`, value: 1 }),
  ],
  [
    '/scim, a path below an unknown value',
    () => patched({ op: 'replace', path: `${'n'.repeat(450)}.${'m'.repeat(450)}[a`, value: 1 }),
  ],
  ['/scim, a long op', () => patched({ op: LONG_BODY, path: 'userName', value: 1 })],
  [
    '/scim, a long member that nests',
    () => patched({ op: 'replace', value: { [LONG_BODY]: JSON.parse(`${'[{"a":'.repeat(20)}1${'}]'.repeat(20)}`) } }),
  ],
  [
    '/scim, a long member in two cases',
    () => okta.post('/Users', { userName: 'b@acme.test', [LONG_BODY]: 1, [LONG_BODY.toUpperCase()]: 2 }),
  ],
  [
    '/scim, a long member of a name in two cases',
    () => okta.post('/Users', { userName: 'e@acme.test', name: { [LONG_BODY]: 1, [LONG_BODY.toUpperCase()]: 2 } }),
  ],
  ['/scim, a long schema of a user', () => okta.post('/Users', { schemas: [LONG_BODY], userName: 'c@acme.test' })],
  ['/scim, a long value of another kind', () => okta.post('/Users', { userName: { [LONG_BODY]: 1 } })],
  ['/scim, a long active', () => okta.post('/Users', { userName: 'd@acme.test', active: LONG_BODY })],
  ['/scim, a long name of a group', () => okta.post('/Groups', { displayName: LONG_BODY })],
  [
    '/scim, a long member of a group',
    () => okta.post('/Groups', { displayName: 'a', members: [{ value: LONG_BODY }] }),
  ],
  ['/scim, a long search', () => okta.post('/Users/.search', { schemas: [LONG_BODY], [LONG_BODY]: 1 })],
];

const token = (body: string): Promise<Heard<unknown>> =>
  service.anyone.post('/oauth/token', body, { 'Content-Type': 'application/x-www-form-urlencoded' });

test.each(CASES)('%s: limits the length of the error', async (_, send) => {
  const { status, body } = await send();
  expect(status).toBeLessThan(500);
  if (typeof body === 'string') {
    expect(body).not.toContain('n'.repeat(SENTENCE));
    return;
  }
  if (status < 400) {
    // Errors about a file are listed with its rows. If the request succeeds, the response repeats the names that were
    // sent.
    const { rows = [] } = body as { readonly rows?: readonly object[] };
    for (const row of rows) expect(JSON.stringify(row).length).toBeLessThan(SENTENCE);
    return;
  }
  const { issues = [], ...rest } = body as { readonly issues?: readonly object[] };
  expect(JSON.stringify(rest).length).toBeLessThan(SENTENCE);
  for (const issue of issues) expect(JSON.stringify(issue).length).toBeLessThan(FINDING);
});

test('names the first unknown parameters, and counts the others', async () => {
  const { body } = await author.get<{ detail: string }>(`/v1/trails?${many('&', (at) => `n${at}=1`)}`);
  expect(body.detail).toBe(
    'The query is malformed. n0: Is not a known property. Remove it. n1: Is not a known property. Remove it. ' +
      'n2: Is not a known property. Remove it. n3: Is not a known property. Remove it. ' +
      'n4: Is not a known property. Remove it. And 1,995 more.',
  );
});
