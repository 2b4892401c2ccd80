// A switch that saves immediately cannot be pressed again until there is a response. It shows the stored value and
// confirms it once. If the change is refused, the switch returns to its former state.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../doors/scim/support/connection.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';

inChromium('a switch that saves immediately', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let connectionId: string;
  let operator: string;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
    connectionId = (await connect(world.here, team.team_id)).connection_id;
    operator = (await world.here.operator()).email;
  });
  afterAll(() => world?.close());

  test.each([
    ['of the trails of a workspace', (): string => '/admin/workspace', /^Trails/, 'Saved.'],
    ['of approval', (): string => '/admin/workspace', 'Another person approves before anything is published', 'Saved.'],
    ['of public trails', (): string => '/admin/workspace', /^Anyone can read/, 'Published trails are public now.'],
    ['of a connection', (): string => `/admin/connections/${connectionId}?tab=settings`, 'Paused', 'Saved.'],
    ['of vouched apps', (): string => '/admin/apps', /^Our identity provider vouches/, 'Saved.'],
    ['of kept questions', (): string => '/insight', 'Keep the texts of these questions', 'Saved.'],
    ['of an operator', (): string => `/operator/workspaces/${team.team_id}`, /^Trails/, 'Saved.'],
  ] as const)(
    '%s: is busy while its change is pending',
    async (_, path, name, told) => {
      const address = path();
      const { page, complaints } = await world.signedIn(address.startsWith('/operator') ? operator : team.owner.email);
      await page.goto(address);
      const field = page.getByRole('switch', { name });
      await field.waitFor();
      const stood = await field.isChecked();
      let answer = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      let sent = 0;
      await page.route('**/manage/v1/**', async (route) => {
        if (route.request().method() === 'GET') return route.fallback();
        sent += 1;
        await held;
        return route.fallback();
      });
      await field.press('Space');
      await field.and(page.locator(':disabled')).waitFor();
      await field.evaluate('(one) => one.click()');
      answer();
      await page.locator('.mantine-Notification-root').getByText(told).waitFor();
      await field.and(page.locator(':enabled')).waitFor();
      await expect.poll(() => field.isChecked()).toBe(!stood);
      expect(sent).toBe(1);
      await page.unroute('**/manage/v1/**');
      await page.route('**/manage/v1/**', (route) =>
        route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500, body: '' }),
      );
      await field.press('Space');
      await page.getByRole('alert').filter({ hasText: 'Something went wrong' }).waitFor();
      await expect.poll(() => field.isChecked()).toBe(!stood);
      await page.unroute('**/manage/v1/**');
      // Restores the previous state for the next test.
      await field.press('Space');
      await expect.poll(() => field.isChecked()).toBe(stood);
      expect(complaints).toEqual([]);
    },
    60_000,
  );
});
