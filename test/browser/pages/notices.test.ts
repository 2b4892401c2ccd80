// Each change produces one notification that does not interrupt, even if the file that draws notifications is missing.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atCommandLine } from '../../doors/manage/support.ts';
import type { Speaker } from '../../support/speaker.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { type Receiver, receiver } from '../../webhooks/receiver.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';

inChromium('notifications', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let owner: Speaker;
  let hook: Receiver;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
    owner = await atCommandLine(world.here, team.team_id, team.owner.id);
    hook = await receiver();
  });
  afterAll(async () => {
    await hook?.close();
    await world?.close();
  });

  const corner = (page: Page) => page.locator('.mantine-Notification-root');

  /** Expects the message once, in a polite live region. */
  async function isTold(page: Page, word: string): Promise<void> {
    await corner(page).getByText(word, { exact: true }).waitFor();
    expect(await corner(page).getByText(word, { exact: true }).count(), word).toBe(1);
    expect(await page.getByRole('status').filter({ hasText: word }).count(), word).toBe(1);
    expect(await page.getByRole('alert').filter({ hasText: word }).count(), word).toBe(0);
  }

  async function choose(page: Page, field: string, name: string): Promise<void> {
    await page.getByRole('combobox', { name: field }).fill(name);
    await page.getByRole('option', { name }).click();
  }

  test('announce group members who joined, left and returned', async () => {
    const { body } = await owner.post<{ id: string }>('/manage/v1/groups', { display_name: 'Writers' });
    const { page, complaints } = await world.signedIn(team.owner.email);
    await page.goto(`/admin/groups/${body.id}`);
    await choose(page, 'Add a member', 'Max Member');
    await page.getByRole('button', { name: 'Add', exact: true }).last().click();
    await isTold(page, 'Added.');
    await page.getByRole('button', { name: /Max Member/ }).click();
    await isTold(page, 'Max Member is no longer in the group.');
    await page.getByRole('button', { name: 'Undo' }).click();
    await isTold(page, 'Back again.');
    await page.reload();
    await choose(page, 'Add a manager', 'Ada Admin');
    await page.getByRole('button', { name: 'Add', exact: true }).first().click();
    await isTold(page, 'Added.');
    expect(complaints).toEqual([]);
  }, 60_000);

  test('announce changes of access, a webhook that was switched on or off, and a changed setting', async () => {
    const trail = (await team.author.speaks.post<{ id: string }>('/v1/trails', { title: 'Show the steps' })).body.id;
    const wanted = { name: 'News', url: hook.url, events: ['trail.published'] };
    expect((await owner.post('/manage/v1/webhooks', wanted)).status).toBe(201);
    const hooks = (await owner.get<{ items: { id: string }[] }>('/manage/v1/webhooks')).body.items;
    await team.author.speaks.patch(`/v1/trails/${trail}`, { visibility: 'restricted' });
    const { page, complaints } = await world.signedIn(team.owner.email);
    await page.goto(`/write/${trail}?tab=access`);
    await choose(page, 'Person', 'Max Member');
    await page.getByRole('button', { name: 'Grant access' }).click();
    await isTold(page, 'Access granted.');
    await page.goto(`/admin/webhooks/${hooks[0]?.id}`);
    await page.getByRole('button', { name: 'Switch off' }).click();
    await isTold(page, 'Switched off.');
    await page.getByRole('button', { name: 'Switch on' }).click();
    await isTold(page, 'Switched on.');
    await page.goto('/admin/workspace');
    await page.getByLabel('Name', { exact: true }).fill('Acme North');
    await page.getByRole('button', { name: 'Rename' }).click();
    await isTold(page, 'Saved.');
    expect(complaints).toEqual([]);
  }, 60_000);

  test('interrupt for errors', async () => {
    const { page } = await world.signedIn(team.owner.email);
    await page.goto('/admin/workspace');
    await page.route('**/manage/v1/team', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
    );
    await page.getByRole('switch', { name: /^Trails/ }).click();
    await page.getByRole('alert').filter({ hasText: 'Something went wrong' }).waitFor();
  }, 60_000);

  test('appear as plain text until the component that renders them has loaded', async () => {
    const { page } = await world.signedIn(team.owner.email);
    await page.route('**/shown-toasts-*.js', (route) => route.abort());
    await page.goto('/admin/workspace');
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Acme South');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor();
    expect(await corner(page).count()).toBe(0);
    expect(await page.getByRole('heading', { level: 1, name: 'Settings' }).isVisible()).toBe(true);
    await page.unroute('**/shown-toasts-*.js');
    await name.fill('Acme West');
    await page.getByRole('button', { name: 'Rename' }).click();
    await corner(page).getByText('Saved.').first().waitFor();
    await page.locator('.plain-word').waitFor({ state: 'detached' });
  }, 60_000);

  test('announce a requested download before its first byte arrives', async () => {
    const { page } = await world.signedIn(team.owner.email);
    await page.route('**/manage/v1/members/export?*', () => undefined);
    await page.goto('/admin/members');
    // The component that draws notifications loads once the page is idle.
    await page.locator('.mantine-Notifications-root').first().waitFor({ state: 'attached' });
    await page.getByRole('link', { name: 'Export CSV' }).click();
    await isTold(page, 'Your download is starting.');
  }, 60_000);

  test('keep the page working if a lazy part fails to load', async () => {
    const { page } = await world.signedIn(team.owner.email);
    await page.route(/\/(?:shown-toasts|not-loaded|member-dialogs)-[^/]*\.js$/, (route) => route.abort());
    await page.goto('/admin/members');
    await page.getByRole('button', { name: 'Add person' }).click();
    await page.getByRole('alert').filter({ hasText: 'This could not be loaded' }).waitFor();
    expect(await page.getByRole('heading', { level: 1, name: 'Members' }).isVisible()).toBe(true);
  }, 60_000);
});
