// Why a person has a role, and why a person is gone: one list of requests and changes, for admins of the workspace.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { sql } from '../../../src/storage/sql.ts';
import { slugOf } from '../../support/speaker.ts';
import { type World, world } from '../../support/world.ts';
import { connect, type ScimConnection, setAge } from '../scim/support/connection.ts';
import { managedTeam } from './support.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

interface Line {
  readonly id: string;
  readonly change: { kind: string; request_id: string | null; actor: { name: string } } | null;
  readonly request: { operation: string; outcome: string; request_id: string; connection_name: string } | null;
}
interface History {
  readonly items: readonly Line[];
  readonly next_cursor?: string;
  readonly name: string;
  readonly is_member: boolean;
  readonly suspension: { connection_name: string } | null;
}
type Team = Awaited<ReturnType<typeof managedTeam>>;

const historyOf = (team: Team, id: string, query = '') =>
  team.asAdmin.get<History>(`/manage/v1/members/${id}/history${query}`);

/** The whole list, oldest first, once the background has written the requests. */
async function linesOf(team: Team, id: string, requests: number): Promise<readonly Line[]> {
  const read = async () => (await historyOf(team, id, '?limit=100')).body.items;
  await expect.poll(async () => (await read()).filter(({ request }) => request !== null).length).toBe(requests);
  return [...(await read())].reverse();
}
const wordOf = ({ change, request }: Line): string =>
  change?.kind ?? `${request?.operation} by ${request?.connection_name}`;

async function provisioned(team: Team, okta: ScimConnection) {
  const value = `ann.${newId()}@example.com`;
  const record = await okta.user('Ann', { userName: value, emails: [{ value, type: 'work', primary: true }] });
  const row = await service.app.database.row<{ account_id: string }>(sql`
    select account_id from scim_user_records where team_id = ${team.team_id} and record_id = ${record}`);
  return { record, account: row?.account_id ?? '' };
}
const OFF = [{ op: 'replace', path: 'active', value: false }];

describe("a person's history", () => {
  it('explains a role from a group, its loss and the end of the membership, with the request behind each', async () => {
    const team = await managedTeam(service);
    const okta = await connect(service, team.team_id, 'Okta');
    const { record, account } = await provisioned(team, okta);
    const group = await okta.group('Writers', [record]);
    const groups = await team.asAdmin.get<{ items: { id: string }[] }>('/manage/v1/groups?q=Writers');
    const roles = `/manage/v1/groups/${groups.body.items[0]?.id}/roles`;
    expect((await team.asAdmin.send('PUT', roles, { roles: ['author'] })).status).toBe(200);
    await okta.patch(`/Groups/${group}`, [{ op: 'remove', path: `members[value eq "${record}"]` }]);
    expect((await team.asAdmin.send('PUT', roles, { roles: ['author', 'publisher'] })).status).toBe(200);
    await okta.patch(`/Users/${record}`, OFF);
    const lines = await linesOf(team, account, 2);
    expect(lines.map(wordOf).filter((word) => !word.includes('name'))).toEqual(
      expect.arrayContaining([
        'team.member.added',
        'create by Okta',
        'team.group.members_changed',
        'team.group.roles_changed',
        'team.member.group_roles_changed',
        'team.member.deactivated',
        'update by Okta',
      ]),
    );
    // The roles that the group got after the person had left it do not concern the person.
    expect(lines.filter(({ change }) => change?.kind === 'team.group.roles_changed')).toHaveLength(1);
    const ended = lines.find(({ change }) => change?.kind === 'team.member.deactivated');
    const request = lines.find(({ request }) => request?.operation === 'update');
    expect(ended?.change?.request_id).toBe(request?.request?.request_id);
    expect((await historyOf(team, account)).body).toMatchObject({ name: 'Ann', is_member: true, suspension: null });
  });

  it('contains grants, sessions that were ended, and refused requests', async () => {
    const team = await managedTeam(service);
    const okta = await connect(service, team.team_id, 'Okta');
    const { record, account } = await provisioned(team, okta);
    await team.asAdmin.send('DELETE', `/manage/v1/members/${account}/sessions`);
    await okta.patch(`/Users/${record}`, [{ op: 'replace', path: 'userName', value: '' }]);
    const lines = await linesOf(team, account, 2);
    expect(lines.map(({ request }) => request?.outcome)).toContain('refused');
  });

  it('says who is suspended, and survives the removal of the person', async () => {
    const team = await managedTeam(service);
    const okta = await connect(service, team.team_id, 'Okta');
    const people = await Promise.all(Array.from({ length: 12 }, () => provisioned(team, okta)));
    await setAge(service, okta, 2 * 3_600_000);
    for (const { record } of people) await okta.delete(`/Users/${record}`);
    const account = people[11]?.account ?? '';
    expect((await historyOf(team, account)).body.suspension).toMatchObject({ connection_name: 'Okta' });
    const decide = `/manage/v1/connections/${okta.connection_id}/suspensions/decide`;
    expect((await team.asAdmin.post(decide, { decision: 'confirm' })).status).toBe(200);
    const { body } = await historyOf(team, account, '?limit=100');
    expect(body).toMatchObject({ name: 'Ann', is_member: false, suspension: null });
    expect(body.items.map(wordOf)).toEqual(
      expect.arrayContaining(['team.member.removed', 'team.connection.suspensions_confirmed']),
    );
  });

  it('is complete and in order over many pages', async () => {
    const team = await managedTeam(service);
    const okta = await connect(service, team.team_id, 'Okta');
    const { record, account } = await provisioned(team, okta);
    for (const title of ['a', 'b', 'c', 'd', 'e'])
      await okta.patch(`/Users/${record}`, [{ op: 'add', path: 'title', value: title }]);
    const all = [...(await linesOf(team, account, 6))].reverse().map(({ id }) => id);
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await historyOf(team, account, `?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.items.map(({ id }) => id));
      cursor = body.next_cursor ?? '';
    } while (cursor !== '');
    expect(seen).toEqual(all);
    expect(seen).toEqual([...seen].sort().reverse());
  });

  it('is only for admins of the workspace', async () => {
    const [team, other] = [await managedTeam(service), await managedTeam(service)];
    const { account } = await provisioned(team, await connect(service, team.team_id, 'Okta'));
    expect(slugOf(await historyOf(other, account))).toBe('not-found');
    expect(slugOf(await historyOf(team, newId()))).toBe('not-found');
    expect((await team.asMember.get(`/manage/v1/members/${account}/history`)).status).toBe(403);
  });
});
