// The content is the same before and after scripts run, and nothing is requested twice.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';
import { workspaceToSee } from '../page-walk.ts';

inChromium('the first paint', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let trailId: string;
  beforeAll(async () => {
    world = await consoleWorld();
    ({ team, trailId } = await workspaceToSee(world.here));
  });
  afterAll(() => world?.close());

  /** The head that the service has sent, and the page's own version of it. */
  async function visit(page: Page, path: string) {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const html = (await (await page.goto(path))?.text()) ?? '';
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    const body = html.slice(html.indexOf('<div id="first-paint"'));
    const painted = {
      title: /<strong>([^<]*)</.exec(body)?.[1],
      lead: /<p>([^<]*)</.exec(body)?.[1],
    };
    return { painted, asked, paint: page.locator('#first-paint') };
  }

  test("shows the page's own title, and then disappears", async () => {
    const { page } = await world.signedIn(team.admin.email);
    for (const path of ['/trails', '/catalog-health', '/admin/members', '/overview']) {
      const { painted, paint } = await visit(page, path);
      expect([path, painted.title]).toEqual([path, await page.getByRole('heading', { level: 1 }).innerText()]);
      expect([path, painted.lead]).toEqual([path, await page.locator('.page-lead').first().innerText()]);
      expect([path, await paint.count()]).toEqual([path, 0]);
    }
    const { paint } = await visit(page, `/write/${trailId}`);
    expect(await paint.count()).toBe(0);
  }, 60_000);

  test('leads a visitor directly to the sign-in page', async () => {
    const { page } = await world.visitor();
    const { painted, paint } = await visit(page, '/admin/members');
    expect(painted.title).toBe(await page.getByRole('heading', { level: 1 }).innerText());
    expect(await paint.count()).toBe(0);
  });

  test('uses the responses embedded in the page instead of requesting them again', async () => {
    const { page } = await world.signedIn(team.admin.email);
    for (const [path, ...reads] of [
      ['/trails', '/manage/v1/session', '/manage/v1/reader/trails'],
      ['/admin/members', '/manage/v1/session', '/manage/v1/members'],
      [`/write/${trailId}`, '/manage/v1/session', `/console/v1/trails/${trailId}`],
      [`/trails/${trailId}`, '/manage/v1/session', `/manage/v1/reader/trails/${trailId}`],
    ] as const) {
      const { asked } = await visit(page, path);
      for (const read of reads)
        expect([path, read, asked.filter((one) => one === read).length]).toEqual([path, read, 1]);
    }
  }, 60_000);

  test('closes connections of unused responses, such as errors', async () => {
    const { page } = await world.signedIn(team.member.email);
    const read = page.waitForEvent('requestfinished', {
      predicate: (request) => new URL(request.url()).pathname === '/manage/v1/members',
      timeout: 20_000,
    });
    await page.goto('/admin/members');
    await page.getByRole('heading', { level: 1, name: 'This page is for admins' }).waitFor();
    expect((await (await read).response())?.status()).toBe(403);
  }, 60_000);
});
