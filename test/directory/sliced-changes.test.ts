// Group changes prepared in slices affect only their own group and change, while others are in progress in the same and
// in a similar workspace. After a deliberate change, review the differences and accept them (`npx vitest run
// test/directory/sliced-changes.test.ts -u`).
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readAudit } from '../../src/audit/read-audit.ts';
import { newId } from '../../src/base/id.ts';
import { setGroupRoles } from '../../src/directory/groups/group-care.ts';
import { settleAbandoned, settleChange } from '../../src/directory/groups/group-change.ts';
import * as store from '../../src/directory/groups/group-change-store.ts';
import { changeGroupMembers } from '../../src/directory/groups/group-members.ts';
import { createGroup, deleteGroup } from '../../src/directory/groups/groups.ts';
import type { Role } from '../../src/directory/roles.ts';
import type { Database, Tx } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { openTestDatabase } from '../support/database.ts';
import { endNothing } from '../support/end-nothing.ts';
import { named, touchedRows } from '../support/touched-rows.ts';
import { byAdmin } from './support.ts';
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
  await beginChanges();
});
afterAll(() => database.close());

/** One person joins and another leaves in two groups of each workspace. These changes remain in progress. */
const beginChanges = (): Promise<void> =>
  database.inTransaction(async (tx) => {
    for (const { id, groups, people } of [two.one, two.other])
      for (const group of [groups.staff, groups.field]) {
        await store.insertChange(tx, id, group, CHANGE);
        await store.markJoining(tx, id, group, CHANGE, [people.eve]);
        await store.markLeaving(tx, id, group, CHANGE, [people.amy]);
      }
    await tx.rows(sql`update group_changes set begun_at = ${new Date(BEGUN).toISOString()}`);
  });

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

test('changes only rows of the changed group', async () => {
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

test('rolls back abandoned changes and counts them, and keeps a failing one from blocking the others', async () => {
  await beginChanges();
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

/** Creates a group with these people and starts to change it. */
async function changedGroup(people: readonly string[], roles: readonly Role[]) {
  const { id } = two.one;
  return database.inTransaction(async (tx) => {
    const { group_id } = await createGroup(tx, id, { display_name: newId() }, byAdmin);
    await changeGroupMembers(tx, id, group_id, { add: people, remove: [] }, null, byAdmin);
    await setGroupRoles(tx, id, group_id, roles, byAdmin);
    const change_id = newId();
    await store.insertChange(tx, id, group_id, change_id);
    return { group_id, change_id };
  });
}

test('also updates people who were marked before the current position, and then deletes the change', async () => {
  const { id, people } = two.one;
  const [first = '', ...rest] = [people.amy, people.ben, people.dan].sort();
  const { group_id, change_id } = await changedGroup([first, ...rest], []);
  await database.inTransaction((tx) => store.markLeaving(tx, id, group_id, change_id, rest));
  let turns = 0;
  const meanwhile: Database = {
    ...database,
    async inTransaction(work, options) {
      turns += 1;
      if (turns === 2) await store.markLeaving(database, id, group_id, change_id, [first]);
      return database.inTransaction(work, options);
    },
  };
  await settleChange(meanwhile, id, group_id);
  const left = await database.rows(sql`
    select account_id from group_memberships where group_id = ${group_id} and change_id is not null`);
  expect([left, await store.findChange(database, id, group_id)]).toEqual([[], undefined]);
});

test('adds an audit entry for each person whose roles changed by joining or leaving', async () => {
  const { id, people } = two.one;
  const kind = 'team.member.group_roles_changed';
  const toldSoFar = () => readAudit(database, id, { kind }, { after: null, limit: 99 });
  const before = (await toldSoFar()).length;
  const { group_id, change_id } = await changedGroup([people.amy, people.ben], ['publisher']);
  onTestFinished(async () => {
    await database.inTransaction((tx) => deleteGroup(tx, id, group_id, null, byAdmin, endNothing));
  });
  await database.inTransaction(async (tx) => {
    await store.markJoining(tx, id, group_id, change_id, [people.dan, people.olga]);
    await store.markLeaving(tx, id, group_id, change_id, [people.amy, people.ben]);
    const told = { group_id, display_name: 'Told', roles: ['publisher'], by: byAdmin };
    await store.applyChange(tx, id, group_id, change_id, told);
  });
  await settleChange(database, id, group_id);
  const entries = (await toldSoFar()).toReversed().slice(before);
  const told = entries.map(({ subject, before, after }) => [subject.id, before?.group_roles, after?.group_roles]);
  const moved = (account: string, from: string[], to: string[]) => [account, from, to];
  expect(told).toHaveLength(4);
  expect(told).toEqual(
    expect.arrayContaining([
      moved(people.amy, ['admin', 'author', 'publisher'], ['admin', 'author']),
      moved(people.ben, ['author', 'publisher'], ['author']),
      moved(people.dan, ['author'], ['author', 'publisher']),
      moved(people.olga, [], ['publisher']),
    ]),
  );
});
