import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../src/storage/sql.ts';
import { atCommandLine } from '../../doors/manage/support.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from '../console-world.ts';
import { walk, workspaceToSee } from '../page-walk.ts';

inChromium('the Overview', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let trailId: string;
  beforeAll(async () => {
    world = await consoleWorld();
    ({ team, trailId } = await workspaceToSee(world.here));
  });
  afterAll(() => world?.close());

  test('shows in an empty workspace what will appear there, with one request', async () => {
    const empty = await world.here.team({ name: 'Empty' });
    const desk = await world.desk(empty.owner.email);
    await desk.page.waitForLoadState('networkidle');
    const asked: string[] = [];
    desk.page.on('request', (request) => {
      if (request.url().includes('/manage/v1/')) asked.push(new URL(request.url()).pathname);
    });
    await desk.page.getByRole('link', { name: 'Overview' }).click();
    await desk.page.getByText('No identity provider yet').waitFor();
    await desk.page.waitForLoadState('networkidle');
    expect(asked).toEqual(['/manage/v1/overview']);
    // Nothing on the page could be mistaken for data.
    const figures = desk.page.getByRole('region', { name: /^(Directory sync|Trails used|Unanswered requests)$/ });
    expect([await figures.count(), await figures.locator('svg').count()]).toEqual([3, 0]);
    await walk(desk, { 'overview-empty': async () => {} });
  }, 60_000);

  test('leads an author through everything that needs attention, until the list is empty', async () => {
    const session = await atCommandLine(world.here, team.team_id, team.publisher.id);
    await session.patch(`/manage/v1/trails/${trailId}/care`, { review_by: '2026-01-31' });
    const desk = await world.signedIn(team.publisher.email);
    const { page } = desk;
    await walk(desk, {
      'overview-author': async () => {
        await page.goto('/overview');
        await page.getByText('is due for review by').waitFor();
      },
    });
    expect(await page.getByRole('heading', { name: 'People' }).count()).toBe(0);
    await page.getByRole('link', { name: /^Review:/ }).click();
    await page.getByRole('button', { name: 'in 6 months' }).click();
    await page.getByText(/Last reviewed/).waitFor();
    await page.goto('/overview');
    await page.getByText(/^Nothing to do\. Expiring tokens/).waitFor();
  }, 60_000);

  test('offers chart data as tables for keyboard and touch, and redirects from the old address', async () => {
    const { database } = world.here.app;
    const today = new Date(world.here.clock()).toISOString().slice(0, 10);
    await database.rows(sql`
      insert into trail_deliveries (team_id, trail_id, version, shape, day, deliveries)
      values (${team.team_id}, ${trailId}, 1, 'find', ${today}, 41000), (${team.team_id}, ${trailId}, 1, 'zip', ${today}, 1)`);
    await database.rows(sql`
      insert into trail_reach (team_id, trail_id, month, people, marks)
      values (${team.team_id}, ${trailId}, ${`${today.slice(0, 7)}-01`}, 5, '{}')`);
    const desk = await world.signedIn(team.owner.email);
    const { page } = desk;
    await walk(desk, {
      'overview-admin': async () => {
        await page.goto('/admin');
        await page.getByRole('heading', { name: 'Trails used' }).waitFor();
      },
    });
    await expect.poll(() => new URL(page.url()).pathname).toBe('/overview');
    const uses = page.getByRole('table', { name: /^How often trails were used/ });
    await page.getByText('Figures').last().press('Enter');
    expect(await uses.getByRole('row').last().innerText()).toMatch(/41,000/);
    // One among thousands is visible too, and the chart does not overflow.
    const bar = page.getByRole('region', { name: 'Trails used' }).locator('svg > g').last();
    const [whole, one] = [
      await bar.locator('rect').first().boundingBox(),
      await bar.locator('rect').last().boundingBox(),
    ];
    expect(one?.height).toBeGreaterThan(1);
    expect(one?.y).toBeGreaterThanOrEqual(whole?.y ?? 0);
    // Without a pointer, and on a phone.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByText('Figures').first().click();
    const seats = page.getByRole('table', { name: 'Seats taken at the end of each day' });
    expect(await seats.getByRole('row').count()).toBeGreaterThan(1);
    expect(await look(desk, 'overview-figures-phone')).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  }, 60_000);

  test('hides the Overview from readers', async () => {
    const { page } = await world.desk(team.member.email);
    expect(await page.getByRole('link', { name: 'Overview' }).count()).toBe(0);
    await page.goto('/overview');
    await page.getByRole('heading', { name: 'This page is for authors and admins' }).waitFor();
  }, 60_000);
});
