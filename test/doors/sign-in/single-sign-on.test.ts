import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deactivateMember } from '../../../src/directory/members/members.ts';
import { ATTEMPT_LIFETIME_MS } from '../../../src/identity/single-sign-on-flow.ts';
import { sql } from '../../../src/storage/sql.ts';
import { slugOf } from '../../support/speaker.ts';
import { BY_TEST, joinByInvitation } from '../../support/test-team.ts';
import type { World } from '../../support/world.ts';
import { type Browser, browser, signedIn } from './browser.ts';
import { type IdentityProvider, identityProvider } from './identity-provider.ts';
import { PUBLIC, REDIRECT, type SsoTeam, type SsoWorld, sessionOf, ssoWorld, whyNot } from './single-sign-on-world.ts';

let deps: SsoWorld;
let here: World;
let provider: IdentityProvider;
beforeAll(async () => {
  deps = await ssoWorld();
  ({ here, provider } = deps);
});
afterAll(() => deps.close());

test('signs in a member whose address is confirmed by both provider and workspace, for this workspace only', async () => {
  const team = await deps.ssoTeam();
  const { id } = await team.known('ana');
  const { visitor, end } = await deps.comeIn(team, 'ana');
  expect(end.headers.get('location')).toBe(`${PUBLIC}/trails`);
  expect(await sessionOf(visitor)).toMatchObject({
    person: { id },
    team: { id: team.team_id },
    workspaces: [{ id: team.team_id }],
    sign_in: { method: 'sso', confined: true, sso_enabled: true, sso_required: false },
  });
});

test('sends PKCE, state and nonce, bound to the browser by a cookie', async () => {
  const team = await deps.ssoTeam();
  const off = await browser(here).send('GET', `/sign-in/sso?team=${team.team_id}`);
  const told = ['cache-control', 'referrer-policy'].map((name) => off.headers.get(name));
  expect(told).toEqual(['no-store', 'no-referrer']);
  const asked = new URL(off.headers.get('location') ?? '').searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    redirect_uri: REDIRECT,
  });
  expect(off.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^cairn_sso=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
});

test('identifies people by a linked subject, so that a new address at the provider changes nothing', async () => {
  const team = await deps.ssoTeam();
  const { id } = await team.known('bea');
  await team.known('ben');
  await deps.comeIn(team, 'bea');
  provider.people.set('bea', { email: `ben@${team.domain}`, email_verified: true });
  const { visitor } = await deps.comeIn(team, 'bea');
  expect((await sessionOf(visitor)).person.id).toBe(id);
  provider.people.set('bea', {});
  expect((await sessionOf((await deps.comeIn(team, 'bea')).visitor)).person.id).toBe(id);
});

test("does not give the former owner's account to the new owner of an address", async () => {
  const team = await deps.ssoTeam();
  const { id, address } = await team.known('cleo');
  await deps.comeIn(team, 'cleo');
  provider.people.set('new member', { email: address, email_verified: true });
  expect(whyNot((await deps.comeIn(team, 'new member')).end)).toBe('linked-to-another');

  const admin = await signedIn(here, team.admin.email);
  expect((await admin.send('DELETE', `/manage/v1/sso/links/${id}`)).status).toBe(204);
  expect(slugOf(await admin.send('DELETE', `/manage/v1/sso/links/${id}`))).toBe('not-found');
  expect((await sessionOf((await deps.comeIn(team, 'new member')).visitor)).person.id).toBe(id);
});

test('signs a person in twice if two first sign-ins happen at the same moment', async () => {
  const team = await deps.ssoTeam();
  const { id } = await team.known('uwe');
  const both = await Promise.all([deps.comeIn(team, 'uwe'), deps.comeIn(team, 'uwe')]);
  for (const { visitor } of both) expect((await sessionOf(visitor)).person.id).toBe(id);
});

test('does not link people by an unverified address', async () => {
  const team = await deps.ssoTeam();
  await team.known('dina', { email_verified: false });
  expect(whyNot((await deps.comeIn(team, 'dina')).end)).toBe('email-not-verified');
  await team.known('dora', { email_verified: undefined });
  expect(whyNot((await deps.comeIn(team, 'dora')).end)).toBe('email-not-verified');
  await team.known('dave', { email: undefined });
  expect(whyNot((await deps.comeIn(team, 'dave')).end)).toBe('email-not-verified');
});

test('ignores userinfo about another subject, and blames the provider', async () => {
  const team = await deps.ssoTeam();
  const { id, address } = await team.known('ursula');
  provider.people.set('eve', { at_userinfo: { sub: 'ursula', email: address, email_verified: true } });
  expect(whyNot((await deps.comeIn(team, 'eve')).end)).toBe('provider');
  provider.people.set('eve', { at_userinfo: { sub: 'eve', email: address, email_verified: true } });
  expect((await sessionOf((await deps.comeIn(team, 'eve')).visitor)).person.id).toBe(id);
});

test('ignores an address with a NUL character, and blames the provider', async () => {
  const team = await deps.ssoTeam();
  await team.known('nulla');
  provider.people.set('nulla', { email: `nulla\u0000@${team.domain}`, email_verified: true });
  expect(whyNot((await deps.comeIn(team, 'nulla')).end)).toBe('provider');
});

test('accepts other forms of a verified address: "true" as a string, xms_edov', async () => {
  const team = await deps.ssoTeam();
  const { id } = await team.known('edda', { email_verified: 'true' });
  expect((await sessionOf((await deps.comeIn(team, 'edda')).visitor)).person.id).toBe(id);
  const other = await team.known('egon', { email_verified: undefined, xms_edov: 1 });
  expect((await sessionOf((await deps.comeIn(team, 'egon')).visitor)).person.id).toBe(other.id);
});

test('does not link a member whose domain is not verified for the workspace', async () => {
  const team = await deps.ssoTeam();
  provider.people.set('foreign', { email: team.author.email, email_verified: true });
  expect(whyNot((await deps.comeIn(team, 'foreign')).end)).toBe('no-member');
});

test('does not make people members when they sign in, and keeps deactivated members out, linked or not', async () => {
  const team = await deps.ssoTeam();
  provider.people.set('gast', { email: `gast@${team.domain}`, email_verified: true });
  expect(whyNot((await deps.comeIn(team, 'gast')).end)).toBe('no-member');
  const deactivate = (id: string) =>
    here.app.database.inTransaction((tx) => deactivateMember(tx, team.team_id, id, null, BY_TEST));
  const linked = await team.known('gerd');
  await deps.comeIn(team, 'gerd');
  await deactivate(linked.id);
  expect(whyNot((await deps.comeIn(team, 'gerd')).end)).toBe('no-member');
  await deactivate((await team.known('greta')).id);
  expect(whyNot((await deps.comeIn(team, 'greta')).end)).toBe('no-member');
});

test('limits a workspace’s provider to that workspace, without power over the service', async () => {
  const [team, other] = [await deps.ssoTeam(), await here.team()];
  const operator = await team.known('hans');
  const { database } = here.app;
  await database.rows(sql`update accounts set is_operator = true where account_id = ${operator.id}`);
  await joinByInvitation(database, here.clock(), other.team_id, { email: operator.address, roles: ['admin'] });
  const { visitor } = await deps.comeIn(team, 'hans');
  expect(await sessionOf(visitor)).toMatchObject({ is_operator: false, workspaces: [{ id: team.team_id }] });
  for (const team_id of [other.team_id, null])
    expect(slugOf(await visitor.send('POST', '/manage/v1/session/team', { team_id }))).toBe('forbidden');
});

test('accepts a return from the provider once, in the same browser, within ten minutes', async () => {
  const team = await deps.ssoTeam();
  await team.known('ida');
  const { visitor, back } = await deps.comeIn(team, 'ida');
  expect(whyNot(await visitor.send('GET', back.slice(PUBLIC.length)))).toBe('expired');

  const begun = browser(here);
  const begin = async () => {
    const off = await begun.send('GET', `/sign-in/sso?team=${team.team_id}`);
    return (await provider.signIn(off.headers.get('location') ?? '', 'ida')).slice(PUBLIC.length);
  };
  const stolen = await begin();
  expect(whyNot(await browser(here).send('GET', stolen))).toBe('expired');
  const late = await begin();
  here.clock.advance(ATTEMPT_LIFETIME_MS);
  expect(whyNot(await begun.send('GET', late))).toBe('expired');
});

test("refuses a return with another state, or another sign-in's code", async () => {
  const team = await deps.ssoTeam();
  await team.known('jan');
  const begin = async (visitor: Browser) => {
    const off = await visitor.send('GET', `/sign-in/sso?team=${team.team_id}`);
    return new URL(await provider.signIn(off.headers.get('location') ?? '', 'jan'));
  };
  const visitor = browser(here);
  const forged = await begin(visitor);
  forged.searchParams.set('state', 'another');
  expect(whyNot(await visitor.send('GET', forged.pathname + forged.search))).toBe('provider');
  const [own, others] = [await begin(visitor), await begin(browser(here))];
  own.searchParams.set('code', others.searchParams.get('code') ?? '');
  expect(whyNot(await visitor.send('GET', own.pathname + own.search))).toBe('provider');
});

test("ends on the sign-in page if the provider refuses, with an error code and without the provider's text", async () => {
  const team = await deps.ssoTeam();
  const visitor = browser(here);
  const off = await visitor.send('GET', `/sign-in/sso?team=${team.team_id}`);
  const state = new URL(off.headers.get('location') ?? '').searchParams.get('state');
  const query = `error=access_denied&error_description=Click+here&state=${state}&iss=${encodeURIComponent(provider.issuer)}`;
  expect(whyNot(await visitor.send('GET', `/sign-in/sso/callback?${query}`))).toBe('provider');
  expect(whyNot(await browser(here).send('GET', '/sign-in/sso/callback'))).toBe('expired');
  const without = await here.team();
  expect(whyNot(await browser(here).send('GET', `/sign-in/sso?team=${without.team_id}`))).toBe('not-set-up');
});

test.each(['//evil.test', '/\\evil.test', 'https://evil.test', 'trails', '/a b'])(
  'replaces a return address of %j by the start page',
  async (address) => {
    const team = await deps.ssoTeam();
    await team.known('kim');
    const visitor = browser(here);
    const query = new URLSearchParams({ team: team.team_id, return_to: address });
    const off = await visitor.send('GET', `/sign-in/sso?${query}`);
    const back = await provider.signIn(off.headers.get('location') ?? '', 'kim');
    const end = await visitor.send('GET', back.slice(PUBLIC.length));
    expect(end.headers.get('location')).toBe(`${PUBLIC}/`);
  },
);

test('supports providers that put claims into the ID token and expect the secret in the body', async () => {
  const other = await identityProvider({
    redirectUri: REDIRECT,
    claimsInToken: true,
    authentication: 'client_secret_post',
  });
  try {
    const team = await deps.ssoTeam({}, other);
    const { id } = await team.known('lena');
    expect((await sessionOf((await deps.comeIn(team, 'lena', other)).visitor)).person.id).toBe(id);
  } finally {
    await other.close();
  }
});

test('supports a provider without userinfo, with all claims in the ID token', async () => {
  const other = await identityProvider({ redirectUri: REDIRECT, claimsInToken: true, userinfo: false });
  try {
    const team = await deps.ssoTeam({}, other);
    const { id } = await team.known('mila');
    const comesIn = async () => (await sessionOf((await deps.comeIn(team, 'mila', other)).visitor)).person.id;
    expect(await comesIn()).toBe(id);
    // The subject is linked by now, so no address is needed.
    other.people.set('mila', {});
    expect(await comesIn()).toBe(id);
    other.people.set('noa', {});
    expect(whyNot((await deps.comeIn(team, 'noa', other)).end)).toBe('email-not-verified');
  } finally {
    await other.close();
  }
});

test.each([
  ['cross-site', true],
  ['same-site', true],
  ['same-origin', false],
  ['none', false],
])('asks a person who comes from a page that is %s first: %s', async (site, isAsked) => {
  const team = await deps.ssoTeam();
  const off = await browser(here).send('GET', `/sign-in/sso?team=${team.team_id}&return_to=/trails?q=1`, undefined, {
    'Sec-Fetch-Site': site,
  });
  const asking = `${PUBLIC}/sign-in?to=%2Ftrails%3Fq%3D1#sso=${team.team_id}`;
  const location = off.headers.get('location') ?? '';
  expect([off.status, location === asking, off.headers.getSetCookie().length]).toEqual([303, isAsked, isAsked ? 0 : 1]);
});

describe("the Owner, whom an admin's own provider could impersonate", () => {
  /** A workspace whose Owner has an address in the verified domain, which the provider confirms. */
  async function ownedTeam() {
    const team = await deps.ssoTeam();
    const owner = await team.known('olga');
    const asOwner = await signedIn(here, team.owner.email);
    expect((await asOwner.send('POST', '/manage/v1/team/transfer', { user_id: owner.id })).status).toBe(200);
    return { team, owner };
  }
  const goesOn = async (visitor: Browser, team: SsoTeam, subject = 'olga') => {
    const off = await visitor.send('GET', `/sign-in/sso?team=${team.team_id}`);
    const back = await provider.signIn(off.headers.get('location') ?? '', subject);
    return visitor.send('GET', back.slice(PUBLIC.length));
  };

  test('is linked by address only while signed in and after confirming, and then signs in through the provider', async () => {
    const { team, owner } = await ownedTeam();
    expect(whyNot(await goesOn(browser(here), team))).toBe('owner');
    const other = await signedIn(here, team.admin.email, team.team_id);
    expect(whyNot(await goesOn(other, team))).toBe('owner');
    const own = await signedIn(here, owner.address, team.team_id);
    await own.send('PUT', '/manage/v1/session/password', { new_password: 'three stones on a pass' });
    expect((await goesOn(own, team)).headers.get('location')).toBe(`${PUBLIC}/confirm-sign-in`);
    const confirmed = await own.send('POST', '/sign-in/sso/link', { password: 'three stones on a pass' });
    expect([confirmed.status, confirmed.body]).toEqual([200, { return_to: '/' }]);
    expect(await sessionOf(own)).toMatchObject({
      roles: expect.arrayContaining(['owner']),
      sign_in: { method: 'sso' },
    });
    const { visitor } = await deps.comeIn(team, 'olga');
    expect((await sessionOf(visitor)).person.id).toBe(owner.id);
  });

  test('cannot be signed in with a link from before the ownership', async () => {
    const team = await deps.ssoTeam();
    const heir = await team.known('hanna');
    const { visitor } = await deps.comeIn(team, 'hanna');
    const asOwner = await signedIn(here, team.owner.email);
    expect((await asOwner.send('POST', '/manage/v1/team/transfer', { user_id: heir.id })).status).toBe(200);
    expect((await visitor.send('GET', '/manage/v1/session')).status).toBe(401);
    expect(whyNot(await goesOn(browser(here), team, 'hanna'))).toBe('owner');
    const audit = await asOwner.send<{ items: object[] }>('GET', '/manage/v1/audit?kind=team.sso.unlinked');
    expect(audit.body.items).toMatchObject([{ subject: { id: heir.id } }]);
  });

  test('is not linked if only another workspace vouches for them', async () => {
    const { team, owner } = await ownedTeam();
    const elsewhere = await here.team();
    await joinByInvitation(here.app.database, here.clock(), elsewhere.team_id, { email: owner.address });
    const admin = await signedIn(here, elsewhere.admin.email, elsewhere.team_id);
    const made = await admin.send<{ url: string }>('POST', `/manage/v1/members/${owner.id}/sign-in-link`);
    const visitor = browser(here);
    const token = new URLSearchParams(new URL(made.body.url).hash.slice(1)).get('token');
    expect((await visitor.send('POST', '/sign-in/link', { token })).status).toBe(200);
    expect(whyNot(await goesOn(visitor, team))).toBe('owner');
  });
});
