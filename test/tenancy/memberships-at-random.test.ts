// Identity providers add and remove members while a real AI tool lists, finds and reads. Every change takes effect with
// the next request. On a server, changes and requests go to three processes at random. A model of the groups' members
// and trails predicts what each person can see.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { managedTeam, sessionToken } from '../doors/manage/support.ts';
import { connect as connectTool, type McpCaller } from '../doors/mcp/mcp-client.ts';
import { connect, type ScimConnection, speaking } from '../doors/scim/support/connection.ts';
import { publishedTrail } from '../support/published-trail.ts';
import { runs } from '../support/runs.ts';
import type { Speaker } from '../support/speaker.ts';
import { type World, world } from '../support/world.ts';
import { readyDocument } from '../trails/catalog.ts';

const CHANGES = runs(50);
/** The number of people, groups and trails. */
const [PEOPLE, GROUPS, TRAILS] = [3, 3, 3];
const TITLES = ['Answer a refund request', 'Prepare a salary review', 'Translate a warranty letter'];

/** One of the processes, with its clients. */
interface Process {
  readonly world: World;
  readonly okta: ScimConnection;
  readonly entra: ScimConnection;
  readonly admin: Speaker;
  /** The tools of the people. */
  readonly tools: readonly McpCaller[];
}
const processes: Process[] = [];
/** The ids of people as users of each provider. */
const users: { okta: string; entra: string }[] = [];
const groups: { id: string; of: 'okta' | 'entra' }[] = [];
const trails: string[] = [];

/** Who is in which group, and which group has which trail, as `person group` and `group trail`. */
const members = new Set<string>();
const opened = new Set<string>();

beforeAll(async () => {
  const service = await world();
  const team = await managedTeam(service);
  const admin = team.asAdmin;
  const okta = await connect(service, team.team_id, 'Okta');
  const entra = await connect(service, team.team_id, 'Entra ID');
  const keys: string[] = [];
  for (let at = 0; at < PEOPLE; at += 1) {
    const person = await okta.user(`person${at}`);
    const { body } = await okta.get(`/Users/${person}`);
    const emails = body.emails as never;
    users.push({ okta: person, entra: await entra.user(`person${at}`, { userName: body.userName ?? '', emails }) });
    const found = await admin.get<{ items: { user_id: string }[] }>(`/manage/v1/members?q=person${at}`);
    const { key } = await team.key(found.body.items[0]?.user_id ?? '', { scopes: ['trails:use'] });
    keys.push(key);
  }
  for (let at = 0; at < GROUPS; at += 1) {
    const of = at % 2 === 0 ? 'okta' : 'entra';
    groups.push({ id: await (of === 'okta' ? okta : entra).group(`Group ${at}`), of });
  }
  for (const title of TITLES)
    trails.push(await publishedTrail(team.publisher.speaks, readyDocument(title), 'restricted'));
  const isShared = process.env.CAIRN_TEST_DATABASE_URL !== undefined;
  const others = isShared ? [await service.second(), await service.second()] : [];
  const session = await sessionToken(service, team.team_id, team.admin.id);
  for (const at of [service, ...others])
    processes.push({
      world: at,
      ...{ okta: speaking(at, okta), entra: speaking(at, entra), admin: at.bearer(session) },
      tools: await Promise.all(keys.map((key) => connectTool(at.address, key))),
    });
});
afterAll(async () => {
  await Promise.all(processes.flatMap(({ tools }) => tools.map((tool) => tool.close())));
  for (const { world: at } of processes.reverse()) await at.close();
});

/** A repeatable sequence of numbers below `count`. */
function numbers(seed: number): (count: number) => number {
  let state = seed;
  return (count) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}

/** Adds or removes the person in the words of the group's provider. */
async function toggleMember({ okta, entra }: Process, person: number, group: number): Promise<void> {
  const { id, of } = groups[group] ?? { id: '', of: 'okta' };
  const value = users[person]?.[of] ?? '';
  const isIn = members.has(`${person} ${group}`);
  const path = `/Groups/${id}`;
  const answer =
    of === 'okta'
      ? await okta.patch(path, [
          isIn
            ? { op: 'remove', path: `members[value eq "${value}"]` }
            : { op: 'add', path: 'members', value: [{ value }] },
        ])
      : await entra.patch(path, [{ op: isIn ? 'Remove' : 'Add', path: 'members', value: [{ value }] }]);
  expect(answer.status).toBeLessThan(300);
  if (!members.delete(`${person} ${group}`)) members.add(`${person} ${group}`);
}

async function toggleTrail({ admin }: Process, group: number, trail: number): Promise<void> {
  const isOpen = opened.has(`${group} ${trail}`);
  const change = isOpen ? { remove: [trails[trail]] } : { add: [trails[trail]] };
  expect((await admin.post(`/manage/v1/groups/${groups[group]?.id}/trails`, change)).status).toBe(200);
  if (!opened.delete(`${group} ${trail}`)) opened.add(`${group} ${trail}`);
}

const sees = (person: number, trail: number): boolean =>
  groups.some((_, group) => members.has(`${person} ${group}`) && opened.has(`${group} ${trail}`));

/** What the tool of the person lists, finds and reads of the trail. */
async function shown({ tools }: Process, person: number, trail: number): Promise<readonly boolean[]> {
  const tool = tools[person];
  if (tool === undefined) throw new Error('There is no such person.');
  const id = trails[trail] ?? '';
  const title = TITLES[trail] ?? '';
  const { prompts } = await tool.client.listPrompts(undefined, { cacheMode: 'refresh' });
  const { resources } = await tool.client.listResources(undefined, { cacheMode: 'refresh' });
  const found = await tool.call<object>('find_trail', { prompt: title });
  const read = await tool.client.callTool({ name: 'get_trail', arguments: { trail_id: id } });
  return [
    prompts.some((prompt) => prompt.title?.includes(title) || JSON.stringify(prompt).includes(title)),
    resources.some((resource) => resource.title === title),
    JSON.stringify(found).includes(title),
    read.isError !== true,
  ];
}

test(`shows ${CHANGES} random changes of members and groups with the next request`, async () => {
  const seed = Number(process.env.CAIRN_TEST_SEED ?? Date.now() % 100_000);
  const next = numbers(seed);
  for (let change = 0; change < CHANGES; change += 1) {
    const [person, group, trail] = [next(PEOPLE), next(GROUPS), next(TRAILS)];
    const [writer, reader] = [processes[next(processes.length)], processes[next(processes.length)]];
    if (writer === undefined || reader === undefined) throw new Error('There is no process.');
    if (next(4) === 0) await toggleTrail(writer, group, trail);
    else await toggleMember(writer, person, group);
    const expected = sees(person, trail);
    expect(await shown(reader, person, trail), `change ${change} of seed ${seed}`).toEqual([
      ...[expected, expected, expected, expected],
    ]);
  }
});
