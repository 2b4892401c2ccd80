import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { atRest, type ConsoleWorld, consoleWorld } from '../console-world.ts';
import { workspaceToSee } from '../page-walk.ts';

inChromium('trust in saving', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let trailId: string;
  beforeAll(async () => {
    world = await consoleWorld();
    ({ team, trailId } = await workspaceToSee(world.here));
  });
  afterAll(() => world?.close());

  test('restores a removed step from its notification, by keyboard too, and keeps the focus near it', async () => {
    const { page, complaints } = await world.signedIn(team.publisher.email);
    await page.goto(`/write/${trailId}`);
    const body = page.getByRole('textbox', { name: 'Prompt of step 1' });
    const remove = page.getByRole('button', { name: 'Remove step 1' });
    await remove.click();
    await body.waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.tagName')).not.toBe('BODY');
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await body.inputValue()).toContain('{{role}}');
    await remove.click();
    await body.waitFor({ state: 'detached' });
    await page.getByLabel('Title').press('Control+z');
    await body.waitFor();
    // The toast is gone too. Another press would restore the step twice.
    await expect.poll(() => page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Save draft' }).and(page.locator(':disabled')).waitFor();
    expect(complaints).toEqual([]);
  }, 60_000);

  test('keeps an oversized paste in full, says how much is too long, and saves it once it is shorter', async () => {
    const { page } = await world.signedIn(team.publisher.email);
    await page.goto(`/write/${trailId}`);
    const body = page.getByRole('textbox', { name: 'Prompt of step 1' });
    const before = await body.inputValue();
    await body.fill('x'.repeat(50_016));
    expect((await body.inputValue()).length).toBe(50_016);
    await page.getByText('Has 50,016 characters, 42,016 over the limit').first().waitFor();
    const focused = body.and(page.locator(':focus'));
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    await bar.getByText('Prompts, 1 is too long.').waitFor();
    await page.getByLabel('Title').press('Control+s');
    await focused.waitFor();
    await page.getByLabel('Title').focus();
    await bar.getByRole('button', { name: 'Shorten it' }).click();
    await focused.waitFor();
    await body.fill(`${before} Be brief.`);
    await page.keyboard.press('Control+s');
    await page.getByText(/Saved \d+ s ago/).waitFor();
  }, 60_000);

  test('sends almost no requests while idle', async () => {
    const { page: first } = await world.desk(team.owner.email);
    const asked = async (path: string): Promise<[string, number]> => {
      const page = await first.context().newPage();
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await atRest(page);
      let count = 0;
      page.on('request', () => {
        count += 1;
      });
      await page.waitForTimeout(4_000);
      await page.close();
      return [path, count];
    };
    const paths = ['/trails', '/write', '/write?view=order', `/write/${trailId}`, '/catalog-health'];
    const counts = await Promise.all(paths.map(asked));
    expect(counts.filter(([, count]) => count > 4)).toEqual([]);
  }, 180_000);

  test('keeps the tab, filter and search words of a list in the address, also after a reload', async () => {
    const { page } = await world.signedIn(team.publisher.email);
    await page.goto('/write');
    await page.getByLabel('Search trails').fill('advert job');
    await page.waitForURL(/q=advert/);
    await page.reload();
    await page.getByRole('row', { name: /Draft a job advert/ }).waitFor();
    expect(await page.getByLabel('Search trails').inputValue()).toBe('advert job');
    await page.getByRole('link', { name: 'Draft a job advert' }).click();
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.waitForURL(/tab=versions/);
    await page.reload();
    await page.getByText('The first one').waitFor();
    await page.goBack();
    await page.getByRole('textbox', { name: 'Setup guide' }).waitFor();
    await page.goBack();
    await page.getByRole('row', { name: /Draft a job advert/ }).waitFor();
  }, 60_000);

  test('finds a trail by a few letters, and a page by its name, in the palette', async () => {
    const { page, complaints } = await world.desk(team.publisher.email);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or go to' }).fill('job adv');
    await page.getByRole('option', { name: /Draft a job advert.*Trail/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Draft a job advert' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or go to' }).fill('catalog');
    await page.getByRole('option', { name: /Catalog health/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Catalog health' }).waitFor();
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
    expect(complaints).toEqual([]);
  }, 60_000);

  test('keeps the navigation at an unknown address, and leads the author of a restricted trail to the editor', async () => {
    const { speaks } = team.publisher;
    const { body } = await speaks.post<{ id: string }>('/v1/trails', { title: 'For a few' });
    const { page } = await world.signedIn(team.publisher.email);
    await page.goto('/nowhere');
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    await page.getByRole('link', { name: 'Trails', exact: true }).waitFor();
    await page.goto(`/trails/${body.id}`);
    await page.getByRole('link', { name: 'Open it in the editor' }).click();
    await page.getByRole('heading', { level: 1, name: 'For a few' }).waitFor();
  }, 60_000);
});
