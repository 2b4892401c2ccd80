import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';
import { walk, workspaceToSee } from '../page-walk.ts';

inChromium('favorites, and how trails performed', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let trailId: string;
  beforeAll(async () => {
    world = await consoleWorld();
    ({ team, trailId } = await workspaceToSee(world.here));
  });
  afterAll(() => world?.close());

  test('lists a favorite trail first, by keyboard too, and removes the star on a second press', async () => {
    const desk = await world.signedIn(team.member.email);
    const { page } = desk;
    await page.goto('/trails');
    const star = page.getByRole('button', { name: 'Favorite: Draft a job advert' });
    await star.first().focus();
    await page.keyboard.press('Enter');
    const favourites = page.getByRole('region', { name: 'Favorites' });
    await favourites.getByText('Draft a job advert').waitFor();
    await walk(desk, {
      'home-favourites': async () => {
        await page.reload();
        await favourites.getByText('Draft a job advert').waitFor();
      },
      'trail-favourite': async () => {
        await page.goto(`/trails/${trailId}`);
        await page.getByRole('button', { name: 'Favorite: Draft a job advert', pressed: true }).waitFor();
      },
    });
    await page.getByRole('button', { name: 'Favorite: Draft a job advert' }).click();
    await page.getByRole('button', { name: 'Favorite: Draft a job advert', pressed: false }).waitFor();
    await page.getByRole('link', { name: 'Home' }).first().click();
    await page.getByRole('heading', { name: 'All trails' }).waitFor();
    expect(await favourites.count()).toBe(0);
  }, 60_000);

  test('applies a second press that comes before the first response', async () => {
    const { page } = await world.signedIn(team.owner.email);
    await page.goto(`/trails/${trailId}`);
    const star = page.getByRole('button', { name: 'Favorite: Draft a job advert' });
    await star.waitFor();
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/favourite', async (route) => {
      if (route.request().method() === 'PUT') await held;
      return route.fallback();
    });
    const answered = (method: string) => page.waitForResponse((response) => response.request().method() === method);
    const both = Promise.all([answered('PUT'), answered('DELETE')]);
    await star.click();
    await star.and(page.locator('[aria-pressed="true"]')).click();
    // By now, there would be a response to a request that was sent too early.
    await page.evaluate(async () => void (await fetch('/health')));
    answer();
    await both;
    await page.reload();
    await star.and(page.locator('[aria-pressed="false"]')).waitFor();
  }, 60_000);

  test('reverts a star that the service refuses, and says so', async () => {
    const { page } = await world.signedIn(team.author.email);
    await page.goto('/trails');
    await page.getByRole('heading', { name: 'All trails' }).waitFor();
    await team.publisher.speaks.patch(`/v1/trails/${trailId}`, { visibility: 'restricted' });
    await page.getByRole('button', { name: 'Favorite: Draft a job advert' }).first().click();
    await page.getByRole('alert').first().waitFor();
    await expect.poll(() => page.getByText('Draft a job advert').count()).toBe(0);
    await team.publisher.speaks.patch(`/v1/trails/${trailId}`, { visibility: 'all_teams' });
  }, 60_000);

  test("shows each revision's results on the evaluation tab", async () => {
    const desk = await world.signedIn(team.publisher.email);
    const { page } = desk;
    await walk(desk, {
      'evaluation-history': async () => {
        await page.goto(`/write/${trailId}?tab=surfacing`);
        await page.getByRole('button', { name: 'Try each left out' }).click();
        await page.getByText(/when left out,/).waitFor();
      },
    });
    const runs = page.getByRole('list', { name: 'Runs, newest first' });
    expect(await runs.getByRole('listitem').count()).toBe(1);
    expect(await runs.innerText()).toContain('Revision 2');
  }, 60_000);
});
