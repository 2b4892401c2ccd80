// Wide screens: one left edge for all pages, tables as wide as the page, sections side by side, and quiet rows.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';
import { turnTo, workspaceToSee } from '../page-walk.ts';

const WIDE = { width: 1920, height: 1000 };

inChromium('on a wide screen', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let trailId: string;
  beforeAll(async () => {
    world = await consoleWorld();
    ({ team, trailId } = await workspaceToSee(world.here));
  });
  afterAll(() => world?.close());

  const owners = async (): Promise<Page> => {
    const { page } = await world.signedIn(team.owner.email);
    await page.setViewportSize(WIDE);
    return page;
  };
  const edgesOf = async (page: Page, selector: string): Promise<readonly [left: number, right: number]> => {
    const box = await page.locator(selector).first().boundingBox();
    return [Math.round(box?.x ?? -1), Math.round((box?.x ?? 0) + (box?.width ?? 0))];
  };

  test('aligns every page at the same edge, and uses the full width for tables', async () => {
    const page = await owners();
    const tables = ['/admin/members', '/admin/groups', '/admin/keys', '/admin/audit', '/write'];
    const others = ['/trails', '/overview', '/admin/workspace', '/account', '/connect'];
    await team.owner.speaks.post('/v1/trails', { title: 'Another' });
    const made = await page.request.post('/manage/v1/groups', {
      headers: { 'X-Cairn-Console': '1' },
      data: { display_name: 'Support' },
    });
    expect(made.ok()).toBe(true);
    const lefts = new Map<string, number>();
    for (const path of [...tables, ...others]) {
      await turnTo(page, path);
      lefts.set(path, (await edgesOf(page, 'h1'))[0]);
      if (!tables.includes(path)) continue;
      await page.getByRole('table').waitFor();
      const [left, right] = await edgesOf(page, '[role="table"]');
      expect(right - left, path).toBeGreaterThan(1_500);
    }
    expect(new Set(lefts.values()).size, JSON.stringify([...lefts])).toBe(1);
  }, 90_000);

  test('shows sections side by side, and below each other on a narrower screen', async () => {
    const page = await owners();
    const pages = {
      '/admin/workspace': ['General', 'Single sign-on'],
      [`/write/${trailId}?tab=surfacing`]: ['Try a prompt', 'Run all examples'],
      [`/admin/members/${team.member.id}?tab=access`]: ['Roles', 'Groups'],
      '/account': ['Set a password', 'Where you are signed in'],
    };
    for (const [path, names] of Object.entries(pages)) {
      await turnTo(page, path);
      const [one = page.locator('main'), other = one] = names.map((name) => page.getByRole('region', { name }));
      await other.waitFor();
      await one.waitFor();
      const placed = async () => {
        const [first, second] = [await one.boundingBox(), await other.boundingBox()];
        return { isBeside: (second?.x ?? 0) > (first?.x ?? 0), isBelow: (second?.y ?? 0) > (first?.y ?? 0) };
      };
      await expect.poll(placed, { message: path }).toEqual({ isBeside: true, isBelow: false });
      await page.setViewportSize({ width: 1280, height: 900 });
      await expect.poll(placed, { message: path }).toEqual({ isBeside: false, isBelow: true });
      await page.setViewportSize(WIDE);
    }
  }, 60_000);

  test('rows are 40 px high and have no badge for what everyone has', async () => {
    const page = await owners();
    for (const path of ['/admin/members', '/admin/groups', '/admin/audit']) {
      await turnTo(page, path);
      const row = page.locator('[role="row"][data-index="0"]');
      await row.waitFor();
      expect((await row.boundingBox())?.height, path).toBe(40);
    }
    await turnTo(page, '/admin/members');
    const person = page.getByRole('row', { name: /Max Member/ });
    await person.getByText('Member', { exact: true }).waitFor();
    expect(await person.locator('.role-badge').count()).toBe(0);
  }, 60_000);
});
