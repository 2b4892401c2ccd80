// Tests every page at 200 % (WCAG 2.2, 1.4.4): a window of 1,280 by 860 shows half as much in each direction. Only
// framed tables may be wider than the window, no text is cut off without a sign, and the end of every dialog can be
// reached.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';
import { turnTo, workspaceToSee } from '../page-walk.ts';

const ZOOMED = { width: 640, height: 430 };

inChromium('at 200 %', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let trailId: string;
  beforeAll(async () => {
    world = await consoleWorld();
    ({ team, trailId } = await workspaceToSee(world.here));
  });
  afterAll(() => world?.close());

  const zoomed = async (email: string): Promise<Page> => {
    const { page } = await world.signedIn(email);
    await page.setViewportSize(ZOOMED);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    return page;
  };

  async function fits(page: Page, paths: readonly string[]): Promise<void> {
    const found: string[] = [];
    for (const path of paths) {
      await turnTo(page, path);
      found.push(...(await page.evaluate<string[]>(CUT_OFF)).map((what) => `${path}: ${what}`));
    }
    expect(found).toEqual([]);
  }

  test('every page of a workspace fits', async () => {
    const trail = `/write/${trailId}`;
    const person = `/admin/members/${team.author.id}`;
    await fits(await zoomed(team.owner.email), [
      ...['/trails', `/trails/${trailId}`, '/connect', '/account', '/apps', '/device', '/nowhere'],
      ...['/write', '/write?view=order', '/catalog-health', '/insight', '/overview'],
      ...[trail, `${trail}?tab=surfacing`, `${trail}?tab=versions`, `${trail}?tab=access`, `${trail}?tab=feedback`],
      ...['/admin/members', person, `${person}?tab=access`, `${person}?tab=sessions`, `${person}?tab=activity`],
      ...['/admin/organisation', '/admin/groups', '/admin/connections', '/admin/keys', '/admin/webhooks'],
      ...['/admin/apps', '/admin/audit', '/admin/workspace'],
    ]);
  }, 180_000);

  test('every page of the service fits', async () => {
    const operator = await world.here.operator();
    await fits(await zoomed(operator.email), [
      ...['/operator', `/operator/workspaces/${team.team_id}`, '/operator/operators', '/operator/publishing'],
      ...['/operator/backups', '/operator/keys', '/operator/webhooks', '/operator/audit', '/write'],
    ]);
  }, 120_000);

  test('the end of a dialog is reachable, and sticky elements hide no typed text', async () => {
    const page = await zoomed(team.owner.email);
    for (const [path, opener] of [
      [`/write/${trailId}`, 'Publish changes'],
      ['/write', 'Import skills'],
      ['/admin/keys', 'New key'],
      ['/admin/members', 'Add person'],
      ['/admin/webhooks', 'New webhook'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('button', { name: opener }).first().click();
      const last = page.getByRole('dialog').getByRole('button').last();
      await last.scrollIntoViewIfNeeded();
      const box = await last.boundingBox();
      expect(box && box.y >= 0 && box.y + box.height <= ZOOMED.height, `the last button of ${opener}`).toBe(true);
    }
    await page.goto(`/write/${trailId}`);
    await page.getByRole('textbox', { name: 'Title' }).fill('Draft an advert');
    await page.getByRole('region', { name: 'Unsaved changes' }).waitFor();
    const behind: string[] = [];
    for (const key of ['Tab', 'Shift+Tab'])
      for (let press = 0; press < 45; press += 1) {
        await page.keyboard.press(key);
        const hidden = await page.evaluate<string | null>(FOCUS_BEHIND);
        if (hidden !== null) behind.push(hidden);
      }
    expect(behind).toEqual([]);
  }, 120_000);

  test('leaves most of the window for writing at 400 %', async () => {
    const page = await zoomed(team.owner.email);
    await page.setViewportSize({ width: 320, height: 256 });
    await page.goto(`/write/${trailId}`);
    await page.getByRole('textbox', { name: 'Title' }).fill('Draft an advert');
    await page.getByRole('region', { name: 'Unsaved changes' }).waitFor();
    await page.getByRole('textbox', { name: 'Setup guide' }).focus();
    expect(await page.evaluate(LEFT)).toBeGreaterThan(0.7);
    await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' }).click();
    await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'detached' });
  }, 60_000);
});

/** The share of the window's height that is free for writing, between the header and sticky elements. */
const LEFT = `Array.from({ length: 64 }, (_, at) => document.elementFromPoint(innerWidth / 2, (innerHeight * (at + 0.5)) / 64))
  .filter((over) => over === null || over.closest('.unsaved, .shell-header') === null).length / 64`;

/** Elements that overflow the window, and boxes that hide text without an ellipsis. */
const CUT_OFF = `(() => {
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push('scrolls sideways');
  const scrolls = (element) => element !== null && element !== document.body &&
    (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  for (const element of document.querySelectorAll('#content *')) {
    const { overflowX, textOverflow, position, visibility } = getComputedStyle(element);
    const { left, right, width, height } = element.getBoundingClientRect();
    if (visibility === 'hidden' || position === 'absolute' || width < 4 || height < 4) continue;
    const name = element.tagName + ' "' + element.textContent.trim().slice(0, 40) + '"';
    if ((right > innerWidth + 1 || left < -1) && !scrolls(element)) found.push(name + ' stands out');
    const hides = /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis' && element.textContent.trim() !== '';
    if (hides && element.scrollWidth > element.clientWidth + 1) found.push(name + ' is cut off');
  }
  return found;
})()`;

/** The focused field or button if sticky elements cover it completely, otherwise null. */
const FOCUS_BEHIND = `(() => {
  const element = document.activeElement;
  if (!element.closest('.editor-form') || element.closest('.unsaved')) return null;
  const { left, top, width, height } = element.getBoundingClientRect();
  const points = [0.1, 0.3, 0.5, 0.7, 0.9].map((part) => document.elementFromPoint(left + width / 2, top + height * part));
  const covers = (over) => over === null || over.closest('.unsaved, .shell-header') !== null;
  return points.every(covers) ? element.outerHTML.slice(0, 200) : null;
})()`;
