// Lists whose order has ties: by name, time or position. If a page ends within a tie, the next page continues after its
// last row, and all pages together contain each row once.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertSuspension } from '../../../src/provisioning/guard/suspension-store.ts';
import { sql } from '../../../src/storage/sql.ts';
import { publishedTrail } from '../../support/published-trail.ts';
import type { Speaker } from '../../support/speaker.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { connect } from '../scim/support/connection.ts';
import { type Managed, managedTeam, operatorAt } from './support.ts';

interface Page {
  readonly items: readonly { readonly id?: string; readonly user_id?: string; readonly team_id?: string }[];
  readonly next_cursor?: string;
}

const MOMENT = '2026-03-10T12:00:00.123456Z';
const TITLES = ['One', 'Two', 'Three'];
let service: World;
let team: Managed;
let operator: Speaker;
let held: string;
beforeAll(async () => {
  service = await world();
  const { database } = service.app;
  team = await managedTeam(service, { plan: 'enterprise' });
  operator = (await operatorAt(service)).speaks;
  const people = [team.owner, team.admin, team.author, team.publisher, team.member].map(({ id }) => id);
  for (const title of TITLES) await publishedTrail(team.publisher.speaks, readyDocument(title));
  const { team_id } = team;
  const { connection_id } = await connect(service, team_id);
  held = `/manage/v1/connections/${connection_id}/suspensions`;
  await database.inTransaction(async (tx) => {
    await tx.rows(sql`update accounts set name = 'Alex' where account_id = any(${people}::uuid[])`);
    await tx.rows(sql`update members set joined_at = ${MOMENT} where team_id = ${team_id}`);
    await tx.rows(sql`update trails set sort_order = 7, updated_at = ${MOMENT} where catalog_id = ${team_id}`);
    const scope = { team_id, connection_id };
    const of = (account_id: string) => ({ account_id, record_id: account_id });
    for (const account_id of people)
      await upsertSuspension(tx, scope, { ...of(account_id), operation: 'deactivate' }, 'suspended', MOMENT);
  });
  for (const _ of TITLES) {
    const twin = await service.team();
    await database.rows(sql`update teams set name = 'Twins' where team_id = ${twin.team_id}`);
  }
});
afterAll(() => service.close());

/** The ids on all pages of this size. */
async function walked(who: Speaker, path: string, size: number): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor = ''; ; ) {
    const { status, body } = await who.get<Page>(`${path}limit=${size}${cursor}`);
    expect(status).toBe(200);
    ids.push(...body.items.map(({ id, user_id, team_id }) => id ?? user_id ?? team_id ?? ''));
    if (body.next_cursor === undefined) return ids;
    expect(ids.length).toBeLessThan(10);
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
  }
}

test.each<[what: string, rows: number, who: () => Speaker, path: () => string]>([
  ['people by name', 5, () => team.asAdmin, () => '/manage/v1/members?sort=name&'],
  ['people by name, down', 5, () => team.asAdmin, () => '/manage/v1/members?sort=-name&'],
  ['people as they joined', 5, () => team.asAdmin, () => '/manage/v1/members?sort=joined_at&'],
  ['people as they joined, down', 5, () => team.asAdmin, () => '/manage/v1/members?sort=-joined_at&'],
  ['people who are held', 5, () => team.asAdmin, () => `${held}?`],
  ['workspaces', 3, () => operator, () => '/manage/v1/teams?q=twins&'],
  ['trails of readers', 3, () => team.asMember, () => '/manage/v1/reader/trails?'],
  ['trails of authors’ programs', 3, () => team.publisher.speaks, () => '/v1/trails?'],
])('pages through %s', async (_what, rows, who, path) => {
  const whole = await walked(who(), path(), 100);
  expect(new Set(whole).size).toBe(rows);
  for (const size of [1, 2]) expect([size, await walked(who(), path(), size)]).toEqual([size, whole]);
});
