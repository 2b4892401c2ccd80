// Who has waited to hold a user, a group or an account decides by what stands in every table since, not by what the other
// tables held before the wait.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAudit } from '../../src/audit/read-audit.ts';
import { changePerson } from '../../src/directory/accounts.ts';
import { addDomain } from '../../src/directory/domains.ts';
import { setGroupRoles } from '../../src/directory/group-care.ts';
import { addMember, getMember } from '../../src/directory/members.ts';
import { upsertHeld } from '../../src/provisioning/deactivation-guard-store.ts';
import { lockGroupRecord } from '../../src/provisioning/group-record-store.ts';
import type { ScimContext } from '../../src/provisioning/scim-context.ts';
import { lockUser, selectAccounts } from '../../src/provisioning/user-record-store.ts';
import type { Tx } from '../../src/storage/database.ts';
import { byAdmin } from '../directory/support.ts';
import { bareConnection, type ScimConnection } from '../doors/scim/support/connection.ts';
import { meanwhile } from '../support/meanwhile.ts';
import { BY_TEST } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';

let service: World;
let okta: ScimConnection;
let scope: ScimContext;
beforeAll(async () => {
  service = await world();
  okta = await bareConnection(service);
  scope = { ...okta, base: okta.base, strict: false, by: BY_TEST, now: 0, warn: () => undefined };
});
afterAll(() => service.close());

/** What `second` answers, which begins while `first` has yet to commit. */
function whileUnderWay<Answer>(first: (tx: Tx) => Promise<unknown>, second: (tx: Tx) => Promise<Answer>) {
  const { database } = service.app;
  return meanwhile(database, first, () => database.inTransaction(second));
}

async function userAndAccount(name: string): Promise<readonly [id: string, accountId: string]> {
  const id = await okta.user(name);
  const [row] = await selectAccounts(service.app.database, scope, [id]);
  return [id, row?.account_id ?? ''];
}

test('a group that was given a role meanwhile is held with it', async () => {
  const id = await okta.group('Sales', [await okta.user('Ann')]);
  const held = await whileUnderWay(
    (tx) => setGroupRoles(tx, okta.team_id, id, ['author'], byAdmin),
    (tx) => lockGroupRecord(tx, scope, id),
  );
  expect(held?.roles).toEqual(['author']);
});

test('a member who joins while the group is given a role is told of with it', async () => {
  const newMember = await okta.user('Nina');
  const id = await okta.group('Support');
  const { database } = service.app;
  const patched = await meanwhile(
    database,
    (tx) => setGroupRoles(tx, okta.team_id, id, ['publisher'], byAdmin),
    () => okta.patch(`/Groups/${id}`, [{ op: 'add', path: 'members', value: [{ value: newMember }] }]),
  );
  expect(patched.status).toBe(200);
  const filter = { kind: 'team.member.group_roles_changed' };
  const events = await readAudit(database, okta.team_id, filter, { after: null, limit: 10 });
  expect(events.map(({ after }) => after)).toContainEqual({ group_roles: ['publisher'], group_id: id });
});

test('a user whose deactivation was held meanwhile is held with that', async () => {
  const [id, account_id] = await userAndAccount('Ben');
  const request = { account_id, record_id: id, operation: 'deactivate' as const };
  const held = await whileUnderWay(
    async (tx) => {
      await lockUser(tx, scope, id);
      await upsertHeld(tx, scope, request, new Date().toISOString());
    },
    (tx) => lockUser(tx, scope, id),
  );
  expect(held?.is_held).toBe(true);
});

test('an account that another workspace took in meanwhile keeps its name', async () => {
  const [, account_id] = await userAndAccount('Cleo');
  const { database } = service.app;
  const { email } = await getMember(database, okta.team_id, account_id);
  const other = await bareConnection(service);
  const domain = `${account_id}.example`;
  const person = { email: `cleo@${domain}`, name: 'Cleo', given_name: '', family_name: '' };
  expect(email).not.toBeNull();
  await database.inTransaction((tx) => changePerson(tx, okta.team_id, account_id, person, byAdmin));
  await database.inTransaction((tx) => addDomain(tx, other.team_id, domain, byAdmin));
  const isChanged = await whileUnderWay(
    (tx) => addMember(tx, other.team_id, { email: person.email, name: 'Cleo', roles: [] }, byAdmin),
    (tx) => changePerson(tx, okta.team_id, account_id, { ...person, name: 'Renamed' }, byAdmin),
  );
  expect(isChanged).toBe(false);
  expect((await getMember(database, other.team_id, account_id)).name).toBe('Cleo');
});
