// Each use of a trail by an AI tool is counted once, by form, and nothing else is counted. The last call is recorded
// for the person.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../../src/storage/sql.ts';
import { rampFile } from '../../assets/sample-images.ts';
import { publishedTrail } from '../../support/published-trail.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { atCommandLine, type Managed, managedTeam } from '../manage/support.ts';
import { connect, type McpCaller } from './mcp-client.ts';

let service: World;
let team: Managed;
let employee: McpCaller;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());
beforeEach(async () => {
  team = await managedTeam(service, { name: 'Acme' });
  employee = await connect(service.address, team.author.key);
  return () => employee.close();
});

const published = (title: string, setup_guide = 'Use the default mode.'): Promise<string> =>
  publishedTrail(team.publisher.speaks, { ...readyDocument(title), setup_guide });

/** Markdown for an image that this service stores. */
async function imageMarkdown(): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await rampFile('jpeg'))]), 'a.jpg');
  const headers = { Authorization: `Bearer ${team.publisher.key}` };
  const answer = await fetch(`${service.address}/v1/content-assets`, { method: 'POST', headers, body: form });
  return ((await answer.json()) as { markdown: string }).markdown;
}

/** The number of uses of each trail, by form. */
const counted = () =>
  service.app.database.rows(sql`
    select trail_id as id, shape, deliveries from trail_deliveries where team_id = ${team.team_id}
    order by trail_id, shape`);
/** Counts are written in order. Once a later question is counted, earlier uses are too. */
const countedOnceFound = async (id: string) => {
  await employee.call('find_trail', { prompt: 'answer a refund request' });
  await expect.poll(counted).toContainEqual({ id, shape: 'find', deliveries: 1 });
  return (await counted()).filter((row) => (row as { shape: string }).shape !== 'find');
};

test('counts a read trail, a filled prompt and a SKILL.md each time, but never an image inside it', async () => {
  const id = await published('Answer a refund request', `Look: ${await imageMarkdown()}`);
  await employee.call('get_trail', { trail_id: id });
  await employee.client.getPrompt({
    name: 'answer-a-refund-request.draft',
    arguments: { customer_name: 'Ann', order_id: '7' },
  });
  const root = 'skill://acme/answer-a-refund-request';
  const read = () => employee.client.readResource({ uri: `${root}/SKILL.md` }, { cacheMode: 'refresh' });
  await read();
  const { contents } = await read();
  const image = /assets\/\S+?\.jpg/.exec(JSON.stringify(contents))?.[0];
  expect((await employee.client.readResource({ uri: `${root}/${image}` })).contents).toHaveLength(1);
  expect(await countedOnceFound(id)).toEqual([
    { id, shape: 'prompt', deliveries: 1 },
    { id, shape: 'skill', deliveries: 3 },
  ]);
});

test('counts a trail that a model chose among candidates as a choice, and the question itself as nothing', async () => {
  const id = await published('Answer a refund request');
  for (const title of ['Answer a complaint', 'Answer a tender', 'Answer the phone']) await published(title);
  const found = await employee.call<{ may_fit: { id: string }[]; chosen_from: string }>('find_trail', {
    prompt: 'fair guest wants the cash back, answer',
  });
  expect(found.may_fit.map((one) => one.id)).toContain(id);
  await employee.call('get_trail', { trail_id: id, chosen_from: found.chosen_from });
  await employee.call('get_trail', { trail_id: id, chosen_from: 'garbage' });
  expect(await countedOnceFound(id)).toEqual([
    { id, shape: 'choice', deliveries: 1 },
    { id, shape: 'skill', deliveries: 1 },
  ]);
});

test('reads both ends of a prompt that is longer than any draft text', async () => {
  const id = await published('Answer a refund request');
  const mail = 'On Monday the truck left the yard. '.repeat(400);
  for (const prompt of [`answer a refund request\n${mail}`, `${mail}\nanswer a refund request`])
    expect(JSON.stringify(await employee.call('find_trail', { prompt }))).toContain(id);
});

test('counts a download once for each trail in it, and not for trails in other parts', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 21; n++) ids.push(await published(n === 0 ? 'Answer a refund request' : `Plan ${n}`));
  const { speaks } = await team.key(team.author.id, { scopes: ['trails:use'] });
  expect((await speaks.get('/mcp/downloads/cowork.zip?part=2')).status).toBe(200);
  const id = ids[0] ?? '';
  const ofPart = await countedOnceFound(id);
  expect(ofPart).toEqual([{ id: expect.any(String), shape: 'zip', deliveries: 1 }]);
  expect((await speaks.get(`/mcp/downloads/trails/${id}/skill.zip`)).status).toBe(200);
  await expect.poll(counted).toContainEqual({ id, shape: 'zip', deliveries: expect.any(Number) });
  const zips = (await counted()).filter((row) => (row as { shape: string }).shape === 'zip');
  expect(zips).toHaveLength(ofPart.some((row) => (row as { id: string }).id === id) ? 1 : 2);
});

test("shows a person's last call on the page where the tool was connected", async () => {
  const author = await atCommandLine(service, team.team_id, team.author.id);
  const lastCall = async (who = author) =>
    (await who.get<{ last_call_at: string | null }>('/manage/v1/connect')).body.last_call_at;
  const nobodys = await lastCall(team.asMember);
  expect((await author.get('/manage/v1/connect')).body).toMatchObject({
    address: `${service.baseUrl}/mcp`,
    workspace_address: `${service.baseUrl}/mcp/${team.team_id}`,
  });
  await employee.call('find_trail', { prompt: 'answer a refund request' });
  await expect.poll(() => lastCall()).not.toBeNull();
  expect([nobodys, await lastCall(team.asMember)]).toEqual([null, null]);
  const member = await connect(service.address, team.member.key, 'modern', `/mcp/${team.team_id}`);
  await expect.poll(() => lastCall(team.asMember)).not.toBeNull();
  await member.close();
});
