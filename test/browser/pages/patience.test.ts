import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkFor } from '../../doors/sign-in/browser.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { atRest, type ConsoleWorld, consoleWorld, halfASecond, look } from '../console-world.ts';

inChromium('impatient people and a slow service', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team();
  });
  afterAll(() => world?.close());

  test('creates one key for a double click, and keeps its dialog open until the key was seen', async () => {
    const { page, complaints } = await world.desk(team.owner.email);
    const gate = latch();
    let asked = 0;
    await page.route('**/manage/v1/keys', async (route) => {
      if (route.request().method() === 'POST') {
        asked += 1;
        await gate.opened;
      }
      await route.continue();
    });
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('button', { name: 'New key' }).first().click();
    await page.getByLabel('What is it for?').fill('Nightly import');
    await page.getByRole('button', { name: 'Make key' }).dblclick();
    await page.locator('button[data-loading]').waitFor();
    await page.keyboard.press('Escape');
    gate.open();
    await page.getByText('Copy the key now').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('row', { name: /Nightly import/ }).waitFor();
    expect(asked).toBe(1);
    expect(await page.getByRole('row', { name: /Nightly import/ }).count()).toBe(1);
    expect(complaints).toEqual([]);
  }, 60_000);

  test('reports a change without a network as failed, and does not send it later', async () => {
    const { page } = await world.signedIn(team.owner.email);
    await page.goto('/admin/workspace');
    await page.getByLabel('Name', { exact: true }).fill('Renamed');
    await atRest(page);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByText('The service cannot be reached').waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Renamed');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByText('Saved.').waitFor();
  }, 60_000);

  test('keeps text typed while the service is away, and works once it is back', async () => {
    for (const [key, opened] of [
      ['Control+k', 'Search or go to'],
      ['Shift+?', 'Keyboard shortcuts'],
    ] as const) {
      const { page } = await world.signedIn(team.owner.email);
      await page.goto('/admin/workspace');
      const name = page.getByLabel('Name', { exact: true });
      await name.fill('Typed meanwhile');
      await atRest(page);
      await page.context().setOffline(true);
      await page.getByRole('heading', { level: 1 }).click();
      await page.keyboard.press(key);
      await page.waitForTimeout(500);
      expect(await name.inputValue({ timeout: 1_000 })).toBe('Typed meanwhile');
      await page.context().setOffline(false);
      await page.getByRole('dialog', { name: opened }).waitFor();
      expect(await name.inputValue()).toBe('Typed meanwhile');
    }
  }, 60_000);

  test('reloads a page without a response when the service is back, and rarely retries before that', async () => {
    const { page } = await world.signedIn(team.owner.email);
    let asked = 0;
    await page.route('**/console/mark.svg', (route) => route.abort());
    await page.route('**/manage/v1/members?**', (route) => {
      asked += 1;
      return route.abort();
    });
    await page.clock.install();
    const pass = async (seconds: number): Promise<void> => {
      for (let halves = 0; halves < 2 * seconds; halves += 1) await halfASecond(page);
    };
    await page.goto('/admin/members');
    await page.getByText('The service cannot be reached').waitFor();
    await page.clock.pauseAt(Date.now() + 60_000);
    await pass(7);
    const before = asked;
    await pass(7);
    expect(asked).toBe(before);
    await page.unrouteAll();
    await pass(20);
    await page.getByRole('row', { name: new RegExp(team.owner.email) }).waitFor();
  }, 60_000);

  test('signs in with a link pasted over the sign-in page, even after a program has prefetched the link', async () => {
    const link = `/sign-in#token=${await linkFor(world.here, team.member.email)}`;
    const scanner = await world.visitor();
    await scanner.page.goto(link);
    await scanner.page.getByRole('button', { name: 'Sign in with this link' }).waitFor();
    expect(await look(scanner, 'sign-in-link')).toEqual([]);
    const { page } = await world.visitor();
    await page.goto('/sign-in');
    await page.getByLabel('Work e-mail address').waitFor();
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in with this link' }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' });
  }, 60_000);

  test('shows a person who signed in in another tab as soon as this tab is visible', async () => {
    const { page } = await world.signedIn(team.owner.email);
    await page.goto('/admin/members');
    const other = await page.context().newPage();
    await other.goto(`/sign-in#token=${await linkFor(world.here, team.member.email)}`);
    await other.getByRole('button', { name: 'Sign in with this link' }).click();
    await other.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' });
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    await page.getByRole('heading', { level: 1, name: 'What are you about to do?' }).waitFor();
    expect(await page.getByRole('link', { name: 'Members' }).count()).toBe(0);
  }, 60_000);

  test('wraps endless words', async () => {
    const { publisher } = await world.here.team();
    const long = 'x'.repeat(120);
    const document = {
      title: long,
      target_role: long,
      description: long.repeat(3),
      trigger: { when: long, keywords: ['long'], examples: [] },
      prompts: [{ label: long.slice(0, 80), body: `${long.repeat(3)} {{name}}` }],
    };
    const { body } = await publisher.speaks.post<{ id: string }>('/v1/trails', { document });
    await publisher.speaks.post(`/v1/trails/${body.id}/publish`);
    const { page } = await world.signedIn(publisher.email);
    await page.setViewportSize({ width: 390, height: 800 });
    for (const path of ['/trails', `/trails/${body.id}`, `/write/${body.id}`]) {
      await page.goto(path);
      await page.getByText('xxxxxxxx').first().waitFor();
      expect(await page.evaluate<number>('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(390);
    }
  }, 60_000);

  test('reports no conflict for a repeated save, and keeps what was typed just before leaving', async () => {
    const { body } = await team.author.speaks.post<{ id: string }>('/v1/trails', { title: 'Weigh offers' });
    const { page } = await world.signedIn(team.author.email);
    await page.goto(`/write/${body.id}`);
    const role = page.getByLabel('Role', { exact: true });
    await role.fill('Buyer');
    const gate = latch();
    await page.route('**/document', async (route) => {
      await gate.opened;
      await route.continue();
    });
    await page.keyboard.press('Control+s');
    await page.locator('button[data-loading]').first().waitFor();
    await page.keyboard.press('Control+s');
    gate.open();
    await page.getByText('Saved.').waitFor();
    await page.getByText('Revision 2. ').waitFor();

    await role.fill('Purchaser');
    await page.evaluate(`[...document.querySelectorAll('a')].find((a) => a.textContent === 'Trails').click()`);
    await page.getByRole('link', { name: 'Weigh offers' }).click();
    await page.getByText('Your unsaved changes are back').waitFor();
    expect(await role.inputValue()).toBe('Purchaser');
  }, 60_000);

  test('inserts every dropped image into the guide', async () => {
    const { body } = await team.author.speaks.post<{ id: string }>('/v1/trails', { title: 'Show the steps' });
    const { page } = await world.signedIn(team.author.email);
    await page.goto(`/write/${body.id}`);
    const guide = page.getByRole('textbox', { name: 'Setup guide' });
    const drop = async (...names: string[]) =>
      guide.dispatchEvent('drop', { dataTransfer: await page.evaluateHandle(filesNamed(names)) });
    await drop('first-step.png', 'second-step.png');
    await page.getByText('2 images are in the guide.').waitFor();
    expect(await guide.inputValue()).toMatch(/^!\[first step\]\(.+\)\n!\[second step\]\(.+\)\n$/);
  }, 60_000);

  test('moves a dragged trail to the end, and keeps the focus on a trail moved by keyboard', async () => {
    const { publisher } = await world.here.team();
    for (const title of ['One', 'Two', 'Three']) await publisher.speaks.post('/v1/trails', { title });
    const { page } = await world.signedIn(publisher.email);
    await page.goto('/write');
    await page.getByText('Order', { exact: true }).click();
    const order = (...titles: string[]) =>
      page.locator('ol', { hasText: new RegExp(titles.map((title, at) => `${at + 1}${title}AnyoneDraft`).join('')) });
    await order('One', 'Two', 'Three').waitFor();
    await page.getByRole('listitem').nth(0).dragTo(page.getByRole('listitem').nth(2));
    await order('Two', 'Three', 'One').waitFor();
    await page.getByRole('button', { name: /^Two, place 1 of 3/ }).press('Alt+ArrowDown');
    await order('Three', 'Two', 'One').waitFor();
    await page.locator('[aria-label^="Two, place 2 of 3"]:focus').press('Alt+ArrowDown');
    await order('Three', 'One', 'Two').waitFor();
    await page.locator('[aria-label^="Two, place 3 of 3"]:focus').waitFor();
    await page.getByRole('button', { name: 'Move Two' }).click();
    await page.getByRole('menuitem', { name: 'To the top' }).click();
    await order('Two', 'Three', 'One').waitFor();
    await expect
      .poll(async () =>
        (await publisher.speaks.get<{ items: { title: string; sort_order: number }[] }>('/v1/trails')).body.items
          .sort((one, other) => one.sort_order - other.sort_order)
          .map(({ title }) => title),
      )
      .toEqual(['Two', 'Three', 'One']);
  }, 60_000);
});

/** Holds a request until the test opens the latch. */
function latch(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Simulates images with these names dragged from a folder. */
const filesNamed = (names: readonly string[]): string => `(() => {
  const data = new DataTransfer();
  const bytes = Uint8Array.from(atob('${PNG}'), (letter) => letter.charCodeAt(0));
  for (const name of ${JSON.stringify(names)}) data.items.add(new File([bytes], name, { type: 'image/png' }));
  return data;
})()`;
