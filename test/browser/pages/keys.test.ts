// Tests shortcuts that work on every page, on any keyboard, in sequence.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';

/** Sends a character as a keyboard would, with or without the shift key. */
const typed = (page: Page, key: string, shiftKey: boolean): Promise<void> =>
  page.locator(':root').dispatchEvent('keydown', { key, shiftKey, bubbles: true });

inChromium('global keyboard shortcuts', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team();
  });
  afterAll(() => world?.close());

  test('opens the palette, runs its actions, and then shows the shortcut sheet', async () => {
    const { page, complaints } = await world.signedIn(team.owner.email);
    await page.goto('/admin/members');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const palette = page.getByRole('dialog').getByRole('combobox');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });

    await page.keyboard.press('Control+K');
    await palette.waitFor();
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+?');
    await sheet.waitFor();
    await page.keyboard.press('Control+K');
    await palette.waitFor();
    await palette.fill('Keyboard');
    await page.keyboard.press('Enter');
    await sheet.waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  }, 60_000);

  test.each([
    ['/', false],
    ['/', true],
    ['?', true],
    ['?', false],
  ])('%s with the Shift key %s', async (key, shiftKey) => {
    const { page } = await world.signedIn(team.owner.email);
    await page.goto('/admin/members');
    const search = page.getByRole('textbox', { name: /^Search/ });
    await search.waitFor();
    await typed(page, key, shiftKey);
    if (key === '?') await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    else await search.and(page.locator(':focus')).waitFor();
  });

  test('ignores shortcuts while typing, and lets people turn off single-key shortcuts', async () => {
    const { page } = await world.signedIn(team.owner.email);
    await page.goto('/admin/members');
    const search = page.getByRole('textbox', { name: /^Search/ });
    await search.pressSequentially('who?/');
    expect(await search.inputValue()).toBe('who?/');
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByRole('switch').click({ force: true });
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await typed(page, '?', true);
    await typed(page, '/', false);
    expect(await sheet.count()).toBe(0);
    expect(await search.and(page.locator(':focus')).count()).toBe(0);
  });
});
