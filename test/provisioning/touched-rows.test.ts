// Every change from identity providers affects the intended rows, and none of another connection or workspace. After a
// deliberate change, review the differences and accept them (`npx vitest run test/provisioning/touched-rows.test.ts
// -u`).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import * as groups from '../../src/provisioning/groups/group-record-store.ts';
import * as guard from '../../src/provisioning/guard/guard-store.ts';
import * as suspensions from '../../src/provisioning/guard/suspension-store.ts';
import { deleteOlder, insertProvisioning } from '../../src/provisioning/log/provisioning-log-store.ts';
import { deleteSyncDays } from '../../src/provisioning/log/sync-overview-store.ts';
import type { ScimContext } from '../../src/provisioning/scim-context.ts';
import { moveRecord, returnRecord } from '../../src/provisioning/users/kept-record-store.ts';
import { insertDeparture } from '../../src/provisioning/users/left-elsewhere-store.ts';
import * as users from '../../src/provisioning/users/user-record-store.ts';
import type { Database, Tx } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { byAdmin } from '../directory/support.ts';
import { openTestDatabase } from '../support/database.ts';
import { named, touchedRows } from '../support/touched-rows.ts';
import { type AlikeConnections, alikeConnections, at, columnsOf, groupColumns, logged } from './alike-connections.ts';

let database: Database;
let alike: AlikeConnections;
beforeAll(async () => {
  database = await openTestDatabase();
  alike = await alikeConnections(database);
});
afterAll(() => database.close());

const TABLES = [
  ...['deactivation_guards', 'deactivation_limits', 'suspensions'],
  ...['provisioning_days', 'provisioning_log', 'scim_departures', 'scim_group_records', 'scim_user_records'],
];
const RESTORING = { state: 'restoring', by: byAdmin.actor, at: at(40) } as const;
const groupId = async (tx: Tx, { team_id, connection_id }: ScimContext): Promise<string> =>
  (
    await tx.row<{ id: string }>(sql`
    select record_id as id from scim_group_records where team_id = ${team_id} and connection_id = ${connection_id}`)
  )?.id ?? '';

const deletion = (account_id: string) => ({ account_id, operation: 'delete' }) as const;

type Change = (tx: Tx, okta: ScimContext, id: AlikeConnections['id']) => Promise<unknown>;
const CHANGES: Readonly<Record<string, Change>> = {
  'makes a record': (tx, okta, id) =>
    users.insertUser(tx, okta, { record_id: id('user3'), account_id: alike.people.cid }, columnsOf('cid')),
  'changes a record so that it shows': (tx, okta, id) =>
    users.updateUser(tx, okta, id('user1'), columnsOf('amelie'), true),
  'changes a record so that it does not': (tx, okta, id) =>
    users.updateUser(tx, okta, id('user1'), columnsOf('amy', { extra_emails: '[]' }), false),
  'deletes a record': (tx, okta, id) => users.deleteUser(tx, okta, id('user1')),
  'changes the record of a group': async (tx, okta) =>
    groups.updateGroup(tx, okta, await groupId(tx, okta), groupColumns('crew')),
  'forgets a group': async (tx, okta) => groups.deleteGroupRecord(tx, okta.team_id, await groupId(tx, okta)),
  'forgets groups': async (tx, okta) => groups.deleteGroupRecords(tx, okta.team_id, [await groupId(tx, okta)]),
  'remembers a departure again': (tx, okta, id) =>
    insertDeparture(tx, okta, { account_id: alike.people.cid, record_id: id('user1') }),
  'sets limits, and sets them again': async (tx, { team_id }) => {
    await guard.upsertLimits(tx, team_id, { enabled: true, most_people: 5, most_percent: 10, final_after_days: 3 });
    await guard.upsertLimits(tx, team_id, { enabled: false, most_people: 6, most_percent: 11, final_after_days: 4 });
  },
  'locks a guard': (tx, okta) => guard.lockGuard(tx, okta),
  'stops suspending everyone': (tx, okta) =>
    guard.updateGuard(tx, okta, { suspending_since: null, counted_from: at(50) }),
  'suspends a restored person again': (tx, okta, id) =>
    suspensions.upsertSuspension(
      tx,
      okta,
      { ...deletion(alike.people.ben), record_id: id('user2') },
      'suspended',
      at(40),
    ),
  'changes what a suspended person is asked for': (tx, okta, id) =>
    suspensions.upsertSuspension(
      tx,
      okta,
      { ...deletion(alike.people.amy), record_id: id('user1') },
      'suspended',
      at(40),
    ),
  'forgets a suspension': (tx, okta) => suspensions.deleteSuspension(tx, okta, alike.people.amy),
  'suspends the people who were counted': (tx, okta) => suspensions.suspendCounted(tx, okta, at(9)),
  'suspends no one who was counted earlier': (tx, okta) => suspensions.suspendCounted(tx, okta, at(10)),
  'restores everyone': (tx, okta) => suspensions.updateDecided(tx, okta, null, RESTORING),
  'restores the named people who are suspended': (tx, okta) =>
    suspensions.updateDecided(tx, okta, [alike.people.ben, alike.people.amy], RESTORING),
  'restores no one if no one is named': (tx, okta) => suspensions.updateDecided(tx, okta, [], RESTORING),
  'remembers that a person was restored': (tx, okta) => suspensions.updateRestored(tx, okta, alike.people.amy),
  'returns a person to the list': async (tx, okta) => {
    await suspensions.updateDecided(tx, okta, null, RESTORING);
    return suspensions.updateProblem(tx, okta, alike.people.amy, 'No seat is free.');
  },
  'forgets people who were restored': (tx) => suspensions.deleteRestored(tx, at(23)),
  'keeps a record, and returns it': async (tx, okta, id) => {
    const kept = { record_id: id('user1'), account_id: alike.people.amy };
    await moveRecord(tx, okta, kept);
    return returnRecord(tx, okta, alike.people.amy);
  },
  'keeps a record': (tx, okta, id) => moveRecord(tx, okta, { record_id: id('user1'), account_id: alike.people.amy }),
  'notes requests, and counts them': (tx, okta, id) =>
    insertProvisioning(tx, [
      logged(okta, id('entry1'), 1),
      logged(okta, newId(), 4),
      logged(okta, newId(), 86_400, { outcome: 'refused' }),
      logged({ ...okta, connection_id: newId() }, newId(), 5),
    ] as never),
  'forgets requests': (tx) => deleteOlder(tx, at(2)),
  'forgets days': async (tx, okta) => {
    await tx.rows(sql`update provisioning_days set day = day - 1 where team_id <> ${okta.team_id}`);
    return deleteSyncDays(tx, '2031-01-01');
  },
};

test('changes these rows with each action, and nothing of another connection or workspace', async () => {
  const parts: string[] = [];
  for (const [what, change] of Object.entries(CHANGES)) {
    let answer: unknown;
    const lines = await touchedRows(database, TABLES, alike.names, async (tx) => {
      answer = await change(tx, alike.okta, alike.id);
    });
    const told = answer === undefined ? [] : [`= ${named(JSON.stringify(answer), alike.names)}`];
    parts.push([what, ...[...told, ...lines].map((line) => `  ${line}`)].join('\n'));
  }
  await expect(`${parts.join('\n\n')}\n`).toMatchFileSnapshot('touched-rows.txt');
});
