// A list without matches offers the whole list, whatever filters and words are in the address.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';

inChromium('a list without matches', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
    const { speaks } = team.publisher;
    const { id } = (await speaks.post<{ id: string }>('/v1/trails', { document: readyDocument() })).body;
    await speaks.post(`/v1/trails/${id}/publish`);
  });
  afterAll(() => world?.close());

  test('offers to show everything again', async () => {
    const { page, complaints } = await world.signedIn(team.owner.email);
    for (const [path, search] of [
      ['/admin/audit', '?q=zzzz&kind=trail&from=2020-01-01'],
      ['/admin/members', '?q=zzzz&role=author&status=active'],
      ['/admin/keys', '?q=zzzz&state=ended'],
      ['/write', '?q=zzzz&view=archived&only=mine'],
      ['/trails', '?q=zzzz&role=zzzz'],
    ] as const) {
      await page.goto(`${path}${search}`);
      await page.getByRole('heading', { name: /(Nothing|No one) matches/ }).waitFor();
      await page.getByRole('button', { name: 'Show everything' }).click();
      await page.getByRole('heading', { name: /(Nothing|No one) matches/ }).waitFor({ state: 'detached' });
      const { search: left } = new URL(page.url());
      expect(left, path).toBe('');
    }
    expect(complaints).toEqual([]);
  }, 90_000);
});
