import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';
import { turnTo, walk, workspaceToSee } from '../page-walk.ts';

inChromium('pages for everyone, light and dark', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let trailId: string;

  beforeAll(async () => {
    world = await consoleWorld();
    ({ team, trailId } = await workspaceToSee(world.here));
  });
  afterAll(() => world?.close());

  test('pass axe on the sign-in page', async () => {
    const desk = await world.visitor();
    await walk(desk, {
      'sign-in': '/sign-in',
      'sign-in-password': async () => {
        await desk.page.getByLabel('Work e-mail address').fill('somebody@acme.test');
        await desk.page.getByRole('button', { name: 'Continue' }).click();
        await desk.page.locator('input[name=password]').waitFor();
      },
      'sign-in-used-link': async () => {
        await desk.page.goto('about:blank');
        await desk.page.goto('/sign-in#token=svc_link_used');
        await desk.page.getByRole('button', { name: 'Sign in with this link' }).click();
        await desk.page.getByText('The link was used').waitFor();
      },
      'sign-in-from-elsewhere': async () => {
        await desk.page.goto('about:blank');
        await desk.page.goto('/sign-in?to=%2Ftrails#sso=0199a3c2-0000-7000-8000-000000000001');
        const way = desk.page.getByRole('link', { name: "Use your company's sign-in" });
        await way.waitFor();
        expect(await way.getAttribute('href')).toBe(
          '/sign-in/sso?team=0199a3c2-0000-7000-8000-000000000001&return_to=%2Ftrails',
        );
      },
    });
  }, 90_000);

  test('pass axe for employees', async () => {
    const desk = await world.signedIn(team.member.email);
    await walk(desk, {
      trails: '/trails',
      trail: `/trails/${trailId}`,
      account: '/account',
      nowhere: '/trails/no-such-trail',
    });
  }, 90_000);

  test('transfer less than 250 kB on the first load', async () => {
    for (const [path, desk] of [
      ['/sign-in', await world.visitor()],
      ['/trails', await world.signedIn(team.member.email)],
    ] as const) {
      await desk.page.goto('about:blank');
      const fetched: number[] = [];
      desk.page.on('response', async (response) => {
        if (response.fromServiceWorker()) return;
        const { responseBodySize } = await response.request().sizes();
        fetched.push(responseBodySize);
      });
      await desk.page.goto(path, { waitUntil: 'networkidle' });
      const total = fetched.reduce((sum, size) => sum + size, 0);
      expect(fetched.length, 'the page, its styles and its scripts').toBeGreaterThan(4);
      expect(total, path).toBeLessThan(250_000);
    }
  }, 90_000);

  test('fit the window from 360 px to 4K', async () => {
    const desk = await world.signedIn(team.owner.email);
    const trail = `/trails/${trailId}`;
    for (const path of ['/trails', trail, '/write', `/write/${trailId}`, '/overview', '/admin/members']) {
      await turnTo(desk.page, path);
      for (const width of [360, 768, 3840]) {
        await desk.page.setViewportSize({ width, height: 800 });
        const wide = () => desk.page.evaluate<number>('document.documentElement.scrollWidth');
        await expect.poll(wide, { message: `${path} at ${width} px` }).toBeLessThanOrEqual(width);
      }
    }
  }, 180_000);
});
