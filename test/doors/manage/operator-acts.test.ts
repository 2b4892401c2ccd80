// Operator actions are logged in the audit log of the affected workspace, or in that of the service. Creating a
// workspace is logged in both, because the workspace's own log disappears with it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { SVC_CATALOG_ID } from '../../../src/directory/catalog.ts';
import { manageEndpoints } from '../../../src/doors/manage/manage.ts';
import { sql } from '../../../src/storage/sql.ts';
import type { Speaker } from '../../support/speaker.ts';
import { type World, world } from '../../support/world.ts';
import { operatorAt } from './support.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

interface Entry {
  readonly log: string;
  readonly kind: string;
}

async function entries(): Promise<Entry[]> {
  const rows = await service.app.database.rows<{ team_id: string; kind: string }>(sql`
    select team_id, kind from audit_entries order by entry_id`);
  return rows.map(({ team_id, kind }) => ({ log: team_id === SVC_CATALOG_ID ? 'service' : 'workspace', kind }));
}

/** Backups depend on the storage, and test/backup/backups.test.ts covers them. */
const ELSEWHERE = ['makeBackup'];

const acts = manageEndpoints({} as never)
  .filter(({ needs, method, id }) => needs === 'operator' && method !== 'GET' && !ELSEWHERE.includes(id))
  .map(({ id }) => id);

test('logs every operator action once in each log where it belongs', async () => {
  const { id, speaks } = await operatorAt(service);
  const email = `olga.${newId()}@acme.test`;
  const team = { name: `Acme ${newId()}`, owner: { email, name: 'Olga' }, plan: 'business' };
  const made = await told(() => speaks.post<{ id: string }>('/manage/v1/teams', team));
  const at = `/manage/v1/teams/${made.body.id}`;
  const trail = await trailOf(id, speaks);
  const grants = `/manage/v1/trails/${trail}/teams`;
  const domain = `${newId()}.example`;
  const added = await told(() => speaks.post<{ items: { user_id: string; email: string }[] }>(OPERATORS, { email }));
  const other = added.body.items.find((one) => one.email === email)?.user_id;
  const rest = {
    changeTeam: () => speaks.patch(at, { plan: 'enterprise', seat_limit: 7 }),
    verifyTeamDomain: () => speaks.post(`${at}/domains`, { domain }),
    removeTeamDomain: () => speaks.delete(`${at}/domains/${domain}`),
    removeOperator: () => speaks.delete(`${OPERATORS}/${other}`),
    addTeamGrant: () => speaks.post(grants, { team_id: made.body.id }),
    removeTeamGrant: () => speaks.delete(`${grants}/${made.body.id}`),
    createSignInLink: () => speaks.post('/manage/v1/sign-in-links', { email, team_id: made.body.id }),
    deleteTeam: () => speaks.delete(at),
  };
  const all: Record<string, readonly Entry[]> = { createTeam: made.entries, addOperator: added.entries };
  for (const [act, work] of Object.entries(rest)) all[act] = (await told(work)).entries;
  expect(Object.keys(all).sort()).toEqual(acts.sort());
  const lines = Object.entries(all).map(([act, list]) => [act, list.map(({ log, kind }) => `${log} ${kind}`)]);
  expect(Object.fromEntries(lines)).toEqual({
    createTeam: ['workspace team.created', 'service team.created'],
    changeTeam: ['workspace team.updated'],
    verifyTeamDomain: ['workspace team.domain_added'],
    removeTeamDomain: ['workspace team.domain_removed'],
    addOperator: ['service service.operator.added'],
    removeOperator: ['service service.operator.removed'],
    addTeamGrant: ['service trail.grant.added'],
    removeTeamGrant: ['service trail.grant.removed'],
    createSignInLink: ['workspace session.link_created'],
    deleteTeam: ['service team.deleted'],
  });
});

const OPERATORS = '/manage/v1/operators';

/** The response, and the new log entries. */
async function told<Body>(act: () => Promise<{ status: number; body: Body }>) {
  const before = (await entries()).length;
  const { status, body } = await act();
  expect(status).toBeLessThan(300);
  return { body, entries: (await entries()).slice(before) };
}

async function trailOf(operatorId: string, speaks: Speaker): Promise<string> {
  const wanted = { name: 'svc', scopes: ['trails:read', 'trails:write'], user_id: operatorId };
  const { body } = await speaks.post<{ key: string }>('/manage/v1/keys', wanted);
  return (await service.bearer(body.key).post<{ id: string }>('/v1/trails', { title: 'For some' })).body.id;
}
