// Roles and settings that nobody saved are not lost by a click: the page asks first.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../support/test-team.ts';
import { inChromium } from './chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from './console-world.ts';

inChromium('what was changed and not saved', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
  });
  afterAll(() => world?.close());

  test('roles: another page and another tab are asked about, saved ones are not', async () => {
    const desk = await world.signedIn(team.owner.email);
    const { page, complaints } = desk;
    await page.goto(`/admin/members/${team.member.id}?tab=access`);
    const author = page.getByLabel(/^Author: /);
    await author.check();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await page.getByRole('link', { name: 'Groups', exact: true }).click();
    await question.getByText('You have changed the roles').waitFor();
    expect(await look(desk, 'unsaved-roles')).toEqual([]);
    await question.getByRole('button', { name: 'Stay here' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await author.isChecked()).toBe(true);
    await page.getByRole('tab', { name: 'Activity' }).click();
    await question.getByRole('button', { name: 'Leave without saving' }).click();
    await page.waitForURL(/tab=activity/);
    await page.getByRole('tab', { name: 'Access' }).click();
    await expect.poll(() => author.isChecked()).toBe(false);
    await author.check();
    await page.getByRole('button', { name: 'Save roles' }).click();
    await page.getByText('Roles saved.').waitFor();
    await page.getByRole('link', { name: 'Groups', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Groups' }).waitFor();
    expect(complaints).toEqual([]);
  }, 90_000);

  test.each([
    ['/admin/workspace', 'Issuer', 'the settings of single sign-on'],
    ['/admin/workspace', 'Name', 'the name of the workspace'],
    ['/admin/connections', 'People in an hour, at most', 'the limits'],
  ])(
    '%s, %s: asked about',
    async (path, label, what) => {
      const { page } = await world.signedIn(team.owner.email);
      await page.goto(path);
      await page.getByLabel(label, { exact: true }).fill('77');
      await page.getByRole('link', { name: 'Members', exact: true }).click();
      await page.getByText(`You have changed ${what}, and not saved it.`).waitFor();
      await page.getByRole('button', { name: 'Leave without saving' }).click();
      await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    },
    60_000,
  );
});
