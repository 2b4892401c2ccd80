// A provider's subject is linked to an account during a session only after the person has confirmed that on a page of
// the service.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAudit } from '../../../src/audit/read-audit.ts';
import { CONFIRMATION_LIFETIME_MS } from '../../../src/identity/single-sign-on-confirmation.ts';
import { sql } from '../../../src/storage/sql.ts';
import { slugOf } from '../../support/speaker.ts';
import { joinByInvitation } from '../../support/test-team.ts';
import type { World } from '../../support/world.ts';
import { type Browser, browser, signedIn } from './browser.ts';
import { type IdentityProvider, identityProvider } from './identity-provider.ts';
import { PUBLIC, REDIRECT, type SsoTeam, type SsoWorld, sessionOf, ssoWorld, whyNot } from './single-sign-on-world.ts';

const PASSWORD = 'three stones on a pass';
const LINK = '/sign-in/sso/link';
let deps: SsoWorld;
let here: World;
let provider: IdentityProvider;
beforeAll(async () => {
  deps = await ssoWorld();
  ({ here, provider } = deps);
});
afterAll(() => deps.close());

/** Goes to the provider and back, like a click on a link of the same site. */
async function goAndReturn(visitor: Browser, team: SsoTeam, subject: string, at = provider) {
  const off = await visitor.send('GET', `/sign-in/sso?team=${team.team_id}&return_to=/trails`, undefined, {
    'Sec-Fetch-Site': 'same-origin',
  });
  const back = await at.signIn(off.headers.get('location') ?? '', subject);
  return visitor.send('GET', back.slice(PUBLIC.length));
}

const linksOf = async ({ team_id }: SsoTeam): Promise<number> =>
  (await here.app.database.rows(sql`select 1 from single_sign_on_links where team_id = ${team_id}`)).length;

const passwordSet = async (visitor: Browser) =>
  expect((await visitor.send('PUT', '/manage/v1/session/password', { new_password: PASSWORD })).status).toBe(204);

/**
 * A workspace whose Owner's address the provider confirms, and the Owner's browser after returning from the provider.
 */
async function ownerReturns({ hasPassword = true, at = provider } = {}) {
  const team = await deps.ssoTeam({}, at);
  const owner = await team.known('olga');
  const former = await signedIn(here, team.owner.email);
  expect((await former.send('POST', '/manage/v1/team/transfer', { user_id: owner.id })).status).toBe(200);
  const visitor = await signedIn(here, owner.address, team.team_id);
  if (hasPassword) await passwordSet(visitor);
  const returned = await goAndReturn(visitor, team, 'olga', at);
  expect(returned.headers.get('location')).toBe(`${PUBLIC}/confirm-sign-in`);
  return { team, owner, visitor };
}

/** A member's browser with a session, after returning from the provider for the first time. */
async function memberReturns() {
  const team = await deps.ssoTeam();
  const member = await team.known('mia');
  const visitor = await signedIn(here, member.address, team.team_id);
  await goAndReturn(visitor, team, 'mia');
  return { team, member, visitor };
}

test('shows the account and the provider, and links and signs in after a click', async () => {
  const { team, member, visitor } = await memberReturns();
  expect((await visitor.send('GET', LINK)).body).toEqual({
    account: { id: member.id, name: 'mia', email: member.address },
    issuer: provider.issuer,
    team: { id: team.team_id, name: expect.any(String) },
    needs_password: false,
    has_password: false,
  });
  expect([await linksOf(team), (await sessionOf(visitor)).sign_in.method]).toEqual([0, 'link']);
  const confirmed = await visitor.send('POST', LINK, {});
  expect([confirmed.status, confirmed.body]).toEqual([200, { return_to: '/trails' }]);
  expect([await linksOf(team), (await sessionOf(visitor)).sign_in.method]).toEqual([1, 'sso']);
  const [entry] = await readAudit(
    here.app.database,
    team.team_id,
    { kind: 'team.sso.linked' },
    { after: null, limit: 9 },
  );
  expect(entry).toMatchObject({ subject: { id: member.id } });
  // A confirmation works only once.
  expect(slugOf(await visitor.send('POST', LINK, {}))).toBe('not-found');
  expect((await deps.comeIn(team, 'mia')).end.headers.get('location')).toBe(`${PUBLIC}/trails`);
});

test('links nothing if the person refuses, and keeps the session', async () => {
  const { team, visitor } = await memberReturns();
  expect((await visitor.send('DELETE', LINK)).status).toBe(204);
  expect(slugOf(await visitor.send('GET', LINK))).toBe('not-found');
  expect(slugOf(await visitor.send('POST', LINK, {}))).toBe('not-found');
  expect([await linksOf(team), (await sessionOf(visitor)).sign_in.method]).toEqual([0, 'link']);
});

test('links nothing after ten minutes', async () => {
  const { team, visitor } = await memberReturns();
  here.clock.advance(CONFIRMATION_LIFETIME_MS);
  for (const method of ['GET', 'POST'])
    expect(slugOf(await visitor.send(method, LINK, method === 'GET' ? undefined : {}))).toBe('not-found');
  expect(await linksOf(team)).toBe(0);
});

test('links nothing for another site, another browser, another session or a signed-out person', async () => {
  const { team, member, visitor } = await memberReturns();
  for (const headers of [
    { 'X-Cairn-Console': '' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'https://evil.test' },
  ])
    for (const method of ['POST', 'DELETE'])
      expect(slugOf(await visitor.send(method, LINK, method === 'POST' ? {} : undefined, headers))).toBe('forbidden');
  expect(slugOf(await browser(here).send('POST', LINK, {}))).toBe('not-found');
  expect(slugOf(await (await signedIn(here, team.admin.email)).send('POST', LINK, {}))).toBe('not-found');
  const stolen = { Cookie: `cairn_sso=${visitor.cookie('cairn_sso')}` };
  expect(slugOf(await browser(here).send('GET', LINK, undefined, stolen))).toBe('not-found');
  const other = await signedIn(here, member.address, team.team_id);
  const both = { Cookie: `${stolen.Cookie}; cairn_session=${other.cookie('cairn_session')}` };
  expect(slugOf(await browser(here).send('POST', LINK, {}, both))).toBe('not-found');
  await visitor.send('DELETE', '/manage/v1/session');
  expect(slugOf(await visitor.send('POST', LINK, {}))).toBe('not-found');
  expect(await linksOf(team)).toBe(0);
});

test('links nothing if the settings or the membership have changed in the meantime', async () => {
  const { team, visitor } = await memberReturns();
  await deps.save(team, {
    issuer: provider.issuer,
    client_id: 'other',
    client_secret: null,
    enabled: true,
    required: false,
  });
  expect(slugOf(await visitor.send('POST', LINK, {}))).toBe('not-found');
  const second = await memberReturns();
  await here.app.database.rows(
    sql`update accounts set email = 'away@elsewhere.test' where account_id = ${second.member.id}`,
  );
  expect(slugOf(await second.visitor.send('POST', LINK, {}))).toBe('forbidden');
  expect([await linksOf(team), await linksOf(second.team)]).toEqual([0, 0]);
});

test('creates one link if two confirmations arrive at the same moment', async () => {
  const { team, visitor } = await memberReturns();
  const both = await Promise.all([1, 2].map(() => visitor.send('POST', LINK, {})));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect(await linksOf(team)).toBe(1);
});

test('does not ask people without a session, or whose subject is already linked', async () => {
  const team = await deps.ssoTeam();
  const { address } = await team.known('max');
  expect((await deps.comeIn(team, 'max')).end.headers.get('location')).toBe(`${PUBLIC}/trails`);
  const visitor = await signedIn(here, address, team.team_id);
  expect((await goAndReturn(visitor, team, 'max')).headers.get('location')).toBe(`${PUBLIC}/trails`);
});

describe('the Owner', () => {
  test('must also enter the password before an admin’s own provider can sign them in', async () => {
    const hostile = await identityProvider({ redirectUri: REDIRECT });
    try {
      const { team, visitor } = await ownerReturns({ at: hostile });
      expect((await visitor.send('GET', LINK)).body).toMatchObject({
        issuer: hostile.issuer,
        needs_password: true,
        has_password: true,
      });
      for (const body of [{}, { password: '' }, { password: 'another password 1' }])
        expect(slugOf(await visitor.send('POST', LINK, body))).toBe('forbidden');
      expect(await linksOf(team)).toBe(0);
      expect(whyNot((await deps.comeIn(team, 'olga', hostile)).end)).toBe('owner');
      // The attempts have not used up the confirmation.
      expect((await visitor.send('POST', LINK, { password: PASSWORD })).status).toBe(200);
      expect(await linksOf(team)).toBe(1);
    } finally {
      await hostile.close();
    }
  });

  test('must first set a password if there is none', async () => {
    const { team, visitor } = await ownerReturns({ hasPassword: false });
    expect((await visitor.send('GET', LINK)).body).toMatchObject({ needs_password: true, has_password: false });
    const refused = await visitor.send<{ detail: string }>('POST', LINK, { password: PASSWORD });
    expect([slugOf(refused), refused.body.detail]).toEqual(['forbidden', expect.stringContaining('set one')]);
    await passwordSet(visitor);
    expect((await visitor.send('POST', LINK, { password: PASSWORD })).status).toBe(200);
    expect(await linksOf(team)).toBe(1);
  });

  test('confirms with a password even if ownership was transferred to them before they came back', async () => {
    const { team, member, visitor } = await memberReturns();
    await passwordSet(visitor);
    const former = await signedIn(here, team.owner.email);
    await former.send('POST', '/manage/v1/team/transfer', { user_id: member.id });
    expect(slugOf(await visitor.send('POST', LINK, {}))).toBe('forbidden');
    expect((await visitor.send('POST', LINK, { password: PASSWORD })).status).toBe(200);
  });
});

test('is not linked if only another workspace vouches for them', async () => {
  const team = await deps.ssoTeam();
  const member = await team.known('nora');
  const elsewhere = await here.team();
  await joinByInvitation(here.app.database, here.clock(), elsewhere.team_id, { email: member.address });
  const visitor = await signedIn(here, elsewhere.admin.email, elsewhere.team_id);
  // Another person's session. The page shows the account before anything is linked to it.
  await goAndReturn(visitor, team, 'nora');
  expect((await visitor.send('GET', LINK)).body).toMatchObject({ account: { id: member.id }, has_password: false });
  expect(await linksOf(team)).toBe(0);
});
