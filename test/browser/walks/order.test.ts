// Covers reordering many trails: moving far by keyboard, two people at once, and an unreachable service.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from '../console-world.ts';

const COUNT = 120;

inChromium('reordering many trails', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
    for (let at = 1; at <= COUNT; at += 1) await team.publisher.speaks.post('/v1/trails', { title: `Trail ${at}` });
  }, 60_000);
  afterAll(() => world?.close());

  const open = async (email: string) => {
    const desk = await world.desk(email);
    await desk.page.goto('/write?view=order');
    await desk.page.getByText(`${COUNT} trails in the order`).waitFor();
    return desk;
  };
  const handle = (page: Page, title: string, place: number) =>
    page.getByRole('button', { name: `${title}, place ${place} of ${COUNT}.` });
  /** The handle of the trail has focus and is in view. */
  const focused = (page: Page, title: string, place: number) =>
    page.locator(`[aria-label^="${title}, place ${place} of ${COUNT}."]:focus`).waitFor();
  /** Chooses from the menu of the focused handle. */
  const choose = async (page: Page, way: string): Promise<void> => {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('[role="menuitem"]:focus').waitFor();
    while (!(await page.evaluate<string>('document.activeElement.innerText')).startsWith(way))
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  };

  test('moves a trail to the end, to a position and to the top using only the keyboard, and keeps the focus', async () => {
    const desk = await open(team.publisher.email);
    const { page } = desk;
    await handle(page, 'Trail 1', 1).focus();
    await choose(page, 'To the end');
    await focused(page, 'Trail 1', COUNT);
    await choose(page, 'To a place');
    await page.getByRole('textbox', { name: 'Place' }).fill('60');
    await page.keyboard.press('Enter');
    await focused(page, 'Trail 1', 60);
    await choose(page, 'To the top');
    await focused(page, 'Trail 1', 1);
    await page.keyboard.press('Alt+ArrowDown');
    await focused(page, 'Trail 1', 2);
    await page.keyboard.press('Alt+ArrowUp');
    await focused(page, 'Trail 1', 1);
    expect(desk.complaints).toEqual([]);
  }, 90_000);

  test('shows the final position of each trail to two people who move trails at the same time', async () => {
    const one = await open(team.publisher.email);
    const other = await open(team.owner.email);
    await handle(one.page, 'Trail 2', 2).focus();
    await choose(one.page, 'To the end');
    await focused(one.page, 'Trail 2', COUNT);
    // The other page still shows the previous order.
    await handle(other.page, 'Trail 5', 5).press('Alt+ArrowUp');
    await other.page.getByText('Trail 5 is now in place 3, because someone else changed the order too.').waitFor();
    await handle(other.page, 'Trail 5', 3).waitFor();
    await one.page.reload();
    await handle(one.page, 'Trail 5', 3).waitFor();
    await handle(one.page, 'Trail 5', 3).focus();
    await choose(one.page, 'Down');
    await focused(one.page, 'Trail 5', 4);
    expect(await one.page.getByText('because someone else changed').count()).toBe(0);
  }, 90_000);

  test('moves a trail back if there is no response, and says that it was not moved', async () => {
    const desk = await open(team.publisher.email);
    const { page } = desk;
    await page.route('**/manage/v1/trails/order', (route) =>
      route.request().method() === 'PUT' ? route.abort('connectionfailed') : route.continue(),
    );
    await handle(page, 'Trail 10', 9).press('Alt+ArrowUp');
    await page.getByRole('alert').getByText('"Trail 10" was not moved').waitFor();
    await page.getByRole('status').getByText('Trail 10 was not moved.').waitFor({ state: 'attached' });
    await handle(page, 'Trail 10', 9).waitFor();
    expect(await look(desk, 'not-moved')).toEqual([]);
    await page.unroute('**/manage/v1/trails/order');
    await handle(page, 'Trail 10', 9).press('Alt+ArrowUp');
    await handle(page, 'Trail 10', 8).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  }, 90_000);

  test('keeps a dragged row and its target readable in both color schemes', async () => {
    const desk = await open(team.publisher.email);
    const { page } = desk;
    const rows = page.getByRole('listitem');
    const dragged = await rows.nth(1).getAttribute('data-trail');
    await rows.nth(1).hover();
    await page.mouse.down();
    // In Playwright, a drag enters a row only with the second mouse movement.
    for (const x of [200, 220]) await rows.nth(5).hover({ position: { x, y: 20 } });
    await page.locator(`[data-trail="${dragged}"][data-dragged="true"]`).waitFor();
    await page.locator('[data-over="below"]').waitFor();
    expect(await look(desk, 'order-dragged')).toEqual([]);
    await page.locator('[data-over="below"]').waitFor();
    await page.mouse.up();
    await page.locator('[data-dragged="true"]').waitFor({ state: 'detached' });
    await expect.poll(() => rows.nth(5).getAttribute('data-trail')).toBe(dragged);
    expect(desk.complaints).toEqual([]);
  }, 60_000);
});
