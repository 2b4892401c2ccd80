// Three connections with similar records, guards and logs, down to their ids: two in one workspace and one in another.
// A statement that lacks a condition would affect another connection's rows.
import { newId } from '../../src/base/id.ts';
import { addMember } from '../../src/directory/members/members.ts';
import * as groups from '../../src/provisioning/groups/group-record-store.ts';
import * as guard from '../../src/provisioning/guard/guard-store.ts';
import * as suspensions from '../../src/provisioning/guard/suspension-store.ts';
import { insertProvisioning } from '../../src/provisioning/log/provisioning-log-store.ts';
import type { ScimContext } from '../../src/provisioning/scim-context.ts';
import { insertDeparture } from '../../src/provisioning/users/left-elsewhere-store.ts';
import type { UserColumns } from '../../src/provisioning/users/user-record.ts';
import * as users from '../../src/provisioning/users/user-record-store.ts';
import type { Database, Tx } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { byAdmin, byConnection } from '../directory/support.ts';
import { twoWorkspaces } from '../directory/two-workspaces.ts';

/** The time this many seconds after the start of the logs. */
export const at = (seconds: number): string => new Date(Date.UTC(2031, 0, 1) + seconds * 1_000).toISOString();

export interface AlikeConnections {
  /** Okta and Entra in one workspace, and a twin of Okta in another. */
  readonly okta: ScimContext;
  readonly entra: ScimContext;
  readonly twin: ScimContext;
  readonly people: Readonly<Record<'amy' | 'ben' | 'cid', string>>;
  readonly id: (name: string) => string;
  /** The names of all ids. */
  readonly names: ReadonlyMap<string, string>;
}

const NAMES = ['user1', 'user2', 'user3', 'entry1', 'entry2', 'entry3', 'request'];

export async function alikeConnections(database: Database): Promise<AlikeConnections> {
  const { one, other, names: named } = await twoWorkspaces(database);
  const ids = new Map(NAMES.map((name) => [name, newId()]));
  const id = (name: string): string => ids.get(name) ?? '';
  const context = (team_id: string, connection_id: string): ScimContext => ({
    ...{ team_id, connection_id, base: 'https://cairn.test/scim', strict: false, by: byConnection(connection_id) },
    ...{ now: Date.parse(at(0)), warn: () => undefined },
  });
  const { amy, ben, cid } = one.people;
  const [okta, entra, twin] = [context(one.id, one.okta), context(one.id, one.entra), context(other.id, one.okta)];
  await database.inTransaction(async (tx) => {
    await tx.rows(sql`
      insert into connections (team_id, connection_id, name, name_key) values (${other.id}, ${one.okta}, 'Twin', 'twin')`);
    await tx.rows(sql`
      insert into members (team_id, account_id, status)
      select ${other.id}::uuid, unnest(${[ben, cid]}::uuid[]), 'active'`);
    await addMember(tx, one.id, { name: 'fay', email: 'fay@one.test', roles: [] }, byAdmin);
    await fill(tx, okta, { amy, ben, cid }, one.groups.staff, id);
    await fill(tx, entra, { amy, ben, cid }, one.groups.field, id);
    await fill(tx, twin, { amy, ben, cid }, other.groups.staff, id);
  });
  const names = new Map([...named, ...[...ids].map(([name, value]): [string, string] => [value, name])]);
  return { okta, entra, twin, people: { amy, ben, cid }, id, names };
}

/** The stored columns of a person with this name. */
export const columnsOf = (name: string, more: Partial<UserColumns> = {}): UserColumns => ({
  ...{ user_name: name, user_name_key: name, external_id: `x-${name}`, active: true, email: `${name}@one.test` },
  ...{ email_key: `${name}@one.test`, display_name: name, display_name_key: name, extra_emails: null, mapping: null },
  ...{ attributes: `{"userName":"${name}"}`, folded: `{"userName":"${name}"}`, ...more },
});

export const groupColumns = (name: string) => ({
  ...{ external_id: `x-${name}`, display_name_key: name },
  ...{ attributes: `{"displayName":"${name}"}`, folded: `{"displayName":"${name}"}` },
});

export const logged = ({ team_id, connection_id }: ScimContext, entry_id: string, seconds: number, more = {}) => ({
  ...{ team_id, connection_id, entry_id, at: at(seconds), token_id: null, request_id: 'request', resource: 'User' },
  ...{ resource_id: null, resource_name: 'amy', operation: 'create', outcome: 'ok', status: 200, scim_type: null },
  ...{ explanation: null, warnings: [], repeated: [], duration_ms: 1, request: null, ...more },
});

type People = AlikeConnections['people'];

/**
 * Records of amy and ben, one group, and the deleted record of cid. A decision about amy is pending, ben was restored,
 * and cid was counted.
 */
async function fill(
  tx: Tx,
  scope: ScimContext,
  { amy, ben, cid }: People,
  group: string,
  id: (name: string) => string,
) {
  await users.insertUser(tx, scope, { record_id: id('user1'), account_id: amy }, columnsOf('amy'));
  await users.insertUser(tx, scope, { record_id: id('user2'), account_id: ben }, columnsOf('ben', { active: false }));
  await insertDeparture(tx, scope, { account_id: cid, record_id: id('user3') });
  await groups.insertGroup(tx, scope, group, groupColumns('staff'));
  await guard.lockGuard(tx, scope);
  await guard.updateGuard(tx, scope, { suspending_since: at(20), counted_from: at(1) });
  const suspend = (account_id: string, record_id: string, state: suspensions.SuspensionState, seconds: number) =>
    suspensions.upsertSuspension(tx, scope, { account_id, record_id, operation: 'deactivate' }, state, at(seconds));
  await suspend(amy, id('user1'), 'suspended', 21);
  await suspend(ben, id('user2'), 'restored', 22);
  await suspend(cid, id('user3'), 'counted', 10);
  const entries = [
    logged(scope, id('entry1'), 1, { resource_id: id('user1'), unshown: { title: 'mark' } }),
    logged(scope, id('entry2'), 2, {
      outcome: 'refused',
      status: 409,
      explanation: 'Taken "a".',
      resource_id: id('user3'),
    }),
    logged(scope, id('entry3'), 3, { outcome: 'failed', status: 500, explanation: 'Lost.', resource_id: group }),
  ];
  await insertProvisioning(tx, entries as never);
}
