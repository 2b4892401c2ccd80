// A request that has waited for the lock on a user, group or account decides based on the current state of every table,
// not on what it read before the wait.

import { readPatch } from '@cairn/scim-protocol/patch-request';
import { GROUP_TYPE, USER_TYPE } from '@cairn/scim-protocol/resource-type';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAudit } from '../../src/audit/read-audit.ts';
import { newId } from '../../src/base/id.ts';
import { changePerson } from '../../src/directory/accounts/accounts.ts';
import { setGroupRoles } from '../../src/directory/groups/group-care.ts';
import { createGroup as makeGroup } from '../../src/directory/groups/groups.ts';
import { addMember, getMember } from '../../src/directory/members/members.ts';
import { addDomain } from '../../src/directory/teams/domains.ts';
import { deleteConnection } from '../../src/provisioning/delete-connection.ts';
import { lockGroupRecord } from '../../src/provisioning/groups/group-record-store.ts';
import { createGroup, patchGroup, replaceGroup } from '../../src/provisioning/groups/group-sync.ts';
import { removeMembersWithoutRecord } from '../../src/provisioning/groups/members-without-record.ts';
import {
  LARGE,
  type PreparedGroup,
  preparedCreation,
  preparedPatch,
  preparedReplacement,
  writeGroup,
} from '../../src/provisioning/groups/prepared-group.ts';
import { upsertSuspension } from '../../src/provisioning/guard/suspension-store.ts';
import type { ScimContext } from '../../src/provisioning/scim-context.ts';
import { lockUser, selectAccounts } from '../../src/provisioning/users/user-record-store.ts';
import { patchUser, removeUser } from '../../src/provisioning/users/user-sync.ts';
import type { Database, Tx } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { byAdmin } from '../directory/support.ts';
import { bareConnection, connect, type ScimConnection } from '../doors/scim/support/connection.ts';
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

/** The result of `second`, which starts while `first` has not committed. */
function whileUnderWay<Answer>(first: (tx: Tx) => Promise<unknown>, second: (tx: Tx) => Promise<Answer>) {
  const { database } = service.app;
  return meanwhile(database, first, () => database.inTransaction(second));
}

async function userAndAccount(name: string): Promise<readonly [id: string, accountId: string]> {
  const id = await okta.user(name);
  const [row] = await selectAccounts(service.app.database, scope, [id]);
  return [id, row?.account_id ?? ''];
}

test('locks a group and sees the role that it got in the meantime', async () => {
  const id = await okta.group('Sales', [await okta.user('Ann')]);
  const held = await whileUnderWay(
    (tx) => setGroupRoles(tx, okta.team_id, id, ['author'], byAdmin),
    (tx) => lockGroupRecord(tx, scope, id),
  );
  expect(held?.roles).toEqual(['author']);
});

test('reports a member who joins while the group gets a role, with that role', async () => {
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

test('locks a user and sees that the person was suspended in the meantime', async () => {
  const [id, account_id] = await userAndAccount('Ben');
  const request = { account_id, record_id: id, operation: 'deactivate' as const };
  const held = await whileUnderWay(
    async (tx) => {
      await lockUser(tx, scope, id);
      await upsertSuspension(tx, scope, request, 'suspended', new Date().toISOString());
    },
    (tx) => lockUser(tx, scope, id),
  );
  expect(held?.has_suspension).toBe(true);
});

test('leaves a person to the admins if they are deactivated while their connection is deleted', async () => {
  const { database } = service.app;
  const [id, account_id] = await userAndAccount('Dag');
  const entra = await connect(service, okta.team_id, 'Entra');
  const { email } = await getMember(database, okta.team_id, account_id);
  expect((await entra.post('/Users', { userName: email })).status).toBe(201);
  const steps = readPatch(USER_TYPE, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'replace', path: 'active', value: false }],
  });
  await whileUnderWay(
    (tx) => patchUser(tx, scope, id, undefined, steps),
    (tx) => deleteConnection(tx, okta.team_id, entra.connection_id, BY_TEST),
  );
  const member = await getMember(database, okta.team_id, account_id);
  expect(member).toMatchObject({ status: 'active', connection_id: null });
});

test('keeps the name of an account that another workspace has added in the meantime', async () => {
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

describe('a person with a managed membership who is deleted while a group adds them', () => {
  const takenOver = async (name: string) => {
    const [id, accountId] = await userAndAccount(name);
    await service.app.database.rows(sql`update members set connection_id = null where account_id = ${accountId}`);
    return [id, accountId] as const;
  };
  const members = async (group: string) => (await okta.get(`/Groups/${group}`)).body.members ?? [];
  const inDirectory = (group: string) =>
    service.app.database.rows(sql`select account_id from group_memberships where group_id = ${group}`);
  const adding = (id: string) => [{ op: 'add', path: 'members', value: [{ value: id }] }];
  const joining = (...ids: readonly string[]) =>
    readPatch(GROUP_TYPE, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'add', path: 'members', value: ids.map((value) => ({ value })) }],
    });
  /** Ids of enough users for a group to be written in slices. */
  let others: readonly string[];
  beforeAll(async () => {
    others = Array.from({ length: LARGE }, newId);
    const { database } = service.app;
    const accounts = others.map(newId);
    const given = sql`unnest(${others}::uuid[], ${accounts}::uuid[]) as given (record_id, account_id)`;
    await database.rows(sql`insert into accounts (account_id, name) select account_id, 'P' from ${given}`);
    await database.rows(sql`
      insert into members (team_id, account_id, status, connection_id)
      select ${okta.team_id}::uuid, account_id, 'active', ${okta.connection_id}::uuid from ${given}`);
    await database.rows(sql`
      insert into scim_user_records (team_id, connection_id, record_id, account_id, user_name, user_name_key)
      select ${okta.team_id}::uuid, ${okta.connection_id}::uuid, record_id, account_id, record_id::text, record_id::text
      from ${given}`);
  });

  test('is not a member afterwards if the group was written first', async () => {
    const [[id], group] = [await takenOver('Fay'), await okta.group('First')];
    const deleted = await whileUnderWay(
      (tx) => patchGroup(tx, scope, { id: group, ifMatch: undefined, steps: joining(id), reach: 'none' }),
      (tx) => removeUser(tx, scope, id, undefined),
    );
    expect([deleted, await members(group), await inDirectory(group)]).toEqual([expect.any(String), [], []]);
  });

  test('is not a member afterwards if the deletion was first, even in a new group', async () => {
    const [[id], group] = [await takenOver('Gil'), await okta.group('Second')];
    const late = await meanwhile(
      service.app.database,
      (tx) => removeUser(tx, scope, id, undefined),
      () => okta.patch(`/Groups/${group}`, adding(id)),
    );
    expect([late.status, await inDirectory(group)]).toEqual([400, []]);
  });

  /** A large write to a group, and how it is committed. */
  interface LargeWrite {
    readonly prepare: (database: Database) => Promise<PreparedGroup | undefined>;
    readonly commit: (tx: Tx, prepared: PreparedGroup | undefined) => Promise<unknown>;
  }
  const sentOf = (displayName: string, ids: readonly string[]) => ({
    displayName,
    members: ids.map((value) => ({ value })),
  });
  const creation = (name: string, ids: readonly string[]): LargeWrite => ({
    prepare: (database) => preparedCreation(database, scope, sentOf(name, ids)),
    commit: (tx, prepared) => createGroup(tx, scope, sentOf(name, ids), prepared),
  });
  const LARGE_WRITES: Readonly<Record<string, (name: string, ids: readonly string[]) => Promise<LargeWrite>>> = {
    made: async (name, ids) => creation(name, ids),
    'taken over': async (name, ids) => {
      const group = { display_name: name, description: '' };
      await service.app.database.inTransaction((tx) => makeGroup(tx, okta.team_id, group, byAdmin));
      return creation(name, ids);
    },
    replaced: async (name, ids) => {
      const group = await okta.group(name);
      const sent = sentOf(name, ids);
      return {
        prepare: (database) => preparedReplacement(database, scope, group, undefined, sent),
        commit: (tx, prepared) => replaceGroup(tx, scope, group, undefined, sent, true, prepared),
      };
    },
    patched: async (name, ids) => {
      const steps = joining(...ids);
      const asked = { id: await okta.group(name), ifMatch: undefined, steps, reach: 'none' } as const;
      return {
        prepare: (database) => preparedPatch(database, scope, asked),
        commit: (tx, prepared) => patchGroup(tx, scope, asked, prepared),
      };
    },
  };

  describe.each(Object.entries(LARGE_WRITES))('is not a member of a large group that is %s', (kind, writeOf) => {
    test.each([
      ['before', 'the service', takenOver],
      ['after', 'the service', takenOver],
      ['before', 'the connection', userAndAccount],
      ['after', 'the connection', userAndAccount],
    ])('if the deletion comes %s the members are marked, leaving the membership to %s', async (when, source, user) => {
      const { database } = service.app;
      const name = `${kind} ${when} ${source}`;
      const [id] = await user(`Kim ${name}`);
      const write = await writeOf(name, [...others, id]);
      let isGone = false;
      const remove = async (): Promise<void> => {
        if (isGone) return;
        isGone = true;
        await database.inTransaction((tx) => removeUser(tx, scope, id, undefined));
      };
      // A large change lets other requests run between looking up its people and marking the first of them.
      const giveWay = async (): Promise<void> => (when === 'before' ? remove() : undefined);
      await writeGroup(
        database,
        scope,
        async () => {
          const prepared = await write.prepare({ ...database, giveWay });
          await remove();
          return prepared;
        },
        (prepared) => database.inTransaction((tx) => write.commit(tx, prepared)),
      );
      const rows = await database.rows<{ user_name: string | null }>(sql`
        select r.user_name from groups g
        join group_memberships gm on gm.team_id = g.team_id and gm.group_id = g.group_id
        left join scim_user_records r on r.team_id = gm.team_id and r.account_id = gm.account_id
        where g.team_id = ${okta.team_id} and g.display_name = ${name}`);
      expect([rows.length, rows.filter(({ user_name }) => user_name === null)]).toEqual([others.length, []]);
    });
  });

  test('is removed from groups in which an earlier release left them', async () => {
    const [[id, accountId], [, stays]] = [await takenOver('Hal'), await userAndAccount('Ida')];
    const group = await okta.group('Third', [id]);
    const { database } = service.app;
    await database.rows(sql`delete from scim_user_records where record_id = ${id}`);
    await database.rows(sql`insert into group_memberships (team_id, group_id, account_id)
      values (${okta.team_id}, ${group}, ${stays})`);
    expect(await inDirectory(group)).toHaveLength(2);
    expect([await removeMembersWithoutRecord(database), await removeMembersWithoutRecord(database)]).toEqual([1, 0]);
    expect(await inDirectory(group)).toEqual([{ account_id: stays }]);
    const events = await readAudit(database, okta.team_id, { subject_id: group }, { after: null, limit: 10 });
    expect(events[0]).toMatchObject({ kind: 'team.group.members_changed', before: { members: [accountId] } });
  });
});

describe('a person whose membership ends while a group adds them', () => {
  const WRITES = {
    made: (name: string, members: object[]) => okta.post('/Groups', { displayName: name, members }),
    replaced: async (name: string, members: object[]) =>
      okta.put(`/Groups/${await okta.group(`${name} once`)}`, { displayName: name, members }),
    patched: async (name: string, members: object[]) =>
      okta.patch(`/Groups/${await okta.group(name)}`, [{ op: 'add', path: 'members', value: members }]),
  };

  test.each(Object.entries(WRITES))('is skipped if %s, while the others are added', async (kind, write) => {
    const [leaves, stays] = [await okta.user(`Lee ${kind}`), await okta.user(`Sam ${kind}`)];
    const written = await meanwhile(
      service.app.database,
      (tx) => removeUser(tx, scope, leaves, undefined),
      () => write(`Crew ${kind}`, [{ value: leaves }, { value: stays }]),
    );
    expect([written.status, written.body.members]).toMatchObject([kind === 'made' ? 201 : 200, [{ value: stays }]]);
  });
});
