// People who prefer reduced motion see none on any page: loading, opening, changing and closing happen at once.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';
import { workspaceToSee } from '../page-walk.ts';

inChromium('with reduced motion', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let trailId: string;
  beforeAll(async () => {
    world = await consoleWorld();
    ({ team, trailId } = await workspaceToSee(world.here));
  });
  afterAll(() => world?.close());

  const watched = async (): Promise<Page> => {
    const { page } = await world.signedIn(team.owner.email);
    await page.addInitScript(WATCH);
    return page;
  };

  /** Walks through loading, a dialog, a menu, a toast and a switch. */
  async function walked(page: Page): Promise<readonly string[]> {
    await page.goto('/admin/workspace');
    await page.getByRole('switch').first().focus();
    await page.getByRole('button', { name: /account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel('Name', { exact: true }).fill(`Acme ${Date.now()}`);
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByText('Saved.').waitFor();
    const moved = await page.evaluate<string[]>('[...window.moved]');
    await page.goto(`/write/${trailId}`);
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    return [...moved, ...(await page.evaluate<string[]>('[...window.moved]'))];
  }

  test('nothing moves', async () => {
    const page = await watched();
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    // Something must move if motion is allowed. Otherwise this test would prove nothing.
    expect(await walked(page)).not.toEqual([]);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await walked(page)).toEqual([]);
  }, 120_000);
});

/** Records what moves in every frame. */
const WATCH = `window.moved = new Set();
const watch = () => {
  for (const one of document.getAnimations()) {
    const { target } = one.effect;
    if (one.effect.getTiming().duration > 0)
      window.moved.add((one.transitionProperty ?? one.animationName) + ' of ' + target.className);
  }
  requestAnimationFrame(watch);
};
requestAnimationFrame(watch);`;
