// Duplicate names count once, and nothing remains of groups, roles or memberships that have ended. Tests the room
// without HTTP, on two similar workspaces, and rolls back each action.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal } from '../../src/base/refusal.ts';
import { changePerson, findAccountByEmail, setOperator } from '../../src/directory/accounts/accounts.ts';
import { changeGroupManagers, groupManagers } from '../../src/directory/groups/group-care.ts';
import { acceptInvitation, addOrInvite, declineInvitation } from '../../src/directory/joining/invitations.ts';
import { setManager } from '../../src/directory/managers/managers.ts';
import { changeMany } from '../../src/directory/members/bulk-members.ts';
import { grantRole, heldRoles, revokeRole } from '../../src/directory/members/member-roles.ts';
import { addMember } from '../../src/directory/members/members.ts';
import type { Database, Tx } from '../../src/storage/database.ts';
import { openTestDatabase } from '../support/database.ts';
import { byAdmin, byConnection } from './support.ts';
import { type TwoWorkspaces, twoWorkspaces } from './two-workspaces.ts';

let database: Database;
let two: TwoWorkspaces;
beforeAll(async () => {
  database = await openTestDatabase();
  two = await twoWorkspaces(database);
});
afterAll(() => database.close());

/** Returns the result of `work`, which runs in a transaction that is rolled back. */
async function undone<Answer>(work: (tx: Tx) => Promise<Answer>): Promise<Answer | undefined> {
  const answers: Answer[] = [];
  await database
    .inTransaction(async (tx) => {
      answers.push(await work(tx));
      throw new Error('undo');
    })
    .catch((thrown: unknown) => {
      if (!(thrown instanceof Error) || thrown.message !== 'undo') throw thrown;
    });
  return answers[0];
}

test('applies an action once to people who are named twice', async () => {
  const { amy, cid } = two.one.people;
  const act = { act: 'give_role', role: 'publisher' } as const;
  const outcomes = await undone((tx) => changeMany(tx, two.one.id, act, [amy, cid, amy], byAdmin));
  expect(outcomes?.map(({ user_id, outcome }) => `${two.names.get(user_id)} ${outcome}`).sort()).toEqual([
    ...['amy@one done', 'cid@one unchanged'],
  ]);
});

test('removes a manager who is both added and removed, and keeps the others', async () => {
  const { ben, cid, dan } = two.one.people;
  const { staff } = two.one.groups;
  const managers = await undone(async (tx) => {
    await changeGroupManagers(tx, two.one.id, staff, { add: [dan, ben], remove: [ben] }, byAdmin);
    return groupManagers(tx, two.one.id, staff);
  });
  expect(managers?.map(({ account_id }) => account_id).sort()).toEqual([cid, dan].sort());
});

test('grants the role again to a manager who gets a new report after losing the last one', async () => {
  const { id, okta, people } = two.one;
  const rolesOf = async (tx: Tx, account: string) => (await heldRoles(tx, id, account)).map(({ role }) => role);
  const reportTo = (tx: Tx, who: string | null) =>
    setManager(tx, id, okta, people.amy, who === null ? null : { ref: 'm', account_id: who }, byConnection(okta));
  const roles = await undone(async (tx) => {
    const first = await rolesOf(tx, people.ben);
    await revokeRole(tx, id, people.ben, 'manager', byAdmin);
    await reportTo(tx, people.dan);
    await reportTo(tx, people.ben);
    return [first, await rolesOf(tx, people.ben)].map((held) => held.includes('manager'));
  });
  expect(roles).toEqual([true, true]);
  const kept = await undone(async (tx) => {
    await grantRole(tx, id, people.ben, 'manager', byAdmin);
    await revokeRole(tx, id, people.ben, 'manager', byAdmin);
    await reportTo(tx, people.ben);
    return rolesOf(tx, people.ben);
  });
  expect(kept).not.toContain('manager');
});

test('does not grant a manually removed manager role again through sync while reports remain', async () => {
  const { id, okta, people } = two.one;
  const by = byConnection(okta);
  const roles = await undone(async (tx) => {
    await grantRole(tx, id, people.cid, 'manager', byAdmin);
    await setManager(tx, id, okta, people.amy, { ref: 'cid', account_id: people.cid }, by);
    await revokeRole(tx, id, people.cid, 'manager', byAdmin);
    await setManager(tx, id, okta, people.ben, { ref: 'cid', account_id: people.cid }, by);
    return (await heldRoles(tx, id, people.cid)).map(({ role }) => role);
  });
  expect(roles).not.toContain('manager');
});

test("lets a workspace change its own accounts, but not an operator's, and not to another workspace's domain", async () => {
  const { one } = two;
  const person = (email: string, name: string) => ({ email, name, given_name: '', family_name: '' });
  const outcome = (work: Promise<unknown>) =>
    work.then(String, (thrown) => (isRefusal(thrown) ? thrown.slug : 'error'));
  const outcomes = await undone(async (tx) => {
    const id = await addMember(tx, one.id, { email: 'new@free.test', name: 'New', roles: [] }, byAdmin);
    const renamed = (name: string) => outcome(changePerson(tx, one.id, id, person('new@free.test', name), byAdmin));
    const moved = (email: string) => outcome(changePerson(tx, one.id, one.people.amy, person(email, 'amy'), byAdmin));
    const own = await renamed('Newer');
    await setOperator(tx, id, true, byAdmin);
    return [own, await renamed('Newest'), await moved('amy9@other.test'), await moved('amy2@one.test')];
  });
  expect(outcomes).toEqual(['true', 'false', 'uniqueness', 'true']);
});

test.each([acceptInvitation, declineInvitation])(
  'accepts %o only from people who proved their identity themselves',
  async (answer) => {
    const { one, other, gia } = two;
    const answered = (vouched_by: string | null, account_id = gia) =>
      undone(async (tx) => {
        const person = { account_id, email: 'gia@away.test', vouched_by };
        return answer(tx, person, one.invitation, Date.now(), byAdmin).then(
          () => 'answered',
          (thrown: unknown) => (isRefusal(thrown) ? thrown.slug : String(thrown)),
        );
      });
    expect([await answered(other.id), await answered(null)]).toEqual(['forbidden', 'answered']);
    // Only a workspace says that Cid has this address.
    expect(await answered(null, one.people.cid)).toBe('forbidden');
  },
);

test('keeps an invitation open for thirty days, and ignores spaces around the address', async () => {
  const now = Date.UTC(2031, 0, 1);
  const wanted = { email: 'gia@away.test', name: 'gia', roles: ['author'] };
  const invited = await undone((tx) => addOrInvite(tx, two.one.id, wanted, now, byAdmin));
  expect(invited).toMatchObject({ invitation: { expires_at: new Date(now + 30 * 86_400_000).toISOString() } });
  expect((await findAccountByEmail(database, ' AMY@one.test\n'))?.account_id).toBe(two.one.people.amy);
});
