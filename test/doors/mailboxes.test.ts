// A mailbox with an internationalized domain is the same in Unicode and in DNS form, wherever an address is accepted
// and whichever form came first.
import { domainToASCII } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { addMember } from '../../src/directory/members/members.ts';
import { addDomain } from '../../src/directory/teams/domains.ts';
import { BY_TEST } from '../support/test-team.ts';
import { managedTeam, operatorAt } from './manage/support.ts';
import { bareConnection, connect } from './scim/support/connection.ts';
import { browser, type SessionBody, signedIn } from './sign-in/browser.ts';
import { type SsoWorld, ssoWorld } from './sign-in/single-sign-on-world.ts';

let sso: SsoWorld;
let service: SsoWorld['here'];
beforeAll(async () => {
  sso = await ssoWorld();
  service = sso.here;
});
afterAll(() => sso.close());

const GOOD = 'a heap of stones marks the way';
const inLetters = (): string => `münchen${newId().slice(-12)}.test`;

describe.each([
  ['letters', 'DNS', (domain: string) => domain.toUpperCase(), domainToASCII],
  ['DNS', 'letters', domainToASCII, (domain: string) => domain.toUpperCase()],
])('stored as %s, requested as %s', (_first, _second, first, second) => {
  const mailbox = () => {
    const domain = inLetters();
    return { domain, stored: `Ana@${first(domain)}`, asked: `ana@${second(domain)}` };
  };
  const member = async (stored: string) => {
    const team = await managedTeam(service);
    const wanted = { email: stored, name: 'Ana', roles: [] };
    const id = await service.app.database.inTransaction((tx) => addMember(tx, team.team_id, wanted, BY_TEST));
    return { team, id };
  };

  test('adds a member once, manually or by file, and finds them by either form', async () => {
    const { domain, stored, asked } = mailbox();
    const { team, id } = await member(stored);
    expect((await team.asAdmin.post('/manage/v1/members', { email: asked, name: 'Ana', roles: [] })).status).toBe(409);
    const csv = `email,name\n${asked},Ana\nbo@${domain},Bo\nbo@${domainToASCII(domain)},Bo\n`;
    const file = await team.asAdmin.post<{ rows: { state: string }[] }>('/manage/v1/members/import', {
      csv,
      preview: true,
    });
    expect(file.body.rows.map(({ state }) => state)).toEqual(['member', 'ready', 'bad']);
    for (const q of [domain, asked, domainToASCII(domain)]) {
      const found = await team.asAdmin.get<{ items: { id: string }[] }>(
        `/manage/v1/members?q=${encodeURIComponent(q)}`,
      );
      expect([q, JSON.stringify(found.body.items)]).toEqual([q, expect.stringContaining(id)]);
    }
  });

  test("grants access, hands over a trail, and creates an operator's link", async () => {
    const { stored, asked } = mailbox();
    const { team, id } = await member(stored);
    const { body } = await team.author.speaks.post<{ id: string }>('/v1/trails', { title: 'T' });
    const granted = await team.author.speaks.post<{ user_id: string }[]>(`/v1/trails/${body.id}/grants`, {
      email: asked,
    });
    expect(granted.body).toMatchObject([{ user_id: id }]);
    const operator = await operatorAt(service);
    expect((await operator.speaks.post('/manage/v1/sign-in-links', { email: asked })).status).toBe(201);
    const care = await team.asAdmin.send('PATCH', `/manage/v1/trails/${body.id}/care`, { owner_email: asked });
    expect(care.body).toMatchObject({ owner: { id } });
  });

  test('accepts a password', async () => {
    const { stored, asked } = mailbox();
    const { id } = await member(stored);
    await (await signedIn(service, stored)).send('PUT', '/manage/v1/session/password', { new_password: GOOD });
    const answer = await browser(service).send<SessionBody>('POST', '/sign-in/password', {
      email: asked,
      password: GOOD,
    });
    expect(answer.body).toMatchObject({ person: { id } });
  });

  test('delivers an invitation, and replaces it with a second one', async () => {
    const { stored, asked } = mailbox();
    await member(stored);
    const other = await managedTeam(service);
    for (const email of [stored, asked])
      expect((await other.asAdmin.post('/manage/v1/members', { email, name: 'Ana', roles: [] })).status).toBe(202);
    const own = await (await signedIn(service, asked)).send<{ items: { id: string }[] }>(
      'GET',
      '/manage/v1/session/invitations',
    );
    expect(own.body.items).toHaveLength(1);
  });

  test('links the member through directory sync, returns the form that was sent, and treats the other form as unchanged', async () => {
    const { stored, asked } = mailbox();
    const { team, id } = await member(stored);
    const okta = await connect(service, team.team_id);
    const made = await okta.post('/Users', { userName: asked, emails: [{ value: asked, primary: true }] });
    expect(made).toMatchObject({ status: 201, body: { userName: asked, emails: [{ value: asked }] } });
    const again = await okta.put(`/Users/${made.body.id}`, { userName: stored, emails: [{ value: stored }] });
    expect(again).toMatchObject({ status: 200, body: { userName: stored, emails: [{ value: stored }] } });
    const shown = await team.asAdmin.get<{ email: string }>(`/manage/v1/members/${id}`);
    expect(shown.body.email.toLowerCase()).toBe(`ana@${domainToASCII(asked.slice(4))}`);
    const twin = await okta.post('/Users', { userName: `x.${asked}`, emails: [{ value: asked }] });
    expect(twin).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
  });

  test('links through directory sync only people in a verified domain', async () => {
    const { domain, stored, asked } = mailbox();
    await member(stored);
    const okta = await bareConnection(service);
    const send = () => okta.post('/Users', { userName: asked, emails: [{ value: asked }] });
    expect((await send()).status).toBe(409);
    await service.app.database.inTransaction((tx) => addDomain(tx, okta.team_id, domain, BY_TEST));
    expect((await send()).status).toBe(201);
  });

  test('finds single sign-on by the domain, and links the member at the first sign-in', async () => {
    const { domain, stored, asked } = mailbox();
    const team = await sso.ssoTeam();
    await service.app.database.inTransaction((tx) => addDomain(tx, team.team_id, domain, BY_TEST));
    const wanted = { email: stored, name: 'Ana', roles: [] };
    const id = await service.app.database.inTransaction((tx) => addMember(tx, team.team_id, wanted, BY_TEST));
    const methods = await browser(service).send('POST', '/sign-in/methods', { email: asked });
    expect(JSON.stringify(methods.body)).toContain(team.team_id);
    const subject = `ana-${team.team_id}`;
    sso.provider.people.set(subject, { email: asked, email_verified: true });
    const { visitor } = await sso.comeIn(team, subject);
    expect((await visitor.send<SessionBody>('GET', '/manage/v1/session')).body.person.id).toBe(id);
  });
});
