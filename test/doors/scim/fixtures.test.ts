// Replays everything that identity providers send over HTTP against the running service, and reads the result.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type World, world } from '../../support/world.ts';
import { complaints, type Fixture, filled, loadFixtures } from './fixtures/fixture.ts';
import { bareConnection } from './support/connection.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

const fixtures = loadFixtures();

it('replays more than a hundred fixtures', () => {
  expect(fixtures.length).toBeGreaterThan(100);
});

it.each(fixtures.map((fixture) => [fixture.name, fixture] as const))('%s', async (_, fixture) => {
  const okta = await bareConnection(service);
  // An account is one person across the whole service, so every fixture uses different people.
  const own = ownPeople(fixture, okta.connection_id);
  const ids = new Map<string, string>();
  for (const [endpoint, given] of [
    ['/Users', own.given?.users],
    ['/Groups', own.given?.groups],
  ] as const) {
    for (const [name, body] of Object.entries(given ?? {})) {
      const created = await okta.post(endpoint, filled(body, ids));
      expect(created.status, JSON.stringify(created.body)).toBe(201);
      ids.set(name, String(created.body.id));
    }
  }
  const { request, expect: wanted }: Pick<Fixture, 'request' | 'expect'> = filled(own, ids);
  const { status, body, headers } = await okta.send(request.method, request.path, request.body, request.headers);
  expect(complaints(wanted, status, body)).toEqual([]);
  if (body !== undefined) expect(headers.get('content-type')).toBe('application/scim+json');
  if (!wanted.after) return;
  const after = await okta.get(wanted.after.path);
  expect(complaints({ status: 200, ...wanted.after }, after.status, after.body)).toEqual([]);
});

const ownPeople = (fixture: Fixture, mark: string): Fixture =>
  JSON.parse(JSON.stringify(fixture).replaceAll(/@example\.(com|org|net)/g, `@${mark.slice(-12)}.example.$1`));
