// A workspace gives one of its people an address of another company. Whatever that company does next, the credentials
// of that person do not open the company's workspace.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changePerson } from '../../src/directory/accounts/accounts.ts';
import { addDomain, removeDomain } from '../../src/directory/teams/domains.ts';
import { atCommandLine, type Managed, managedTeam, operatorAt } from '../doors/manage/support.ts';
import { connect, type ScimConnection } from '../doors/scim/support/connection.ts';
import { type Browser, browser, linkFor, type SessionBody, signedIn } from '../doors/sign-in/browser.ts';
import { meanwhile } from '../support/meanwhile.ts';
import { type Problem, slugOf } from '../support/speaker.ts';
import { BY_TEST, type TestPerson } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const PASSWORD = 'amber kettle 52 violin porch';

let lending: Managed;
let inviting: Managed;
let connection: ScimConnection;
let person: TestPerson;
let record: string;
/** The domain of the company that is under attack. */
let domain: string;
let borrowed: string;

beforeEach(async () => {
  [lending, inviting] = [await managedTeam(service), await managedTeam(service)];
  connection = await connect(service, lending.team_id);
  person = lending.member;
  record = await provision(connection, person.email);
  domain = `b${inviting.team_id.slice(-12)}.test`;
  borrowed = `cfo@${domain}`;
});

const emails = (value: string) => [{ value, type: 'work', primary: true }];
const renaming = (email: string) => [{ op: 'replace', value: { userName: email, emails: emails(email) } }];

async function provision(through: ScimConnection, email: string): Promise<string> {
  const made = await through.post('/Users', {
    schemas: [USER],
    userName: email,
    emails: emails(email),
  });
  expect(made.status).toBe(201);
  return String(made.body.id);
}

async function rename(email: string): Promise<void> {
  const answer = await connection.patch(`/Users/${record}`, renaming(email));
  expect([answer.status, answer.body.userName]).toEqual([200, email]);
}

const verify = (team: Managed, name: string) =>
  service.app.database.inTransaction((tx) => addDomain(tx, team.team_id, name, BY_TEST));

/** A browser whose person has set a password that works everywhere. */
async function withPassword(email: string): Promise<Browser> {
  const visitor = await signedIn(service, email);
  const set = await visitor.send('PUT', '/manage/v1/session/password', { new_password: PASSWORD });
  expect(set.status).toBe(204);
  return visitor;
}

const signIn = (email: string, visitor = browser(service)) =>
  visitor.send<Problem>('POST', '/sign-in/password', { email, password: PASSWORD });

const invite = async (email: string) => {
  const wanted = { email, name: 'CFO', roles: ['admin'] };
  return inviting.asAdmin.post<{ id: string }>('/manage/v1/members', wanted);
};
const accept = (visitor: Browser, invitation: string) =>
  visitor.send<Problem>('POST', `/manage/v1/session/invitations/${invitation}/accept`);
const enter = (visitor: Browser, { team_id }: Managed) =>
  visitor.send<Problem>('POST', '/manage/v1/session/team', { team_id });
const statusOf = async (visitor: Browser) => (await visitor.send('GET', '/manage/v1/session')).status;

test('refuses a password, a session and a link from before the rename, so that no one can accept the invitation', async () => {
  const visitor = await withPassword(person.email);
  const token = await linkFor(service, person.email);
  const program = await atCommandLine(service, lending.team_id, person.id);
  await rename(borrowed);
  expect(await statusOf(visitor)).toBe(401);
  expect((await program.get('/manage/v1/session')).status).toBe(401);
  expect((await browser(service).send('POST', '/sign-in/link', { token })).status).toBe(401);
  const invited = await invite(borrowed);
  expect(invited.status).toBe(202);
  for (const email of [borrowed, person.email]) expect((await signIn(email)).status).toBe(401);
  expect((await accept(visitor, invited.body.id)).status).toBe(401);
});

test('gives no access when the company provisions the address itself, in its verified domain', async () => {
  const visitor = await withPassword(person.email);
  await rename(borrowed);
  await verify(inviting, domain);
  await provision(await connect(service, inviting.team_id), borrowed);
  expect((await signIn(borrowed)).status).toBe(401);
  expect((await enter(visitor, inviting)).status).toBe(401);
  expect(await statusOf(visitor)).toBe(401);
});

test('never revives a credential, not even if the account gets its old address back', async () => {
  const visitor = await withPassword(person.email);
  await rename(borrowed);
  await rename(person.email);
  expect(await statusOf(visitor)).toBe(401);
  expect((await signIn(person.email)).status).toBe(401);
});

test('opens no session with a link that is used while the rename commits', async () => {
  const token = await linkFor(service, person.email);
  const renamed = { email: borrowed, name: person.name, given_name: '', family_name: '' };
  const visitor = browser(service);
  const { status } = await meanwhile(
    service.app.database,
    (tx) => changePerson(tx, lending.team_id, person.id, renamed, BY_TEST),
    () => visitor.send('POST', '/sign-in/link', { token }),
  );
  expect(status).not.toBe(200);
  expect(await statusOf(visitor)).toBe(401);
});

test.each(['adds', 'provisions'])('lets no one in if a company %s the address while it is given up', async (how) => {
  await rename(borrowed);
  await verify(inviting, domain);
  const other = await connect(service, inviting.team_id);
  const former = { email: person.email, name: person.name, given_name: '', family_name: '' };
  const user = { schemas: [USER], userName: borrowed, emails: emails(borrowed) };
  const { status } = await meanwhile<{ status: number }>(
    service.app.database,
    (tx) => changePerson(tx, lending.team_id, person.id, former, BY_TEST),
    () => (how === 'adds' ? invite(borrowed) : other.post('/Users', user)),
  );
  // A provider tries again after 409.
  expect(status).toBeOneOf(how === 'adds' ? [201] : [201, 409]);
  expect((await inviting.asAdmin.get(`/manage/v1/members/${person.id}`)).status).toBe(404);
});

/** A browser that used a link created by an admin of the lending workspace. */
async function byLinkOfLending(): Promise<Browser> {
  const made = await lending.asAdmin.post<{ url: string }>(`/manage/v1/members/${person.id}/sign-in-link`);
  const visitor = browser(service);
  const token = new URLSearchParams(new URL(made.body.url).hash.slice(1)).get('token');
  expect((await visitor.send('POST', '/sign-in/link', { token })).status).toBe(200);
  return visitor;
}

test('lets the person back only into their own workspace, with a link from its admins and a new password', async () => {
  await withPassword(person.email);
  const api = await person.speaks.get('/v1/me');
  await rename(borrowed);
  const visitor = await byLinkOfLending();
  const session = await visitor.send<SessionBody>('GET', '/manage/v1/session');
  expect(session.body.sign_in).toMatchObject({ confined: true, has_password: false });
  expect((await visitor.send('PUT', '/manage/v1/session/password', { new_password: PASSWORD })).status).toBe(204);
  expect((await signIn(borrowed, visitor)).status).toBe(200);
  expect((await person.speaks.get('/v1/me')).status).toBe(api.status);
  const invited = await invite(borrowed);
  expect(slugOf(await accept(visitor, invited.body.id))).toBe('forbidden');
  await verify(inviting, domain);
  await provision(await connect(service, inviting.team_id), borrowed);
  expect(slugOf(await enter(visitor, inviting))).toBe('forbidden');
  expect((await signIn(borrowed)).status).toBe(200);
});

test("lets the owner of the address in with an operator's link, but still no other person", async () => {
  const visitor = await withPassword(person.email);
  await rename(borrowed);
  const confined = await byLinkOfLending();
  const invited = await invite(borrowed);
  const owner = await signedIn(service, borrowed);
  expect((await accept(owner, invited.body.id)).status).toBe(200);
  expect((await enter(owner, inviting)).status).toBe(200);
  for (const other of [visitor, confined]) expect((await enter(other, inviting)).status).not.toBe(200);
  expect((await signIn(borrowed)).status).toBe(401);
  // The account is shared now, and the attacking workspace cannot prove that it owns the address.
  expect((await connection.patch(`/Users/${record}`, renaming(`x@${domain}`))).status).toBe(409);
});

test('keeps every credential if the address changes within a verified domain of the workspace', async () => {
  const own = `a${lending.team_id.slice(-12)}.test`;
  await verify(lending, own);
  await rename(`max@${own}`);
  const visitor = await withPassword(`max@${own}`);
  const token = await linkFor(service, `max@${own}`);
  await rename(`max.power@${own}`);
  expect(await statusOf(visitor)).toBe(200);
  expect((await signIn(`max.power@${own}`)).status).toBe(200);
  const byLink = browser(service);
  expect((await byLink.send('POST', '/sign-in/link', { token })).status).toBe(200);
  const invited = await invite(`max.power@${own}`);
  expect((await accept(byLink, invited.body.id)).status).toBe(200);
  expect((await enter(byLink, inviting)).status).toBe(200);
});

test('accepts no invitation to an address whose domain the workspace has given up', async () => {
  const visitor = await withPassword(person.email);
  await verify(lending, domain);
  await rename(borrowed);
  await service.app.database.inTransaction((tx) => removeDomain(tx, lending.team_id, domain, BY_TEST));
  const invited = await invite(borrowed);
  expect(slugOf(await accept(visitor, invited.body.id))).toBe('forbidden');
  expect((await accept(await signedIn(service, borrowed), invited.body.id)).status).toBe(200);
});

test('keeps the credentials if only the name or the case of the address changes', async () => {
  const visitor = await withPassword(person.email);
  await rename(person.email.toUpperCase());
  expect(await statusOf(visitor)).toBe(200);
  expect((await signIn(person.email)).status).toBe(200);
});

test('ends access based on another workspace when a verified domain claims the address', async () => {
  const own = `a${lending.team_id.slice(-12)}.test`;
  await verify(lending, own);
  await rename(`max@${own}`);
  const visitor = await withPassword(`max@${own}`);
  await service.app.database.inTransaction((tx) => removeDomain(tx, lending.team_id, own, BY_TEST));
  await verify(inviting, own);
  await provision(await connect(service, inviting.team_id), `max@${own}`);
  expect(await statusOf(visitor)).toBe(401);
  expect((await signIn(`max@${own}`)).status).toBe(401);
});

test("changes an operator's record and never the account, even in a verified domain", async () => {
  const own = `a${lending.team_id.slice(-12)}.test`;
  await verify(lending, own);
  const email = `op@${own}`;
  const { speaks } = await operatorAt(service);
  const added = await speaks.post<{ user_id: string }>('/manage/v1/operators', { email, name: 'Otto' });
  expect(added.status).toBe(200);
  const visitor = await withPassword(email);
  record = await provision(connection, email);
  await rename(`zzz@${own}`);
  const named = await connection.patch(`/Users/${record}`, [{ op: 'replace', value: { displayName: 'Mallory' } }]);
  expect([named.status, named.body.displayName]).toEqual([200, 'Mallory']);
  const operators = await speaks.get<{ items: { email: string; name: string }[] }>('/manage/v1/operators');
  expect(operators.body.items).toContainEqual(expect.objectContaining({ email, name: 'Otto' }));
  expect(await statusOf(visitor)).toBe(200);
  expect((await signIn(email)).status).toBe(200);
  // The old address still belongs to the operator, so no other person gets it.
  const again = await connection.post('/Users', {
    schemas: [USER],
    userName: email,
    emails: emails(email),
  });
  expect(again.status).toBe(409);
  const off = await connection.patch(`/Users/${record}`, [{ op: 'replace', value: { active: false } }]);
  expect([off.status, off.body.active]).toEqual([200, false]);
  expect((await signIn(email)).status).toBe(200);
});
