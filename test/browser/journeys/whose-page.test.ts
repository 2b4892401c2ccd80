// Tests typed, saved and shared addresses: pages of other roles, missing items, and random words.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from '../console-world.ts';

/** People who sign in with a link are reminded to set a password, and may postpone that. */
const REMINDER = 1;
const NOT_THERE = '01a2108a-a813-703f-8f20-979d47e408ac';

inChromium('an address that someone was sent', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
  });
  afterAll(() => world?.close());

  test('says which role a page needs, and shows nothing of it to people without that role', async () => {
    const desk = await world.signedIn(team.member.email);
    const { page } = desk;
    const main = page.getByRole('main');
    const pages = {
      'This page is for admins': ['members', 'groups', 'organisation', 'connections', 'keys', 'webhooks', 'audit'],
      'This page is for authors': ['/write', `/write/${NOT_THERE}`, '/catalog-health', '/insight'],
      'This page is for authors and admins': ['/overview'],
      'This page is for approvers': ['/approvals', `/approvals/${NOT_THERE}`],
    };
    for (const [heading, addresses] of Object.entries(pages))
      for (const address of addresses) {
        await page.goto(address.startsWith('/') ? address : `/admin/${address}`);
        await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
        expect(await main.locator('button, input, select, table, [role="table"]').count(), address).toBe(REMINDER);
        expect(await main.getByRole('alert').count(), address).toBe(0);
        expect(await page.title()).toBe(`${heading} · Cairn`);
      }
    expect(await look(desk, 'not-yours')).toEqual([]);
    await page.getByRole('link', { name: 'Back to the start' }).click();
    await page.waitForURL('**/trails');
    expect(desk.complaints).toEqual([]);
  }, 90_000);

  test('says that an item does not exist, without API terms, if the id is invalid or unknown', async () => {
    const { page, complaints } = await world.signedIn(team.owner.email);
    const folders = ['/write/', '/admin/members/', '/admin/groups/', '/admin/connections/', '/admin/webhooks/'];
    for (const folder of folders)
      for (const last of ['nope', NOT_THERE]) {
        await page.goto(folder + last);
        await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
        await page.getByRole('navigation', { name: 'Main' }).waitFor();
      }
    await page.goto('/trails/nope');
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    await page.goto('/trails/%E0%A4%A');
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    expect(complaints).toEqual([]);
  }, 60_000);

  test('shows the unfiltered list if the query contains a character that cannot be searched for', async () => {
    const { page, complaints } = await world.signedIn(team.owner.email);
    for (const address of ['/admin/groups?q=%00', '/admin/audit?q=a%00b', '/write?q=%00', '/trails?ask=%00']) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.getByRole('alert').count(), address).toBe(0);
    }
    expect(complaints).toEqual([]);
  }, 60_000);

  test("keeps the current page and the typed text after a role is removed, and closes the role's other pages", async () => {
    const { page } = await world.signedIn(team.author.email);
    const { body } = await team.author.speaks.post<{ id: string }>('/v1/trails', {
      document: { title: 'Plan a week' },
    });
    await page.goto(`/write/${body.id}`);
    await page.getByLabel('Title').fill('Plan a month');
    const owner = await world.signedIn(team.owner.email);
    const taken = await owner.page.request.patch(`/manage/v1/members/${team.author.id}/roles`, {
      headers: { 'X-Cairn-Console': '1' },
      data: { remove: ['author'] },
    });
    expect(taken.ok()).toBe(true);
    await page.getByRole('button', { name: 'Save draft' }).click();
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await navigation.getByRole('link', { name: 'Catalog health' }).waitFor({ state: 'detached' });
    expect(await page.getByLabel('Title').inputValue()).toBe('Plan a month');
  }, 60_000);
});
