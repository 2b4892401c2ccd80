// Authentication: lookups, caching and its duration, and the order of refusals.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { authenticator } from '../../src/admission/authenticate.ts';
import {
  allowedScopes,
  byCaller,
  type Caller,
  effectiveScopes,
  requireScope,
  requireStanding,
  requireTrails,
} from '../../src/admission/caller.ts';
import { scimAuthenticator } from '../../src/admission/scim-authenticator.ts';
import { isRefusal } from '../../src/base/refusal.ts';
import { createApiKey, revokeCredential } from '../../src/credentials/api-credentials.ts';
import { createScimToken, revokeScimToken } from '../../src/credentials/scim-tokens.ts';
import type { Database, Tx } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { byAdmin, freshTeam, type TestTeam } from '../directory/support.ts';
import { accessToken } from '../support/access-token.ts';
import { openTestDatabase } from '../support/database.ts';
import { testClock } from '../support/test-clock.ts';

const FIVE_MINUTES = 300_000;
const clock = testClock();
let database: Database;
let team: TestTeam;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  team = await freshTeam(database);
});

const inTx = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> => database.inTransaction(work);
const refusalOf = async (work: () => unknown): Promise<string> => {
  try {
    await work();
    return 'good';
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
    return `${thrown.slug}: ${thrown.message} ${JSON.stringify(thrown.extras)}`;
  }
};

/** Counts lookups. */
function counting(fresh = false) {
  const counts = { before: 0 };
  return {
    counts,
    lookUp: {
      fresh,
      before: () => {
        counts.before += 1;
      },
    },
  };
}

const key = (expires_at: string | null = null) =>
  inTx((tx) =>
    createApiKey(
      tx,
      team.team_id,
      { account_id: team.owner_id, name: 'CI', scopes: ['trails:read', 'trails:write'], expires_at },
      clock(),
      byAdmin,
    ),
  );

describe('a key', () => {
  test('is looked up once, and again if the cached one is invalid', async () => {
    const { key: token, id } = await key();
    const { admit } = authenticator(database, clock);
    const { counts, lookUp } = counting();
    const first = await admit(`Bearer ${token}`, lookUp);
    const second = await admit(`bearer  ${token} `, lookUp);
    expect(counts.before).toBe(1);
    await admit(`Bearer ${token}`, { ...lookUp, fresh: true });
    expect(counts.before).toBe(2);
    expect(second.caller).toBe(first.caller);
    const { token_prefix, ...credential } = first.caller.credential;
    expect(credential).toEqual({ kind: 'api_key', id, name: 'CI' });
    expect(token.startsWith(token_prefix ?? 'none')).toBe(true);
    expect(first.caller).toMatchObject({
      catalog: { kind: 'team', catalog_id: team.team_id, team_id: team.team_id, team_name: 'Acme' },
      person: { account_id: team.owner_id, name: 'Olga Owner' },
      roles: ['owner'],
      counted_as: id,
      scopes: ['trails:read', 'trails:write'],
      standing: { isMember: true, plan: 'enterprise', trailsEnabled: true },
    });
  });

  test('is valid until it expires, whether or not it is cached', async () => {
    const { key: token } = await key(new Date(clock() + 1_000).toISOString());
    const remembering = authenticator(database, clock);
    await remembering.admit(`Bearer ${token}`);
    clock.advance(999);
    await remembering.admit(`Bearer ${token}`);
    clock.advance(1);
    const expired = expect.stringMatching(/^unauthorized: The credential is expired\. /);
    expect(await refusalOf(() => remembering.admit(`Bearer ${token}`))).toEqual(expired);
    expect(await refusalOf(() => authenticator(database, clock).admit(`Bearer ${token}`))).toEqual(expired);
  });

  test('is refused after a lookup once it was revoked, and removed from the cache', async () => {
    const { key: token, id } = await key();
    const { admit } = authenticator(database, clock);
    await admit(`Bearer ${token}`);
    await inTx((tx) => revokeCredential(tx, team.team_id, id, byAdmin));
    const revoked = expect.stringMatching(/^unauthorized: The credential is revoked\. .*"sent":true/);
    expect(await refusalOf(() => admit(`Bearer ${token}`, { fresh: true, before: () => undefined }))).toEqual(revoked);
    const { counts, lookUp } = counting();
    expect(await refusalOf(() => admit(`Bearer ${token}`, lookUp))).toEqual(revoked);
    expect(counts.before).toBe(1);
  });

  test('is confirmed by its authorization version if it is cached', async () => {
    const { key: token, id } = await key();
    const { admit } = authenticator(database, clock);
    await (await admit(`Bearer ${token}`)).database.confirm();
    const { database: checked } = await admit(`Bearer ${token}`);
    await checked.confirm();
    await inTx((tx) => revokeCredential(tx, team.team_id, id, byAdmin));
    await expect((await admit(`Bearer ${token}`)).database.confirm()).rejects.toThrow();
  });

  test('records its use at most every five minutes', async () => {
    const { key: token, id } = await key();
    const notes: Promise<unknown>[] = [];
    const noting: Database = {
      ...database,
      rows: (statement) => {
        const note = database.rows<never>(statement);
        notes.push(note);
        return note;
      },
    };
    /** The key's stored time of last use, after all pending records are written. */
    const used = async (): Promise<number> => {
      await Promise.all(notes);
      const row = await database.row<{ at: string }>(
        sql`select last_used_at as at from api_credentials where credential_id = ${id}`,
      );
      return Date.parse(row?.at ?? '');
    };
    const { admit } = authenticator(noting, clock);
    await admit(`Bearer ${token}`);
    const first = clock();
    expect([notes.length, await used()]).toEqual([1, first]);
    clock.advance(FIVE_MINUTES - 1);
    await admit(`Bearer ${token}`);
    expect([notes.length, await used()]).toEqual([1, first]);
    clock.advance(1);
    await admit(`Bearer ${token}`);
    expect([notes.length, await used()]).toEqual([2, first + FIVE_MINUTES]);
    // Another process reads the time of the last use.
    clock.advance(1_000);
    await authenticator(noting, clock).admit(`Bearer ${token}`);
    expect([notes.length, await used()]).toEqual([2, first + FIVE_MINUTES]);
  });

  test('is valid for every resource, unlike an access token', async () => {
    const { key: token } = await key();
    const wanted = { account_id: team.owner_id, name: 'App', scopes: ['trails:read'], client_id: 'app' };
    const { token: access } = await inTx((tx) => accessToken(tx, team.team_id, wanted, clock()));
    const { admit } = authenticator(database, clock);
    await admit(`Bearer ${token}`, undefined, '/mcp/x');
    expect((await admit(`Bearer ${access}`)).caller.credential).toMatchObject({ kind: 'oauth', client_id: 'app' });
    expect((await admit(`Bearer ${access}`)).caller.credential).not.toHaveProperty('token_prefix');
    expect(await refusalOf(() => admit(`Bearer ${access}`, undefined, '/mcp/x'))).toBe(
      'unauthorized: The access token is valid for /v1, not for /mcp/x. Request one with resource=…/mcp/x. {"sent":true}',
    );
  });
});

test.each([
  [undefined, /^unauthorized: No credential was sent\. .*\{"sent":false\}$/, 0],
  ['  ', /^unauthorized: No credential was sent\. .*\{"sent":false\}$/, 0],
  ['Basic abc', /^unauthorized: The credential is malformed\. .*\{"sent":true\}$/, 0],
  ['Bearer a b', /^unauthorized: The credential is malformed\. .*\{"sent":true\}$/, 0],
  ['Bearer svc_api_abc', /^unauthorized: The credential is malformed\. .*\{"sent":true\}$/, 0],
])('refuses the header %j without a lookup', async (header, sentence, lookedUp) => {
  const { counts, lookUp } = counting();
  expect(await refusalOf(() => authenticator(database, clock).admit(header, lookUp))).toMatch(sentence);
  expect(counts.before).toBe(lookedUp);
});

test('looks up unknown API tokens, but not SCIM tokens', async () => {
  const { key: token } = await key();
  await database.rows(sql`delete from api_credentials where catalog_id = ${team.team_id}`);
  const { counts, lookUp } = counting();
  const { admit } = authenticator(database, clock);
  expect(await refusalOf(() => admit(`Bearer ${token}`, lookUp))).toMatch(/The credential is not known\./);
  expect(counts.before).toBe(1);
  const { token: scim } = await inTx((tx) =>
    createScimToken(tx, team.team_id, team.connection_id, 'none', clock(), byAdmin),
  );
  expect(await refusalOf(() => admit(`Bearer ${scim}`, lookUp))).toMatch(/You sent a directory sync token/);
  expect(counts.before).toBe(1);
});

describe('a connection', () => {
  const token = (expires = 'none') =>
    inTx((tx) => createScimToken(tx, team.team_id, team.connection_id, expires, clock(), byAdmin));

  test('is looked up every five minutes, and only at its own address', async () => {
    const made = await token();
    const { admit } = scimAuthenticator(database, clock);
    const { counts, lookUp } = counting();
    const ask = (id = team.connection_id) => admit(id, `Bearer ${made.token}`, lookUp);
    await ask();
    await ask(team.connection_id.toUpperCase());
    clock.advance(FIVE_MINUTES - 1);
    expect((await ask()).caller).toMatchObject({ connection_id: team.connection_id, token_id: made.token_id });
    expect(counts.before).toBe(1);
    clock.advance(1);
    await ask();
    expect(counts.before).toBe(2);
    await admit(team.connection_id, `Bearer ${made.token}`, { ...lookUp, fresh: true });
    expect(counts.before).toBe(3);
    expect(await refusalOf(() => ask(team.team_id))).toMatch(
      /^unauthorized: The token does not belong to this connection/,
    );
  });

  test('is looked up if the clock was set back, and records its use on the new day', async () => {
    const made = await token();
    const { admit } = scimAuthenticator(database, clock);
    const { counts, lookUp } = counting();
    const ask = () => admit(team.connection_id, `Bearer ${made.token}`, lookUp);
    const used = () =>
      database.row<{ at: string }>(sql`select last_used_at as at from scim_tokens where token_id = ${made.token_id}`);
    await ask();
    clock.advance(-86_400_000);
    await ask();
    expect(counts.before).toBe(2);
    expect(Date.parse((await used())?.at ?? '')).toBe(clock());
    await ask();
    expect(counts.before).toBe(2);
  });

  test('is cached only as long as its token is valid', async () => {
    const made = await token('90d');
    const { admit } = scimAuthenticator(database, clock);
    const { counts, lookUp } = counting();
    const ask = () => admit(team.connection_id, `Bearer ${made.token}`, lookUp);
    clock.advance(Date.parse(made.expires_at ?? '') - clock() - 2);
    await ask();
    clock.advance(1);
    await ask();
    expect(counts.before).toBe(1);
    clock.advance(1);
    expect(await refusalOf(ask)).toMatch(/^unauthorized: The token is expired\./);
  });

  test('is looked up again if its authorization version shows that its token was revoked', async () => {
    const made = await token();
    const { admit } = scimAuthenticator(database, clock);
    const ask = () => admit(team.connection_id, `Bearer ${made.token}`, counting().lookUp);
    await (await ask()).database.confirm();
    await (await ask()).database.confirm();
    await inTx((tx) => revokeScimToken(tx, team.team_id, team.connection_id, made.token_id, clock(), byAdmin));
    await expect((await ask()).database.confirm()).rejects.toThrow();
    // The key is removed from the cache after the lookup.
    const revoked = /^unauthorized: The token is revoked\./;
    const fresh = () => admit(team.connection_id, `Bearer ${made.token}`, counting(true).lookUp);
    expect(await refusalOf(fresh)).toMatch(revoked);
    expect(await refusalOf(ask)).toMatch(revoked);
  });

  test.each([
    [undefined, /^unauthorized: No token was sent\. .*\{"sent":false\}$/],
    ['Bearer svc_scim_abc', /^unauthorized: The token is malformed\. .*\{"sent":true\}$/],
    ['Bearer', /^unauthorized: The token is malformed\. .*\{"sent":true\}$/],
  ])('is refused before a lookup if the header is %j', async (header, sentence) => {
    const { counts, lookUp } = counting();
    const { admit } = scimAuthenticator(database, clock);
    expect(await refusalOf(() => admit(team.connection_id, header, lookUp))).toMatch(sentence);
    expect(counts.before).toBe(0);
  });
});

const TEAM = { kind: 'team', catalog_id: 'c', team_id: 'c', team_name: 'Acme' } as const;
const SERVICE = { kind: 'svc', catalog_id: 's', team_id: null, team_name: null } as const;
const caller = (more: Partial<Caller> = {}, standing: Partial<Caller['standing']> = {}): Caller => ({
  catalog: TEAM,
  person: { account_id: 'a', name: 'Ann', email: 'ann@acme.test' },
  roles: ['author'],
  credential: { kind: 'api_key', id: 'k', name: 'CI' },
  counted_as: 'k',
  scopes: ['trails:read', 'trails:publish'],
  allowed: allowedScopes(TEAM, ['author']),
  standing: { isMember: true, plan: 'business', trailsEnabled: true, ...standing },
  ...more,
});

describe('a caller', () => {
  test.each<[string, Caller, RegExp]>([
    ['in good standing', caller(), /^good$/],
    [
      'who is not a member',
      caller({}, { isMember: false, plan: 'free', trailsEnabled: false }),
      /^membership-revoked: .* active member of the workspace\./,
    ],
    [
      'whose plan does not include the API',
      caller({}, { plan: 'free', trailsEnabled: false }),
      /^upgrade-required: The free plan/,
    ],
    ['whose workspace does not have trails', caller({}, { trailsEnabled: false }), /^feature-not-enabled: /],
    ['of the service', caller({ catalog: SERVICE }, { plan: 'free', trailsEnabled: false }), /^good$/],
    [
      'formerly of the service',
      caller({ catalog: SERVICE }, { isMember: false }),
      /^membership-revoked: .* operator of the service\./,
    ],
  ])('%s', async (_, who, sentence) => {
    expect(await refusalOf(() => requireStanding(who))).toMatch(sentence);
  });

  test('is refused if trails are off, except in the service-wide catalog', async () => {
    expect(await refusalOf(() => requireTrails(caller()))).toBe('good');
    expect(await refusalOf(() => requireTrails(caller({}, { trailsEnabled: false })))).toMatch(/^feature-not-enabled/);
    expect(await refusalOf(() => requireTrails(caller({ catalog: SERVICE }, { trailsEnabled: false })))).toBe('good');
  });

  test('needs the scope in the credential and in the roles', async () => {
    expect(await refusalOf(() => requireScope(caller(), 'trails:read'))).toBe('good');
    expect(await refusalOf(() => requireScope(caller(), 'trails:write'))).toBe(
      'insufficient-scope: This needs the scope trails:write, which "CI" does not have. Create a key with that scope. ' +
        '{"required_scope":"trails:write"}',
    );
    const app = caller({ credential: { kind: 'oauth', id: 'k', name: 'App' } });
    expect(await refusalOf(() => requireScope(app, 'trails:write'))).toMatch(/Connect the app again/);
    const nameless = caller({ person: { account_id: 'a', name: '', email: '' } });
    expect(await refusalOf(() => requireScope(caller(), 'trails:publish'))).toMatch(/^forbidden: .* the roles of Ann /);
    expect(await refusalOf(() => requireScope(nameless, 'trails:publish'))).toMatch(/ the roles of its person /);
  });

  test('has the scopes that both the credential and the roles allow, and an operator has all of them in the service-wide catalog', () => {
    expect(effectiveScopes(caller())).toEqual(['trails:read']);
    expect([...allowedScopes(SERVICE, [])].sort()).toEqual([
      ...['trails:publish', 'trails:read', 'trails:use', 'trails:write'],
    ]);
    expect([...allowedScopes(TEAM, [])]).toEqual([]);
  });

  test("acts on behalf of the credential's or the session's person", () => {
    expect(byCaller(caller(), 'r')).toEqual({
      ...{ account_id: 'a', actor: { kind: 'credential', id: 'k', name: 'Ann' }, request_id: 'r' },
    });
    const nameless = caller({ person: { account_id: 'a', name: '', email: '' } });
    expect(byCaller(nameless, 'r').actor).toEqual({ kind: 'credential', id: 'k', name: 'CI' });
    const actor = { kind: 'person', id: 'a', name: 'Ann' } as const;
    expect(byCaller(caller({ actor }), 'r').actor).toEqual(actor);
  });
});
