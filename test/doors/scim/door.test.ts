// Access to /scim/v2/{connection_id}, and the format of every error below it (contract 5.6, Decision 34).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { createScimToken, revokeScimToken } from '../../../src/credentials/scim-tokens.ts';
import { changeConnection } from '../../../src/directory/connections/connections.ts';
import { changeTeam } from '../../../src/directory/teams/teams.ts';
import { scimProblem } from '../../../src/doors/scim/scim-problem.ts';
import type { Heard } from '../../support/speaker.ts';
import { BY_TEST } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { bareConnection, connect, speaking } from './support/connection.ts';

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';
const DAY_MS = 24 * 3_600_000;
let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

function expectScimError(heard: Heard<unknown>, status: number, scimType?: string): void {
  expect(heard.status, JSON.stringify(heard.body)).toBe(status);
  expect(heard.headers.get('content-type')).toBe('application/scim+json');
  expect(heard.headers.get('request-id')).toBeTruthy();
  const { detail, ...rest } = heard.body as Record<string, unknown>;
  expect(detail).toEqual(expect.stringMatching(/\S/));
  expect(rest).toEqual({ schemas: [ERROR], status: String(status), ...(scimType === undefined ? {} : { scimType }) });
}

describe('access', () => {
  it('returns 401 with WWW-Authenticate for a missing token, for invalid text and for an API key', async () => {
    const { base } = await bareConnection(service);
    for (const [authorization, challenge] of [
      [undefined, 'Bearer'],
      ['', 'Bearer'],
      ['Basic YTpi', 'Bearer error="invalid_token"'],
      ['Bearer nonsense', 'Bearer error="invalid_token"'],
      [`Bearer svc_scim_${'a'.repeat(38)}`, 'Bearer error="invalid_token"'],
      [`Bearer svc_api_${'a'.repeat(38)}`, 'Bearer error="invalid_token"'],
    ] as const) {
      const heard = await service.anyone.get(`${base}/Users`, authorization === undefined ? {} : { authorization });
      expectScimError(heard, 401);
      expect(heard.headers.get('www-authenticate')).toBe(challenge);
    }
  });

  it("returns 401 for a token at another connection's address, in the same workspace or another", async () => {
    const okta = await bareConnection(service);
    const entra = await connect(service, okta.team_id, 'Entra');
    const foreign = await bareConnection(service);
    for (const other of [entra, foreign, { connection_id: newId() }, { connection_id: 'x' }]) {
      const heard = await speaking(service, { ...okta, connection_id: other.connection_id }).get('/Users');
      expectScimError(heard, 401);
    }
    expect((await okta.get('/Users')).status).toBe(200);
  });

  it('refuses a revoked token on the next request, and accepts the other token of a rotation', async () => {
    const okta = await bareConnection(service);
    const { database } = service.app;
    expect((await okta.get('/Users')).status).toBe(200);
    const next = await database.inTransaction((tx) =>
      createScimToken(tx, okta.team_id, okta.connection_id, 'none', service.clock(), BY_TEST),
    );
    const rotated = speaking(service, { ...okta, ...next });
    expect((await rotated.get('/Users')).status).toBe(200);
    expect((await okta.get('/Users')).status).toBe(200);
    await database.inTransaction((tx) =>
      revokeScimToken(tx, okta.team_id, okta.connection_id, okta.token_id, service.clock(), BY_TEST),
    );
    for (const answer of [await okta.get('/Users'), await okta.post('/Users', {}), await okta.get('/Schemas')]) {
      expectScimError(answer, 401);
    }
    expect((await rotated.get('/Users')).status).toBe(200);
  });

  it('refuses a disabled connection on the next request, and accepts it again once it is enabled', async () => {
    const okta = await bareConnection(service);
    const enabled = (value: boolean) =>
      service.app.database.inTransaction((tx) =>
        changeConnection(tx, okta.team_id, okta.connection_id, { enabled: value }, BY_TEST),
      );
    expect((await okta.get('/Users')).status).toBe(200);
    await enabled(false);
    expectScimError(await okta.get('/Users'), 401);
    expectScimError(await okta.get('/Users/x'), 401);
    await enabled(true);
    expect((await okta.get('/Users')).status).toBe(200);
  });

  it('refuses a plan without SCIM with 403 from the next request on, and accepts an upgrade immediately', async () => {
    const okta = await bareConnection(service);
    const plan = (value: string) =>
      service.app.database.inTransaction((tx) => changeTeam(tx, okta.team_id, { plan: value }, BY_TEST));
    expect((await okta.get('/Users')).status).toBe(200);
    await plan('business');
    expectScimError(await okta.get('/Users'), 403);
    expectScimError(await okta.get('/ServiceProviderConfig'), 403);
    await plan('enterprise');
    expect((await okta.get('/Users')).status).toBe(200);
  });

  it('rejects an expired token with 401 as soon as the clock passes its expiry', async () => {
    const other = await world();
    try {
      const okta = await bareConnection(other);
      const made = await other.app.database.inTransaction((tx) =>
        createScimToken(tx, okta.team_id, okta.connection_id, '90d', other.clock(), BY_TEST),
      );
      const short = speaking(other, { ...okta, ...made });
      expect((await short.get('/Users')).status).toBe(200);
      other.clock.advance(90 * DAY_MS - 1_000);
      expect((await short.get('/Users')).status).toBe(200);
      other.clock.advance(1_000);
      expectScimError(await short.get('/Users'), 401);
      expect((await okta.get('/Users')).status).toBe(200);
    } finally {
      await other.close();
    }
  });

  it("returns 429 with whole seconds in Retry-After if the connection's bucket is empty", async () => {
    const slow = await world({ CAIRN_RATE_SCALE: '0.01' });
    try {
      const okta = await bareConnection(slow);
      const other = await connect(slow, okta.team_id, 'Other');
      expect((await okta.get('/Users')).status).toBe(200);
      expect((await okta.get('/Users')).status).toBe(200);
      const heard = await okta.get('/Users');
      expectScimError(heard, 429);
      expect(heard.headers.get('retry-after')).toMatch(/^\d+$/);
      expect((await other.get('/Users')).status).toBe(200);
      slow.clock.advance(Number(heard.headers.get('retry-after')) * 1_000);
      expect((await okta.get('/Users')).status).toBe(200);
    } finally {
      await slow.close();
    }
  });
});

describe('the format of errors', () => {
  it('returns a 404 in SCIM format for unknown routes below the base, to any caller', async () => {
    const okta = await bareConnection(service);
    expectScimError(await okta.get('/Devices'), 404);
    expectScimError(await okta.get('/Users/a/b'), 404);
    expectScimError(await service.anyone.get('/scim/v1/Users'), 404);
    expectScimError(await service.anyone.get('/scim'), 404);
  });

  it("explains the base URL's format only if it was copied incompletely", async () => {
    const { base, ...okta } = await bareConnection(service);
    for (const path of [
      '/scim',
      '/scim/v2',
      '/scim/v2/',
      '/scim/v2/Users?filter=x',
      '/scim//v2/Users/a',
      '/scim/v1/Users',
    ])
      expect((await service.anyone.get(path)).body, path).toMatchObject({
        detail: expect.stringMatching(/ends with \/scim\/v2\/ and its id\. Copy it from/),
      });
    for (const path of [`${base}/Devices`, `${base.replace('/v2/', '//v2/')}/Devices`])
      expect((await service.anyone.get(path)).body, path).toMatchObject({
        detail: 'There is nothing at this address.',
      });
    expect((await okta.get(`/Users/${newId()}`)).body).not.toMatchObject({
      detail: expect.stringContaining('base URL'),
    });
  });

  it('accepts a base URL that was pasted with a trailing slash', async () => {
    const okta = await bareConnection(service);
    expect((await okta.get('//Users')).status).toBe(200);
  });

  it('returns 405 and Allow for a method that a route does not support', async () => {
    const okta = await bareConnection(service);
    const heard = await okta.send('PUT', '/Users', {});
    expectScimError(heard, 405);
    expect(heard.headers.get('allow')).toMatch(/GET/);
    expectScimError(await okta.send('DELETE', '/Schemas'), 405);
  });

  it.each([
    ['{', 'invalidSyntax'],
    ['', 'invalidSyntax'],
    ['[]', 'invalidSyntax'],
    ['"x"', 'invalidSyntax'],
    ['{"userName":"a","__proto__":{}}', 'invalidSyntax'],
    ['{"userName":"a\\u0000"}', 'invalidSyntax'],
    ['{}', 'invalidValue'],
    ['{"userName":" "}', 'invalidValue'],
    ['{"userName":7}', 'invalidValue'],
  ])('responds to the body %s with 400 %s', async (body, scimType) => {
    const okta = await bareConnection(service);
    expectScimError(await okta.send('POST', '/Users', body), 400, scimType);
  });

  it('accepts both JSON media types with any parameter, and returns 415 for others', async () => {
    const okta = await bareConnection(service);
    for (const type of ['application/json', 'application/json; charset=utf-8', 'application/scim+json;charset=UTF-8']) {
      const heard = await okta.send('POST', '/Users', { userName: type }, { 'Content-Type': type });
      expect(heard.status).toBe(201);
      expect(heard.headers.get('content-type')).toBe('application/scim+json');
    }
    expectScimError(await okta.send('POST', '/Users', 'userName=a', { 'Content-Type': 'text/plain' }), 415);
  });

  it('returns 413 for a body of 50 MB', async () => {
    const okta = await bareConnection(service);
    const body = Buffer.alloc(50 * 1_048_576, 0x20);
    // Uses a separate connection, because otherwise the rest of the body would come before the next request.
    expectScimError(await okta.send('POST', '/Users', body, { Connection: 'close' }), 413);
  });

  it('returns 501 for /Bulk and /Me', async () => {
    const okta = await bareConnection(service);
    expectScimError(await okta.send('POST', '/Bulk', {}), 501);
    for (const method of ['GET', 'PUT', 'PATCH', 'POST', 'DELETE'])
      expectScimError(await okta.send(method, '/Me'), 501);
  });

  it('reports an internal error as 500 without details', () => {
    const answer = scimProblem('internal');
    expect(answer.status).toBe(500);
    expect(answer.headers).toEqual({ 'Content-Type': 'application/scim+json' });
    expect(answer.body).toMatchObject({ schemas: [ERROR], status: '500' });
  });
});

describe('discovery', () => {
  it('lists supported and unsupported features', async () => {
    const okta = await bareConnection(service);
    const { body } = await okta.get('/ServiceProviderConfig?aadOptscim062020');
    expect(body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      sort: { supported: false },
      etag: { supported: true },
      changePassword: { supported: false },
      pagination: { cursor: true, index: true },
      meta: { location: `${service.baseUrl}${okta.base}/ServiceProviderConfig` },
    });
  });

  it('lists schemas and resource types, each readable at its location', async () => {
    const okta = await bareConnection(service);
    for (const [path, count] of [
      ['/Schemas', 3],
      ['/ResourceTypes', 2],
    ] as const) {
      const { body } = await okta.get(`${path}?startIndex=2&count=1&attributes=x`);
      expect(body).toMatchObject({ totalResults: count, itemsPerPage: count });
      expect(body.Resources).toHaveLength(count);
      for (const resource of body.Resources as { id: string; meta: { location: string } }[]) {
        expect(resource.meta.location).toBe(`${service.baseUrl}${okta.base}${path}/${resource.id}`);
        const one = await okta.get(`${path}/${resource.id}`);
        expect(one.body).toEqual(resource);
        for (const id of [resource.id.toLowerCase(), resource.id.toUpperCase()])
          expect((await okta.get(`${path}/${id}`)).body).toEqual(resource);
      }
      expect((await okta.get(`${path}/nothing`)).status).toBe(404);
    }
  });

  it.each(['/ServiceProviderConfig', '/Schemas', '/ResourceTypes', '/ResourceTypes/User'])(
    'refuses a filter on %s with 403',
    async (path) => {
      const refused = await (await bareConnection(service)).get(`${path}?filter=id pr`);
      expect(refused).toMatchObject({ status: 403, body: { status: '403', detail: expect.stringMatching(/filter/) } });
    },
  );

  it('stores and returns every attribute that the user schema advertises as readWrite', async () => {
    const okta = await bareConnection(service);
    const { body } = await okta.get('/Schemas/urn:ietf:params:scim:schemas:core:2.0:User');
    const sample: Record<string, unknown> = {
      string: 'a',
      boolean: true,
      reference: 'https://a.test/x',
      binary: 'YQ==',
    };
    type Advertised = {
      name: string;
      type: string;
      multiValued: boolean;
      mutability: string;
      subAttributes?: Advertised[];
    };
    const sampleOf = ({ name, type, multiValued, subAttributes = [] }: Advertised): unknown => {
      const one =
        type === 'complex' ? Object.fromEntries(subAttributes.map((sub) => [sub.name, sampleOf(sub)])) : sample[type];
      const own =
        name === 'emails' && typeof one === 'object' ? { ...one, value: `a@${okta.connection_id}.test` } : one;
      return multiValued ? [own] : own;
    };
    const attributes = (body.attributes as unknown as Advertised[]).filter(
      ({ mutability }) => mutability === 'readWrite',
    );
    const sent = Object.fromEntries(attributes.map((attribute) => [attribute.name, sampleOf(attribute)]));
    const made = await okta.post('/Users', sent);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject(sent);
  });
});
