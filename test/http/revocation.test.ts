// A cached caller is confirmed by the request's own first query (storage/batches/version-check.ts). Any loss of
// authority takes effect with the very next request, in every process.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { revokeCredential } from '../../src/credentials/api-credentials.ts';
import { mintToken } from '../../src/credentials/tokens.ts';
import { setGroupRoles } from '../../src/directory/groups/group-care.ts';
import { changeGroupMembers } from '../../src/directory/groups/group-members.ts';
import { createGroup, deleteGroup } from '../../src/directory/groups/groups.ts';
import { grantRole, revokeRole } from '../../src/directory/members/member-roles.ts';
import { deactivateMember, reactivateMember } from '../../src/directory/members/members.ts';
import { changeTeam } from '../../src/directory/teams/teams.ts';
import type { Tx } from '../../src/storage/database.ts';
import { endNothing } from '../support/end-nothing.ts';
import { type Heard, type Speaker, slugOf } from '../support/speaker.ts';
import { BY_TEST, type TestPerson, type TestTeam } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';

/** A client without a token learns at this address how to get one (RFC 9728). */
const RESOURCE =
  'resource_metadata="https://cairn.test/.well-known/oauth-protected-resource/v1", scope="trails:read trails:write trails:publish"';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

const change = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> => service.app.database.inTransaction(work);

/** Each way to lose authority, and the error of the next request. */
const ENDS: readonly [string, (team: TestTeam, person: TestPerson) => Promise<unknown>, number, string][] = [
  [
    'a revoked key',
    (team, { key_id }) => change((tx) => revokeCredential(tx, team.team_id, key_id, BY_TEST)),
    401,
    'unauthorized',
  ],
  [
    'an ended membership',
    (team, { id }) => change((tx) => deactivateMember(tx, team.team_id, id, null, BY_TEST)),
    403,
    'membership-revoked',
  ],
  [
    'a lost plan',
    (team) => change((tx) => changeTeam(tx, team.team_id, { plan: 'free' }, BY_TEST)),
    402,
    'upgrade-required',
  ],
  [
    'trails switched off',
    (team) => change((tx) => changeTeam(tx, team.team_id, { trails_enabled: false }, BY_TEST)),
    403,
    'feature-not-enabled',
  ],
];

describe.each(ENDS)('%s', (_what, end, status, slug) => {
  test(`returns ${status} ${slug} on the next request`, async () => {
    const team = await service.team();
    const { speaks } = team.publisher;
    for (let time = 0; time < 3; time += 1) expect((await speaks.get('/v1/me')).status).toBe(200);
    await end(team, team.publisher);
    const refused = await speaks.get('/v1/me');
    expect([refused.status, slugOf(refused)]).toEqual([status, slug]);
  });
  test('is reported even if the request would be refused before anything is read', async () => {
    const team = await service.team();
    const wrong: readonly [TestPerson, (speaks: Speaker) => Promise<Heard<unknown>>, number][] = [
      [team.publisher, (speaks) => speaks.get('/v1/trails?limit=many'), 400],
      [team.author, (speaks) => speaks.post('/v1/trails', {}), 422],
    ];
    for (const [{ speaks }, ask, before] of wrong) expect((await ask(speaks)).status).toBe(before);
    for (const [person] of wrong) await end(team, person);
    for (const [{ speaks }, ask] of wrong) {
      const refused = await ask(speaks);
      expect([refused.status, slugOf(refused)]).toEqual([status, slug]);
    }
  });
});

test('removes scopes from the next response after a role was removed, and adds them after one was added', async () => {
  const team = await service.team();
  const { speaks, id } = team.publisher;
  const scopes = async () => (await speaks.get<{ scopes: string[] }>('/v1/me')).body.scopes;
  expect(await scopes()).toEqual(['trails:read', 'trails:write', 'trails:publish']);
  await change((tx) => revokeRole(tx, team.team_id, id, 'publisher', BY_TEST));
  expect(await scopes()).toEqual([]);
  await change((tx) => grantRole(tx, team.team_id, id, 'author', BY_TEST));
  expect(await scopes()).toEqual(['trails:read', 'trails:write']);
});

test("removes rights from the next request on when a group's roles, the membership or the group end", async () => {
  const { team_id, member } = await service.team();
  const scopes = async () => (await member.speaks.get<{ scopes: string[] }>('/v1/me')).body.scopes.length;
  const given = async (work: (tx: Tx) => Promise<unknown>) => {
    await change(work);
    return scopes();
  };
  const { group_id } = await change((tx) => createGroup(tx, team_id, { display_name: 'Publishers' }, BY_TEST));
  const set = (roles: string[]) => given((tx) => setGroupRoles(tx, team_id, group_id, roles, BY_TEST));
  const join = () =>
    given((tx) => changeGroupMembers(tx, team_id, group_id, { add: [member.id], remove: [] }, null, BY_TEST));
  const leave = () =>
    given((tx) => changeGroupMembers(tx, team_id, group_id, { add: [], remove: [member.id] }, null, BY_TEST));
  const end = () => given((tx) => deleteGroup(tx, team_id, group_id, null, BY_TEST, endNothing));
  expect([await scopes(), await join(), await set(['publisher']), await set([])]).toEqual([0, 0, 3, 0]);
  expect([await set(['publisher']), await leave(), await join(), await end()]).toEqual([3, 0, 3, 0]);
});

test('accepts a restored membership immediately', async () => {
  const team = await service.team();
  const { speaks, id } = team.author;
  await change((tx) => deactivateMember(tx, team.team_id, id, null, BY_TEST));
  expect((await speaks.get('/v1/me')).status).toBe(403);
  await change((tx) => reactivateMember(tx, team.team_id, id, null, BY_TEST));
  expect((await speaks.get('/v1/me')).status).toBe(200);
});

test('refuses a key from the moment it expires', async () => {
  const team = await service.team();
  const expires_at = new Date(service.clock() + 1_000).toISOString();
  const { speaks } = await team.key(team.author.id, { expires_at });
  expect((await speaks.get('/v1/me')).status).toBe(200);
  service.clock.advance(999);
  expect((await speaks.get('/v1/me')).status).toBe(200);
  service.clock.advance(1);
  const refused = await speaks.get('/v1/me');
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
    401,
    `Bearer error="invalid_token", ${RESOURCE}`,
  ]);
});

test('explains why a credential is refused', async () => {
  const team = await service.team();
  const expires_at = new Date(service.clock() + 1_000).toISOString();
  const short = await team.key(team.author.id, { expires_at });
  const revoked = await team.key(team.author.id);
  await change((tx) => revokeCredential(tx, team.team_id, revoked.id, BY_TEST));
  service.clock.advance(1_000);
  const told = async (key: string) => {
    const { status, body } = await service.bearer(key).get<{ detail: string }>('/v1/me');
    return [status, body.detail.split('.')[0]];
  };
  expect(await told(short.key)).toEqual([401, 'The credential is expired']);
  expect(await told(revoked.key)).toEqual([401, 'The credential is revoked']);
  expect(await told(mintToken('svc_api_').token)).toEqual([401, 'The credential is not known']);
  expect(await told('svc_api_short')).toEqual([401, 'The credential is malformed']);
});

test.each(['', 'Bearer', 'Basic YTpi', 'Bearer svc_api_short', `Bearer svc_api_${'a'.repeat(38)}`])(
  'refuses the credential %j with 401 and a challenge',
  async (authorization) => {
    const refused = await service.anyone.get('/v1/me', authorization === '' ? {} : { Authorization: authorization });
    expect([refused.status, slugOf(refused)]).toEqual([401, 'unauthorized']);
    expect(refused.headers.get('www-authenticate')).toBe(
      authorization === '' ? `Bearer ${RESOURCE}` : `Bearer error="invalid_token", ${RESOURCE}`,
    );
  },
);

if (process.env.CAIRN_TEST_DATABASE_URL !== undefined) {
  test('refuses a key on the next request after another process has revoked it', async () => {
    const team = await service.team();
    const other = await service.second();
    const there = other.bearer(team.author.key);
    // So many requests that a snapshot alone confirms the cached caller there if nothing else is written.
    for (let time = 0; time < 20; time += 1) expect((await there.get('/v1/me')).status).toBe(200);
    await change((tx) => revokeCredential(tx, team.team_id, team.author.key_id, BY_TEST));
    expect((await there.get('/v1/me')).status).toBe(401);
    await other.close();
  });

  test('returns a trail as another process has just saved it, even if it was read often before', async () => {
    const team = await service.team();
    const other = await service.second();
    const [here, there] = [service, other].map(({ bearer }) => bearer(team.author.key));
    const { body } = (await here?.post<{ id: string }>('/v1/trails', { document: { title: 'A title' } })) ?? {};
    const path = `/v1/trails/${body?.id}`;
    const revisionThere = async () => (await there?.get<{ revision: number }>(path))?.body.revision;
    for (let time = 0; time < 20; time += 1) expect(await revisionThere()).toBe(1);
    await here?.put(`${path}/document`, { title: 'Another title' }, { 'If-Match': '*' });
    expect(await revisionThere()).toBe(2);
    await other.close();
  });
}
