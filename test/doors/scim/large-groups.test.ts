// A list with large groups reads only the beginning of each group, but returns all of it.

import type { JsonObject } from '@cairn/scim-protocol/json';
import { GROUP_TYPE } from '@cairn/scim-protocol/resource-type';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CursorKeys } from '../../../src/base/signed-cursor.ts';
import type { GroupRow } from '../../../src/provisioning/groups/group-record-store.ts';
import { wholeGroup } from '../../../src/provisioning/groups/whole-group.ts';
import { readListQuery } from '../../../src/provisioning/lists/list-query.ts';
import { listResources } from '../../../src/provisioning/lists/list-resources.ts';
import { LISTED_GROUPS } from '../../../src/provisioning/lists/listed-types.ts';
import type { ScimContext } from '../../../src/provisioning/scim-context.ts';
import type { Database } from '../../../src/storage/database.ts';
import { BY_TEST } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { bareConnection, type ScimConnection } from './support/connection.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
const MANY = 130;
let service: World;
let own: ScimConnection;
let everybody: string[];
let ids: string[];
beforeAll(async () => {
  service = await world();
  own = await bareConnection(service);
  everybody = [];
  for (let n = 0; n < MANY; n += 1) everybody.push(await own.user(`Person${n}`));
  ids = [
    await own.group('All', everybody),
    await own.group('Some', everybody.slice(0, 100)),
    await own.group('All again', everybody),
    await own.group('Nobody'),
  ];
});
afterAll(() => service.close());

const membersOf = ({ members = [] }: JsonObject): unknown[] => (members as JsonObject[]).map(({ value }) => value);

test.each(['/Groups', `/?filter=displayName sw "a" or displayName sw "s" or displayName sw "n"`])(
  'returns for %s every group with all members, just like a single read',
  async (path) => {
    const { status, headers, body } = await own.get(path);
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringMatching(/^application\/scim\+json/)]);
    const groups = (body.Resources as JsonObject[]).filter(({ id }) => ids.includes(String(id)));
    for (const group of groups) expect(group).toEqual((await own.get(`/Groups/${group.id}`)).body);
    expect(groups.map((group) => membersOf(group).length)).toEqual([MANY, 100, MANY, 0]);
    expect(new Set(membersOf(groups[0] ?? {}))).toEqual(new Set(everybody));
    expect(body.itemsPerPage).toBe((body.Resources as JsonObject[]).length);
    expect(body.schemas).toEqual(['urn:ietf:params:scim:api:messages:2.0:ListResponse']);
  },
);

test('supports pages, projections and HEAD as it does for small groups', async () => {
  const page = await own.get('/Groups?startIndex=3&count=1&attributes=displayName,members.value');
  expect(page.body).toMatchObject({ totalResults: 4, startIndex: 3, itemsPerPage: 1 });
  const [group = {}] = page.body.Resources as JsonObject[];
  expect(Object.keys(group).sort()).toEqual(['displayName', 'id', 'members', 'schemas']);
  expect((group.members as JsonObject[])[0]).toEqual({ value: expect.any(String) });
  const byCursor = await own.get('/Groups?cursor&count=1');
  expect(byCursor.body).toMatchObject({ totalResults: 4, itemsPerPage: 1, nextCursor: expect.any(String) });
  expect((await own.send('HEAD', '/Groups')).status).toBe(200);
});

/** The listed groups, the rows that the statements returned, and how often a large one was read. */
async function found(whole: (context: ScimContext, id: string) => Promise<GroupRow>) {
  const { database } = service.app;
  const read: GroupRow[] = [];
  const rows: Database['rows'] = async (statement) => {
    const answer = await database.rows<never>(statement);
    read.push(...answer);
    return answer;
  };
  const base = `${service.baseUrl}${own.base}`;
  const context = { ...own, base, strict: false, by: BY_TEST, now: 0, warn: () => undefined };
  const query = await readListQuery(database, context, GROUP_TYPE, {});
  const deps = { cursorKeys: (): CursorKeys => [Buffer.alloc(32)], clock: service.clock, wholeGroup: whole };
  const { resources } = await listResources(deps, { ...database, rows }, context, LISTED_GROUPS, query);
  return { resources, read, context };
}

test('reads up to 101 members of each group with the list, and larger groups one at a time', async () => {
  let [atOnce, most, asked] = [0, 0, 0];
  const { resources, read } = await found(async (context, id) => {
    asked += 1;
    most = Math.max(most, ++atOnce);
    const row = await wholeGroup(service.app.database, context, id);
    atOnce -= 1;
    return row;
  });
  expect(read.map(({ members }) => JSON.parse(members ?? '[]').length)).toEqual([101, 100, 101, 0]);
  expect(asked).toBe(0);
  expect(resources.map((resource) => typeof resource)).toEqual(['function', 'object', 'function', 'object']);
  for (const resource of resources)
    if (typeof resource === 'function') for await (const piece of resource()) expect(piece).not.toBe('');
  expect([asked, most]).toEqual([2, 1]);
});

test('omits a group that was deleted in the meantime', async () => {
  const gone = await own.group('Gone', everybody);
  const { resources } = await found(async (context, id) => {
    if (id === gone) await own.delete(`/Groups/${gone}`);
    return wholeGroup(service.app.database, context, id);
  });
  const last = resources.at(-1);
  const pieces: string[] = [];
  if (typeof last === 'function') for await (const piece of last()) pieces.push(piece);
  expect([typeof last, pieces]).toEqual(['function', []]);
});
