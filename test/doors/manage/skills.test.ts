// Downloads of trails, imported skills as drafts, and public catalogs, over HTTP.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSession } from '../../../src/identity/sessions.ts';
import { archiveOf } from '../../../src/skills/archive.ts';
import { readArchive } from '../../../src/skills/read-archive.ts';
import { sql } from '../../../src/storage/sql.ts';
import { rampFile } from '../../assets/sample-images.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { type Managed, managedTeam } from './support.ts';

let service: World;
let team: Managed;
let stranger: Managed;
const ids = { live: '', restricted: '', draft: '' };
beforeAll(async () => {
  service = await world();
  team = await managedTeam(service, { name: 'Acme Ltd' });
  stranger = await managedTeam(service, { name: 'Next Door' });
  ids.live = await trail('Answer a refund request');
  ids.restricted = await trail('Prepare a secret merger', 'restricted');
  ids.draft = await trail('Unfinished business', undefined, false);
});
afterAll(() => service.close());

async function trail(title: string, visibility?: string, isLive = true, document: object = {}): Promise<string> {
  const { speaks } = team.publisher;
  const { body } = await speaks.post<{ id: string }>('/v1/trails', {
    document: { ...readyDocument(title), ...document },
  });
  if (visibility !== undefined) await speaks.patch(`/v1/trails/${body.id}`, { visibility });
  if (isLive) await speaks.post(`/v1/trails/${body.id}/publish`);
  return body.id;
}

async function sessionOf(of: Managed, account_id: string): Promise<string> {
  const { token } = await service.app.database.inTransaction((tx) =>
    createSession(tx, { team_id: of.team_id, account_id, kind: 'cli' }, service.clock()),
  );
  return token;
}

const get = (path: string, token?: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(service.address + path, {
    headers: { ...headers, ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) },
  });
const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());
const filesOf = async (answer: Response) => {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  return readArchive(await bytesOf(answer));
};
const sha256 = (bytes: Buffer): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/** The recorded uses of the workspace's trails. */
const uses = async (team_id: string): Promise<number> => {
  const row = await service.app.database.row<{ uses: string }>(sql`
    select coalesce(sum(deliveries), 0)::text as uses from trail_deliveries where team_id = ${team_id}`);
  return Number(row?.uses);
};

/** Every download that a reader can make, with a session and with a credential. */
const PACKAGES = ['skills', 'plugin', 'marketplace', 'cowork'] as const;

describe('a reader downloads', () => {
  test('one trail as a folder with SKILL.md, with the same bytes each time and 304 for the current tag', async () => {
    const token = await sessionOf(team, team.member.id);
    const path = `/manage/v1/reader/trails/${ids.live}/skill.zip`;
    const first = await get(path, token);
    expect(first.headers.get('content-disposition')).toBe('attachment; filename="answer-a-refund-request.zip"');
    const etag = first.headers.get('etag') ?? '';
    const [file] = await filesOf(first);
    expect(file?.path).toBe('answer-a-refund-request/SKILL.md');
    expect(file?.bytes.toString()).not.toContain('Customer wants their money back');
    expect((await get(path, token)).headers.get('etag')).toBe(etag);
    expect((await get(path, token, { 'If-None-Match': etag })).status).toBe(304);
    expect((await get(path, token, { 'If-None-Match': 'no tag' })).status).toBe(200);
  });

  test.each(PACKAGES)('every visible trail as %s, without restricted trails and drafts', async (kind) => {
    const ways = [
      await get(`/manage/v1/reader/downloads/${kind}.zip`, await sessionOf(team, team.member.id)),
      await get(`/mcp/downloads/${kind}.zip`, (await team.key(team.author.id, { scopes: ['trails:use'] })).key),
    ];
    for (const way of ways) {
      const files = await filesOf(way);
      const paths = files.map(({ path }) => path).join('\n');
      expect(paths).toMatch(/answer-a-refund-request\/SKILL\.md/);
      expect(paths).not.toMatch(/merger|unfinished/);
      expect(Buffer.concat(files.map(({ bytes }) => bytes)).toString()).not.toMatch(/merger|Unfinished/);
    }
  });

  test('a marketplace that contains the plugin, and a Cowork package whose manifest names its skills', async () => {
    const token = await sessionOf(team, team.member.id);
    const market = await filesOf(await get('/manage/v1/reader/downloads/marketplace.zip', token));
    const manifest = jsonIn(market, '.claude-plugin/marketplace.json');
    const name = `acme-ltd-cairn-${team.team_id.slice(-6)}`;
    expect(manifest).toMatchObject({ name, plugins: [{ source: './plugins/acme-ltd-trails' }] });
    expect(jsonIn(market, 'plugins/acme-ltd-trails/.claude-plugin/plugin.json')).toMatchObject({
      name: 'acme-ltd-trails',
    });
    const { key } = await team.key(team.member.id, { scopes: ['trails:use'] });
    for (const way of [get('/manage/v1/reader/downloads/cowork.zip', token), get('/mcp/downloads/cowork.zip', key)]) {
      const cowork = await filesOf(await way);
      const { agentSkills, developer } = jsonIn(cowork, 'manifest.json') as {
        agentSkills: { folder: string }[];
        developer: { websiteUrl: string };
      };
      expect(developer.websiteUrl).toBe('https://cairn.test');
      const paths = cowork.map(({ path }) => path);
      expect(agentSkills.length).toBeGreaterThan(0);
      for (const { folder } of agentSkills) expect(paths).toContain(`${folder.slice(2)}/SKILL.md`);
    }
    expect((await get('/manage/v1/reader/downloads/cowork.zip?part=2', token)).status).toBe(404);
    expect((await get('/manage/v1/reader/downloads/cowork.zip?part=x', token)).status).toBe(400);
  });

  test('a trail alone or in a part of a package, and counts the delivery', async () => {
    const many = await managedTeam(service);
    const { speaks } = many.publisher;
    const trailIds: string[] = [];
    for (let at = 1; at <= 21; at += 1) {
      const { body } = await speaks.post<{ id: string }>('/v1/trails', { document: readyDocument(`Trail ${at}`) });
      expect((await speaks.post(`/v1/trails/${body.id}/publish`)).status).toBe(200);
      trailIds.push(body.id);
    }
    const token = await sessionOf(many, many.member.id);
    for (const [path, counted] of [
      [`trails/${trailIds[0]}/skill.zip`, 1],
      ['downloads/cowork.zip?part=2', 2],
      ['downloads/cowork.zip?part=1', 22],
    ] as const) {
      expect((await get(`/manage/v1/reader/${path}`, token)).status).toBe(200);
      await expect.poll(() => uses(many.team_id)).toBeGreaterThanOrEqual(counted);
      expect(await uses(many.team_id)).toBe(counted);
    }
  });

  test('nothing from another workspace, and no restricted trails or drafts', async () => {
    const attempts = [
      [await sessionOf(stranger, stranger.owner.id), stranger.owner.key, Object.values(ids)],
      [await sessionOf(team, team.member.id), team.member.key, [ids.restricted, ids.draft]],
    ] as const;
    for (const [session, key, forbidden] of attempts) {
      for (const id of forbidden) {
        expect((await get(`/manage/v1/reader/trails/${id}/skill.zip`, session)).status).toBe(404);
        expect([403, 404]).toContain((await get(`/mcp/downloads/trails/${id}/skill.zip`, key)).status);
      }
    }
    const theirs = await filesOf(
      await get('/manage/v1/reader/downloads/skills.zip', await sessionOf(stranger, stranger.owner.id)),
    );
    expect(theirs.map(({ path }) => path)).toEqual(['company-guides/SKILL.md']);
    expect((await get('/mcp/downloads/skills.zip')).status).toBe(401);
  });
});

const jsonIn = (files: readonly { path: string; bytes: Buffer }[], path: string): object =>
  JSON.parse(files.find((file) => file.path === path)?.bytes.toString() ?? '{}');

describe('an import', () => {
  const send = (token: string, body: Buffer, headers: Record<string, string> = {}) =>
    fetch(`${service.address}/manage/v1/trails/import`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/zip', ...headers },
      body: new Uint8Array(body),
    });
  const imported = async (answer: Response) =>
    (await answer.json()) as {
      created: number;
      items: { path: string; trail_id: string | null; title: string | null; findings: { field: string }[] }[];
      issues?: { field: string; message: string }[];
    };
  const skill = (name: string, text = 'Do it.'): Buffer =>
    Buffer.from(`---\nname: ${name}\ndescription: Does it. Use when it is to be done.\n---\n\n# ${name}\n\n${text}\n`);

  test("returns the same document for an author's export with images", async () => {
    const image = new FormData();
    image.append('file', new Blob([new Uint8Array(await rampFile('jpeg'))]), 'x.jpg');
    const uploaded = await fetch(`${service.address}/v1/content-assets`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${team.author.key}` },
      body: image,
    });
    const { markdown } = (await uploaded.json()) as { markdown: string };
    const source = await trail('Show how', undefined, false, {
      setup_guide: `Look:\n\n${markdown}\n\nThen <b>go</b>.`,
    });
    const token = await sessionOf(team, team.author.id);
    const zip = await bytesOf(await get(`/manage/v1/trails/${source}/skill.zip`, token));
    expect((await readArchive(zip)).length).toBe(2);
    const answer = await imported(await send(token, zip));
    expect(answer).toMatchObject({ created: 1, items: [{ findings: [{ field: 'title' }] }] });
    const document = async (id: string) =>
      (await team.author.speaks.get<{ document: object }>(`/v1/trails/${id}`)).body;
    expect((await document(answer.items[0]?.trail_id ?? '')).document).toEqual((await document(source)).document);
    // The name in another workspace does not depend on this workspace.
    const author = await sessionOf(stranger, stranger.author.id);
    expect(await imported(await send(author, zip))).toMatchObject({ created: 1, items: [{ findings: [] }] });
    const owners = await service.app.database.rows(sql`
      select catalog_id from content_assets where catalog_id in (${team.team_id}, ${stranger.team_id})`);
    expect(owners).toHaveLength(2);
  });

  test('creates drafts if possible, lists the rest, and names what was left out', async () => {
    const { bytes } = await archiveOf([
      { path: 'good/SKILL.md', bytes: skill('good') },
      { path: 'good/scripts/run.sh', bytes: Buffer.from('rm -rf /') },
      { path: 'bad/SKILL.md', bytes: Buffer.from('no block') },
      { path: 'latin/SKILL.md', bytes: Buffer.from([0xff, 0xfe]) },
    ]);
    const answer = await send(await sessionOf(team, team.author.id), bytes);
    expect(answer.status).toBe(201);
    const { created, items } = await imported(answer);
    expect(created).toBe(1);
    expect(items.map(({ path, trail_id }) => [path, trail_id !== null])).toEqual([
      ['good/SKILL.md', true],
      ['bad/SKILL.md', false],
      ['latin/SKILL.md', false],
    ]);
    expect(items[0]?.findings.map(({ field }) => field)).toEqual(['prompts', 'scripts/run.sh']);
  });

  test('creates a second draft of an existing skill, and says so', async () => {
    const token = await sessionOf(team, team.author.id);
    const once = await archiveOf([{ path: 'tea/SKILL.md', bytes: skill('Make tea') }]);
    const twice = await archiveOf([
      { path: 'one/SKILL.md', bytes: skill('Make soup') },
      { path: 'other/SKILL.md', bytes: skill('Make soup') },
    ]);
    const found: string[][] = [];
    for (const { bytes } of [once, once, twice]) {
      const { items } = await imported(await send(token, bytes));
      found.push(...items.map(({ findings }) => findings.map(({ field }) => field)));
    }
    expect(found).toEqual([['prompts'], ['title', 'prompts'], ['prompts'], ['title', 'prompts']]);
  });

  test('is rejected and creates no draft if it contains nothing usable', async () => {
    const token = await sessionOf(team, team.author.id);
    const before = (await team.author.speaks.get<{ items: object[] }>('/v1/trails?limit=100')).body.items.length;
    const cases = [
      (await archiveOf([{ path: 'a/SKILL.md', bytes: Buffer.from('x') }])).bytes,
      (await archiveOf([{ path: 'a/README.md', bytes: skill('a') }])).bytes,
      (await archiveOf([{ path: 'long/SKILL.md', bytes: skill('long', 'x'.repeat(20_001)) }])).bytes,
      Buffer.from('garbage'),
      Buffer.alloc(20 * 1_048_576),
    ];
    for (const bytes of cases) {
      const answer = await send(token, bytes);
      expect(answer.status).toBe(422);
      expect((await imported(answer)).issues?.[0]?.message).toMatch(/\.$/);
    }
    expect((await send(token, Buffer.from('{}'), { 'Content-Type': 'application/json' })).status).toBe(415);
    expect((await send(token, Buffer.alloc(20 * 1_048_576 + 1))).status).toBe(413);
    const after = (await team.author.speaks.get<{ items: object[] }>('/v1/trails?limit=100')).body.items.length;
    expect(after).toBe(before);
  });

  test('creates no second draft if repeated with its key', async () => {
    const token = await sessionOf(team, team.author.id);
    const { bytes } = await archiveOf([{ path: 'once/SKILL.md', bytes: skill('once') }]);
    const [one, two] = [
      await imported(await send(token, bytes, { 'Idempotency-Key': 'import-1' })),
      await imported(await send(token, bytes, { 'Idempotency-Key': 'import-1' })),
    ];
    expect(two.items[0]?.trail_id).toBe(one.items[0]?.trail_id);
  });

  test('is refused to people who cannot write trails', async () => {
    const { bytes } = await archiveOf([{ path: 'a/SKILL.md', bytes: skill('a') }]);
    expect((await send(await sessionOf(team, team.member.id), bytes)).status).toBe(403);
  });
});

describe('a catalog', () => {
  const index = (id: string) => get(`/catalogs/${id}/.well-known/agent-skills/index.json`);

  test('is private until an admin makes it public, which ordinary members cannot do', async () => {
    expect((await index(team.team_id)).status).toBe(404);
    expect((await index('01970000-0000-7000-8000-000000000009')).status).toBe(404);
    expect((await index('garbage')).status).toBe(400);
    expect((await team.asAdmin.get<object>('/manage/v1/sharing')).body).toMatchObject({ is_public: false });
    expect((await team.asMember.patch('/manage/v1/sharing', { is_public: true })).status).toBe(403);
    expect((await team.asAdmin.patch('/manage/v1/sharing', { is_public: 'yes' })).status).toBe(422);
  });

  test('lists unrestricted skills if it is public, each with the digest of its exact bytes', async () => {
    expect((await team.asAdmin.patch('/manage/v1/sharing', { is_public: true })).status).toBe(200);
    const { $schema, skills } = (await (await index(team.team_id)).json()) as {
      $schema: string;
      skills: { name: string; url: string; digest: string; type: string }[];
    };
    expect($schema).toBe('https://schemas.agentskills.io/discovery/0.2.0/schema.json');
    expect(skills.map(({ name }) => name)).toContain('answer-a-refund-request');
    expect(JSON.stringify(skills)).not.toMatch(/merger|unfinished/);
    for (const { url, digest } of skills) {
      const file = await get(url.slice(service.baseUrl.length));
      expect([file.status, sha256(await bytesOf(file))]).toEqual([200, digest]);
    }
    const everyone = (await (await get('/.well-known/agent-skills/index.json')).json()) as { skills: object[] };
    expect(everyone.skills).toEqual(skills);
    const market = (await (await get(`/catalogs/${team.team_id}/marketplace.json`)).json()) as {
      plugins: { source: { source: string; url: string; sha256: string } }[];
    };
    const [plugin] = market.plugins;
    const zip = await bytesOf(await get(plugin?.source.url.slice(service.baseUrl.length) ?? ''));
    expect([plugin?.source.source, sha256(zip)]).toEqual(['archive', `sha256:${plugin?.source.sha256}`]);
    for (const name of ['prepare-a-secret-merger', 'unfinished-business'])
      expect((await get(`/catalogs/${team.team_id}/skills/${name}/SKILL.md`)).status).toBe(404);
    expect((await index(stranger.team_id)).status).toBe(404);
  });

  test('can be made private again immediately, with one audit entry for each change', async () => {
    await team.asAdmin.patch('/manage/v1/sharing', { is_public: false });
    await team.asAdmin.patch('/manage/v1/sharing', { is_public: false });
    expect((await index(team.team_id)).status).toBe(404);
    const { body } = await team.asAdmin.get<{ items: { kind: string; after?: object }[] }>('/manage/v1/audit');
    expect(body.items.filter(({ kind }) => kind === 'catalog.public.updated').map(({ after }) => after)).toEqual([
      { is_public: false },
      { is_public: true },
    ]);
  });

  test('is not public if its workspace has trails switched off', async () => {
    await team.asAdmin.patch('/manage/v1/sharing', { is_public: true });
    const file = `/catalogs/${team.team_id}/skills/answer-a-refund-request/SKILL.md`;
    expect((await get(file)).status).toBe(200);
    await team.asAdmin.patch('/manage/v1/team', { trails_enabled: false });
    expect([(await index(team.team_id)).status, (await get(file)).status]).toEqual([404, 404]);
    await team.asAdmin.patch('/manage/v1/team', { trails_enabled: true });
  });
});
