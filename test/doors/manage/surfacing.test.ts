// The judge's results for the console over HTTP, only for authors of the catalog.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { publishedTrail } from '../../support/published-trail.ts';
import { type World, world } from '../../support/world.ts';
import { atCommandLine, managedTeam } from './support.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

const document = {
  title: 'Remind a customer to pay',
  description: 'You write a reminder.',
  trigger: {
    when: 'An invoice is overdue.',
    keywords: ['payment reminder'],
    examples: [
      { text: 'write a payment reminder for an overdue invoice', expect: 'match' },
      { text: 'plan the summer party', expect: 'no_match' },
    ],
  },
  prompts: [{ label: 'Write', body: 'Write a reminder to {{customer}}.' }],
};

async function withTrail() {
  const team = await managedTeam(service);
  const id = await publishedTrail(team.publisher.speaks, document);
  return { ...team, asAuthor: await atCommandLine(service, team.team_id, team.author.id), id };
}
const PATHS = ['evaluation', 'catalog-effect', 'candidates'] as const;
const bodyFor = (path: string) => (path === 'candidates' ? { draft_text: 'payment reminder' } : {});

test('shows an author the tested examples, the effect, the candidates and the health of the catalog', async () => {
  const { asAuthor, id } = await withTrail();
  const tried = await asAuthor.post<{ passed: number; examples: unknown[] }>(`/manage/v1/trails/${id}/evaluation`, {});
  expect([tried.status, tried.body.passed, tried.body.examples.length]).toEqual([200, 2, 2]);
  const effect = await asAuthor.post<object>(`/manage/v1/trails/${id}/catalog-effect`, { document });
  expect([effect.status, effect.body]).toEqual([200, { threshold: 0.5, tried: 0, complete: true, changes: [] }]);
  const ranked = await asAuthor.post<{ candidates: { offered: boolean; is_this_trail: boolean }[] }>(
    `/manage/v1/trails/${id}/candidates`,
    { draft_text: 'a payment reminder for a late invoice' },
  );
  expect(ranked.body.candidates[0]).toMatchObject({ offered: true, is_this_trail: true });
  const health = await asAuthor.get<{ live: number; items: { trail: { id: string } }[] }>('/manage/v1/catalog-health');
  expect([health.body.live, health.body.items[0]?.trail.id]).toEqual([1, id]);
});

test('judges the document in the request instead of the stored one, and stores nothing', async () => {
  const { asAuthor, publisher, id } = await withTrail();
  const other = {
    ...document,
    title: 'Feed the aquarium',
    trigger: { examples: [{ text: 'feed the fish', expect: 'match' }] },
  };
  const ranked = await asAuthor.post<{ candidates: { trail: { title: string }; listed_as: string }[] }>(
    `/manage/v1/trails/${id}/candidates`,
    { draft_text: 'feed the fish', document: other },
  );
  expect(ranked.body.candidates[0]).toMatchObject({ trail: { title: 'Feed the aquarium' }, listed_as: 'match' });
  const stored = await publisher.speaks.get<{ title: string }>(`/v1/trails/${id}/document`);
  expect(stored.body.title).toBe(document.title);
});

test.each(PATHS)('%s: refuses invalid input and names the field', async (path) => {
  const { asAuthor, id } = await withTrail();
  const url = `/manage/v1/trails/${id}/${path}`;
  const bad = await asAuthor.post<{ issues: { field: string }[] }>(url, { ...bodyFor(path), document: { title: 7 } });
  expect([bad.status, bad.body.issues[0]?.field]).toEqual([422, 'document.title']);
  expect((await asAuthor.post(url, { ...bodyFor(path), surplus: 1 })).status).toBe(422);
  expect((await asAuthor.post(`/manage/v1/trails/no-id/${path}`, bodyFor(path))).status).toBe(400);
});

test.each(PATHS)("%s: returns 404 for another workspace's trail and for a missing one", async (path) => {
  const { id } = await withTrail();
  const { asOwner } = await managedTeam(service);
  expect((await asOwner.post(`/manage/v1/trails/${id}/${path}`, bodyFor(path))).status).toBe(404);
  expect((await asOwner.post(`/manage/v1/trails/${newId()}/${path}`, bodyFor(path))).status).toBe(404);
});

test('refuses a member who cannot write trails, and callers without a credential', async () => {
  const { asMember, id } = await withTrail();
  for (const path of PATHS) {
    expect((await asMember.post(`/manage/v1/trails/${id}/${path}`, bodyFor(path))).status).toBe(403);
    expect((await service.anyone.post(`/manage/v1/trails/${id}/${path}`, bodyFor(path))).status).toBe(401);
  }
  expect((await asMember.get('/manage/v1/catalog-health')).status).toBe(403);
});

test('names no trail of another workspace in the health of the catalog', async () => {
  await withTrail();
  const { asOwner } = await managedTeam(service);
  const { body } = await asOwner.get<object>('/manage/v1/catalog-health');
  expect(body).toMatchObject({ live: 0, items: [], next_after: null });
  expect((await asOwner.get('/manage/v1/catalog-health?limit=501')).status).toBe(400);
});
