// Compares seats, members and roles with a simple model after random changes of people and groups in any order.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setGroupRoles } from '../../src/directory/groups/group-care.ts';
import { pushGroup } from '../../src/directory/groups/group-link.ts';
import { changeGroupMembers, listGroupMembers } from '../../src/directory/groups/group-members.ts';
import { setRoles } from '../../src/directory/members/member-roles.ts';
import { deactivateMember, reactivateMember, removeMember } from '../../src/directory/members/members.ts';
import { findInDirectory } from '../../src/directory/people/directory-view.ts';
import { getTeam } from '../../src/directory/teams/teams.ts';
import type { Database, Tx } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { openTestDatabase } from '../support/database.ts';
import { runs } from '../support/runs.ts';
import { byAdmin, freshTeam, replaceMembers, type TestTeam } from './support.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const PEOPLE = 4;
const GROUPS = 2;
const people = fc.subarray([...Array(PEOPLE).keys()]);
const roles = fc.subarray(['admin', 'author', 'publisher']);
const person = fc.nat(PEOPLE - 1);
const group = fc.nat(GROUPS - 1);
const step = fc.oneof(
  fc.record({ do: fc.constantFrom('deactivate', 'reactivate', 'remove'), person }),
  fc.record({ do: fc.constant('hold'), person, roles }),
  fc.record({ do: fc.constantFrom('add', 'take', 'replace'), group, people }),
  fc.record({ do: fc.constant('give'), group, roles }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Model {
  readonly people: Map<number, { active: boolean; roles: Set<string> }>;
  readonly groups: { members: Set<number>; roles: Set<string> }[];
}

const freshModel = (): Model => ({
  people: new Map([...Array(PEOPLE).keys()].map((index) => [index, { active: true, roles: new Set<string>() }])),
  groups: Array.from({ length: GROUPS }, () => ({ members: new Set<number>(), roles: new Set<string>() })),
});

const rolesIn = (model: Model, index: number): string[] => {
  const through = model.groups.filter(({ members }) => members.has(index)).flatMap((one) => [...one.roles]);
  return [...new Set([...(model.people.get(index)?.roles ?? []), ...through])].sort();
};

/** Applies the step to the model. */
function imagine(model: Model, taken: Step): void {
  if ('person' in taken) {
    const one = model.people.get(taken.person);
    if (one === undefined) return;
    if (taken.do === 'remove') {
      model.people.delete(taken.person);
      for (const { members } of model.groups) members.delete(taken.person);
    } else if ('roles' in taken) one.roles = new Set(taken.roles);
    else one.active = taken.do === 'reactivate';
    return;
  }
  const one = model.groups[taken.group];
  if (one === undefined) return;
  if ('roles' in taken) {
    one.roles = new Set(taken.roles);
    return;
  }
  const here = taken.people.filter((index) => model.people.has(index));
  if (taken.do === 'replace') one.members = new Set(here);
  else for (const index of here) taken.do === 'add' ? one.members.add(index) : one.members.delete(index);
}

/** Applies the step to the directory. */
function work(tx: Tx, team: TestTeam, accounts: string[], groups: string[], model: Model, taken: Step) {
  const { team_id, connection_id, by } = team;
  const ids = (indexes: readonly number[]) =>
    indexes.filter((index) => model.people.has(index)).map((index) => accounts[index] ?? '');
  if ('person' in taken) {
    const [id] = ids([taken.person]);
    if (id === undefined) return undefined;
    if ('roles' in taken) return setRoles(tx, team_id, id, taken.roles, byAdmin);
    const change = { deactivate: deactivateMember, reactivate: reactivateMember, remove: removeMember }[taken.do];
    return change(tx, team_id, id, connection_id, by);
  }
  const id = groups[taken.group] ?? '';
  if ('roles' in taken) return setGroupRoles(tx, team_id, id, taken.roles, byAdmin);
  const people = ids(taken.people);
  if (taken.do === 'replace') return replaceMembers(tx, team_id, id, people, connection_id, by);
  const change = taken.do === 'add' ? { add: people, remove: [] } : { add: [], remove: people };
  return changeGroupMembers(tx, team_id, id, change, connection_id, by);
}

const authorizationVersionOf = async (team: TestTeam, accountId: string): Promise<number | undefined> =>
  (
    await database.row<{ authorization_version: number }>(
      sql`select stamp as authorization_version from members where team_id = ${team.team_id} and account_id = ${accountId}`,
    )
  )?.authorization_version;

test('matches the simple model, and never changes authority without a new stamp', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const team = await freshTeam(database);
      const accounts: string[] = [];
      for (let index = 0; index < PEOPLE; index += 1) accounts.push(await team.provision(`Person ${index}`));
      const groups: string[] = [];
      for (const display_name of ['One', 'Two']) {
        const pushed = await database.inTransaction((tx) =>
          pushGroup(tx, team.team_id, team.connection_id, { display_name, account_ids: [] }, team.by),
        );
        groups.push(pushed.group_id);
      }
      const model = freshModel();
      for (const taken of steps) {
        const before = await Promise.all(accounts.map((id) => authorizationVersionOf(team, id)));
        const authority = accounts.map((_, index) => [model.people.get(index)?.active, rolesIn(model, index)].join());
        await database.inTransaction(async (tx) => void (await work(tx, team, accounts, groups, model, taken)));
        imagine(model, taken);
        for (const [index, id] of accounts.entries()) {
          const now = [model.people.get(index)?.active, rolesIn(model, index)].join();
          if (now !== authority[index]) expect(await authorizationVersionOf(team, id)).not.toBe(before[index]);
        }
      }
      const active = [...model.people.values()].filter((one) => one.active).length;
      expect((await getTeam(database, team.team_id)).seats_used).toBe(active + 1);
      for (const [index, id] of accounts.entries()) {
        const row = await findInDirectory(database, team.team_id, id);
        const one = model.people.get(index);
        expect(row?.status).toBe(one && (one.active ? 'active' : 'deprovisioned'));
        expect(row?.roles).toEqual(one && rolesIn(model, index));
      }
      for (const [index, id] of groups.entries()) {
        const members = await listGroupMembers(database, team.team_id, id, null, 100);
        const expected = [...(model.groups[index]?.members ?? [])].map((at) => accounts[at]).sort();
        expect(members.map(({ account_id }) => account_id)).toEqual(expected);
      }
    }),
    { numRuns: runs(25) },
  );
});
