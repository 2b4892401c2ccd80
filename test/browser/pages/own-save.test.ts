// An author's own change gets a late response or none. The page never reports it as another person's change, nor as
// saved if it was not.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

inChromium("a person's own change", () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
  });
  afterAll(() => world?.close());

  const newTrail = async (): Promise<string> =>
    (await team.author.speaks.post<{ id: string }>('/v1/trails', { title: 'Show the steps' })).body.id;

  test('reports no conflict if the response to a save is lost and the author keeps typing', async () => {
    const trailId = await newTrail();
    const { page } = await world.signedIn(team.author.email);
    await page.goto(`/write/${trailId}`);
    const title = page.getByRole('textbox', { name: 'Title' });
    const save = page.getByRole('button', { name: 'Save draft' });
    await title.fill('Show the first step');
    await page.route(`**/v1/trails/${trailId}/document`, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await save.click();
    await page.getByText('No answer came').waitFor();
    await page.unroute(`**/v1/trails/${trailId}/document`);
    await title.fill('Show both steps');
    await save.click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    const { body } = await team.author.speaks.get<{ title: string }>(`/v1/trails/${trailId}`);
    expect(body.title).toBe('Show both steps');
  }, 60_000);

  test('saves a draft in a browser that blocks storage', async () => {
    const trailId = await newTrail();
    const { page, complaints } = await world.signedIn(team.author.email);
    await page.addInitScript(`for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get: () => { throw new DOMException('Denied.', 'SecurityError'); } });`);
    await page.goto(`/write/${trailId}`);
    await page.getByRole('textbox', { name: 'Title' }).fill('Show the first step');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Show the first step' }).waitFor();
    expect(complaints).toEqual([]);
  }, 60_000);

  test('reports no conflict if the response to a changed setting is lost and the admin keeps typing', async () => {
    const { page } = await world.signedIn(team.owner.email);
    await page.goto('/admin/workspace');
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Acme North');
    let lose = (): void => undefined;
    const typed = new Promise<void>((resolve) => {
      lose = resolve;
    });
    await page.route('**/manage/v1/team', async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback();
      await route.fetch();
      await typed;
      return route.abort();
    });
    const rename = page.getByRole('button', { name: 'Rename' });
    await rename.click();
    await name.fill('Acme South');
    const read = page.waitForResponse((answer) => answer.url().endsWith('/manage/v1/team'));
    lose();
    await page.getByText('No answer came').waitFor();
    await read;
    await page.unroute('**/manage/v1/team');
    await rename.click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(await page.getByText('Someone else changed this in the meantime').count()).toBe(0);
  }, 30_000);

  test('reports no conflict if the response to a role change is lost and the admin has made other choices since', async () => {
    const { page } = await world.signedIn(team.owner.email);
    await page.goto(`/admin/members/${team.member.id}?tab=access`);
    let lose = (): void => undefined;
    const chosen = new Promise<void>((resolve) => {
      lose = resolve;
    });
    const address = `**/manage/v1/members/${team.member.id}/roles`;
    await page.route(address, async (route) => {
      await route.fetch();
      await chosen;
      return route.abort();
    });
    const save = page.getByRole('button', { name: 'Save roles' });
    await page.getByRole('checkbox', { name: /^Author/ }).check();
    await save.click();
    await page.getByRole('checkbox', { name: /^Manager/ }).check();
    const read = page.waitForResponse((answer) => answer.url().endsWith(`/manage/v1/members/${team.member.id}`));
    lose();
    await page.getByText('No answer came').waitFor();
    await read;
    await page.unroute(address);
    await page.getByText('Not saved yet: add Manager.').waitFor();
    expect(await page.getByText('Someone else changed these roles in the meantime').count()).toBe(0);
    await save.click();
    await page.getByText('Roles saved.').waitFor();
  }, 30_000);

  test('does not claim that a late image is in the guide after the author has left the page', async () => {
    const trailId = await newTrail();
    const { page } = await world.signedIn(team.author.email);
    await page.goto(`/write/${trailId}`);
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/content-assets', async (route) => {
      await held;
      return route.fallback();
    });
    const asked = page.waitForRequest('**/content-assets');
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Image', exact: true }).click();
    await (await choosing).setFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') });
    await asked;
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Trails' }).click();
    await page.getByRole('heading', { level: 1, name: 'Trails' }).waitFor();
    answer();
    await page.getByText('nothing was added to the guide').waitFor();
    expect(await page.getByText('The image is in the guide.').count()).toBe(0);
  }, 60_000);
});
