// API keys at the edges of their rules: limits of rotation, a second revocation, and the time of expiry.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey, revokeCredential, rotateApiKey } from '../../src/credentials/api-credentials.ts';
import { announceExpiring } from '../../src/credentials/expiring.ts';
import {
  createGrant,
  issueAccessToken,
  mintAccessToken,
  renewVouchedGrant,
  revokeAccessToken,
} from '../../src/credentials/oauth-grants.ts';
import { savePolicy } from '../../src/credentials/oauth-policies.ts';
import { saveWorkloadIdentity } from '../../src/credentials/workload-identity.ts';
import type { Tx } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { byAdmin, freshTeam } from '../directory/support.ts';
import { type Managed, managedTeam } from '../doors/manage/support.ts';
import { BY_TEST } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let here: World;
let team: Managed;
beforeAll(async () => {
  here = await world();
  // A test reads events that have not been moved.
  await here.app.dispatcher.stop(0);
  team = await managedTeam(here, { plan: 'enterprise' });
});
afterAll(() => here.close());

const change = <Answer>(work: (tx: Tx) => Promise<Answer>): Promise<Answer> => here.app.database.inTransaction(work);
const from = (milliseconds: number): string => new Date(here.clock() + milliseconds).toISOString();
const keyUntil = (expires_at: string | null, name = 'CI') =>
  change((tx) =>
    createApiKey(
      tx,
      team.team_id,
      { account_id: team.author.id, name, scopes: ['trails:read'], expires_at },
      here.clock(),
      BY_TEST,
    ),
  );
const rotated = (id: string, overlap?: number) =>
  change((tx) => rotateApiKey(tx, team.team_id, id, here.clock(), BY_TEST, overlap));
const listed = async () =>
  (await team.asAdmin.get<{ items: { id: string; name: string; expires_at: string | null }[] }>('/manage/v1/keys')).body
    .items;

describe('a key', () => {
  test('is invalid at the moment it expires, and valid a millisecond before', async () => {
    await expect(keyUntil(from(0))).rejects.toMatchObject({ slug: 'validation' });
    expect(await keyUntil(from(1))).toHaveProperty('key');
  });
  test('cannot be used longer by rotating it, because the overlap ends with it', async () => {
    const ends = async (id: string) => Date.parse((await listed()).find((key) => key.id === id)?.expires_at ?? '');
    const [soon, late, never] = [await keyUntil(from(HOUR_MS)), await keyUntil(from(9 * DAY_MS)), await keyUntil(null)];
    for (const { id } of [soon, late, never]) await rotated(id, DAY_MS);
    expect([await ends(soon.id), await ends(late.id), await ends(never.id)].map((at) => at - here.clock())).toEqual([
      HOUR_MS,
      DAY_MS,
      DAY_MS,
    ]);
  });
  test('can be rotated once, and then only its successor can', async () => {
    const { id } = await keyUntil(null);
    const next = await rotated(id);
    await expect(rotated(id)).rejects.toMatchObject({ slug: 'conflict' });
    expect(await rotated(next.id)).toHaveProperty('key');
  });
  test('is logged once if it is revoked twice', async () => {
    const { id } = await keyUntil(null);
    for (const _time of [1, 2]) await change((tx) => revokeCredential(tx, team.team_id, id, BY_TEST));
    const entries = await here.app.database.rows(sql`
      select kind from audit_entries where team_id = ${team.team_id} and subject ->> 'id' = ${id} order by entry_id`);
    expect(entries).toEqual([{ kind: 'credential.created' }, { kind: 'credential.revoked' }]);
  });
  test('needs no warning if it expires after a rotation, unlike its successor', async () => {
    await announceExpiring(here.app.database, here.clock());
    const [old, last] = [await keyUntil(from(8 * DAY_MS)), await keyUntil(from(8 * DAY_MS))];
    const next = await rotated(old.id, 30 * DAY_MS);
    // The successor has the same lifetime according to the database's clock, which an earlier attempt may have
    // advanced.
    const ends = (await listed()).find(({ id }) => id === next.id)?.expires_at ?? '';
    here.clock.advance(Date.parse(ends) - here.clock() - 6 * DAY_MS);
    const { hands } = (await team.asOwner.get<{ hands: { kind: string; id: string }[] }>('/manage/v1/overview')).body;
    const ending = hands.filter(({ kind }) => kind === 'key-ending').map(({ id }) => id);
    expect([old, next, last].map(({ id }) => ending.includes(id))).toEqual([false, true, true]);
    await team.asAdmin.post('/manage/v1/webhooks', {
      ...{ name: 'Keys', url: 'https://hooks.example/keys', events: ['credential.expiring'] },
    });
    await announceExpiring(here.app.database, here.clock());
    const told = await here.app.database.rows<{ id: string }>(sql`
      select subject ->> 'id' as id from audit_outbox where team_id = ${team.team_id} and kind = 'credential.expiring'`);
    expect([old, next, last].map((key) => told.some(({ id }) => id === key.id))).toEqual([false, true, true]);
  });
  test("is different from an app's token, and cannot be revoked as one", async () => {
    const { key } = await keyUntil(null);
    await revokeAccessToken(here.app.database, key);
    expect((await here.bearer(key).get('/v1/me')).status).toBe(200);
  });
});

const TOOL = {
  client_id: 'https://tool.example/client.json',
  client_name: 'Tool',
  client_host: 'tool.example',
  resource: '/v1',
};

test("lists an app's tokens under apps, not under keys", async () => {
  const own = { ...TOOL, catalog_id: team.team_id, account_id: team.author.id };
  const before = await listed();
  const token = mintAccessToken();
  await change(async (tx) => {
    const wanted = { ...own, scopes: ['trails:read'], origin: 'consent' as const };
    const { grant_id } = await createGrant(tx, wanted, here.clock(), BY_TEST);
    await issueAccessToken(tx, grant_id, { token, scopes: ['trails:read'], expires_at: from(HOUR_MS) }, here.clock());
  });
  expect((await here.bearer(token).get('/v1/me')).status).toBe(200);
  expect(await listed()).toEqual(before);
});

test('updates the scopes and expiry of a grant that the provider renews', async () => {
  const own = {
    ...TOOL,
    catalog_id: team.team_id,
    account_id: team.publisher.id,
    origin: 'identity-provider' as const,
  };
  const vouched = (scopes: readonly string[]) =>
    change((tx) => renewVouchedGrant(tx, { ...own, scopes }, here.clock(), 'test'));
  const first = await vouched(['trails:use', 'trails:read', 'trails:write']);
  here.clock.advance(DAY_MS);
  const second = await vouched(['trails:use']);
  expect(second).toMatchObject({ grant_id: first.grant_id, scopes: ['trails:use'] });
  expect(Date.parse(second.expires_at) - Date.parse(first.expires_at)).toBe(DAY_MS);
});

test.each([
  [200, 'saved'],
  [201, 'validation'],
])('treats a list of %i hosts as %s', async (count, expected) => {
  const allowed_hosts = Array.from({ length: count }, (_, at) => `h${at}.example`);
  const saving = change((tx) => savePolicy(tx, team.team_id, { allowed_hosts }, here.clock(), BY_TEST));
  expect(
    await saving.then(
      () => 'saved',
      ({ slug }) => slug,
    ),
  ).toBe(expected);
});

describe('a workload identity', () => {
  const identity = { issuer: 'https://login.example', subject: 'provisioning', audience: 'api://cairn' };
  const save = async (of: { team_id: string; connection_id: string }, more: object = {}): Promise<string> =>
    change((tx) =>
      saveWorkloadIdentity(
        tx,
        of.team_id,
        of.connection_id,
        { ...identity, ...more },
        { publicUrl: here.baseUrl, now: here.clock() },
        byAdmin,
      ),
    ).then(
      () => 'saved',
      ({ slug }) => slug,
    );
  test.each([
    [1, 'saved'],
    [500, 'saved'],
    [501, 'validation'],
  ])('with a subject or audience of %i characters is %s', async (length, expected) => {
    const of = await freshTeam(here.app.database);
    for (const member of ['subject', 'audience'])
      expect(await save(of, { [member]: 'x'.repeat(length) })).toBe(expected);
  });
  test('starts unused if it replaces another, and stays unchanged if it is saved again', async () => {
    const of = await freshTeam(here.app.database);
    const used = async () =>
      await here.app.database.row<{ used: boolean; id: string }>(sql`
          select last_used_at is not null as used, identity_id as id from scim_workload_identities
          where team_id = ${of.team_id}`);
    await save(of);
    await here.app.database.rows(sql`
      update scim_workload_identities set last_used_at = created_at where team_id = ${of.team_id}`);
    const first = await used();
    await save(of);
    expect(await used()).toEqual(first);
    for (const more of [{ subject: 'another' }, { audience: 'api://other' }, { issuer: 'https://other.example' }]) {
      const before = await used();
      await save(of, more);
      const after = await used();
      expect([after?.used, after?.id === before?.id]).toEqual([false, false]);
    }
  });
});
