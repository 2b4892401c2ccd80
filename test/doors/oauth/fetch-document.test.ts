// Client metadata documents: a JSON document gets the defaults of a client. Anything else is passed on unchanged, so
// that the authorization server refuses it.
import { expect, test } from 'vitest';
import { fetchDocument } from '../../../src/doors/oauth/fetch-document.ts';

const ID = 'https://tool.example/client.json';
const DOCUMENT = JSON.stringify({ client_id: ID, client_name: 'Tool', redirect_uris: ['http://127.0.0.1/callback'] });
const JSON_TYPE = { 'content-type': 'application/json' };

const fetched = async (
  text: string,
  init: ResponseInit,
  pinned: ReadonlyMap<string, string> = new Map(),
): Promise<readonly [number, string]> => {
  const egress = { fetch: async () => new Response(text, init), cut: () => undefined, close: async () => undefined };
  const answer = await fetchDocument(egress, { mode: 'on', pinned }, { noted: async () => {} })(ID);
  return [answer.status, await answer.text()];
};

test.each(['application/json', 'application/json; charset=utf-8', 'application/cimd+json'])(
  'gives a document of the type %s the defaults of a client',
  async (type) => {
    const [status, text] = await fetched(DOCUMENT, { headers: { 'content-type': type } });
    expect([status, JSON.parse(text)]).toEqual([
      200,
      {
        ...JSON.parse(DOCUMENT),
        token_endpoint_auth_method: 'none',
        application_type: 'native',
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ]);
  },
);

test.each<[string, string, ResponseInit]>([
  ['a missing document', DOCUMENT, { status: 404, headers: JSON_TYPE }],
  ['a created one', DOCUMENT, { status: 201, headers: JSON_TYPE }],
  ['a page', DOCUMENT, { headers: { 'content-type': 'text/html' } }],
  ['one without a type', DOCUMENT, { headers: { 'content-type': '' } }],
  ['a type that only shares the prefix', DOCUMENT, { headers: { 'content-type': 'application/jsonp' } }],
  ['an error page', '<h1>Not here</h1>', { status: 503, headers: { 'content-type': 'text/html' } }],
  ['a set of keys', '{"keys":[]}', { headers: JSON_TYPE }],
  ['a list', `[${DOCUMENT}]`, { headers: JSON_TYPE }],
  ['nothing', 'null', { headers: JSON_TYPE }],
  ['a number', '7', { headers: JSON_TYPE }],
  ['text that is not JSON', '{', { headers: JSON_TYPE }],
])('passes on everything but a client’s document unchanged: %s', async (_, text, init) => {
  expect(await fetched(text, init)).toEqual([init.status ?? 200, text]);
});

test('prefers a document from the folder, and applies the same defaults to it', async () => {
  const pinned = new Map([[ID, JSON.stringify({ client_id: ID, client_name: 'Pinned' })]]);
  const [status, text] = await fetched(DOCUMENT, { status: 404 }, pinned);
  expect([status, JSON.parse(text)]).toMatchObject([200, { client_name: 'Pinned', application_type: 'native' }]);
});
