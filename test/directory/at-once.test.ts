// Two people change one thing at the same moment. The second change is based on the result of the first, even if that
// is in another table.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { By } from '../../src/audit/audit-log.ts';
import { isRefusal, type Slug } from '../../src/base/refusal.ts';
import {
  createApiKey,
  listCredentials,
  revokeCredential,
  rotateApiKey,
} from '../../src/credentials/api-credentials.ts';
import { accountOf, listOperators, setOperator } from '../../src/directory/accounts/accounts.ts';
import { createConnection } from '../../src/directory/connections/connections.ts';
import { changeGroupRoles, setGroupManagers } from '../../src/directory/groups/group-care.ts';
import { findListedGroup } from '../../src/directory/groups/group-list.ts';
import { changeGroupMembers } from '../../src/directory/groups/group-members.ts';
import { createGroup } from '../../src/directory/groups/groups.ts';
import { admitPerson } from '../../src/directory/joining/account-link.ts';
import { grantRole } from '../../src/directory/members/member-roles.ts';
import {
  addMember,
  deactivateMember,
  getMember,
  reactivateMember,
  removeMember,
} from '../../src/directory/members/members.ts';
import { addDomain } from '../../src/directory/teams/domains.ts';
import { changeTeam, deleteTeam, getTeam, transferOwnership } from '../../src/directory/teams/teams.ts';
import { changeOperator } from '../../src/identity/operators.ts';
import type { Database, Tx } from '../../src/storage/database.ts';
import { openTestDatabase } from '../support/database.ts';
import { meanwhile } from '../support/meanwhile.ts';
import { byAdmin, freshTeam, someEmail } from './support.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

type Work<Answer = unknown> = (tx: Tx) => Promise<Answer>;

/** The result of `second`, which starts while `first` has not committed: the slug of the error, or `done`. */
async function becomesOf(second: Work, first: Work): Promise<Slug | 'done'> {
  const outcome = (): Promise<Slug | 'done'> =>
    database.inTransaction(second).then(
      () => 'done',
      (thrown: unknown) => {
        if (isRefusal(thrown)) return thrown.slug;
        throw thrown;
      },
    );
  return meanwhile(database, first, outcome);
}

async function someMember() {
  const { team_id, owner_id } = await freshTeam(database);
  const join = (tx: Tx) => addMember(tx, team_id, { email: someEmail(), name: 'Nina', roles: [] }, byAdmin);
  const next_id = await database.inTransaction(join);
  const { group_id } = await database.inTransaction((tx) =>
    createGroup(tx, team_id, { display_name: 'Sales', description: '' }, byAdmin),
  );
  const acts = {
    transferred: (tx: Tx) => transferOwnership(tx, team_id, next_id, byAdmin),
    deactivated: (tx: Tx) => deactivateMember(tx, team_id, next_id, null, byAdmin),
    reactivated: (tx: Tx) => reactivateMember(tx, team_id, next_id, null, byAdmin),
    removed: (tx: Tx) => removeMember(tx, team_id, next_id, null, byAdmin),
    renamed: (tx: Tx) => changeTeam(tx, team_id, { name: 'Renamed' }, byAdmin),
    deleted: (tx: Tx) => deleteTeam(tx, team_id, byAdmin),
    'given a role': (tx: Tx) => grantRole(tx, team_id, next_id, 'author', byAdmin),
    'made manager of a group': (tx: Tx) => setGroupManagers(tx, team_id, group_id, [next_id], byAdmin),
    'put into a group': (tx: Tx) =>
      changeGroupMembers(tx, team_id, group_id, { add: [next_id], remove: [] }, null, byAdmin),
  };
  return { team_id, owner_id, next_id, acts };
}

type Act = keyof Awaited<ReturnType<typeof someMember>>['acts'];

test.each<[Act, Act, Slug | 'done']>([
  ['removed', 'transferred', 'owner-protected'],
  ['deactivated', 'transferred', 'owner-protected'],
  ['transferred', 'removed', 'not-found'],
  ['transferred', 'deactivated', 'unprocessable'],
  ['renamed', 'transferred', 'done'],
  ['transferred', 'renamed', 'done'],
  ['transferred', 'transferred', 'done'],
  ['renamed', 'deleted', 'not-found'],
  ['removed', 'deactivated', 'done'],
  ['given a role', 'removed', 'not-found'],
  ['made manager of a group', 'removed', 'unprocessable'],
  ['put into a group', 'removed', 'unprocessable'],
])('lets a person be %s while being %s: %s, and keeps an active Owner', async (second, first, outcome) => {
  const { team_id, acts } = await someMember();
  expect(await becomesOf(acts[second], acts[first])).toBe(outcome);
  if (first === 'deleted') return;
  const { owner_id } = await getTeam(database, team_id);
  expect(await getMember(database, team_id, owner_id)).toMatchObject({ is_owner: true, status: 'active' });
});

test('gives a connection the membership of a person whom an admin adds at the same time', async () => {
  const [here, elsewhere] = [await freshTeam(database), await freshTeam(database)];
  const { team_id } = here;
  const domain = `d${team_id.slice(-12)}.test`;
  const wanted = { email: `nina@${domain}`, name: 'Nina', roles: [] };
  const { connection_id } = await database.inTransaction(async (tx) => {
    await addMember(tx, elsewhere.team_id, wanted, byAdmin);
    await addDomain(tx, team_id, domain, byAdmin);
    return createConnection(tx, team_id, 'Another', byAdmin);
  });
  const person = { email: wanted.email, name: 'Nina', given_name: '', family_name: '' };
  const membership = { status: 'active', connection_id } as const;
  const { account_id } = await meanwhile(
    database,
    (tx) => addMember(tx, team_id, wanted, byAdmin),
    () => database.inTransaction((tx) => admitPerson(tx, team_id, person, membership, byAdmin)),
  );
  expect(await getMember(database, team_id, account_id)).toMatchObject(membership);
});

test('does not let a former Owner transfer the workspace', async () => {
  const { team_id, owner_id, next_id, acts } = await someMember();
  const other = await database.inTransaction((tx) =>
    addMember(tx, team_id, { email: someEmail(), name: 'Otto', roles: [] }, byAdmin),
  );
  const byOwner: By = { ...byAdmin, account_id: owner_id };
  const again: Work = (tx) => transferOwnership(tx, team_id, other, byOwner);
  expect(await becomesOf(again, acts.transferred)).toBe('forbidden');
  expect((await getTeam(database, team_id)).owner_id).toBe(next_id);
});

test('keeps one of two operators who remove each other, and does not let a removed one add anyone', async () => {
  const [one, two, three] = await database.inTransaction(async (tx) => {
    const accounts = [];
    for (const name of ['One', 'Two', 'Three']) accounts.push((await accountOf(tx, someEmail(), name)).account_id);
    for (const id of accounts.slice(0, 2)) await setOperator(tx, id, true, byAdmin);
    return accounts as [string, string, string];
  });
  const ends =
    (by: string, whom: string): Work =>
    (tx) =>
      changeOperator(tx, whom, false, { ...byAdmin, account_id: by });
  const operators = async () =>
    (await listOperators(database)).map(({ account_id }) => account_id).filter((id) => [one, two, three].includes(id));
  expect(await becomesOf(ends(two, one), ends(one, two))).toBe('forbidden');
  expect(await operators()).toEqual([one]);
  await database.inTransaction((tx) => setOperator(tx, two, true, byAdmin));
  const adds: Work = (tx) => changeOperator(tx, three, true, { ...byAdmin, account_id: two });
  expect(await becomesOf(adds, ends(one, two))).toBe('forbidden');
  expect(await operators()).toEqual([one]);
});

test("keeps both changes to a group's roles, or refuses the outdated one", async () => {
  const { team_id } = await freshTeam(database);
  const { group_id } = await database.inTransaction((tx) =>
    createGroup(tx, team_id, { display_name: 'Sales', description: '' }, byAdmin),
  );
  const adds =
    (role: string, seen?: string[]): Work =>
    (tx) =>
      changeGroupRoles(tx, team_id, group_id, { add: [role], remove: [], seen }, byAdmin);
  expect(await becomesOf(adds('publisher', []), adds('author', []))).toBe('conflict');
  expect(await findListedGroup(database, team_id, group_id)).toMatchObject({ roles: ['author'] });
  expect(await becomesOf(adds('publisher'), adds('manager'))).toBe('done');
  expect(await findListedGroup(database, team_id, group_id)).toMatchObject({
    roles: ['author', 'manager', 'publisher'],
  });
});

test.each<['rotated' | 'revoked', 'rotated' | 'revoked', Slug | 'done', number]>([
  ['rotated', 'rotated', 'conflict', 2],
  ['rotated', 'revoked', 'conflict', 1],
  ['revoked', 'rotated', 'done', 2],
])('handles a key that is %s while it is %s: %s', async (second, first, outcome, keys) => {
  const { team_id, owner_id } = await freshTeam(database);
  const wanted = { account_id: owner_id, name: 'CMS', scopes: ['trails:read'] };
  const { id } = await database.inTransaction((tx) => createApiKey(tx, team_id, wanted, Date.now(), byAdmin));
  const acts: Record<typeof first, Work> = {
    rotated: (tx) => rotateApiKey(tx, team_id, id, Date.now(), byAdmin),
    revoked: (tx) => revokeCredential(tx, team_id, id, byAdmin),
  };
  expect(await becomesOf(acts[second], acts[first])).toBe(outcome);
  expect(await listCredentials(database, team_id)).toHaveLength(keys);
});
