// Skills affected by a second catalog: a service-wide catalog next to a workspace's, and two public ones with a skill
// of the same name.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { readArchive } from '../../../src/skills/read-archive.ts';
import { nextMoment } from '../../support/next-moment.ts';
import { publishedTrail } from '../../support/published-trail.ts';
import type { Speaker } from '../../support/speaker.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { type Managed, managedTeam } from './support.ts';

let service: World;
let [one, other] = [{} as Managed, {} as Managed];
let operator: Speaker;
beforeAll(async () => {
  service = await world();
  [one, other] = [await managedTeam(service, { name: 'One' }), await managedTeam(service, { name: 'Other' })];
  operator = (await service.operator()).speaks;
});
afterAll(() => service.close());

const publish = (speaks: Speaker, title: string): Promise<string> => publishedTrail(speaks, readyDocument(title));

async function download(of: Managed, kind: string) {
  const headers = { Authorization: `Bearer ${of.author.key}` };
  const answer = await fetch(`${service.address}/mcp/downloads/${kind}.zip`, { headers });
  return readArchive(Buffer.from(await answer.arrayBuffer()));
}

test('renames a service-wide skill that conflicts with one of the workspace, but keeps its name in another workspace', async () => {
  const mark = newId();
  await publish(operator, `Write ${mark}`);
  await publish(one.publisher.speaks, `Write ${mark}`);
  const named = async (of: Managed) =>
    (await download(of, 'skills'))
      .filter(({ path }) => path.includes(mark))
      .map(({ path, bytes }) => [path, /^name: (.*)$/m.exec(bytes.toString())?.[1]]);
  for (const _again of [1, 2]) {
    expect(await named(one)).toEqual([
      [`write-${mark}/SKILL.md`, `write-${mark}`],
      [`service-write-${mark}/SKILL.md`, `service-write-${mark}`],
    ]);
    expect(await named(other)).toEqual([[`write-${mark}/SKILL.md`, `write-${mark}`]]);
  }
});

test("raises a plugin's version with every publication, of the workspace or service-wide", async () => {
  const versions: number[] = [];
  for (const speaks of [one.publisher.speaks, operator, one.publisher.speaks]) {
    await publish(speaks, `Plan ${versions.length}`);
    const plugin = (await download(one, 'plugin')).find(({ path }) => path.endsWith('plugin.json'));
    const { version } = JSON.parse(plugin?.bytes.toString() ?? '{}') as { version: string };
    versions.push(Number(/^1\.0\.(\d+)\+[0-9a-f]{8}$/.exec(version)?.[1]));
  }
  expect(new Set(versions).size).toBe(3);
  expect(versions).toEqual(versions.toSorted((a, b) => a - b));
});

test('lists only the skill from the catalog that became public first if two have the same name', async () => {
  for (const { publisher } of [one, other]) await publish(publisher.speaks, 'Fold a paper crane');
  for (const { asAdmin } of [other, one]) {
    await asAdmin.patch('/manage/v1/sharing', { is_public: true });
    await nextMoment(service.app.database);
  }
  const urls = async (path: string) => {
    const { skills } = (await (await fetch(service.address + path)).json()) as {
      skills: { name: string; url: string }[];
    };
    return skills.filter(({ name }) => name === 'fold-a-paper-crane').map(({ url }) => url);
  };
  const at = ({ team_id }: Managed) => `${service.baseUrl}/catalogs/${team_id}/skills/fold-a-paper-crane/SKILL.md`;
  expect(await urls('/.well-known/agent-skills/index.json')).toEqual([at(other)]);
  for (const of of [one, other])
    expect(await urls(`/catalogs/${of.team_id}/.well-known/agent-skills/index.json`)).toEqual([at(of)]);
});
