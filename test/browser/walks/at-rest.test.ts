// An idle page of administrators and operators sends at most one request per second.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atCommandLine } from '../../doors/manage/support.ts';
import type { TestPerson, TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, halfASecond } from '../console-world.ts';

const PROBLEM = 'application/problem+json';
/** Long enough to observe two requests from a page that polls every four seconds. */
const WATCHED_SECONDS = 9;

inChromium('an idle page', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let operator: TestPerson;
  let connection: string;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
    operator = await world.here.operator();
    const admin = await atCommandLine(world.here, team.team_id, team.owner.id);
    const made = await admin.post<{ connection_id: string; token: string }>('/manage/v1/connections', { name: 'Okta' });
    connection = made.body.connection_id;
    // A log with several pages, and a catalog with several.
    const provider = world.here.bearer(made.body.token);
    for (let asked = 0; asked < 60; asked += 1)
      await provider.get(`/scim/v2/${connection}/Users?startIndex=${asked + 1}`);
    for (let made = 0; made < 30; made += 1) await team.publisher.speaks.post('/v1/trails', { title: `Trail ${made}` });
  });
  afterAll(() => world?.close());

  /** Opens all paths at once, each in its own window, and returns the requests that each one sends while idle. */
  async function atRest(first: Page, paths: readonly string[]): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    await Promise.all(
      paths.map(async (path) => {
        const page = await first.context().newPage();
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        counts[path] = 0;
        page.on('request', () => {
          counts[path] = (counts[path] ?? 0) + 1;
        });
        // This test measures how many requests a page sends in a period.
        await page.waitForTimeout(WATCHED_SECONDS * 1_000);
        await page.close();
      }),
    );
    return counts;
  }

  const tooMany = (counts: Readonly<Record<string, number>>): [string, number][] =>
    Object.entries(counts).filter(([, count]) => count > WATCHED_SECONDS);

  test('makes no requests for administrators', async () => {
    const { page } = await world.signedIn(team.owner.email);
    const member = `/admin/members/${team.member.id}`;
    const paths = [
      '/admin',
      '/admin/members',
      ...['profile', 'access', 'sessions', 'activity'].map((tab) => `${member}?tab=${tab}`),
      '/admin/groups',
      '/admin/organisation',
      '/admin/connections',
      ...['log', 'setup', 'tokens', 'settings'].map((tab) => `/admin/connections/${connection}?tab=${tab}`),
      '/admin/keys',
      '/admin/audit',
      '/admin/apps',
      '/admin/webhooks',
      '/admin/workspace',
    ];
    const counts = await atRest(page, paths);
    expect(Object.keys(counts).length).toBe(paths.length);
    expect(tooMany(counts)).toEqual([]);
  }, 180_000);

  // These two run concurrently and do not touch each other's pages.
  test.concurrent('makes no requests for authors', async () => {
    const { page } = await world.signedIn(team.publisher.email);
    const paths = ['/', '/write', '/write?view=order', '/catalog-health'];
    expect(tooMany(await atRest(page, paths))).toEqual([]);
  }, 120_000);

  test.concurrent('makes no requests for operators', async () => {
    const { page } = await world.signedIn(operator.email);
    const paths = ['/operator', `/operator/workspaces/${team.team_id}`, '/operator/operators', '/operator/audit'];
    expect(tooMany(await atRest(page, paths))).toEqual([]);
  }, 120_000);

  test('waits before a retry as long as the service has asked', async () => {
    const { page } = await world.signedIn(team.owner.email);
    let asked = 0;
    await page.route('**/manage/v1/members?*', async (route) => {
      asked += 1;
      if (asked > 2) return route.fallback();
      const body = JSON.stringify({ type: 'https://cairn.test/problems/rate-limited', title: 'Wait', status: 429 });
      return route.fulfill({ status: 429, headers: { 'Retry-After': '7' }, contentType: PROBLEM, body });
    });
    // Only this test advances the clock.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.goto('/admin/members');
    const waitedUntil = async (times: number): Promise<number> => {
      let waited = 0;
      for (; asked < times; waited += 500) await halfASecond(page);
      return waited;
    };
    await waitedUntil(1);
    expect(await waitedUntil(2)).toBeGreaterThanOrEqual(7_000);
    expect(await waitedUntil(3)).toBeGreaterThanOrEqual(7_000);
    await page.clock.resume();
    await page.getByText('Olive Owner').first().waitFor();
    expect(asked).toBe(3);
  }, 60_000);
});
