// A part of a page loads on first use, but its file does not arrive. The page says so, keeps the typed text, and
// retries on the next press.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';

const NOT_LOADED = 'This could not be loaded';

inChromium('a lazy part whose file does not arrive', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let trailId: string;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team();
    trailId = (await team.author.speaks.post<{ id: string }>('/v1/trails', { title: 'Show the steps' })).body.id;
  });
  afterAll(() => world?.close());

  const opened = async (path: string): Promise<Page> => {
    const { page } = await world.signedIn(team.owner.email);
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  };

  test.each([
    ['a dialog', 'key-sheet', 'Keyboard shortcuts', 'dialog'],
    ['a menu', 'trail-menu', 'More actions', 'menu'],
    ['a dialog of a menu', 'trail-dialogs', 'Publish', 'dialog'],
  ] as const)(
    '%s: reports that it did not load, keeps the page, and opens on the next press',
    async (_, file, name, role) => {
      const page = await opened(`/write/${trailId}`);
      const title = page.getByRole('textbox', { name: 'Title' });
      await title.waitFor();
      const address = `**/${file}-*.js*`;
      await page.route(address, (route) => route.abort());
      const button = page.getByRole('button', { name, exact: true });
      await button.click();
      await page.getByText(NOT_LOADED).first().waitFor();
      expect(await title.isVisible()).toBe(true);
      await page.unroute(address);
      await button.click();
      await page.getByRole(role).waitFor();
    },
    60_000,
  );

  test('sends keys to the palette, and not to the page, while the palette is loading', async () => {
    const page = await opened(`/write/${trailId}`);
    const title = page.getByRole('textbox', { name: 'Title' });
    await title.focus();
    let comes = (): void => {};
    const typed = new Promise<void>((go) => {
      comes = go;
    });
    await page.route('**/palette-*.js', async (route) => {
      await typed;
      await route.continue();
    });
    await page.keyboard.press('ControlOrMeta+K');
    await page.keyboard.type('Group');
    await page.keyboard.press('Enter');
    comes();
    const field = page.getByRole('combobox', { name: 'Search or go to' });
    await expect.poll(() => field.inputValue()).toBe('Group');
    await expect.poll(() => page.evaluate<string>('document.activeElement.ariaLabel')).toBe('Search or go to');
    await page.keyboard.type('s');
    await page.getByRole('option', { name: 'Groups' }).first().waitFor();
    expect(await field.inputValue()).toBe('Groups');
    expect(await title.inputValue()).toBe('Show the steps');
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    await page.keyboard.press('ControlOrMeta+K');
    expect(await field.inputValue()).toBe('');
  }, 60_000);

  test('reports a missing tab in its place, and shows it after a retry', async () => {
    const page = await opened(`/write/${trailId}`);
    await page.route('**/versions-*.js', (route) => route.abort());
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByRole('alert').getByText(NOT_LOADED).waitFor();
    await page.unroute('**/versions-*.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Never published').waitFor();
  }, 60_000);

  test('reports an unavailable service, and loads the part once the service is back', async () => {
    const page = await opened(`/write/${trailId}`);
    // The component that draws notifications loads before anything is missing.
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await page.getByText('This opens once it is back').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.getByText('This opens once it is back').waitFor({ state: 'detached' });
  }, 60_000);
});
