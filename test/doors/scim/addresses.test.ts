// Addresses and queries as real clients write them, and deleted resources.
import type { JsonObject } from '@cairn/scim-protocol/json';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { type World, world } from '../../support/world.ts';
import { bareConnection, type ScimConnection } from './support/connection.ts';

let service: World;
let okta: ScimConnection;
let ann: string;
beforeAll(async () => {
  service = await world();
  okta = await bareConnection(service);
  ann = await okta.user('Ann');
  await okta.post('/Users', { userName: 'ann+tag@example.com', displayName: 'O"Neil \\ Sons' });
});
afterAll(() => service.close());

/** Sends the query unencoded. */
const raw = (path: string) => service.bearer(okta.token).send<JsonObject>('GET', okta.base + path);

describe('an address', () => {
  it.each(['/Users/?count=1', '/users?count=1', '/users/?count=1', '/Users?count=1', '//Users?count=1'])(
    'accepts %s as /Users',
    async (path) => {
      expect(await raw(path)).toMatchObject({ status: 200, body: { totalResults: 2, itemsPerPage: 1 } });
    },
  );

  it('of a resource, of discovery and of the base may end with a slash', async () => {
    for (const path of [`/Users/${ann}/`, `/users/${ann}`, '/schemas', '/ServiceProviderConfig/', '/?count=1'])
      expect([path, (await raw(path)).status]).toEqual([path, 200]);
  });

  it('that is unknown returns 404 in SCIM format', async () => {
    for (const path of ['/user', '/Users/x/y', '/USERS'])
      expect(await raw(path)).toMatchObject({ status: 404, body: { status: '404' } });
  });
});

describe('a filter', () => {
  it.each([
    'filter=userName+eq+%22ann%2Btag@example.com%22',
    'filter=userName%20eq%20%22ann%2Btag@example.com%22',
    'filter=userName%20eq%20ann%2Btag@example.com',
    'filter=displayName+eq+%22O%5C%22Neil+%5C%5C+Sons%22',
  ])('is read from %s and finds the match', async (query) => {
    expect((await raw(`/Users?${query}`)).body).toMatchObject({ totalResults: 1 });
  });

  it('is refused with 400 invalidFilter if it ends inside a string', async () => {
    expect(await raw('/Users?filter=userName+eq+%22ann')).toMatchObject({
      status: 400,
      body: { scimType: 'invalidFilter' },
    });
  });
});

it('returns 404 in SCIM format when a deleted or unknown resource is deleted', async () => {
  const bob = await okta.user('Bob');
  const sales = await okta.group('Sales', [bob]);
  for (const path of [`/Users/${bob}`, `/Groups/${sales}`]) {
    expect((await okta.delete(path)).status).toBe(204);
    expect(await okta.delete(path)).toMatchObject({ status: 404, body: { status: '404' } });
  }
  expect((await okta.delete('/Users/nobody')).status).toBe(404);
});

it('limits the body of a person to 1 MB, and of a group to 10 MB (413)', async () => {
  const title = 'x'.repeat(1_100_000);
  expect((await okta.post('/Users', { userName: 'big', title })).status).toBe(413);
  const members = Array.from({ length: 40_000 }, () => ({ value: ann }));
  expect((await okta.post('/Groups', { displayName: `Big ${newId()}`, members })).status).toBe(201);
  const blanks = ' '.repeat(9_000_000);
  expect((await okta.send('POST', '/Groups', `{"displayName": "Wide ${newId()}"${blanks}}`)).status).toBe(201);
  expect((await okta.post('/Groups', { displayName: 'Huge', filler: 'x'.repeat(10_600_000) })).status).toBe(413);
});
