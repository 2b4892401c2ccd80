import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../src/storage/sql.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';

const MANY = 10_000;

inChromium('ten thousand rows', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team();
    await world.here.app.database.rows(sql`
      with people as (
        insert into accounts (account_id, email, name)
        select gen_random_uuid(), 'person' || n || '@many.test', 'Person ' || lpad(n::text, 5, '0')
        from generate_series(1, ${MANY}::integer) n returning account_id)
      insert into members (team_id, account_id, status) select ${team.team_id}, account_id, 'active' from people`);
  });
  afterAll(() => world?.close());

  test('renders only visible rows of the directory, loads more ahead of scrolling, and finds any row by name', async () => {
    const { page, complaints } = await world.desk(team.admin.email);
    await page.getByRole('link', { name: 'Members' }).click();
    const table = page.getByRole('table', { name: 'Members' });
    await table.getByRole('row', { name: /Person 00001/ }).waitFor();
    expect(await table.getByRole('row').count()).toBeLessThan(60);
    for (const far of ['Person 00150', 'Person 00260']) {
      const row = table.getByRole('row', { name: new RegExp(far) });
      for (let step = 0; step < 40 && (await row.count()) === 0; step += 1) {
        await table.hover();
        await page.mouse.wheel(0, 1_200);
        await page.waitForTimeout(150);
      }
      await row.waitFor();
      expect(await table.getByRole('row').count()).toBeLessThan(60);
    }
    await page.getByLabel('Search members').fill('person 09999');
    await table.getByRole('row', { name: /Person 09999/ }).waitFor();
    expect(await table.getByRole('row').count()).toBe(2);
    expect(complaints).toEqual([]);
  }, 120_000);

  test('prints all loaded rows, and then renders only the visible ones again', async () => {
    const { page } = await world.signedIn(team.admin.email);
    await page.goto('/admin/members');
    const table = page.getByRole('table', { name: 'Members' });
    await table.getByRole('row', { name: /Person 00001/ }).waitFor();
    const onScreen = await table.getByRole('row').count();
    // The browser fires these events before and after it lays out the page for print.
    await page.evaluate(`window.dispatchEvent(new Event('beforeprint'))`);
    await page.emulateMedia({ media: 'print' });
    const rows = await table.getByRole('row').count();
    expect(rows).toBeGreaterThan(60);
    const box = await table.boundingBox();
    const last = await table.getByRole('row').last().boundingBox();
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + (box?.height ?? 0) + 1);
    expect(box?.height).toBeGreaterThan(rows * 40);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(`window.dispatchEvent(new Event('afterprint'))`);
    await expect.poll(() => table.getByRole('row').count()).toBe(onScreen);
  }, 60_000);

  test('stops at the last row, even if a phone is rotated repeatedly', async () => {
    const { page } = await world.signedIn(team.admin.email);
    const isList = (width: number) => page.locator(width < 721 ? '.rows[data-list]' : '.rows:not([data-list])');
    const lengths: number[] = [];
    await page.goto('/admin/members');
    for (const width of [390, 1280, 390, 1280]) {
      await page.setViewportSize({ width, height: 860 });
      await isList(width)
        .getByRole('row', { name: /Person 00001/ })
        .waitFor();
      // Rows on a phone are measured after they are drawn.
      await page.waitForTimeout(300);
      lengths.push(await page.evaluate<number>("document.querySelector('.rows').scrollHeight"));
    }
    // On a phone more rows have been measured by now.
    expect(lengths[3]).toBe(lengths[1]);
  }, 60_000);

  test('requests each page of rows once, reports an error, and retries only on request', async () => {
    const { page } = await world.signedIn(team.admin.email);
    const table = page.getByRole('table', { name: 'Members' });
    const asked: string[] = [];
    let isRefused = false;
    await page.route('**/manage/v1/members?*cursor=*', (route) => {
      asked.push(new URL(route.request().url()).searchParams.get('cursor') ?? '');
      return isRefused ? route.fulfill({ status: 500, json: {} }) : route.fallback();
    });
    const scrollUntilAsked = async (times: number): Promise<void> => {
      for (let step = 0; step < 60 && asked.length < times; step += 1) {
        await table.hover();
        await page.mouse.wheel(0, 1_200);
        await page.waitForTimeout(150);
      }
      await page.waitForLoadState('networkidle', { timeout: 10_000 });
    };
    await page.goto('/admin/members');
    await table.getByRole('row', { name: /Person 00001/ }).waitFor();
    await scrollUntilAsked(2);
    const before = asked.length;
    isRefused = true;
    await scrollUntilAsked(before + 1);
    expect(asked).toHaveLength(before + 1);
    expect(asked).toEqual([...new Set(asked)]);
    const told = page.getByRole('alert').filter({ hasText: 'Something went wrong' });
    isRefused = false;
    await told.getByRole('button', { name: 'Try again' }).click();
    await told.waitFor({ state: 'detached' });
  }, 120_000);
});
