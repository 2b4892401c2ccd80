// An open entry of a list has an address. Reload, Back and a copied link restore it, wherever in the list it is.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atCommandLine } from '../../doors/manage/support.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, type Desk, look } from '../console-world.ts';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GONE = '0192f000-0000-7000-8000-000000000000';

inChromium('an open entry', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let desk: Desk;
  let log: string;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team();
    desk = await world.desk(team.admin.email);
    log = await syncedConnection();
  });
  afterAll(() => world?.close());

  test("stays open after a reload, Back and a copied link, even if it is not on the provisioning log's first page", async () => {
    const { page, complaints } = desk;
    await page.goto(`${log}?q=person-000`);
    const show = page.getByRole('button', { name: /^Show: / });
    await show.first().click();
    await page.waitForURL(/entry=/);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('link', { name: 'Pia' }).waitFor();
    expect(await look(desk, 'log-entry')).toEqual([]);
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(link).toBe(page.url());
    await page.reload();
    await dialog.getByRole('link', { name: 'Pia' }).waitFor();
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
    const entry = new URL(link).searchParams.get('entry');
    // It is neither among the newest hundred nor matched by the filter.
    for (const address of [`${log}?entry=${entry}`, `${log}?q=nobody&entry=${entry}`]) {
      await page.goto(address);
      await dialog.getByRole('link', { name: 'Pia' }).waitFor();
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.url()).not.toContain('entry=');
    await expect.poll(() => page.url()).toContain('q=nobody');
    await page.goto(`${log}?entry=${GONE}`);
    await dialog.getByText('This entry is no longer available').waitFor();
    await page.goto(`${log}?entry=mistyped`);
    await page.getByRole('table', { name: 'Provisioning log' }).waitFor();
    expect(await dialog.count()).toBe(0);
    expect(complaints).toEqual([]);
  }, 120_000);

  test("of the audit log or of a person's activity opens from its link", async () => {
    const { page, complaints } = desk;
    for (const path of ['/admin/audit', `/admin/members/${team.admin.id}?tab=activity`]) {
      await page.goto(path);
      await page
        .getByRole('button', { name: /^Show:/ })
        .first()
        .click();
      await page.waitForURL(/entry=/);
      const title = await page.getByRole('dialog').getByRole('heading').first().textContent();
      await page.goto(`${page.url()}${path === '/admin/audit' ? '&q=nothing-has-these-words' : ''}`);
      await page
        .getByRole('dialog')
        .getByRole('heading', { name: title ?? '' })
        .waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Copy link' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.goto(`/admin/audit?entry=${GONE}`);
    await page.getByText('This entry is no longer available').waitFor();
    expect(complaints).toEqual([]);
  }, 90_000);

  test('restores selections: the days of the summary and the steps of an AI tool', async () => {
    const { page } = desk;
    await page.goto(log);
    await page.getByText('24 hours', { exact: true }).click();
    await page.waitForURL(/over=hour/);
    await page.reload();
    await page.getByRole('radio', { name: '24 hours', checked: true }).waitFor({ state: 'attached' });
    await page.goto('/connect');
    const tab = page.getByRole('tab').nth(1);
    await tab.click();
    await page.waitForURL(/tool=/);
    await page.reload();
    await expect.poll(() => page.getByRole('tab').nth(1).getAttribute('aria-selected')).toBe('true');
  }, 60_000);

  /**
   * Creates a connection whose log is longer than a page. The oldest entry is about person-000. Returns the log's
   * address.
   */
  async function syncedConnection(): Promise<string> {
    const admin = await atCommandLine(world.here, team.team_id, team.admin.id);
    const { body } = await admin.post<{ connection_id: string; token: string }>('/manage/v1/connections', {
      name: 'Okta',
    });
    const provider = world.here.bearer(body.token).with({ 'Content-Type': 'application/scim+json' });
    const users = `/scim/v2/${body.connection_id}/Users`;
    const pia = { schemas: [USER], userName: 'person-000@acme.test', displayName: 'Pia' };
    await provider.send('POST', users, JSON.stringify(pia));
    for (let n = 0; n < 120; n += 1) await provider.get(`${users}?startIndex=${n + 1}`);
    const page = `/manage/v1/connections/${body.connection_id}/log?resource=User&operation=create`;
    while ((await admin.get<{ items: unknown[] }>(page)).body.items.length === 0)
      await new Promise((go) => setTimeout(go, 100));
    return `/admin/connections/${body.connection_id}`;
  }
});
