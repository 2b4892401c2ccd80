// A manager and a report are added at the same moment in two transactions. Neither sees the other, and the sweep
// connects them.
import type { JsonObject } from '@cairn/scim-protocol/json';
import { ENTERPRISE_USER_URN } from '@cairn/scim-protocol/urns';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readAudit } from '../../src/audit/read-audit.ts';
import { newId } from '../../src/base/id.ts';
import { getMember } from '../../src/directory/members/members.ts';
import type { ScimContext } from '../../src/provisioning/scim-context.ts';
import { settleManagers } from '../../src/provisioning/users/awaited-managers.ts';
import { createUser } from '../../src/provisioning/users/create-user.ts';
import { selectAccounts } from '../../src/provisioning/users/user-record-store.ts';
import { sql } from '../../src/storage/sql.ts';
import { bareConnection, type ScimConnection, userBody } from '../doors/scim/support/connection.ts';
import { BY_TEST } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

const reportTo = (okta: ScimConnection, manager: string, name = 'Ann'): JsonObject => ({
  ...userBody(name, okta.connection_id),
  [ENTERPRISE_USER_URN]: { manager: { value: manager } },
});

async function accountOf(okta: ScimConnection, id: unknown): Promise<string> {
  const context = { ...okta, strict: false, by: BY_TEST, now: 0, warn: () => undefined };
  const [row] = await selectAccounts(service.app.database, context, [String(id)]);
  return row?.account_id ?? '';
}

const managerOf = async (okta: ScimConnection, id: unknown) =>
  (await getMember(service.app.database, okta.team_id, await accountOf(okta, id))).manager_id;

/**
 * The report's transaction ends after the manager's. On storage with a single writer, the test writes the resulting
 * state directly.
 */
async function arriveAtOnce(okta: ScimConnection, report: JsonObject, boss: JsonObject) {
  const { database } = service.app;
  const context: ScimContext = { ...okta, strict: false, by: BY_TEST, now: service.clock(), warn: () => undefined };
  const arrive = async () => String((await okta.post('/Users', boss)).body.id);
  if (!database.takesTurns)
    return database.inTransaction(async (tx) => {
      const { record_id } = await createUser(tx, context, report);
      return { report: record_id, boss: await arrive() };
    });
  const ids = { report: String((await okta.post('/Users', report)).body.id), boss: await arrive() };
  await database.rows(sql`update members set manager_id = null where team_id = ${okta.team_id}`);
  return ids;
}

it.each([
  ['userName', (boss: JsonObject) => String(boss.userName).toUpperCase()],
  ['externalId', (boss: JsonObject) => String(boss.externalId)],
  ['e-mail address', ({ emails }: JsonObject) => String((emails as JsonObject[])[0]?.value)],
])('assigns the manager, who is named by %s, and logs it once', async (_, named) => {
  const okta = await bareConnection(service);
  const emails = [{ value: `the.boss.${okta.connection_id}@example.com`, primary: true }];
  const boss = { ...userBody('Bob', okta.connection_id), externalId: 'HR-Boss', emails };
  const ids = await arriveAtOnce(okta, reportTo(okta, named(boss)), boss);
  expect(await managerOf(okta, ids.report)).toBeNull();
  expect(await settleManagers(service.app.database)).toBe(1);
  expect(await managerOf(okta, ids.report)).toBe(await accountOf(okta, ids.boss));
  expect(await settleManagers(service.app.database)).toBe(0);
  const filter = { kind: 'team.member.manager_changed' };
  const told = await readAudit(service.app.database, okta.team_id, filter, { after: null, limit: 10 });
  expect(told.filter(({ actor }) => actor.name === 'Cairn').map(({ after }) => after)).toEqual([
    { manager_id: await accountOf(okta, ids.boss) },
  ]);
});

it('leaves unmatched managers waiting without blocking later pages', async () => {
  const okta = await bareConnection(service);
  const nextDoor = await bareConnection(service);
  const names = [`a.${newId()}`, `b.${newId()}`, `c.${newId()}`];
  const ids = [];
  for (const [n, name] of names.entries()) ids.push((await okta.post('/Users', reportTo(okta, name, `P${n}`))).body.id);
  // The user with this name belongs to another connection.
  await nextDoor.post('/Users', { userName: names[0], emails: [{ value: `x${newId()}@example.com` }] });
  const boss = await accountOf(okta, (await okta.post('/Users', { userName: names[2] })).body.id);
  await service.app.database.rows(sql`update members set manager_id = null where team_id = ${okta.team_id}`);
  expect(await settleManagers(service.app.database, 1)).toBe(1);
  expect(await Promise.all(ids.map((id) => managerOf(okta, id)))).toEqual([null, null, boss]);
});
