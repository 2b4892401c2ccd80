import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeConnection, deleteConnection } from '../../src/directory/connections/connections.ts';
import { resolveReports, setManager } from '../../src/directory/managers/managers.ts';
import { managersAbove, reportsOf } from '../../src/directory/managers/reporting-chart.ts';
import { revokeRole } from '../../src/directory/members/member-roles.ts';
import { deactivateMember, getMember, removeMember } from '../../src/directory/members/members.ts';
import { findInDirectory } from '../../src/directory/people/directory-view.ts';
import type { Database, Tx } from '../../src/storage/database.ts';
import { openTestDatabase } from '../support/database.ts';
import { meanwhile } from '../support/meanwhile.ts';
import { byAdmin, freshTeam, type TestTeam } from './support.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const reportTo = (team: TestTeam, report: string, manager: string | null, ref = manager ?? '') =>
  database.inTransaction((tx) =>
    setManager(tx, team.team_id, team.connection_id, report, ref === '' ? null : { ref, account_id: manager }, team.by),
  );
const showManagers = (team: TestTeam, manager_visibility: boolean) =>
  database.inTransaction((tx) =>
    changeConnection(tx, team.team_id, team.connection_id, { manager_visibility }, byAdmin),
  );
const rolesOf = async (team: TestTeam, id: string) => (await findInDirectory(database, team.team_id, id))?.roles;
const granted = async (team: TestTeam) =>
  (await team.audit('team.member.manager_role_granted')).map(({ subject }) => subject.id).sort();

test('grants the Manager role only with Manager visibility, then to everyone with direct reports, and logs each grant', async () => {
  const team = await freshTeam(database);
  const [boss, lead, ana] = [await team.provision('Boss'), await team.provision('Lead'), await team.provision('Ana')];
  await reportTo(team, lead, boss);
  await reportTo(team, ana, lead);
  expect(await granted(team)).toEqual([]);
  await showManagers(team, true);
  expect(await granted(team)).toEqual([boss, lead].sort());
  expect(await rolesOf(team, lead)).toEqual(['manager']);
  expect(await rolesOf(team, ana)).toEqual([]);
  await showManagers(team, false);
  await showManagers(team, true);
  expect(await granted(team)).toHaveLength(2);
});

test.each(['a report comes', 'they are shown'] as const)(
  'grants the role to managers who become visible while %s first',
  async (first) => {
    const team = await freshTeam(database);
    const [boss, ana] = [await team.provision('Boss'), await team.provision('Ana')];
    const acts = {
      'a report comes': (tx: Tx) =>
        setManager(tx, team.team_id, team.connection_id, ana, { ref: 'boss', account_id: boss }, team.by),
      'they are shown': (tx: Tx) =>
        changeConnection(tx, team.team_id, team.connection_id, { manager_visibility: true }, byAdmin),
    };
    const second = first === 'a report comes' ? acts['they are shown'] : acts['a report comes'];
    await meanwhile(database, acts[first], () => database.inTransaction<unknown>(second));
    expect(await granted(team)).toEqual([boss]);
  },
);

test('grants the role when a person gets a first report later', async () => {
  const team = await freshTeam(database);
  await showManagers(team, true);
  const [boss, ana] = [await team.provision('Boss'), await team.provision('Ana')];
  expect(await reportTo(team, ana, boss)).toBe(true);
  expect(await reportTo(team, ana, boss)).toBe(false);
  expect(await granted(team)).toEqual([boss]);
  expect(await team.audit('team.member.manager_changed')).toHaveLength(1);
});

test('does not repeat a grant that was removed manually while reports remain, but does so after all reports had left', async () => {
  const team = await freshTeam(database);
  await showManagers(team, true);
  const [boss, ana, ben] = [await team.provision('Boss'), await team.provision('Ana'), await team.provision('Ben')];
  await reportTo(team, ana, boss);
  await database.inTransaction((tx) => revokeRole(tx, team.team_id, boss, 'manager', byAdmin));
  await reportTo(team, ben, boss);
  await showManagers(team, false);
  await showManagers(team, true);
  expect(await rolesOf(team, boss)).toEqual([]);
  await reportTo(team, ana, null);
  await reportTo(team, ben, null);
  await reportTo(team, ana, boss);
  expect(await rolesOf(team, boss)).toEqual(['manager']);
});

test('keeps the name of an unknown manager and links them on arrival, in any case', async () => {
  const team = await freshTeam(database);
  await showManagers(team, true);
  const ana = await team.provision('Ana');
  await reportTo(team, ana, null, 'Boss@Example.com');
  expect((await getMember(database, team.team_id, ana)).manager_id).toBeNull();
  const boss = await team.provision('Boss');
  await database.inTransaction((tx) =>
    resolveReports(tx, team.team_id, team.connection_id, boss, ['boss@example.COM', 'another'], team.by),
  );
  expect((await getMember(database, team.team_id, ana)).manager_id).toBe(boss);
  expect(await granted(team)).toEqual([boss]);
});

test('assigns all waiting reports to their manager by the sent name, and no others', async () => {
  const [team, nextDoor] = [await freshTeam(database), await freshTeam(database)];
  const [ana, ben, cleo] = [await team.provision('Ana'), await team.provision('Ben'), await team.provision('Cleo')];
  const zoe = await nextDoor.provision('Zoe');
  for (const report of [ana, ben]) await reportTo(team, report, null, 'boss');
  await reportTo(team, cleo, null, 'another boss');
  await reportTo(nextDoor, zoe, null, 'boss');
  const before = (await team.audit('team.member.manager_changed')).length;
  const boss = await team.provision('Boss');
  await database.inTransaction((tx) => resolveReports(tx, team.team_id, team.connection_id, boss, ['boss'], team.by));
  const managers = [ana, ben, cleo].map(async (id) => (await getMember(database, team.team_id, id)).manager_id);
  expect(await Promise.all(managers)).toEqual([boss, boss, null]);
  expect((await getMember(database, nextDoor.team_id, zoe)).manager_id).toBeNull();
  const told = (await team.audit('team.member.manager_changed')).slice(before);
  expect(told.map(({ subject }) => [subject.id, subject.name]).sort()).toEqual(
    [
      [ana, 'Ana'],
      [ben, 'Ben'],
    ].sort(),
  );
});

test("makes the reports of a removed manager wait for the manager's return", async () => {
  const team = await freshTeam(database);
  const [boss, ana] = [await team.provision('Boss'), await team.provision('Ana')];
  await reportTo(team, ana, boss, 'boss');
  await database.inTransaction((tx) => removeMember(tx, team.team_id, boss, team.connection_id, team.by));
  expect((await getMember(database, team.team_id, ana)).manager_id).toBeNull();
  const next = await team.provision('Boss');
  await database.inTransaction((tx) => resolveReports(tx, team.team_id, team.connection_id, next, ['BOSS'], team.by));
  expect((await getMember(database, team.team_id, ana)).manager_id).toBe(next);
});

test('waits by name for a manager who is removed at that moment', async () => {
  const team = await freshTeam(database);
  const [boss, ana] = [await team.provision('Boss'), await team.provision('Ana')];
  await meanwhile(
    database,
    (tx) => removeMember(tx, team.team_id, boss, team.connection_id, team.by),
    () => reportTo(team, ana, boss, 'boss'),
  );
  expect((await getMember(database, team.team_id, ana)).manager_id).toBeNull();
  const next = await team.provision('Boss');
  await database.inTransaction((tx) => resolveReports(tx, team.team_id, team.connection_id, next, ['boss'], team.by));
  expect((await getMember(database, team.team_id, ana)).manager_id).toBe(next);
});

test('keeps cycles, and ends the chain above a person before anyone appears twice', async () => {
  const team = await freshTeam(database);
  const [ana, ben, cleo] = [await team.provision('Ana'), await team.provision('Ben'), await team.provision('Cleo')];
  await reportTo(team, ana, ben);
  await reportTo(team, ben, ana);
  await reportTo(team, cleo, cleo);
  const ids = (people: { user_id: string }[]) => people.map(({ user_id }) => user_id);
  expect(ids(await managersAbove(database, team.team_id, ana))).toEqual([ben]);
  expect(ids(await managersAbove(database, team.team_id, cleo))).toEqual([]);
  expect(ids(await reportsOf(database, team.team_id, ana))).toEqual([ben]);
  expect(await reportsOf(database, team.team_id, null)).toEqual([]);
});

test('starts the chart with people who have reports and no manager', async () => {
  const team = await freshTeam(database);
  const [boss, lead, ana] = [await team.provision('Boss'), await team.provision('Lead'), await team.provision('Ana')];
  await reportTo(team, lead, boss);
  await reportTo(team, ana, lead);
  expect(await reportsOf(database, team.team_id, null)).toEqual([
    { user_id: boss, name: 'Boss', status: 'active', report_count: 1, leads: true },
  ]);
  expect((await managersAbove(database, team.team_id, ana)).map(({ name }) => name)).toEqual(['Lead', 'Boss']);
});

test('removes former members from reports, but keeps them in the chain above active people without counting them', async () => {
  const team = await freshTeam(database);
  const leave = (id: string) =>
    database.inTransaction((tx) => deactivateMember(tx, team.team_id, id, team.connection_id, team.by));
  const [boss, lead, former] = [
    await team.provision('Boss'),
    await team.provision('Lead'),
    await team.provision('Former'),
  ];
  const [ana, gone] = [await team.provision('Ana'), await team.provision('Gone')];
  await reportTo(team, lead, boss);
  await reportTo(team, former, lead);
  await reportTo(team, ana, former);
  await reportTo(team, gone, boss);
  for (const id of [gone, former, lead]) await leave(id);
  const shown = async (id: string | null) =>
    (await reportsOf(database, team.team_id, id)).map(({ user_id, report_count, leads }) => [
      user_id,
      Number(report_count),
      leads,
    ]);
  expect((await findInDirectory(database, team.team_id, boss))?.report_count).toBe(0);
  expect(await shown(null)).toEqual([[boss, 0, true]]);
  expect(await shown(boss)).toEqual([[lead, 0, true]]);
  expect(await shown(lead)).toEqual([[former, 1, true]]);
  expect(await shown(former)).toEqual([[ana, 0, false]]);
  await leave(ana);
  expect(await shown(null)).toEqual([]);
  expect(await shown(boss)).toEqual([]);
});

test('grants nothing to the Owner through sync', async () => {
  const team = await freshTeam(database);
  await showManagers(team, true);
  const ana = await team.provision('Ana');
  await reportTo(team, ana, team.owner_id);
  expect(await rolesOf(team, team.owner_id)).toEqual(['owner']);
});

test('keeps the people of a deleted connection in the workspace, with their managers', async () => {
  const team = await freshTeam(database);
  const [boss, ana] = [await team.provision('Boss'), await team.provision('Ana')];
  await reportTo(team, ana, boss);
  await database.inTransaction((tx) => deleteConnection(tx, team.team_id, team.connection_id, byAdmin));
  expect(await getMember(database, team.team_id, ana)).toMatchObject({ connection_id: null, manager_id: boss });
});
