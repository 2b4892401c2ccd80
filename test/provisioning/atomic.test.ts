// A request aborted at any statement leaves nothing behind: no record, account, membership or audit entry.

import { readResource } from '@cairn/scim-protocol/dialects';
import { readPatch } from '@cairn/scim-protocol/patch-request';
import { GROUP_TYPE, USER_TYPE } from '@cairn/scim-protocol/resource-type';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { patchGroup } from '../../src/provisioning/groups/group-sync.ts';
import type { ScimContext } from '../../src/provisioning/scim-context.ts';
import { createUser } from '../../src/provisioning/users/create-user.ts';
import { patchUser } from '../../src/provisioning/users/user-sync.ts';
import type { Tx } from '../../src/storage/database.ts';
import type { Sql } from '../../src/storage/sql.ts';
import { sql } from '../../src/storage/sql.ts';
import { bareConnection, type ScimConnection } from '../doors/scim/support/connection.ts';
import { BY_TEST } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';

let service: World;
let okta: ScimConnection;
let scope: ScimContext;
beforeAll(async () => {
  service = await world();
  okta = await bareConnection(service);
  scope = {
    ...okta,
    base: `${service.baseUrl}${okta.base}`,
    strict: false,
    by: BY_TEST,
    now: 0,
    warn: () => undefined,
  };
});
afterAll(() => service.close());

/** All traces that a request could leave. */
const traces = (): Promise<object | undefined> =>
  service.app.database.row(sql`
    select (select json_agg(r order by record_id) from scim_user_records r where team_id = ${okta.team_id}) as users,
      (select json_agg(m order by account_id) from members m where team_id = ${okta.team_id}) as members,
      (select json_agg(g order by group_id) from groups g where team_id = ${okta.team_id}) as groups,
      (select json_agg(gm order by account_id) from group_memberships gm where team_id = ${okta.team_id}) as memberships,
      (select count(*) from accounts) as accounts, (select used from team_seats where team_id = ${okta.team_id}) as seats,
      (select json_agg(b order by place) from seat_bookings b where team_id = ${okta.team_id}) as booked,
      (select count(*) from audit_entries where team_id = ${okta.team_id}) as told`);

/** Runs the work once for each of its statements and aborts it there. Returns the number of statements. */
async function cutOffEverywhere(work: (tx: Tx) => Promise<unknown>): Promise<number> {
  for (let last = 0; ; last += 1) {
    const before = await traces();
    const done = service.app.database.inTransaction((tx) => work(cutOffAfter(tx, last)));
    const isWhole = await done.then(
      () => true,
      (thrown: unknown) => {
        if (!(thrown instanceof CutOff)) throw thrown;
        return false;
      },
    );
    if (isWhole) return last;
    expect(await traces()).toEqual(before);
  }
}

class CutOff extends Error {}

function cutOffAfter(tx: Tx, last: number): Tx {
  let count = 0;
  const rows = <Row extends object>(statement: Sql): Promise<Row[]> => {
    count += 1;
    return count > last ? Promise.reject(new CutOff()) : tx.rows<Row>(statement);
  };
  return {
    transaction: true,
    rows,
    row: async <Row extends object>(statement: Sql) => (await rows<Row>(statement))[0],
  };
}

it('leaves no trace of a failed user, of a change with a deactivation and a manager, or of a group with every kind of change', async () => {
  const boss = await okta.user('Boss');
  const sent = readResource(USER_TYPE, { userName: 'ann@cut.example', manager: boss });
  let id = '';
  const create = await cutOffEverywhere(async (tx) => {
    id = (await createUser(tx, scope, sent)).record_id;
  });
  const change = readPatch(USER_TYPE, {
    Operations: [
      { op: 'replace', value: { active: false, displayName: 'Ann', title: 'Boss', externalId: 'x' } },
      { op: 'remove', path: 'manager' },
    ],
  });
  const patch = await cutOffEverywhere((tx) => patchUser(tx, scope, id, undefined, change));
  const group = await okta.group('Sales', [id]);
  const groupChange = readPatch(GROUP_TYPE, {
    Operations: [
      { op: 'replace', value: { displayName: 'Sellers', externalId: 'g' } },
      { op: 'add', path: 'members', value: [{ value: boss }] },
      { op: 'remove', path: `members[value eq "${id}"]` },
    ],
  });
  const asked = { id: group, ifMatch: undefined, steps: groupChange, reach: 'all' } as const;
  const whole = await cutOffEverywhere((tx) => patchGroup(tx, scope, asked));
  expect([create, patch, whole].every((statements) => statements > 5)).toBe(true);
  expect((await okta.get(`/Users/${id}`)).body).toMatchObject({ active: false, title: 'Boss', displayName: 'Ann' });
  expect((await okta.get(`/Groups/${group}`)).body).toMatchObject({
    displayName: 'Sellers',
    members: [{ value: boss }],
  });
});
