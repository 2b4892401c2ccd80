// Regression tests for problems that people have reported: a live trail is not "ready to publish", errors appear at
// their field, members see no forbidden actions, and a trail prints as a page and reads in order on a phone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from '../console-world.ts';
import { workspaceToSee } from '../page-walk.ts';

inChromium('problems people reported', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let trailId: string;
  beforeAll(async () => {
    world = await consoleWorld();
    ({ team, trailId } = await workspaceToSee(world.here));
  });
  afterAll(() => world?.close());

  test("shows a trail's actual state: changed, live, archived", async () => {
    const { speaks } = team.publisher;
    const { page } = await world.desk(team.publisher.email);
    const says = async (sentence: string): Promise<void> => {
      await page.goto(`/write/${trailId}`);
      await page.getByText(sentence).first().waitFor();
      expect(await page.getByText('Ready to publish').count()).toBe(0);
    };
    await says('the changes can be published');
    await speaks.post(`/v1/trails/${trailId}/publish`, {});
    await says('Employees see this version');
    await speaks.post(`/v1/trails/${trailId}/archive`);
    await says('Archived: employees cannot see it');
    await speaks.post(`/v1/trails/${trailId}/unarchive`);
    await speaks.post(`/v1/trails/${trailId}/publish`, {});
  }, 90_000);

  test('scrolls the preview into view on request on a phone, and leads back to the form', async () => {
    const { page } = await world.desk(team.author.email);
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(`/write/${trailId}`);
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const title = page.getByRole('region', { name: 'As employees see it' }).getByRole('heading', { level: 2 }).first();
    await title.waitFor();
    const top = async (): Promise<number> => (await title.boundingBox())?.y ?? -1;
    await expect.poll(async () => (await top()) > 0 && (await top()) < 400).toBe(true);
    await page.getByRole('button', { name: 'Back to the form' }).click();
    await title.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate('window.scrollY')).toBeLessThan(400);
  }, 60_000);

  test('names the key that published a version, and links to it for people who may see keys', async () => {
    const tab = `/write/${trailId}?tab=versions&version=1`;
    const { page } = await world.desk(team.author.email);
    await page.goto(tab);
    await page.getByText('by Paula Publisher with the key test').first().waitFor();
    await page.getByText('Published with the key test.').waitFor();
    expect(await page.getByRole('link', { name: 'test', exact: true }).count()).toBe(0);
    const admin = await world.desk(team.admin.email);
    await admin.page.goto(tab);
    await admin.page.getByRole('link', { name: 'test', exact: true }).click();
    await admin.page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await expect.poll(() => new URL(admin.page.url()).searchParams.get('q')).toBe('test');
  }, 60_000);

  test('shows an error at its field in the dialog, with focus and an explanation', async () => {
    const { page } = await world.signedIn(team.admin.email);
    await page.goto('/admin/members');
    await page.getByRole('button', { name: 'Add person' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a person' });
    await dialog.getByLabel('Name').fill('Max again');
    await dialog.getByLabel('E-mail address').fill(team.member.email);
    await dialog.getByRole('button', { name: 'Add person' }).click();
    const field = dialog.getByLabel('E-mail address');
    await expect.poll(() => field.getAttribute('aria-invalid'), { timeout: 15_000 }).toBe('true');
    expect(await page.evaluate<string>('document.activeElement.name')).toBe('email');
    const told = await page
      .locator(`[id="${(await field.getAttribute('aria-describedby'))?.split(' ')[0]}"]`)
      .textContent();
    expect(told).toMatch(/\w{4,}/);
    expect(await page.locator('.mantine-Notification-root').count()).toBe(0);
  }, 60_000);

  test('offers a member without a role nothing that would be refused', async () => {
    const { page } = await world.desk(team.member.email);
    const navigation = page.getByRole('navigation', { name: 'Main' });
    expect(await navigation.getByRole('link', { name: 'Trails', exact: true }).count()).toBe(0);
    await page.goto('/write');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByRole('button', { name: 'New trail' }).count()).toBe(0);
  }, 60_000);

  test('prints a trail as a separate page with its text and without buttons', async () => {
    const { page } = await world.signedIn(team.member.email);
    await page.goto(`/trails/${trailId}`);
    await page.getByText('The role:').waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    expect(await page.getByText('The role:').isVisible()).toBe(true);
    expect(await page.locator('header, nav').filter({ visible: true }).count()).toBe(0);
    expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
    expect(await page.getByText('Your link worked once').isVisible()).toBe(false);
    // Printouts are black on white, however dark the screen is.
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const inks = `(({ backgroundColor, color }) => [backgroundColor, color])(
      getComputedStyle(document.querySelector('.prompt-card')))`;
    expect(await page.evaluate(inks)).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
  }, 60_000);

  test('prints other pages with readable text even in dark mode', async () => {
    const desk = await world.signedIn(team.owner.email);
    const { page } = desk;
    for (const [path, seen] of [
      [`/write/${trailId}?tab=versions&version=1`, 'Compared with'],
      ['/overview', 'Needs attention'],
      ['/admin/audit', 'Olive Owner signed in with a link'],
    ] as const) {
      await page.goto(path);
      await page.getByText(seen).first().waitFor();
      await page.emulateMedia({ media: 'print' });
      expect(await look(desk, `printed${path.replaceAll(/\W/g, '-')}`)).toEqual([]);
      await page.emulateMedia({ media: 'screen' });
    }
  }, 120_000);

  test('hides a postponed password reminder for the rest of the session, and shows it in the next one', async () => {
    const { page } = await world.signedIn(team.member.email);
    await page.goto('/');
    const reminder = page.getByText('Your link worked once');
    await reminder.waitFor();
    await page.getByRole('button', { name: 'Not now' }).click();
    expect(await reminder.count()).toBe(0);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await reminder.count()).toBe(0);
    const next = await world.signedIn(team.member.email);
    await next.page.goto('/');
    await next.page.getByText('Your link worked once').waitFor();
  }, 60_000);

  test('shows preparation and steps in order on a phone, with every action inside the window', async () => {
    const { page } = await world.signedIn(team.member.email);
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(`/trails/${trailId}`);
    const copy = page.getByRole('button', { name: 'Copy', exact: true });
    await copy.waitFor();
    const top = async (text: string): Promise<number> => (await page.getByText(text).first().boundingBox())?.y ?? -1;
    const places = [await top('When to use it'), await top('without memory'), await top('The role:')];
    expect(places).toEqual([...places].sort((one, other) => one - other));
    const box = await copy.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
  }, 60_000);
});
