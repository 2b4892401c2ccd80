// The employee's start page keeps its input, search and scroll position through Back and a reload.
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';

const MANY = 130;

inChromium('the start page keeps its state', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team();
    const { speaks } = team.publisher;
    const make = async (number: number): Promise<void> => {
      const document = {
        title: `Task ${String(number).padStart(3, '0')}`,
        description: 'You get it done.',
        trigger: { when: 'It is to be done.', keywords: ['task'], examples: [] },
        prompts: [{ label: 'Do it', body: 'Do it.' }],
      };
      const { body } = await speaks.post<{ id: string }>('/v1/trails', { document });
      await speaks.post(`/v1/trails/${body.id}/publish`, {});
    };
    for (let at = 0; at < MANY; at += 1) await make(at);
  }, 120_000);
  afterAll(() => world?.close());

  test('keeps an unsent question through a visit to a trail and a reload', async () => {
    const { page } = await world.signedIn(team.member.email);
    const field = page.getByLabel('What are you about to do?');
    await page.goto('/');
    await field.fill('half a question');
    await page.getByRole('link', { name: /^Task/ }).first().click();
    await page.getByRole('button', { name: 'Copy', exact: true }).waitFor();
    await page.goBack();
    await expect.poll(() => field.inputValue()).toBe('half a question');
    await page.reload();
    await expect.poll(() => field.inputValue()).toBe('half a question');
    await field.press('Enter');
    await page.waitForURL(/ask=half/);
    await page.goto('/trails');
    await field.waitFor();
    expect(await field.inputValue()).toBe('');
  }, 60_000);

  test('updates the address with the search words while typing', async () => {
    const { page } = await world.signedIn(team.member.email);
    await page.goto('/');
    await page.getByLabel('Search trails').fill('task 007');
    await page.waitForURL(/q=task/);
    await page.reload();
    await page.getByText(`1 of ${MANY} trails`).waitFor();
  }, 60_000);

  test('shows no count for a paged list until it is complete, and then includes everything', async () => {
    const { page } = await world.desk(team.member.email);
    let release = (): void => undefined;
    const held = new Promise<void>((go) => {
      release = go;
    });
    await page.route('**/manage/v1/reader/trails?*cursor=*', async (route) => {
      await held;
      await route.fallback();
    });
    await page.reload();
    await page.getByText('Showing the first 100 trails; loading the others').waitFor();
    const field = page.getByLabel('Search trails');
    await field.fill(`task ${MANY - 1}`);
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    expect(await page.getByText('Nothing matches').count()).toBe(0);
    release();
    await page.getByText(`1 of ${MANY} trails`).waitFor();
    await field.fill('');
    await page.getByText(`${MANY} trails`, { exact: true }).waitFor();
  }, 60_000);

  test('returns to the same scroll position and focus when the reader goes back from a trail far down the list', async () => {
    const { page } = await world.signedIn(team.member.email);
    await page.goto('/');
    await page.getByText(`${MANY} trails`, { exact: true }).waitFor();
    const cards = page.getByRole('region', { name: 'All trails' }).getByRole('link', { name: /^Task/ });
    await expect
      .poll(
        async () => {
          await page.mouse.wheel(0, 4_000);
          return cards.count();
        },
        { timeout: 20_000 },
      )
      .toBe(MANY);
    const last = cards.last();
    await last.scrollIntoViewIfNeeded();
    await page.waitForTimeout(300);
    await last.click();
    await page.getByRole('button', { name: 'Copy', exact: true }).waitFor();
    await page.goBack();
    await last.waitFor();
    await expect.poll(() => cards.count()).toBe(MANY);
    await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(1_000);
    // By now it is also among the recently opened trails.
    const [title = ''] = (await last.innerText()).split('\n');
    await expect.poll(() => page.getByRole('link').filter({ hasText: title }).count()).toBe(2);
    await last.and(page.locator(':focus')).waitFor();
    await expect.poll(() => isInSight(last)).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Copy', exact: true }).waitFor();
  }, 60_000);

  test('shows the packages of a large catalog as a row of numbers, each with its name', async () => {
    const { page } = await world.signedIn(team.member.email);
    await page.goto('/connect');
    await page.getByText('7 packages for Copilot Cowork').waitFor();
    await page.getByRole('link', { name: 'Package 7 of 7 for Copilot Cowork' }).waitFor();
    const lines = await page.getByRole('listitem').filter({ hasText: 'Cowork' }).count();
    expect(lines).toBe(1);
  }, 60_000);

  test('lists a few unused trails first, and all of them on request', async () => {
    const { page } = await world.signedIn(team.publisher.email);
    await page.goto('/insight');
    const links = page.getByRole('listitem').getByRole('link', { name: /^Task/ });
    const all = page.getByRole('button', { name: /^Show all \d+$/ });
    await all.waitFor();
    expect(await links.count()).toBe(20);
    await all.click();
    // Earlier tests have opened two of them.
    await expect.poll(() => links.count()).toBeGreaterThan(MANY - 5);
  }, 60_000);
});

/** Rounded to a pixel, because a row may end between two pixels. */
const isInSight = async (element: Locator): Promise<boolean> => {
  const [box, window] = [await element.boundingBox(), element.page().viewportSize()];
  return box !== null && window !== null && box.y >= 0 && box.y + box.height <= window.height + 1;
};
