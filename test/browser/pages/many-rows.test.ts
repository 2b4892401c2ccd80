// A page with many rows starts at the top, and content that arrives later is visible.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import type { CatalogHealth } from '../../../src/surfacing/evaluation-shapes.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from '../console-world.ts';

const SCROLLER = `document.querySelector('[role="group"][aria-label="Who takes whose examples"]')`;

inChromium('many rows', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team();
  });
  afterAll(() => world?.close());

  test('shows full trail names next to the examples that they take from each other', async () => {
    const trails = Array.from({ length: 30 }, (_, at) => ({
      id: newId(),
      title: `Answer a complaint of a customer in region ${at} before the end of the day`,
    }));
    const health: CatalogHealth = {
      ...{ threshold: 0.5, live: trails.length, next_after: null },
      items: trails.map((trail, at) => ({
        ...{ trail, match_examples: 2, found: 1, unsupported: [], twins: [] },
        lost_to: [{ trail: trails[(at + 1) % trails.length] ?? trail, examples: [0] }],
      })),
    };
    const desk = await world.signedIn(team.owner.email);
    const { page } = desk;
    await page.route('**/manage/v1/catalog-health?*', (route) => route.fulfill({ json: health }));
    await page.goto('/catalog-health');
    const scroller = page.getByRole('group', { name: 'Who takes whose examples' });
    const name = scroller.getByRole('rowheader').last();
    await name.scrollIntoViewIfNeeded();
    const before = await name.boundingBox();
    expect(before?.width).toBeGreaterThan(200);
    expect(before?.height).toBeLessThan(120);
    await page.evaluate(`${SCROLLER}.scrollTo(${SCROLLER}.scrollWidth, 0)`);
    await expect.poll(() => page.evaluate<number>(`${SCROLLER}.scrollLeft`)).toBeGreaterThan(500);
    expect(await name.boundingBox()).toEqual(before);
    expect(await look(desk, 'catalog-health-many')).toEqual([]);
  }, 60_000);

  test('shows what the latest version changed, and shows an old version when it is selected', async () => {
    const { speaks } = team.publisher;
    const { body } = await speaks.post<{ id: string }>('/v1/trails', { document: readyDocument('Answer a refund') });
    for (let version = 1; version <= 10; version += 1) {
      const document = { ...readyDocument('Answer a refund'), target_role: `Agent ${version}` };
      await speaks.put(`/v1/trails/${body.id}/document`, document, { 'If-Match': '*' });
      await speaks.post(`/v1/trails/${body.id}/publish`, { note: `Number ${version}` });
    }
    const { page } = await world.signedIn(team.owner.email);
    await page.goto(`/write/${body.id}?tab=versions`);
    const rows = page.getByRole('button', { name: /^Version \d+/ });
    await expect.poll(() => rows.count()).toBe(8);
    await page.getByRole('button', { name: 'Show 2 more' }).click();
    expect(await rows.count()).toBe(10);
    await page.goto(`/write/${body.id}?tab=versions&version=1`);
    await page.getByRole('button', { name: /^Version 1 /, pressed: true }).waitFor();
    expect(await rows.count()).toBe(10);
  }, 60_000);

  test('lists the first trails that need attention, and all of them on request', async () => {
    const { page } = await world.signedIn(team.owner.email);
    await page.route('**/manage/v1/overview', async (route) => {
      const answer = await route.fetch();
      const hands = Array.from({ length: 20 }, (_, at) => ({
        ...{ kind: 'key-ending', id: newId(), name: `key ${at}`, count: 1, at: '2027-01-15T09:30:00Z' },
      }));
      await route.fulfill({ response: answer, json: { ...(await answer.json()), hands } });
    });
    await page.goto('/overview');
    const list = page.getByRole('region', { name: 'Needs attention' });
    await list.getByText('20', { exact: true }).waitFor();
    expect(await list.getByRole('listitem').count()).toBe(8);
    await list.getByRole('button', { name: 'Show 12 more' }).click();
    expect(await list.getByRole('listitem').count()).toBe(20);
  }, 60_000);
});
