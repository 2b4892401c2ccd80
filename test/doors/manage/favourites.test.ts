import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isRefusal } from '../../../src/base/refusal.ts';
import { deactivateMember, reactivateMember, removeMember } from '../../../src/directory/members/members.ts';
import type { Tx } from '../../../src/storage/database.ts';
import { sql } from '../../../src/storage/sql.ts';
import { addFavourite, sweepFavourites } from '../../../src/trails/readers/favourites.ts';
import { meanwhile } from '../../support/meanwhile.ts';
import { nextMoment } from '../../support/next-moment.ts';
import { publishedTrail } from '../../support/published-trail.ts';
import { type Speaker, slugOf } from '../../support/speaker.ts';
import { BY_TEST } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { atCommandLine, type Managed, managedTeam } from './support.ts';

interface Listed {
  readonly items: readonly { readonly id: string }[];
  readonly favourites: readonly string[];
}

let service: World;
let team: Managed;
let ids: string[];

beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());
beforeEach(async () => {
  team = await managedTeam(service);
  ids = [];
  for (const title of ['First', 'Second', 'Third']) ids.push(await published(title));
});

const published = (title: string): Promise<string> => publishedTrail(team.publisher.speaks, readyDocument(title));

const at = (id: string | undefined) => `/manage/v1/reader/trails/${id}/favourite`;
const list = async (who: Speaker) => (await who.get<Listed>('/manage/v1/reader/trails')).body.favourites;
const rows = () =>
  service.app.database.rows<object>(sql`select 1 from trail_favourites where team_id = ${team.team_id}`);

test("lists a person's favorites, the latest first", async () => {
  for (const id of [ids[0], ids[2], ids[0]]) {
    expect((await team.asMember.put(at(id), {})).status).toBe(204);
    await nextMoment(service.app.database);
  }
  expect(await list(team.asMember)).toEqual([ids[2], ids[0]]);
  expect(await list(team.asAdmin)).toEqual([]);
  const one = await team.asMember.get<{ is_favourite: boolean }>(`/manage/v1/reader/trails/${ids[0]}`);
  expect(one.body.is_favourite).toBe(true);
  for (const _ of [1, 2]) expect((await team.asMember.delete(at(ids[2]))).status).toBe(204);
  expect(await list(team.asMember)).toEqual([ids[0]]);
});

test('refuses drafts, restricted trails and foreign ones as favorites, and hides a favorite that is hidden later', async () => {
  const draft = await team.author.speaks.post<{ id: string }>('/v1/trails', { document: readyDocument('Draft') });
  const nextDoor = await managedTeam(service);
  expect(slugOf(await team.asMember.put(at(draft.body.id), {}))).toBe('not-found');
  expect(slugOf(await nextDoor.asMember.put(at(ids[0]), {}))).toBe('not-found');
  await team.asMember.put(at(ids[0]), {});
  await team.publisher.speaks.patch(`/v1/trails/${ids[0]}`, { visibility: 'restricted' });
  expect(await list(team.asMember)).toEqual([]);
  expect(slugOf(await team.asMember.put(at(ids[0]), {}))).toBe('not-found');
  expect((await team.asMember.delete(at(ids[0]))).status).toBe(204);
  expect(await rows()).toEqual([]);
});

test('ends favorites immediately and permanently on deactivation, and deletes them in the sweep', async () => {
  await team.asMember.put(at(ids[0]), {});
  const { database } = service.app;
  const { team_id, member } = team;
  await database.inTransaction((tx) => deactivateMember(tx, team_id, member.id, null, BY_TEST));
  await database.inTransaction((tx) => reactivateMember(tx, team_id, member.id, null, BY_TEST));
  const again = await atCommandLine(service, team_id, member.id);
  expect(await list(again)).toEqual([]);
  await again.put(at(ids[1]), {});
  expect(await rows()).toHaveLength(2);
  expect(await sweepFavourites(database)).toBeGreaterThan(0);
  expect(await list(again)).toEqual([ids[1]]);
  expect(await rows()).toHaveLength(1);
  await again.put(at(ids[0]), {});
  expect(await list(again)).toEqual([ids[0], ids[1]]);
});

test('deletes favorites with the person or the trail', async () => {
  await team.asMember.put(at(ids[0]), {});
  await team.asAdmin.put(at(ids[0]), {});
  await team.asAdmin.put(at(ids[1]), {});
  await team.asOwner.delete(`/manage/v1/members/${team.member.id}`);
  expect(await rows()).toHaveLength(2);
  expect((await team.publisher.speaks.post(`/v1/trails/${ids[0]}/unpublish`)).status).toBe(200);
  expect(await list(team.asAdmin)).toEqual([ids[1]]);
  expect((await team.publisher.speaks.send('DELETE', `/v1/trails/${ids[0]}`)).status).toBe(204);
  expect(await rows()).toHaveLength(1);
});

test('keeps one favorite if two are added at the same time', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => team.asMember.put(at(ids[0]), {})));
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
  expect(await list(team.asMember)).toEqual([ids[0]]);
});

test('refuses a favorite of a person who was removed at that moment', async () => {
  const { database } = service.app;
  const { team_id, member } = team;
  const reader = { team_id, account_id: member.id };
  const remove = (tx: Tx) => removeMember(tx, team_id, member.id, null, BY_TEST);
  const mark = () => database.inTransaction((tx) => addFavourite(tx, reader, ids[0] ?? ''));
  await expect(meanwhile(database, remove, mark)).rejects.toSatisfy((thrown) => isRefusal(thrown, 'not-found'));
  expect(await rows()).toEqual([]);
});

test('refuses more than two hundred favorites with a remedy, and invalid trail ids', async () => {
  await service.app.database.rows(sql`
    insert into trails (catalog_id, trail_id, status, published_version, sort_order, document, title, target_role,
      description, tools, prompt_count, search_text)
    select ${team.team_id}, gen_random_uuid(), 'live', 1, n, t.document, t.title, '', '', '[]', 1, ''
    from generate_series(1, 200) n, trails t where t.catalog_id = ${team.team_id} and t.trail_id = ${ids[0]}`);
  await service.app.database.rows(sql`
    insert into trail_versions (catalog_id, trail_id, version, revision, document)
    select catalog_id, trail_id, 1, 1, document from trails t
    where catalog_id = ${team.team_id} and not exists (
      select from trail_versions v where v.catalog_id = t.catalog_id and v.trail_id = t.trail_id)`);
  await team.asMember.put(at(ids[0]), {});
  await service.app.database.rows(sql`
    insert into trail_favourites (team_id, account_id, trail_id, activation)
    select t.catalog_id, f.account_id, t.trail_id, f.activation from trails t join trail_favourites f
      on f.team_id = t.catalog_id where t.catalog_id = ${team.team_id} and t.title = 'First' and t.trail_id <> f.trail_id
    limit 199`);
  const refused = await team.asMember.put(at(ids[1]), {});
  expect(slugOf(refused)).toBe('conflict');
  expect(JSON.stringify(refused.body)).toContain('Remove one');
  expect((await team.asMember.put(at('soon'), {})).status).toBe(400);
});
