// A session belongs to one workspace or to the service. An address of the other shows nothing of either.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinByInvitation } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from '../console-world.ts';

const OF_SERVICE = ['', '/operators', '/publishing', '/backups', '/keys', '/webhooks', '/audit'];
/**
 * Pages that exist in both, or that need no session. `/` and `/admin` redirect. All other pages belong to a workspace.
 */
const OF_BOTH = [
  ...['/', '/admin', '/$', '/sign-in', '/set-up', '/account', '/apps', '/connect/$uid', '/device', '/confirm-sign-in'],
  ...['/write', '/write/$trailId', '/catalog-health'],
];
const SOMETHING = '01a2108a-a813-703f-8f20-979d47e408ac';

inChromium('an operator who is also a member of a workspace', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await consoleWorld();
  });
  afterAll(() => world?.close());

  test('is redirected to the place to which an address belongs, in both directions', async () => {
    const { here } = world;
    const [operator, team] = [await here.operator(), await here.team({ name: 'Bergbau' })];
    const invited = { email: operator.email, roles: ['admin'] };
    await joinByInvitation(here.app.database, here.clock(), team.team_id, invited);
    const desk = await world.desk(operator.email, team.team_id);
    const { page, complaints } = desk;
    const title = page.getByRole('heading', { level: 1 });
    for (const path of OF_SERVICE) {
      await page.goto(`/operator${path}`);
      await title.filter({ hasText: 'This belongs to the service' }).waitFor();
    }
    expect(await look(desk, 'belongs-to-the-service')).toEqual([]);
    await page.goto('/operator/keys?q=nothing');
    await page.getByRole('button', { name: 'Go to Service operation' }).click();
    await title.filter({ hasText: 'API keys' }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe('/operator/keys?q=nothing');
    const known = await page.evaluate<string[]>('Object.keys(__TSR_ROUTER__.routesByPath)');
    const ofWorkspace = known.filter((path) => !path.startsWith('/operator') && !OF_BOTH.includes(path));
    expect(ofWorkspace.length).toBeGreaterThan(15);
    for (const path of ofWorkspace) {
      await page.goto(path.replaceAll(/\$\w+/g, SOMETHING));
      await title.filter({ hasText: 'This belongs to a workspace' }).waitFor();
    }
    await page.goto('/admin/keys');
    await page.getByRole('button', { name: 'Go to Bergbau' }).click();
    await title.filter({ hasText: 'API keys' }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/admin/keys');
    expect(complaints).toEqual([]);
  }, 120_000);

  test('sees progress on the pressed button until the page has changed', async () => {
    const { here } = world;
    const [operator, team, other] = [await here.operator(), await here.team({ name: 'Salz' }), await here.team()];
    for (const { team_id } of [team, other]) {
      await joinByInvitation(here.app.database, here.clock(), team_id, { email: operator.email, roles: ['admin'] });
    }
    const { page } = await world.desk(operator.email, team.team_id);
    let go = (): void => undefined;
    const slowly = async (): Promise<void> => {
      const gone = new Promise<void>((resolve) => {
        go = resolve;
      });
      await page.unroute('**/manage/v1/session/team');
      await page.route('**/manage/v1/session/team', (route) => gone.then(() => route.continue()));
    };
    await slowly();
    await page.getByRole('button', { name: /account of/ }).click();
    await page.getByRole('menuitem', { name: 'Go to Service operation' }).click();
    await page.getByRole('menuitem', { name: 'Going to Service operation …' }).waitFor({ timeout: 10_000 });
    expect(await page.getByRole('menuitem', { name: /^Going to/ }).count()).toBe(1);
    go();
    await page.waitForURL(/\/operator$/);
    await page.goto('/admin/keys');
    await slowly();
    await page.getByRole('button', { name: 'Go to Salz' }).click();
    await page.locator('button[data-loading]').waitFor();
    expect(await page.locator('button[data-loading]').count()).toBe(1);
    go();
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
  }, 90_000);

  test('finds no trails in the service after losing the operator role', async () => {
    const team = await world.here.team();
    const { page } = await world.signedIn(team.admin.email);
    await page.goto('/operator/keys');
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  }, 60_000);

  test('can read any workspace name in the switch menu, even on a phone', async () => {
    const { here } = world;
    const name = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
    const [team, other] = [await here.team(), await here.team({ name })];
    await joinByInvitation(here.app.database, here.clock(), other.team_id, { email: team.owner.email });
    const { page } = await world.signedIn(team.owner.email, team.team_id);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/trails');
    await page.getByRole('button', { name: /Olive Owner/ }).click();
    const item = page.getByRole('menuitem', { name: `Go to ${name}` });
    await item.waitFor();
    const [label, menu] = [await item.getByText('Go to').boundingBox(), await page.getByRole('menu').boundingBox()];
    const right = (box: typeof label): number => (box?.x ?? 0) + (box?.width ?? 999);
    expect(right(label)).toBeLessThanOrEqual(right(menu));
    expect(right(menu)).toBeLessThanOrEqual(390);
  }, 60_000);
});
