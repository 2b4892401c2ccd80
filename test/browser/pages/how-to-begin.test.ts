// The button that creates the first or next item appears in its final position: in an empty list, inside the list and
// not in the page header. If the button moved, a click in progress would miss it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';

inChromium('a page whose list has not loaded', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team();
  });
  afterAll(() => world?.close());

  test.each([
    ['/write', '**/manage/v1/trails?*', 'New trail'],
    ['/admin/keys', '**/manage/v1/keys', 'New key'],
    ['/admin/groups', '**/manage/v1/groups?*', 'New group'],
    ['/admin/connections', '**/manage/v1/connections', 'Connect'],
    ['/admin/webhooks', '**/manage/v1/webhooks', 'New webhook'],
    ['/operator', '**/manage/v1/teams?*', 'New workspace'],
  ])(
    '%s has no create button before it has loaded, and one afterwards',
    async (path, asked, name) => {
      const person = path === '/operator' ? await world.here.operator() : team.owner;
      const { page } = await world.signedIn(person.email);
      let answer = (): void => {};
      const held = new Promise<void>((done) => {
        answer = done;
      });
      await page.route(asked, async (route) => {
        await held;
        await route.continue();
      });
      const request = page.waitForRequest(asked);
      await page.goto(path);
      await request;
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByRole('status', { name: 'Loading' }).first().waitFor();
      const button = page.getByRole('button', { name, exact: true });
      expect(await button.count()).toBe(0);
      answer();
      await button.waitFor();
      expect(await button.count()).toBe(1);
    },
    60_000,
  );
});
