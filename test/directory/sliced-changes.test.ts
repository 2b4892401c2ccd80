// Changes of a group that are prepared in slices touch the rows of that group and change alone, beside others that are under
// way in the same workspace and in one that is alike. Where one was changed on purpose, read the differences and take them over
// (`npx vitest run test/directory/sliced-changes.test.ts -u`).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { settleAbandoned } from '../../src/directory/group-change.ts';
import * as store from '../../src/directory/group-change-store.ts';
import type { Database, Tx } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { openTestDatabase } from '../support/database.ts';
import { named, touchedRows } from '../support/touched-rows.ts';
import { type TwoWorkspaces, twoWorkspaces, type Workspace } from './two-workspaces.ts';

const CHANGE = newId();
const OTHER_CHANGE = newId();
const BEGUN = Date.UTC(2031, 0, 1);

let database: Database;
let two: TwoWorkspaces;
let names: ReadonlyMap<string, string>;
beforeAll(async () => {
  database = await openTestDatabase();
  two = await twoWorkspaces(database);
  names = new Map([...two.names, [CHANGE, 'change'], [OTHER_CHANGE, 'another']]);
  await database.inTransaction(async (tx) => {
    for (const { id, groups, people } of [two.one, two.other])
      for (const group of [groups.staff, groups.field]) {
        await store.insertChange(tx, id, group, CHANGE);
        await store.markJoining(tx, id, group, CHANGE, [people.eve]);
        await store.markLeaving(tx, id, group, CHANGE, [people.amy]);
      }
    await tx.rows(sql`update group_changes set begun_at = ${new Date(BEGUN).toISOString()}`);
  });
});
afterAll(() => database.close());

const everybody = ({ people }: Workspace): string[] => Object.values(people).sort();
const accounts = (rows: Promise<readonly { readonly account_id: string }[]>) =>
  rows.then((all) => all.map(({ account_id }) => account_id));

type Work = (tx: Tx, one: Workspace, group: string) => Promise<unknown>;
const CHANGES: Readonly<Record<string, Work>> = {
  'begins no second one': (tx, { id }, group) => store.insertChange(tx, id, group, OTHER_CHANGE),
  'begins one of a group that has none': (tx, { id, groups }) => store.insertChange(tx, id, groups.board, OTHER_CHANGE),
  'marks who joins': (tx, one, group) => store.markJoining(tx, one.id, group, CHANGE, everybody(one)),
  'marks nobody who joins by a change that is gone': (tx, one, group) =>
    store.markJoining(tx, one.id, group, OTHER_CHANGE, everybody(one)),
  'marks who leaves': (tx, { id, people }, group) =>
    store.markLeaving(tx, id, group, CHANGE, [people.olga, people.amy, people.ben]),
  'marks nobody who leaves by a change that is gone': (tx, one, group) =>
    store.markLeaving(tx, one.id, group, OTHER_CHANGE, everybody(one)),
  'takes effect, once': async (tx, { id }, group) => [
    await store.applyChange(tx, id, group, CHANGE, { told: 1 }),
    await store.applyChange(tx, id, group, CHANGE, { told: 2 }),
  ],
  'takes no effect where it is gone': (tx, { id }, group) => store.applyChange(tx, id, group, OTHER_CHANGE, {}),
  ends: (tx, { id }, group) => store.deleteChange(tx, id, group, CHANGE),
  'ends no other one': (tx, { id }, group) => store.deleteChange(tx, id, group, OTHER_CHANGE),
  'keeps people': (tx, { id, people }, group) => store.keepMembers(tx, id, group, [people.amy]),
  'drops people': (tx, { id, people }, group) => store.dropMembers(tx, id, group, [people.amy, people.ben]),
  'has everybody looked up again': (tx, { id }) => store.moveTeamStamp(tx, id),
  'is read': async (tx, { id, groups }, group) => [
    await store.findChange(tx, id, group),
    await store.findChange(tx, id, groups.board),
    await store.findChange(tx, two.other.id, group),
  ],
  'reads who has no mark': async (tx, { id, people }, group) => [
    await accounts(store.selectUnmarked(tx, id, group, null, 9)),
    await accounts(store.selectUnmarked(tx, id, group, null, 2)),
    await accounts(store.selectUnmarked(tx, id, group, people.ben, 9)),
  ],
  'reads who has one': async (tx, { id, people }, group) => [
    await store.selectMarked(tx, id, group, CHANGE, null, 9),
    await accounts(store.selectMarked(tx, id, group, CHANGE, null, 1)),
    await accounts(store.selectMarked(tx, id, group, CHANGE, people.amy, 9)),
    await accounts(store.selectMarked(tx, id, group, OTHER_CHANGE, null, 9)),
  ],
  'reads which are abandoned': async (tx, { id }, group) => {
    const later = new Date(BEGUN + 1).toISOString();
    await tx.rows(sql`update group_changes set begun_at = ${later} where team_id <> ${id} or group_id <> ${group}`);
    return [await store.selectAbandoned(tx, BEGUN), await store.selectAbandoned(tx, BEGUN + 1)];
  },
};

const TABLES = ['group_changes', 'group_memberships', 'groups', 'teams'];

test('a change of a group touches its own rows', async () => {
  const parts: string[] = [];
  for (const [what, work] of Object.entries(CHANGES)) {
    let answer: unknown;
    const lines = await touchedRows(database, TABLES, names, async (tx) => {
      answer = await work(tx, two.one, two.one.groups.staff);
    });
    const told = answer === undefined ? [] : [`= ${named(JSON.stringify(answer), names)}`];
    parts.push([what, ...[...told, ...lines].map((line) => `  ${line}`)].join('\n'));
  }
  await expect(`${parts.join('\n\n')}\n`).toMatchFileSnapshot('sliced-changes.txt');
});

test('what is abandoned is undone, and counted; one that cannot be undone keeps no other waiting', async () => {
  expect(await settleAbandoned(database, BEGUN)).toBe(0);
  let asked = 0;
  const broken: Database = {
    ...database,
    inTransaction: (work, options) =>
      asked++ === 0 ? Promise.reject(new Error('the disk is full')) : database.inTransaction(work, options),
  };
  await expect(settleAbandoned(broken, BEGUN + 1)).rejects.toThrow('the disk is full');
  expect(await settleAbandoned(database, BEGUN + 1)).toBe(1);
  expect(await settleAbandoned(database, BEGUN + 1)).toBe(0);
  expect(await database.rows(sql`select 1 as one from group_memberships where change_id is not null`)).toEqual([]);
});
