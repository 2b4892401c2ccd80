// After a change, newer input stays, and a deleted item disappears from every list.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atCommandLine } from '../../doors/manage/support.ts';
import { connect } from '../../doors/scim/support/connection.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';

inChromium('a completed change', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
  });
  afterAll(() => world?.close());

  test('keeps a role selected that was changed while the save was pending', async () => {
    const { page } = await world.signedIn(team.owner.email);
    await page.goto(`/admin/members/${team.member.id}?tab=access`);
    const answer = await holdingBack(page, 'PATCH');
    await page.getByLabel(/^Author: /).check();
    await page.getByRole('button', { name: 'Save roles' }).click();
    await page.getByLabel(/^Manager: /).check();
    answer();
    await page.getByText('Roles saved.').waitFor();
    await page.getByText('Not saved yet: add Manager.').waitFor();
    expect(await page.getByLabel(/^Manager: /).isChecked()).toBe(true);
  }, 60_000);

  test('keeps a secret that was typed while the save was pending', async () => {
    const { page } = await world.signedIn(team.owner.email);
    await page.goto('/admin/workspace');
    await page.getByLabel('Issuer').fill('https://idp.acme.test');
    await page.getByLabel('Client id').fill('cairn');
    const secret = page.getByLabel('Client secret', { exact: true });
    await secret.fill('the old one');
    const answer = await holdingBack(page, 'PUT');
    const form = page.getByRole('region', { name: 'Single sign-on' });
    await form.getByRole('button', { name: 'Save' }).click();
    await secret.fill('another one');
    answer();
    await page.getByText('Saved.').waitFor();
    await form.getByRole('button', { name: 'Undo single sign-on' }).waitFor();
    expect(await secret.inputValue()).toBe('another one');
  }, 60_000);

  test('removes a deleted item from its list', async () => {
    const owner = await atCommandLine(world.here, team.team_id, team.owner.id);
    await connect(world.here, team.team_id, 'Entra');
    await owner.post('/manage/v1/groups', { display_name: 'Sales' });
    const hook = { name: 'Chat', url: 'https://hooks.example.com/cairn', events: ['trail.published'] };
    await owner.post('/manage/v1/webhooks', hook);
    await world.here.team({ name: 'North' });
    const operator = await world.here.operator();
    for (const [person, path, name, opens, confirms] of [
      [team.owner, '/admin/connections', 'Entra', 'Delete connection', 'Delete the connection'],
      [team.owner, '/admin/groups', 'Sales', 'Delete', 'Delete the group'],
      [team.owner, '/admin/webhooks', 'Chat', 'Delete', 'Delete the webhook'],
      [operator, '/operator', 'North', 'Delete', 'Delete the workspace'],
    ] as const) {
      const { page } = await world.signedIn(person.email);
      await page.goto(path);
      await page.getByRole('link', { name, exact: false }).first().click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      if (path === '/admin/connections') await page.getByRole('tab', { name: 'Settings' }).click();
      await page.getByRole('button', { name: opens, exact: true }).click();
      const typed = page.getByLabel(`Type ${name} to go on`);
      if (path === '/operator') await typed.fill(name);
      await page.getByRole('button', { name: confirms }).click();
      await page.waitForURL((url) => url.pathname === path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect.poll(() => page.getByRole('link', { name }).count(), { message: path }).toBe(0);
    }
  }, 90_000);
});

/** Holds requests of this method until the returned function is called. */
async function holdingBack(page: Page, method: string): Promise<() => void> {
  let answer = (): void => undefined;
  const answers = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/manage/v1/**', async (route) => {
    if (route.request().method() === method) await answers;
    return route.fallback();
  });
  return answer;
}
