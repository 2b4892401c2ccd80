// Access to the images of a workspace: for everyone with the address, or only for people and programs of the workspace.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SVC_CATALOG_ID } from '../../src/directory/catalog.ts';
import { createSession } from '../../src/identity/sessions.ts';
import { sql } from '../../src/storage/sql.ts';
import { rampFile } from '../assets/sample-images.ts';
import { accessToken } from '../support/access-token.ts';
import { type Speaker, slugOf } from '../support/speaker.ts';
import { type World, world } from '../support/world.ts';
import { atCommandLine, type Managed, managedTeam, operatorAt } from './manage/support.ts';

let service: World;
let own: Managed;
let foreign: Managed;

beforeAll(async () => {
  service = await world();
  own = await managedTeam(service);
  foreign = await managedTeam(service);
});
afterAll(() => service.close());

interface Uploaded {
  readonly key: string;
  readonly url: string;
  readonly markdown: string;
}

async function upload(author: Speaker, path = '/v1/content-assets'): Promise<Uploaded> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await rampFile('png'))]), 'x.png');
  const made = await author.post<Uploaded>(path, form);
  expect(made.status).toBe(201);
  return made.body;
}

const setPrivate = async (admin: Speaker, isPrivate: boolean): Promise<void> => {
  const answer = await admin.patch('/manage/v1/catalog-rules', { private_images: isPrivate });
  expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ private_images: isPrivate })]);
};

const imageFor = async (who: Speaker, { key }: Pick<Uploaded, 'key'>): Promise<number> =>
  (await who.send('GET', `/assets/${key}`)).status;

test('gives an image a different address in each workspace, so that it does not reveal the images of other workspaces', async () => {
  const [one, other] = [await upload(own.author.speaks), await upload(foreign.author.speaks)];
  expect(one.key).not.toBe(other.key);
  const served = await fetch(`${service.address}/assets/${one.key}`);
  const digest = createHash('sha256')
    .update(Buffer.from(await served.arrayBuffer()))
    .digest('hex');
  expect(await imageFor(service.anyone, { key: `${digest}.png` })).toBe(404);
});

test('shows private images only with a session, key or access token of the workspace, and never to shared caches', async () => {
  const image = await upload(own.author.speaks);
  await setPrivate(own.asAdmin, true);
  const nobody = await service.anyone.get(`/assets/${image.key}`);
  expect([nobody.status, slugOf(nobody)]).toEqual([401, 'unauthorized']);
  const readers = {
    session: own.asMember,
    key: own.author.speaks,
    cookie: service.anyone,
    'access token for /v1': await appFor('/v1'),
    'access token for /mcp': await appFor('/mcp'),
    "access token for the workspace's /mcp": await appFor(`/mcp/${own.team_id}`),
  };
  const cookie = await cookieOf(own.member.id);
  for (const [name, reader] of Object.entries(readers)) {
    const answer = await reader.send('GET', `/assets/${image.key}`, undefined, name === 'cookie' ? cookie : {});
    expect([name, answer.status, answer.headers.get('cache-control')]).toEqual([name, 200, 'private, no-cache']);
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  }
  for (const stranger of [foreign.asAdmin, foreign.author.speaks]) expect(await imageFor(stranger, image)).toBe(404);
  const garbage = service.bearer(`${own.author.key.slice(0, -1)}!`);
  expect(await imageFor(garbage, image)).toBe(401);
  await setPrivate(own.asAdmin, false);
  const anyone = await service.anyone.send('GET', `/assets/${image.key}`);
  expect([anyone.status, anyone.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
});

test('refuses a private image to a revoked key and to a former member, even if they have a cached copy', async () => {
  const team = await managedTeam(service);
  const image = await upload(team.author.speaks);
  await setPrivate(team.asAdmin, true);
  expect(await imageFor(team.author.speaks, image)).toBe(200);
  await team.asAdmin.delete(`/manage/v1/members/${team.author.id}`);
  const held = await team.author.speaks.get(`/assets/${image.key}`, { 'If-None-Match': `"${image.key}"` });
  expect([401, 404]).toContain(held.status);
});

test('shows private images of the service-wide catalog to every workspace', async () => {
  const operator = await operatorAt(service);
  const image = await upload(operator.speaks, '/console/v1/content-assets');
  await setPrivate(operator.speaks, true);
  expect(await imageFor(service.anyone, image)).toBe(401);
  expect(await imageFor(foreign.asMember, image)).toBe(200);
  expect(await imageFor(own.author.speaks, image)).toBe(200);
  await setPrivate(operator.speaks, false);
  const [row] = await service.app.database.rows<{ kind: string }>(sql`
    select kind from catalogs where catalog_id = ${SVC_CATALOG_ID} and image_secret is not null`);
  expect(row).toEqual({ kind: 'svc' });
});

test("keeps another workspace's image out of an exported skill", async () => {
  const image = await upload(own.author.speaks);
  await setPrivate(own.asAdmin, true);
  const thief = foreign.author.speaks;
  const { body } = await thief.post<{ id: string }>('/v1/trails', {
    document: { title: 'Take', setup_guide: image.markdown },
  });
  const session = await atCommandLine(service, foreign.team_id, foreign.author.id);
  const zip = await session.send<Buffer>('GET', `/manage/v1/trails/${body.id}/skill.zip`);
  expect(zip.status).toBe(200);
  expect(Number(zip.headers.get('content-length'))).toBeLessThan(1_500);
  await setPrivate(own.asAdmin, false);
});

test('lets only an admin make images private', async () => {
  const author = await atCommandLine(service, own.team_id, own.author.id);
  expect((await author.patch('/manage/v1/catalog-rules', { private_images: true })).status).toBe(403);
  expect((await own.asAdmin.patch('/manage/v1/catalog-rules', { private_images: 'yes' })).status).toBe(422);
});

/** An app that a member of the workspace connected to this resource. */
async function appFor(resource: string): Promise<Speaker> {
  const agreed = { account_id: own.member.id, client_id: 'app', name: 'App', scopes: ['trails:use'], resource };
  const { token } = await service.app.database.inTransaction((tx) =>
    accessToken(tx, own.team_id, agreed, service.clock()),
  );
  return service.bearer(token);
}

/** The session cookie of a browser. */
async function cookieOf(account_id: string): Promise<Record<string, string>> {
  const session = await service.app.database.inTransaction((tx) =>
    createSession(tx, { team_id: own.team_id, account_id, kind: 'app' }, service.clock()),
  );
  return { Cookie: `__Host-cairn_session=${session.token}` };
}
