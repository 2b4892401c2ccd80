import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { addOrInvite } from '../../../src/directory/joining/invitations.ts';
import { addMember } from '../../../src/directory/members/members.ts';
import { addDomain } from '../../../src/directory/teams/domains.ts';
import { sql } from '../../../src/storage/sql.ts';
import { meanwhile } from '../../support/meanwhile.ts';
import { type Problem, slugOf } from '../../support/speaker.ts';
import { BY_TEST, type TestPerson } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { type Browser, browser, linkFor, type SessionBody, signedIn } from '../sign-in/browser.ts';
import { atCommandLine, type Managed, managedTeam, operatorAt } from './support.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly created_at: string;
  readonly expires_at: string;
}
const told = ({ created_at, expires_at, ...others }: Invitation) => ({
  ...others,
  times: [created_at, expires_at].map((at) => Date.parse(at)),
});
interface Added {
  readonly user_id: string;
  readonly name: string;
}
const GOOD = 'a heap of stones marks the way';
const add = <Body = Invitation>(team: Managed, email: string, name = 'As I call them', roles: string[] = ['author']) =>
  team.asAdmin.post<Body>('/manage/v1/members', { email, name, roles });
const own = (visitor: Browser) =>
  visitor.send<{ items: (Invitation & { team: { id: string; name: string } })[] }>(
    'GET',
    '/manage/v1/session/invitations',
  );

test('invites a person from another workspace, and reveals nothing about the account', async () => {
  const [home, other] = [await managedTeam(service), await managedTeam(service)];
  const { publisher } = home;
  const invited = await add(other, publisher.email.toUpperCase());
  expect(invited.status).toBe(202);
  expect(invited.body).toMatchObject({ name: 'As I call them', roles: ['author'] });
  expect(JSON.stringify(invited.body)).not.toContain(publisher.id);
  expect(JSON.stringify(invited.body)).not.toContain(publisher.name);
  const found = await other.asAdmin.get<{ items: unknown[] }>('/manage/v1/members?q=publisher');
  expect(found.body.items).toHaveLength(1); // The caller's own account.
  for (const path of ['', '/sign-in-link', '/deactivate'])
    expect(
      (await other.asAdmin.send(path === '' ? 'GET' : 'POST', `/manage/v1/members/${publisher.id}${path}`)).status,
    ).toBe(404);
  const audit = await other.asAdmin.get<{ items: unknown[] }>('/manage/v1/audit?kind=team.member');
  expect(JSON.stringify(audit.body.items)).not.toContain(publisher.id);
  expect((await publisher.speaks.get<{ catalog: { team_id: string } }>('/v1/me')).body.catalog.team_id).toBe(
    home.team_id,
  );
});

test.each(['', ' ', '\u200b', '\u3164', '\u202e'])(
  'refuses an invisible name (%j) with the same error regardless of who has the account',
  async (name) => {
    const [home, other] = [await managedTeam(service), await managedTeam(service)];
    const ofNobody = `${newId()}@blank.test`;
    for (const email of [ofNobody, home.publisher.email, other.member.email]) {
      const refused = await add<{ issues: { field: string }[] }>(other, email, name);
      expect([email, refused.status, refused.body.issues?.map(({ field }) => field)]).toEqual([email, 422, ['name']]);
    }
    expect((await other.asAdmin.get<{ items: unknown[] }>('/manage/v1/members?q=blank.test')).body.items).toEqual([]);
  },
);

test('lets only the invited person accept, who then becomes a member with the invited roles', async () => {
  const [home, other] = [await managedTeam(service), await managedTeam(service)];
  const { body: invitation } = await add(other, home.author.email, 'Arthur', ['publisher']);
  const stranger = await signedIn(service, home.member.email);
  expect((await own(stranger)).body.items).toEqual([]);
  const path = `/manage/v1/session/invitations/${invitation.id}`;
  expect(slugOf(await stranger.send('POST', `${path}/accept`))).toBe('not-found');
  expect(slugOf(await stranger.send('DELETE', path))).toBe('not-found');
  const person = await signedIn(service, home.author.email, home.team_id);
  expect((await own(person)).body.items).toMatchObject([{ id: invitation.id, team: { id: other.team_id } }]);
  const answers = await Promise.all([person.send('POST', `${path}/accept`), person.send('POST', `${path}/accept`)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  const member = await other.asAdmin.get<{ roles: string[]; name: string }>(`/manage/v1/members/${home.author.id}`);
  expect(member.body).toMatchObject({ roles: ['publisher'], name: home.author.name });
  expect((await person.send('POST', '/manage/v1/session/team', { team_id: other.team_id })).status).toBe(200);
});

/** A browser in which a link from an admin of the workspace was used. */
async function byLinkOf(team: Managed, person: Pick<TestPerson, 'id'>): Promise<Browser> {
  const made = await team.asAdmin.post<{ url: string }>(`/manage/v1/members/${person.id}/sign-in-link`);
  const token = new URLSearchParams(new URL(made.body.url).hash.slice(1)).get('token');
  const visitor = browser(service);
  await visitor.send('POST', '/sign-in/link', { token });
  return visitor;
}

async function shared(home: Managed, other: Managed, person: TestPerson): Promise<void> {
  const { body } = await add(other, person.email);
  const visitor = await signedIn(service, person.email, home.team_id);
  await visitor.send('POST', `/manage/v1/session/invitations/${body.id}/accept`);
}

const setPassword = (visitor: Browser) =>
  visitor.send<Problem>('PUT', '/manage/v1/session/password', { new_password: GOOD });

test('does not let a workspace that shares a person set a password or accept on their behalf', async () => {
  const [home, other, third] = [await managedTeam(service), await managedTeam(service), await managedTeam(service)];
  await shared(home, other, home.publisher);
  const visitor = await byLinkOf(other, home.publisher);
  const session = await visitor.send<SessionBody>('GET', '/manage/v1/session');
  expect(session.body).toMatchObject({
    team: { id: other.team_id },
    sign_in: { confined: true, can_set_password: false },
  });
  const refused = await setPassword(visitor);
  expect([refused.status, slugOf(refused)]).toEqual([403, 'forbidden']);
  const { body: invitation } = await add(third, home.publisher.email);
  expect(slugOf(await visitor.send('POST', `/manage/v1/session/invitations/${invitation.id}/accept`))).toBe(
    'forbidden',
  );
  expect(slugOf(await visitor.send('POST', '/manage/v1/session/team', { team_id: home.team_id }))).toBe('forbidden');
  // The person's browser after using a link from an operator.
  expect((await setPassword(await signedIn(service, home.publisher.email, home.team_id))).status).toBe(204);
});

test("readmits a workspace's own person, and adds people of a verified domain directly", async () => {
  const [home, other] = [await managedTeam(service), await managedTeam(service)];
  await home.asAdmin.delete(`/manage/v1/members/${home.author.id}`);
  expect((await add<Added>(home, home.author.email)).body).toMatchObject({ user_id: home.author.id });
  await home.asAdmin.delete(`/manage/v1/members/${home.author.id}`);
  expect((await add(other, home.author.email)).status).toBe(202); // The other workspace invites the person once.
  const domain = `${newId()}.test`;
  const email = `dora@${domain}`;
  const { body: dora } = await add<Added>(home, email, 'Dora');
  expect((await add(other, email)).status).toBe(202);
  await service.app.database.inTransaction((tx) => addDomain(tx, other.team_id, domain, BY_TEST));
  expect((await add<Added>(other, email)).body).toMatchObject({ user_id: dora.user_id, name: 'Dora' });
});

test('also invites an operator, and lists, withdraws and expires invitations', async () => {
  const team = await managedTeam(service);
  const { email } = await service.operator();
  const { body: first } = await add(team, email);
  service.clock.advance(3_600_000);
  const second = { email: email.toUpperCase(), name: 'Once more', roles: ['publisher'] };
  const { body: again } = await team.asOwner.post<Invitation>('/manage/v1/members', second);
  const list = await team.asAdmin.get<{ items: Invitation[] }>('/manage/v1/invitations');
  expect(list.body.items.map(told)).toEqual([told(again)]);
  expect(again).toMatchObject({ name: second.name, roles: second.roles, invited_by: team.owner.name });
  expect(first.id).not.toBe(again.id);
  const next = await managedTeam(service);
  expect((await next.asAdmin.get<{ items: unknown[] }>('/manage/v1/invitations')).body.items).toEqual([]);
  expect(slugOf(await next.asAdmin.delete(`/manage/v1/invitations/${again.id}`))).toBe('not-found');
  expect((await team.asMember.get('/manage/v1/invitations')).status).toBe(403);
  expect((await team.asAdmin.delete(`/manage/v1/invitations/${again.id}`)).status).toBe(204);
  const { body: late } = await add(team, email);
  service.clock.advance(31 * 86_400_000);
  const admin = await atCommandLine(service, team.team_id, team.admin.id);
  expect((await admin.get<{ items: unknown[] }>('/manage/v1/invitations')).body.items).toEqual([]);
  const token = await linkFor(service, email);
  const visitor = browser(service);
  await visitor.send('POST', '/sign-in/link', { token });
  expect((await own(visitor)).body.items).toEqual([]);
  expect(slugOf(await visitor.send('POST', `/manage/v1/session/invitations/${late.id}/accept`))).toBe('not-found');
  expect(slugOf(await visitor.send('DELETE', `/manage/v1/session/invitations/${late.id}`))).toBe('not-found');
});

test("withdraws one invitation and keeps other people's invitations", async () => {
  const [home, team] = [await managedTeam(service), await managedTeam(service)];
  const invited = [];
  for (const { email } of [home.publisher, home.author]) invited.push((await add(team, email)).body.id);
  const [kept = '', withdrawn = ''] = invited;
  expect((await team.asAdmin.delete(`/manage/v1/invitations/${withdrawn}`)).status).toBe(204);
  expect(slugOf(await team.asAdmin.delete(`/manage/v1/invitations/${withdrawn}`))).toBe('not-found');
  const list = await team.asAdmin.get<{ items: Invitation[] }>('/manage/v1/invitations');
  expect(list.body.items.map(({ id }) => id)).toEqual([kept]);
});

test('takes a seat only on acceptance, and refuses if none is free (409)', async () => {
  const [home, full] = [await managedTeam(service), await managedTeam(service, { seat_limit: 5 })];
  const { status, body } = await add(full, home.member.email);
  expect(status).toBe(202);
  const person = await signedIn(service, home.member.email);
  const refused = await person.send<Problem>('POST', `/manage/v1/session/invitations/${body.id}/accept`);
  expect([refused.status, slugOf(refused)]).toEqual([409, 'conflict']);
  await operatorAt(service).then(({ speaks }) => speaks.patch(`/manage/v1/teams/${full.team_id}`, { seat_limit: 6 }));
  expect((await person.send('POST', `/manage/v1/session/invitations/${body.id}/accept`)).status).toBe(200);
});

test('does not count expired invitations toward the limit', async () => {
  const [home, team] = [await managedTeam(service), await managedTeam(service)];
  const now = new Date(service.clock()).toISOString();
  await service.app.database.rows(sql`
    insert into invitations (team_id, invitation_id, email, name, roles, invited_by, created_at, expires_at)
    select ${team.team_id}::uuid, gen_random_uuid(), 'p' || n || '@acme.test', 'P', '{}', 'Ada', ${now}::timestamptz,
      ${now}::timestamptz from generate_series(1, 1000) n`);
  expect((await add(team, home.author.email)).status).toBe(202);
});

test('creates one invitation from two concurrent requests', async () => {
  const [home, team] = [await managedTeam(service), await managedTeam(service)];
  const wanted = { email: home.author.email, name: 'Arthur', roles: [] };
  const later = await meanwhile(
    service.app.database,
    (tx) => addOrInvite(tx, team.team_id, wanted, service.clock(), BY_TEST),
    () => add(team, home.author.email),
  );
  expect(later.status).toBe(202);
  const { body } = await team.asAdmin.get<{ items: Invitation[] }>('/manage/v1/invitations');
  expect(body.items.map(({ id }) => id)).toEqual([later.body.id]);
});

test('adds a new person whom two workspaces add at the same time to one of them, and invites them to the other', async () => {
  const [first, second] = [await managedTeam(service), await managedTeam(service)];
  const email = `new.${newId().slice(-12)}@acme.test`;
  const later = await meanwhile(
    service.app.database,
    (tx) => addMember(tx, first.team_id, { email, name: 'Nina', roles: [] }, BY_TEST),
    () => add(second, email),
  );
  expect(later.status).toBe(202);
});

test('lets only the owner of the address accept an invitation, or a verified domain, not the person who added it', async () => {
  const [squatting, inviting] = [await managedTeam(service), await managedTeam(service)];
  const domain = `d${squatting.team_id.slice(-12)}.test`;
  const { body: victim } = await add<Added>(squatting, `ceo@${domain}`);
  const visitor = await byLinkOf(squatting, { id: victim.user_id });
  const { body: invitation } = await add(inviting, `ceo@${domain}`);
  const path = `/manage/v1/session/invitations/${invitation.id}`;
  expect(slugOf(await visitor.send('POST', `${path}/accept`))).toBe('forbidden');
  expect(slugOf(await visitor.send('DELETE', path))).toBe('forbidden');
  await service.app.database.inTransaction((tx) => addDomain(tx, squatting.team_id, domain, BY_TEST));
  expect((await visitor.send('POST', `${path}/accept`)).status).toBe(200);
});
