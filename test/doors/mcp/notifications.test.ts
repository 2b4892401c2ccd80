// Change notifications: listeners hear about publications from any process, but only in their workspace.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { atCommandLine } from '../manage/support.ts';
import { connect, type McpCaller } from './mcp-client.ts';

let service: World;
let [team, stranger] = [{} as TestTeam, {} as TestTeam];
beforeAll(async () => {
  service = await world();
  [team, stranger] = [await service.team(), await service.team()];
});
afterAll(() => service.close());

const METHODS = [
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
  'notifications/tools/list_changed',
] as const;

interface Listener {
  readonly caller: McpCaller;
  readonly heard: string[];
  /** Resolves with the next notification of this kind. */
  next(method: string): Promise<void>;
}

async function listening(at: World, key: string): Promise<Listener> {
  const caller = await connect(at.address, key);
  const heard: string[] = [];
  const waiting = new Map<string, () => void>();
  for (const method of METHODS) {
    caller.client.setNotificationHandler(method, () => {
      heard.push(method);
      waiting.get(method)?.();
    });
  }
  await caller.client.listen({ promptsListChanged: true, resourcesListChanged: true, toolsListChanged: true });
  return {
    caller,
    heard,
    next: (method) => (heard.includes(method) ? Promise.resolve() : new Promise((done) => waiting.set(method, done))),
  };
}

async function publish(by: TestTeam, title: string, at = service): Promise<void> {
  const speaks = at.bearer(by.publisher.key);
  const { body } = await speaks.post<{ id: string }>('/v1/trails', { document: readyDocument(title) });
  expect((await speaks.post(`/v1/trails/${body.id}/publish`)).status).toBe(200);
}

test('notifies listeners in the workspace of a publication, and no others', async () => {
  const own = await listening(service, team.author.key);
  const foreign = await listening(service, stranger.author.key);
  await publish(team, 'Answer a refund request');
  await Promise.all([own.next('notifications/prompts/list_changed'), own.next('notifications/resources/list_changed')]);
  // A later publication in the other workspace reaches its own listener. By then the first one would have arrived.
  await publish(stranger, 'Plan a workshop');
  await foreign.next('notifications/prompts/list_changed');
  expect(foreign.heard.filter((method) => method.includes('prompts'))).toHaveLength(1);
  await Promise.all([own.caller.close(), foreign.caller.close()]);
});

test('notifies listeners of any workspace about a service-wide publication', async () => {
  const { speaks } = await service.operator();
  const listeners = await Promise.all([team, stranger].map(({ author }) => listening(service, author.key)));
  const { body } = await speaks.post<{ id: string }>('/v1/trails', { document: readyDocument('Write to the press') });
  expect((await speaks.post(`/v1/trails/${body.id}/publish`)).status).toBe(200);
  await Promise.all(listeners.map((listener) => listener.next('notifications/prompts/list_changed')));
  await Promise.all(listeners.map(({ caller }) => caller.close()));
});

test('notifies a person who joins a group, and about other tools if the group edits trails', async () => {
  const admin = await atCommandLine(service, team.team_id, team.admin.id);
  const { body } = await admin.post<{ id: string }>('/manage/v1/groups', { display_name: 'Writers' });
  const members = `/manage/v1/groups/${body.id}/members`;
  const draft = await team.author.speaks.post<{ id: string }>('/v1/trails', { title: 'Draft' });
  const { key } = await team.key(team.member.id, { scopes: ['trails:use', 'trails:read', 'trails:write'] });
  const [own, other] = [await listening(service, key), await listening(service, team.author.key)];
  await admin.post(members, { add: [team.member.id] });
  await Promise.all(METHODS.slice(0, 2).map(own.next));
  expect([own.heard.length, other.heard]).toEqual([2, []]);
  await admin.post(`/manage/v1/trails/${draft.body.id}/groups`, { group_id: body.id, edits: true });
  await own.next('notifications/tools/list_changed');
  expect(own.heard.filter((method) => method.includes('tools'))).toHaveLength(1);
  await Promise.all([own.caller.close(), other.caller.close()]);
});

if (process.env.CAIRN_TEST_DATABASE_URL !== undefined) {
  test('notifies listeners in other processes', async () => {
    const other = await service.second();
    const listener = await listening(other, team.author.key);
    await publish(team, 'Write a summary');
    await listener.next('notifications/prompts/list_changed');
    await listener.caller.close();
    await other.close();
  });
}
