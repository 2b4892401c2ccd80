// No page of administrators and operators asks more than one request a second while nobody does anything.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atCommandLine } from '../doors/manage/support.ts';
import type { TestPerson, TestTeam } from '../support/test-team.ts';
import { inChromium } from './chromium.ts';
import { type ConsoleWorld, consoleWorld } from './console-world.ts';

/** Long enough for a page that asks every four seconds to do so twice. */
const WATCHED_SECONDS = 9;

inChromium('a page at rest', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let operator: TestPerson;
  let connection: string;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
    operator = await world.here.operator();
    const admin = await atCommandLine(world.here, team.team_id, team.owner.id);
    const made = await admin.post<{ connection_id: string }>('/manage/v1/connections', { name: 'Okta' });
    connection = made.body.connection_id;
  });
  afterAll(() => world?.close());

  /** Opens every path in a window of its own, all at once, and answers the requests of each while it is at rest. */
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
        // The time is what is measured: how much is asked in it.
        await page.waitForTimeout(WATCHED_SECONDS * 1_000);
        await page.close();
      }),
    );
    return counts;
  }

  const tooMany = (counts: Readonly<Record<string, number>>): [string, number][] =>
    Object.entries(counts).filter(([, count]) => count > WATCHED_SECONDS);

  test('the administrator’s', async () => {
    const { page } = await world.desk(team.owner.email);
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

  test('the operator’s', async () => {
    const { page } = await world.desk(operator.email);
    const paths = ['/operator', `/operator/workspaces/${team.team_id}`, '/operator/operators', '/operator/audit'];
    expect(tooMany(await atRest(page, paths))).toEqual([]);
  }, 120_000);
});
