// The statements of a group PATCH. Its response equals a later read of the group.
import type { JsonObject } from '@cairn/scim-protocol/json';
import { readPatch } from '@cairn/scim-protocol/patch-request';
import { GROUP_TYPE } from '@cairn/scim-protocol/resource-type';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getGroup, patchGroup } from '../../src/provisioning/groups/group-sync.ts';
import type { ScimContext } from '../../src/provisioning/scim-context.ts';
import type { Tx } from '../../src/storage/database.ts';
import { type Sql, sql, textOf } from '../../src/storage/sql.ts';
import { bareConnection, type ScimConnection } from '../doors/scim/support/connection.ts';
import { BY_TEST } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';

let service: World;
let okta: ScimConnection;
let scope: ScimContext;
let people: string[];
beforeAll(async () => {
  service = await world();
  okta = await bareConnection(service);
  scope = { ...okta, base: okta.base, strict: false, by: BY_TEST, now: 0, warn: () => undefined };
  people = [];
  for (let n = 0; n < 6; n += 1) people.push(await okta.user(`Q${n}`));
});
afterAll(() => service.close());

const valuesOf = (ids: readonly string[]) => ids.map((value) => ({ value }));

const patching = (id: string, operations: readonly object[], reach: 'none' | 'all' = 'all') => {
  const steps = readPatch(GROUP_TYPE, { Operations: [...operations] as JsonObject[] });
  return (tx: Tx) => patchGroup(tx, scope, { id, ifMatch: undefined, steps, reach });
};

/** The text of the statements that the work sends. */
async function sentBy(work: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  await service.app.database.inTransaction((tx) => {
    const rows = <Row extends object>(statement: Sql): Promise<Row[]> => {
      texts.push(textOf(statement));
      return tx.rows<Row>(statement);
    };
    const row = async <Row extends object>(statement: Sql) => (await rows<Row>(statement))[0];
    return work({ transaction: true, rows, row });
  });
  return texts;
}

it.each([
  ['without members in the response', 'none', 6],
  ['with members in the response', 'all', 7],
] as const)('locks records and group for one more member, and then reads them once, %s', async (_, reach, count) => {
  const group = await okta.group(`Held ${reach}`, people.slice(0, 2));
  const add = [{ op: 'add', path: 'members', value: valuesOf(people.slice(2, 3)) }];
  const texts = await sentBy(patching(group, add, reach));
  expect(texts).toHaveLength(count);
  expect(texts.findIndex((text) => text.includes('pg_advisory_xact_lock_shared'))).toBe(0);
  const ofGroup = texts.filter((text) => /\bfrom groups\b/.test(text));
  expect(ofGroup.map((text) => /\bfor no key update\b/.test(text))).toEqual([true, false]);
  expect(texts.filter((text) => /\bjoin scim_group_records\b/.test(text))).toHaveLength(1);
});

it.each<[string, readonly object[]]>([
  ['one more member', [{ op: 'add', path: 'members', value: [3] }]],
  ['an existing member', [{ op: 'add', path: 'members', value: [0] }]],
  ['one member less', [{ op: 'remove', path: 'members', value: [0] }]],
  [
    'one in and one out',
    [
      { op: 'remove', path: 'members', value: [0] },
      { op: 'add', path: 'members', value: [4] },
    ],
  ],
  ['other members', [{ op: 'replace', path: 'members', value: [3, 4] }]],
  ['nobody', [{ op: 'remove', path: 'members' }]],
  ['another name', [{ op: 'replace', path: 'displayName', value: 'Renamed' }]],
  ['another attribute', [{ op: 'replace', path: 'externalId', value: 'other' }]],
  ['no change', [{ op: 'replace', path: 'externalId', value: 'same' }]],
  [
    'name and members',
    [
      { op: 'replace', value: { displayName: 'Both' } },
      { op: 'add', path: 'members', value: [5] },
    ],
  ],
])('returns the group as a read would after a change of %s', async (name, operations) => {
  const made = await okta.post('/Groups', {
    displayName: `Before ${name}`,
    externalId: 'same',
    members: valuesOf(people.slice(0, 2)),
  });
  const id = String(made.body.id);
  const whom = (operation: object): object => {
    const { value } = operation as { value?: unknown };
    return Array.isArray(value)
      ? { ...operation, value: valuesOf(value.map((n: number) => people[n] ?? '')) }
      : operation;
  };
  const { database } = service.app;
  const answered = await database.inTransaction(patching(id, operations.map(whom)));
  expect(answered).toEqual(await getGroup(database, scope, id, 'all'));
  await okta.delete(`/Groups/${id}`);
});

it('continues after another PATCH of the group from the state it saved', async () => {
  const { database } = service.app;
  const id = await okta.group('In turn', people.slice(0, 1));
  let second: Promise<unknown> = Promise.resolve();
  await database.inTransaction(async (tx) => {
    await patching(id, [{ op: 'replace', path: 'externalId', value: 'first' }])(tx);
    second = database.inTransaction(patching(id, [{ op: 'replace', path: 'displayName', value: 'Second' }]));
    // On storage with a single writer the second one waits for its turn.
    while (!database.takesTurns && !(await isAnybodyWaiting())) await new Promise(setImmediate);
  });
  await second;
  expect((await okta.get(`/Groups/${id}`)).body).toMatchObject({ displayName: 'Second', externalId: 'first' });
});

async function isAnybodyWaiting(): Promise<boolean> {
  const row = await service.app.database.row(sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  return row !== undefined;
}
