// The company plugin: what it contains for whom, in which order, and that nothing in it grows with the catalog.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readArchive } from '../../../src/skills/read-archive.ts';
import { readSkillFiles } from '../../../src/skills/read-skill-files.ts';
import { ROUTER_NAME } from '../../../src/skills/router-skill.ts';
import { sql } from '../../../src/storage/sql.ts';
import { TrailDocument } from '../../../src/trails/document/document.ts';
import type { CheckedSchema } from '../../../src/trails/document/validate-document.ts';
import { publishedTrail } from '../../support/published-trail.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { type Managed, managedTeam } from './support.ts';

let service: World;
let team: Managed;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());
beforeEach(async () => {
  team = await managedTeam(service, { name: 'Acme Ltd' });
});

const publish = (title: string, document: object = {}, visibility?: string): Promise<string> =>
  publishedTrail(team.publisher.speaks, { ...readyDocument(title), ...document }, visibility);

async function downloaded(key: string, kind: 'skills' | 'plugin' | 'marketplace' = 'plugin') {
  const headers = { Authorization: `Bearer ${key}` };
  const answer = await fetch(`${service.address}/mcp/downloads/${kind}.zip`, { headers });
  expect(answer.status).toBe(200);
  return new Map(
    (await readArchive(Buffer.from(await answer.arrayBuffer()))).map(({ path, bytes }) => [path, bytes.toString()]),
  );
}
/** The names of the skills in their order in the plugin. */
const skillsIn = async (key: string): Promise<string[]> =>
  [...(await downloaded(key)).keys()].flatMap((path) => /^skills\/(.*)\/SKILL\.md$/.exec(path)?.[1] ?? []);

const limit = (plugin_trails: unknown) => team.asAdmin.patch('/manage/v1/catalog-rules', { plugin_trails });

test('has one source for every format, with the connection to the workspace', async () => {
  await publish('Answer a refund request');
  const { key } = team.author;
  const files = await downloaded(key, 'marketplace');
  const root = 'plugins/acme-ltd-trails/';
  const marketplace = `acme-ltd-cairn-${team.team_id.slice(-6)}`;
  const json = (path: string) => JSON.parse(files.get(path) ?? '{}') as Record<string, unknown>;
  const url = `${service.baseUrl}/mcp/${team.team_id}`;
  const about = { name: 'acme-ltd-trails', version: expect.stringMatching(/^1\.0\.\d+\+[0-9a-f]{8}$/) };
  expect(json(`${root}plugin.json`)).toEqual({
    $schema: 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json',
    ...about,
    description: 'Tested guides of Acme Ltd for tasks with AI tools',
    author: { name: 'Acme Ltd' },
  });
  expect(json(`${root}mcp.json`)).toEqual({
    $schema: 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json',
    mcpServers: { cairn: { type: 'streamable-http', url } },
  });
  expect(json(`${root}.claude-plugin/plugin.json`)).toMatchObject(about);
  expect(json(`${root}.mcp.json`)).toEqual({ mcpServers: { cairn: { type: 'http', url, alwaysLoad: true } } });
  expect(json('.claude-plugin/marketplace.json')).toMatchObject({
    name: marketplace,
    plugins: [{ ...about, source: './plugins/acme-ltd-trails' }],
  });
  expect(json('.agents/plugins/marketplace.json')).toMatchObject({
    name: marketplace,
    plugins: [{ ...about, source: { source: 'local', path: './plugins/acme-ltd-trails' } }],
  });
  expect([...files].join('\n')).not.toContain(key);
});

test('has a marketplace of another name in a workspace with the same name', async () => {
  const namesake = await managedTeam(service, { name: 'Acme Ltd' });
  const nameIn = async ({ asMember }: Managed) =>
    (await asMember.get<{ marketplace: string }>('/manage/v1/reader/plugin')).body.marketplace;
  expect(await nameIn(namesake)).not.toBe(await nameIn(team));
});

test('names the roles and AI tools of the trails that the person sees, as text and within a fixed length', async () => {
  for (const name of ['one', 'two']) await publish(`Sell ${name}`, { target_role: 'Sales', tools: ['claude'] });
  await publish('Hire', { target_role: 'HR <b>\n---\nname: evil', tools: ['chatgpt'] });
  await publish('Merge', { target_role: 'Board', tools: [] }, 'restricted');
  const skill = (await downloaded(team.author.key)).get(`skills/${ROUTER_NAME}/SKILL.md`) ?? '';
  expect(skill).toContain('Guides for: Sales, HR b ');
  expect(skill).toContain('Made for: claude, chatgpt.');
  expect(skill).not.toMatch(/Board|^name: evil|<b>/m);
  for (let at = 0; at < 12; at++) await publish(`Plan ${at}`, { target_role: `${at} ${'r'.repeat(60)}` });
  const description = /^description: (.*)$/m.exec(
    (await downloaded(team.author.key)).get(`skills/${ROUTER_NAME}/SKILL.md`) ?? '',
  );
  expect(description?.[1]?.length).toBeLessThan(520);
});

test('contains featured trails first, then those that most people use, up to the number that an admin set', async () => {
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e']) ids.push(await publish(`Plan ${name}`));
  const [, , c, d, e] = ids;
  await use(d, 7, 5);
  await use(e, 90, 4);
  await use(c, 3, 5);
  const groups = await team.asAdmin.post<{ id: string }>('/manage/v1/groups', { display_name: 'Sales' });
  const group = groups.body.id;
  await team.asAdmin.post(`/manage/v1/groups/${group}/members`, { add: [team.member.id] });
  await team.asAdmin.post(`/manage/v1/trails/${e}/groups`, { group_id: group, reach: 'featured' });
  expect((await limit(4)).status).toBe(200);
  const member = (await team.key(team.member.id, { scopes: ['trails:use'] })).key;
  expect(await skillsIn(member)).toEqual([ROUTER_NAME, 'plan-e', 'plan-d', 'plan-c', 'plan-a']);
  expect(await skillsIn(team.author.key)).toEqual([ROUTER_NAME, 'plan-d', 'plan-c', 'plan-a', 'plan-b']);
  expect((await team.asMember.get('/manage/v1/reader/plugin')).body).toEqual({
    ...{
      plugin: 'acme-ltd-trails',
      marketplace: `acme-ltd-cairn-${team.team_id.slice(-6)}`,
      file: 'acme-ltd-marketplace',
    },
    ...{ trails: 5, in_plugin: 4 },
  });
  await limit(0);
  expect(await skillsIn(member)).toEqual([ROUTER_NAME]);
});

test('has another version after another number, another use or another name, and the same bytes otherwise', async () => {
  const [a] = [await publish('Plan a'), await publish('Plan b')];
  const version = async () => {
    const { version } = JSON.parse((await downloaded(team.author.key)).get('plugin.json') ?? '') as { version: string };
    return version;
  };
  const first = await version();
  expect(await version()).toBe(first);
  await limit(1);
  const one = await version();
  await use(a, 3, 5);
  expect(await version()).toBe(one);
  await team.asAdmin.patch('/manage/v1/team', { name: 'Acme Inc' });
  expect(new Set([first, one, await version()]).size).toBe(3);
});

test.each([
  ['a very long name', `${'Long '.repeat(19)}Name`],
  ['a name without Latin letters', '日本支社'],
  ['quotes and markup', '"Acme" <b>\\'],
])('has valid names and files in a workspace with %s', async (_, name) => {
  await team.asAdmin.patch('/manage/v1/team', { name });
  await publish('Company guides');
  const files = await downloaded(team.author.key);
  const { name: plugin } = JSON.parse(files.get('plugin.json') ?? '') as { name: string };
  expect(plugin).toMatch(/^(?!.*--)[a-z0-9][a-z0-9-]{0,62}[a-z0-9]$/);
  expect(await skillsIn(team.author.key)).toEqual(['company-guides-search', 'company-guides']);
  expect(files.get('skills/company-guides-search/SKILL.md')).not.toContain('<b>');
});

test('can be imported again without the skill that leads to find_trail', async () => {
  await publish('Answer a refund request');
  const headers = { Authorization: `Bearer ${team.author.key}` };
  const zip = await (await fetch(`${service.address}/mcp/downloads/plugin.zip`, { headers })).arrayBuffer();
  const files = await readArchive(Buffer.from(zip));
  const { importable, refused } = await readSkillFiles(files, TrailDocument as CheckedSchema, async () => 'unused');
  expect([importable.map(({ path }) => path), refused]).toEqual([['skills/answer-a-refund-request/SKILL.md'], []]);
});

test('refuses a number that no AI tool shows, and numbers from people who are not admins', async () => {
  for (const wrong of [-1, 51, 1.5, '3', null]) expect((await limit(wrong)).status).toBe(422);
  expect((await team.asMember.patch('/manage/v1/catalog-rules', { plugin_trails: 1 })).status).toBe(403);
  expect((await team.asAdmin.get('/manage/v1/catalog-rules')).body).toMatchObject({ plugin_trails: 10 });
});

/** Records that this many people used the trail that often. */
const use = async (trailId: string | undefined, deliveries: number, people: number): Promise<void> => {
  const day = new Date(service.clock()).toISOString().slice(0, 10);
  await service.app.database.inTransaction(async (tx) => {
    await tx.rows(sql`
      insert into trail_deliveries (team_id, trail_id, version, shape, day, deliveries)
      values (${team.team_id}, ${trailId}, 1, 'skill', ${day}::date, ${deliveries})`);
    await tx.rows(sql`
      insert into trail_reach (team_id, trail_id, month, people, marks)
      values (${team.team_id}, ${trailId}, ${`${day.slice(0, 7)}-01`}::date, ${people}, '{}')`);
  });
};
