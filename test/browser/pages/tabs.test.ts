// In a scrolling row of tabs the open tab is visible, however the page was opened, and the page does not move.
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../doors/scim/support/connection.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';
import { workspaceToSee } from '../page-walk.ts';

inChromium('the open tab of a scrolling row', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  const ids = { trail: '', connection: '' };
  beforeAll(async () => {
    world = await consoleWorld();
    ({ team, trailId: ids.trail } = await workspaceToSee(world.here));
    ids.connection = (await connect(world.here, team.team_id)).connection_id;
  });
  afterAll(() => world?.close());

  async function isInSight(tab: Locator): Promise<boolean> {
    const box = await tab.boundingBox();
    return box !== null && box.x >= 0 && box.x + box.width <= 320;
  }

  test.each([
    ['of a trail', (): string => `/write/${ids.trail}`, 'Feedback', 'feedback'],
    ['of a connection', (): string => `/admin/connections/${ids.connection}`, 'Rehearsal', 'rehearsal'],
    ['of a person', (): string => `/admin/members/${team.author.id}`, 'Activity', 'activity'],
    ['of the AI tools', (): string => '/connect', 'opencode', 'opencode'],
  ] as const)(
    '%s: is visible on a phone',
    async (_, path, name, tab) => {
      const { page } = await world.signedIn(team.owner.email);
      await page.setViewportSize({ width: 320, height: 640 });
      const member = path() === '/connect' ? 'tool' : 'tab';
      await page.goto(`${path()}?${member}=${tab}`);
      const last = page.getByRole('tab', { name, selected: true });
      await last.waitFor();
      await expect.poll(() => isInSight(last)).toBe(true);
      expect(await page.evaluate('scrollY')).toBe(0);
      // It works by keyboard too: after the last tab comes the first, at the other end.
      await last.focus();
      await page.keyboard.press('ArrowRight');
      const open = page.getByRole('tab', { selected: true });
      await expect.poll(() => open.textContent()).toBe(await page.getByRole('tab').first().textContent());
      await expect.poll(() => isInSight(open)).toBe(true);
      await page.goBack();
      await last.waitFor();
      await expect.poll(() => isInSight(last)).toBe(true);
    },
    60_000,
  );
});
