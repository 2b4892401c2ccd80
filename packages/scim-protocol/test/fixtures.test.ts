// Replays every request format of the identity providers against a provider that is built from this library alone.
import { expect, it } from 'vitest';
import { complaints, type Fixture, filled, loadFixtures } from '../../../test/doors/scim/fixtures/fixture.ts';
import { memoryProvider } from './memory-provider.ts';

const fixtures = loadFixtures();

it('has a fixture for every identity provider', () => {
  const providers = new Set(fixtures.map(({ name }) => name.split('/')[0]));
  expect([...providers].sort()).toEqual([
    'authentik',
    'entra',
    'google',
    'ipsie',
    'jumpcloud',
    'keycloak',
    'okta',
    'onelogin',
    'ping',
    'rauthy',
    'rippling',
  ]);
});

it.each(fixtures.map((fixture) => [fixture.name, fixture] as const))('%s', (_, fixture) => {
  const provider = memoryProvider();
  const ids = new Map<string, string>();
  for (const [endpoint, given] of [
    ['/Users', fixture.given?.users],
    ['/Groups', fixture.given?.groups],
  ] as const) {
    for (const [name, body] of Object.entries(given ?? {})) {
      const created = provider('POST', endpoint, filled(body, ids));
      expect(created.status, JSON.stringify(created.body)).toBe(201);
      ids.set(name, String(created.body?.id));
    }
  }
  const { request, expect: wanted }: Pick<Fixture, 'request' | 'expect'> = filled(fixture, ids);
  const { status, body } = provider(request.method, request.path, request.body, request.headers);
  expect(complaints(wanted, status, body)).toEqual([]);
  if (!wanted.after) return;
  const after = provider('GET', wanted.after.path);
  expect(complaints({ status: 200, ...wanted.after }, after.status, after.body)).toEqual([]);
});

it('detects an unexpected response', () => {
  const body = { a: 1, members: [{ value: 'y' }, { value: 'x' }], scimType: 'noTarget' };
  expect(complaints({ status: 200, body: { members: [{ value: 'x' }, { value: 'y' }] } }, 200, body)).toEqual([]);
  for (const wrong of [
    { status: 201 },
    { scimType: 'invalidValue' },
    { body: { a: 2 } },
    { body: { b: 1 } },
    { body: { members: [{ value: 'x' }] } },
    { lacks: ['members.1.value'] },
  ]) {
    expect(complaints(wrong, 200, body)).toHaveLength(1);
  }
});
