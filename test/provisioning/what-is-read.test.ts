// Reads similar connections on both sides of every limit. After a deliberate change, review the differences and accept
// them (`npx vitest run test/provisioning/what-is-read.test.ts -u`).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { findInDirectory } from '../../src/directory/people/directory-view.ts';
import * as groups from '../../src/provisioning/groups/group-record-store.ts';
import * as guard from '../../src/provisioning/guard/guard-store.ts';
import * as suspensions from '../../src/provisioning/guard/suspension-store.ts';
import {
  readProvisioning,
  selectLogHealth,
  selectSentBefore,
  selectSummary,
} from '../../src/provisioning/log/provisioning-log-store.ts';
import type { ProvisioningFilter } from '../../src/provisioning/log/provisioning-request.ts';
import { selectStandings, selectSyncDays } from '../../src/provisioning/log/sync-overview-store.ts';
import { isStored } from '../../src/provisioning/rows/stored-member-store.ts';
import type { ScimContext } from '../../src/provisioning/scim-context.ts';
import { findKept, moveRecord } from '../../src/provisioning/users/kept-record-store.ts';
import { leftElsewhere } from '../../src/provisioning/users/left-elsewhere-store.ts';
import { selectPersonRecords } from '../../src/provisioning/users/person-attributes-store.ts';
import * as taken from '../../src/provisioning/users/taken-names-store.ts';
import * as users from '../../src/provisioning/users/user-record-store.ts';
import type { Database, Tx } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { byAdmin } from '../directory/support.ts';
import { openTestDatabase } from '../support/database.ts';
import { named } from '../support/touched-rows.ts';
import { type AlikeConnections, alikeConnections, at } from './alike-connections.ts';

let database: Database;
let alike: AlikeConnections;
beforeAll(async () => {
  database = await openTestDatabase();
  alike = await alikeConnections(database);
});
afterAll(() => database.close());

const PAGE = { where: undefined, key: undefined, after: undefined, offset: 0, limit: 9 };
const records = (rows: Promise<readonly { readonly record_id: string }[]>) =>
  rows.then((all) => all.map(({ record_id }) => record_id));
const groupOf = async (tx: Tx, scope: ScimContext): Promise<string> =>
  (await records(groups.selectGroups(tx, scope, { ...PAGE, reach: 'none' })))[0] ?? '';
const log = async (tx: Tx, { team_id, connection_id }: ScimContext, filter: ProvisioningFilter, limit = 9) =>
  (await readProvisioning(tx, team_id, connection_id, filter, null, limit)).map(({ id }) => id);
const RESTORING = { state: 'restoring', by: byAdmin.actor, at: at(40) } as const;
const calledSo = (id: string | null, key: string, exact: string) => ({ id, key, exact });

type Reading = (tx: Tx, okta: ScimContext, id: AlikeConnections['id']) => Promise<unknown>;
const READINGS: Readonly<Record<string, Reading>> = {
  'a user': async (tx, okta, id) => [
    { ...(await users.findUser(tx, okta, id('user1'))), version: '' },
    (await users.findUser(tx, okta, id('user3'))) ?? 'none',
  ],
  'a user, held': async (tx, okta, id) => {
    await suspensions.deleteSuspension(tx, okta, alike.people.ben);
    const held = async (name: string) => ({ ...(await users.lockUser(tx, okta, id(name))), version: '' });
    return [await held('user1'), await held('user2')];
  },
  users: (tx, okta) => records(users.selectUsers(tx, okta, { ...PAGE, withGroups: true })),
  'the first user': (tx, okta) => records(users.selectUsers(tx, okta, { ...PAGE, limit: 1, withGroups: false })),
  'users but for the first': (tx, okta) =>
    records(users.selectUsers(tx, okta, { ...PAGE, offset: 1, withGroups: false })),
  'users behind the first': (tx, okta, id) =>
    records(users.selectUsers(tx, okta, { ...PAGE, after: id('user1'), withGroups: true })),
  'how many users': async (tx, okta) => [
    await users.countUsers(tx, okta, PAGE),
    await users.countUsers(tx, okta, { where: sql`r.active`, key: sql`r.user_name_key = 'amy'` }),
    await users.countUsers(tx, okta, { where: undefined, key: sql`r.user_name_key = 'cid'` }),
    await users.countRecords(tx, okta.team_id, okta.connection_id),
  ],
  'how many users are active, where one was deactivated here and one there': async (tx, okta) => {
    await tx.rows(sql`
      update members set status = 'deactivated', deactivated_at = now()
      where (team_id = ${okta.team_id} and account_id = ${alike.people.amy})
        or (team_id = ${alike.twin.team_id} and account_id = ${alike.people.ben})`);
    await tx.rows(sql`update accounts set email = null where account_id = any(${Object.values(alike.people)}::uuid[])`);
    return [
      await users.countRecords(tx, okta.team_id, okta.connection_id),
      await guard.countActive(tx, okta),
      await guard.countActive(tx, alike.entra),
      await guard.countActive(tx, alike.twin),
    ];
  },
  'whose records are': (tx, okta, id) => users.selectAccounts(tx, okta, [id('user3'), id('user2')]),
  'who is called so': async (tx, okta, id) => [
    await users.findPersonNamed(tx, okta, calledSo(id('user2'), 'amy', 'amy')),
    await users.findPersonNamed(tx, okta, calledSo(null, 'amy', 'x-ben')),
    await users.findPersonNamed(tx, okta, calledSo(null, 'nobody', 'x-ben')),
    await users.findPersonNamed(tx, okta, calledSo(null, 'ben@one.test', 'nobody')),
    (await users.findPersonNamed(tx, okta, calledSo(id('user3'), 'nobody', 'nobody'))) ?? 'nobody',
  ],
  'who else holds an address': async (tx, okta) => [
    await taken.findEmailHolder(tx, okta, alike.people.ben, 'amy@one.test'),
    (await taken.findEmailHolder(tx, okta, alike.people.amy, 'amy@one.test')) ?? 'nobody',
    await taken.findEmailHolder(tx, okta, alike.people.ben, 'amy'),
    (await taken.findEmailHolder(tx, okta, alike.people.ben, 'x-amy')) ?? 'nobody',
  ],
  'who has a unique value': async (tx, okta) => {
    const names = { user_name_key: 'amy', external_id: 'x-ben', email: 'amy@one.test' };
    return [
      await taken.selectHolders(tx, okta, names, null),
      await taken.selectHolders(tx, okta, { user_name_key: 'nobody', external_id: null, email: null }, null),
    ];
  },
  'a group': async (tx, okta) => {
    const id = await groupOf(tx, okta);
    return [
      await groups.findGroup(tx, okta, id, 'all'),
      JSON.parse((await groups.findGroup(tx, okta, id, 1))?.members ?? '[]').length,
      (await groups.findGroup(tx, okta, id, 'none'))?.members,
      (await groups.findGroup(tx, alike.entra, id, 'all')) ?? 'none',
      (await groups.findGroup(tx, alike.twin, id, 'all')) ?? 'none',
      await groups.lockGroupRecord(tx, okta, id),
      (await groups.lockGroupRecord(tx, alike.entra, id)) ?? 'none',
      (await groups.lockGroupRecord(tx, alike.twin, id)) ?? 'none',
      await groups.selectMemberIds(tx, okta, id, 'all'),
      (await groups.selectMemberIds(tx, alike.entra, id, 'all')) ?? 'none',
      (await groups.selectMemberIds(tx, alike.twin, id, 'all')) ?? 'none',
    ];
  },
  'members of a group': async (tx, okta) => {
    const id = await groupOf(tx, okta);
    return [
      ...(await groups.selectMembersAfter(tx, okta, id, null, 9)),
      (await groups.selectMembersAfter(tx, okta, id, null, 1)).length,
      ...(await groups.selectMembersAfter(tx, okta, id, alike.people.ben, 9)),
    ];
  },
  groups: async (tx, okta) => [
    await records(groups.selectGroups(tx, okta, { ...PAGE, reach: 'all' })),
    await records(groups.selectGroups(tx, okta, { ...PAGE, offset: 1, reach: 'none' })),
    await records(groups.selectGroups(tx, okta, { ...PAGE, after: await groupOf(tx, okta), reach: 'none' })),
    await groups.countGroups(tx, okta, PAGE),
    await groups.countGroups(tx, okta, { where: sql`r.external_id = 'x-crew'`, key: undefined }),
    await records(groups.selectGroupIds(tx, okta, [await groupOf(tx, okta), await groupOf(tx, alike.entra)])),
  ],
  'whether an attribute is stored': async (tx, okta) => {
    await tx.rows(sql`
      update scim_user_records set folded = '{"Shoe": 1, "urn:x": {"Size": 2}, "urn:y": 3}'
      where team_id = ${okta.team_id} and connection_id = ${okta.connection_id} and user_name = 'amy'`);
    const asked = (scope: ScimContext, name: string, extension?: string) =>
      isStored(tx, scope, 'User', { extension, name });
    return [
      [await asked(okta, 'sHoe'), await asked(okta, 'Size'), await asked(okta, 'siZe', 'urn:x')],
      [await asked(okta, 'size', 'urn:y'), await asked(alike.entra, 'shoe'), await asked(alike.twin, 'shoe')],
    ];
  },
  'records of a person': async (tx, { team_id }) =>
    (await selectPersonRecords(tx, team_id, alike.people.amy)).map((one) => `${one.connection_name} ${one.user_name}`),
  'where somebody left': async (tx, { team_id }) => {
    const left = async (account: string) => (await leftElsewhere(tx, team_id, account)).map(({ name }) => name);
    const { amy, ben, cid } = alike.people;
    return [await left(amy), await left(ben), await left(cid)];
  },
  'where somebody left who came back there, or is deactivated': async (tx, okta, id) => {
    const ids = { record_id: id('user3'), account_id: alike.people.cid };
    const [record] = await tx.rows<users.NewRecord['columns']>(sql`
      select user_name, user_name_key, external_id, true as active, email, email_key, display_name, display_name_key,
        attributes::text as attributes, folded::text as folded, null as extra_emails
      from scim_user_records where team_id = ${okta.team_id} and connection_id = ${okta.connection_id} limit 1`);
    if (record === undefined) throw new Error('There is a record.');
    const columns = { ...record, user_name_key: 'cid', external_id: null };
    await users.insertUser(tx, okta, ids, columns);
    await users.insertUser(tx, alike.twin, ids, columns);
    const left = async () => (await leftElsewhere(tx, okta.team_id, ids.account_id)).map(({ name }) => name);
    const back = await left();
    await tx.rows(sql`
      update members set status = 'deactivated', deactivated_at = now()
      where team_id = ${okta.team_id} and account_id = ${ids.account_id}`);
    return [back, await left(), (await findInDirectory(tx, alike.twin.team_id, ids.account_id))?.status];
  },
  'what decides about a person who leaves': async (tx, okta) => {
    const standing = async (account: string, since: number) => {
      const { state, done } = await suspensions.findSuspension(tx, okta, account, at(since));
      return `${state} ${done}`;
    };
    const { amy, ben, cid } = alike.people;
    return [await standing(amy, 9), await standing(ben, 10), await standing(cid, 9), await standing(newId(), 9)];
  },
  'whether anyone is suspended': async (tx, okta) => {
    const before = await suspensions.findSuspended(tx, okta);
    await suspensions.deleteSuspension(tx, okta, alike.people.amy);
    return [
      before,
      (await suspensions.findSuspended(tx, okta)) ?? 'nobody',
      await suspensions.findSuspended(tx, alike.entra),
    ];
  },
  'the list of suspended people': async (tx, okta) => {
    const before = await suspensions.findSuspensionList(tx, okta);
    await suspensions.updateDecided(tx, okta, null, RESTORING);
    const after = await suspensions.findSuspensionList(tx, okta);
    const entra = await suspensions.findSuspensionList(tx, alike.entra);
    return [{ ...before, version: '' }, after?.people, before?.version !== after?.version, entra?.people];
  },
  'a page of suspended people': async (tx, okta) => [
    ...(await suspensions.listSuspended(tx, okta, null, 9)),
    await suspensions.listSuspended(tx, okta, { ended_at: at(21), account_id: alike.people.amy }, 9),
  ],
  'how people stand': async (tx, okta) =>
    (await suspensions.selectStates(tx, okta, [alike.people.amy, alike.people.cid])).toSorted((one, other) =>
      one.account_id < other.account_id ? -1 : 1,
    ),
  'who could not be restored': async (tx, okta) => {
    await suspensions.updateDecided(tx, okta, null, RESTORING);
    await suspensions.updateProblem(tx, okta, alike.people.amy, 'No seat is free.');
    return suspensions.selectProblems(tx, okta, Object.values(alike.people));
  },
  'which decisions are left': async (tx, okta) => {
    await suspensions.updateDecided(tx, okta, null, RESTORING);
    await suspensions.updateDecided(tx, alike.twin, null, { ...RESTORING, state: 'ending' });
    const scoped = async (scope: ScimContext | null, limit = 9) =>
      (await suspensions.selectDecided(tx, scope, limit)).map(({ account_id, state }) => `${account_id} ${state}`);
    const locked = await suspensions.lockDecided(tx, okta, alike.people.amy, 'restoring');
    const none = await suspensions.lockDecided(tx, okta, alike.people.amy, 'ending');
    return [
      await scoped(okta),
      await scoped(alike.entra),
      await scoped(null),
      (await scoped(null, 1)).length,
      locked,
      none ?? 'none',
    ];
  },
  'whose time is over': async (tx, okta) => {
    await guard.upsertLimits(tx, okta.team_id, {
      enabled: true,
      most_people: 5,
      most_percent: 10,
      final_after_days: 3,
    });
    const overdue = async (day: number) => (await suspensions.selectOverdue(tx, at(day * 86_400), 30, 9)).length;
    return [
      await overdue(3),
      await overdue(4),
      await overdue(31),
      await suspensions.selectSuspendedBefore(tx, okta, at(22)),
      await suspensions.selectSuspendedBefore(tx, okta, at(21)),
      (await suspensions.selectCounted(tx, at(11), 9)).length,
      (await suspensions.selectCounted(tx, at(10), 9)).length,
    ];
  },
  'who is hidden': async (tx, okta, id) => {
    const { cid } = alike.people;
    const ending = { account_id: cid, record_id: id('user3'), operation: 'delete' } as const;
    await suspensions.upsertSuspension(tx, okta, ending, 'counted', at(12));
    return [await suspensions.selectHidden(tx, okta), await suspensions.selectHidden(tx, alike.entra)];
  },
  'whose record is kept': async (tx, okta, id) => {
    await moveRecord(tx, okta, { record_id: id('user1'), account_id: alike.people.amy });
    return [
      await findKept(tx, okta, { account_id: alike.people.amy }),
      await findKept(tx, okta, { address: 'amy@one.test' }),
      (await findKept(tx, okta, { account_id: alike.people.ben })) ?? 'none',
      (await findKept(tx, alike.entra, { address: 'amy@one.test' })) ?? 'none',
    ];
  },
  'how connections fare': async (tx, { team_id }) => {
    const standings = (since: number, most: number) => selectStandings(tx, team_id, at(since), most);
    return [
      ...(await standings(2, 9)),
      (await standings(3, 9)).map(({ troubles }) => troubles),
      (await standings(2, 1)).map(({ troubles }) => troubles),
    ];
  },
  'requests a day': async (tx, { team_id }) => [
    await selectSyncDays(tx, team_id, '2031-01-01'),
    await selectSyncDays(tx, team_id, '2031-01-02'),
  ],
  'the log': async (tx, okta) => {
    const entries = await readProvisioning(tx, okta.team_id, okta.connection_id, {}, null, 9);
    return entries.map(({ id, outcome, subject }) => ({ id, outcome, subject }));
  },
  'parts of the log': async (tx, okta, id) => [
    await log(tx, okta, {}, 1),
    await log(tx, okta, { id: id('entry2') }),
    await log(tx, okta, { outcome: 'ok' }),
    await log(tx, okta, { outcome: 'refused' }),
    await log(tx, okta, { outcome: 'failed' }),
    await log(tx, okta, { resource: 'Group' }),
    await log(tx, okta, { operation: 'delete' }),
    await log(tx, okta, { resource_id: id('user3') }),
    await log(tx, okta, { request_id: 'another' }),
    await log(tx, okta, { q: 'TAKEN' }),
    await log(tx, okta, { q: '%' }),
    await log(tx, okta, { newer_than: id('entry2') }),
    await log(tx, okta, { from: at(2) }),
    await log(tx, okta, { until: at(2) }),
  ],
  'the log behind an entry': async (tx, okta, id) =>
    (await readProvisioning(tx, okta.team_id, okta.connection_id, {}, id('entry2'), 9)).map((entry) => entry.id),
  'a summary of the log': async (tx, okta) => {
    const summary = (since: number) => selectSummary(tx, okta.team_id, okta.connection_id, 'hour', at(since));
    return [await summary(2), (await summary(3)).causes.length];
  },
  'values sent before': (tx, okta, id) =>
    selectSentBefore(tx, okta.team_id, okta.connection_id, [
      { resource_id: id('user1'), attribute: 'title', mark: 'mark' },
      { resource_id: id('user1'), attribute: 'title', mark: 'other' },
      { resource_id: id('user3'), attribute: 'title', mark: 'mark' },
    ]),
  'health of the log': async (tx, okta) => {
    const health = (since: number) => selectLogHealth(tx, okta.team_id, okta.connection_id, at(since));
    return [await health(2), (await health(3)).recent_troubles];
  },
};

/** The result, in a transaction that is rolled back. */
async function answered(reading: Reading): Promise<string> {
  const undo = new Error('undo');
  let line = '';
  await database
    .inTransaction(async (tx) => {
      const answer = await reading(tx, alike.okta, alike.id);
      const rows = Array.isArray(answer) ? answer : [answer];
      line = rows.map((row) => (typeof row === 'string' ? row : (JSON.stringify(row) ?? 'none'))).join('\n  ');
      throw undo;
    })
    .catch((thrown: unknown) => {
      if (thrown !== undo) throw thrown;
    });
  return named(line || 'nothing', alike.names);
}

test('reads only the rows of its own connection', async () => {
  const parts: string[] = [];
  for (const [name, reading] of Object.entries(READINGS)) parts.push(`${name}\n  ${await answered(reading)}`);
  await expect(`${parts.join('\n')}\n`).toMatchFileSnapshot('what-is-read.txt');
});
