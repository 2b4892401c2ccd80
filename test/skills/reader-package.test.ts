// Each file for readers is built once for everyone who sees the same content, and rebuilt after every change.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishedTrails } from '../../src/skills/published-trails.ts';
import { readerPackage } from '../../src/skills/reader-skills.ts';
import { skillFile } from '../../src/skills/skill-file.ts';
import type { SkillLibrary } from '../../src/skills/skill-library.ts';
import { publishedTrail } from '../support/published-trail.ts';
import type { TestTeam } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';
import { readyDocument } from '../trails/catalog.ts';

let service: World;
let team: TestTeam;
const rendered: string[] = [];
/** Renders only the title, and records it. */
const library: SkillLibrary = async ({ head, document }) => {
  rendered.push(document.title);
  const files = [skillFile('SKILL.md', Buffer.from(document.title), 'text/markdown')];
  return { name: head.skill_name, description: '', metadata: {}, files };
};
const rooms = { trails: publishedTrails(), library };

beforeAll(async () => {
  service = await world();
  team = await service.team();
  await publish('Answer a refund request');
});
afterAll(() => service.close());

const publish = (title: string, visibility?: string): Promise<string> =>
  publishedTrail(team.publisher.speaks, readyDocument(title), visibility);

async function packed(account_id: string, kind: 'skills' | 'plugin' = 'skills') {
  const wanted = { kind, part: 1, address: service.baseUrl, now: service.clock() };
  return readerPackage(rooms, service.app.database, { team_id: team.team_id, account_id }, wanted);
}

/** The titles rendered by `work`. */
async function renderedBy(work: () => Promise<unknown>): Promise<readonly string[]> {
  rendered.length = 0;
  await work();
  return [...rendered].sort();
}

test('gives ten concurrent readers the file that was built for the first of them', async () => {
  const { author, publisher } = team;
  const readers = Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? author.id : publisher.id));
  const archives = new Set<object>();
  const asked = async () => {
    for (const { archive } of await Promise.all(readers.map((id) => packed(id)))) archives.add(archive);
  };
  expect(await renderedBy(asked)).toEqual(['Answer a refund request']);
  expect(archives.size).toBe(1);
  expect(await renderedBy(() => packed(author.id, 'plugin'))).toEqual(['Answer a refund request']);
});

test('rebuilds the file for another trail, version or name, and for readers who may see less', async () => {
  const before = await packed(team.author.id);
  const id = await publish('Write a job advert', 'restricted');
  const grant = { email: team.author.email };
  expect((await team.publisher.speaks.post(`/v1/trails/${id}/grants`, grant)).status).toBe(200);
  const both = ['Answer a refund request', 'Write a job advert'];
  const withBoth = await packed(team.author.id);
  expect(withBoth.heads.length).toBe(before.heads.length + 1);
  const withOne = await packed(team.publisher.id);
  expect(withOne.heads.length).toBe(before.heads.length);
  expect(withOne.archive.sha256).not.toBe(withBoth.archive.sha256);
  await service.app.database.script(`update teams set name = 'Another name' where team_id = '${team.team_id}'`);
  expect(await renderedBy(() => packed(team.author.id))).toEqual(both);
  expect((await packed(team.author.id)).filename).toBe('another-name-skills.zip');
  expect(await renderedBy(() => packed(team.author.id))).toEqual([]);
});
