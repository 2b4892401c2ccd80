// Errors appear in the dialog at the field they concern. People would not see a message behind the dialog.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atCommandLine } from '../../doors/manage/support.ts';
import { connect } from '../../doors/scim/support/connection.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from '../console-world.ts';

inChromium('an error in a dialog', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
    await connect(world.here, team.team_id, 'Okta');
  });
  afterAll(() => world?.close());

  test('appears at the field, with focus, and nowhere else', async () => {
    const desk = await world.signedIn(team.owner.email);
    const { page } = desk;
    const toasts = page.locator('.mantine-Notification-root');
    const focused = () => page.evaluate<string>('document.activeElement.name');
    await page.goto('/admin/connections');
    await page.getByRole('button', { name: 'Connect' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Make the connection' }).click();
    await dialog.getByText('The workspace already has a connection named "Okta".').waitFor();
    expect([await toasts.count(), await focused()]).toEqual([0, 'name']);
    expect(await look(desk, 'connection-name-taken')).toEqual([]);
    await dialog.getByLabel('Name of the connection').fill('Okta of the north');
    await dialog.getByRole('button', { name: 'Make the connection' }).click();
    await dialog.getByText('It is shown only once').waitFor();
    await dialog.getByRole('button', { name: 'I have copied both' }).click();

    // The same applies when it is renamed.
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByLabel('Name of the connection').fill('Okta');
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.getByText('The workspace already has a connection named "Okta".').waitFor();
    expect([await toasts.count(), await focused()]).toEqual([0, 'name']);
  }, 60_000);

  test('also appears in the dialogs that create a group, a key, a trail and a workspace', async () => {
    const operator = await world.here.operator();
    const stops = [
      [team.owner, '/admin/groups', 'New group', 'Name', 'Make group'],
      [team.owner, '/admin/keys', 'New key', 'What is it for?', 'Make key'],
      [team.owner, '/write', 'New trail', 'What will the employee get done?', 'Create draft'],
      [operator, '/operator', 'New workspace', 'Name', 'Make workspace'],
    ] as const;
    for (const [person, path, opens, label, makes] of stops) {
      const { page } = await world.signedIn(person.email);
      await page.goto(path);
      await page.getByRole('button', { name: opens }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(label).first().fill('What for');
      if (person === operator) {
        await dialog.getByLabel("The Owner's name").fill('Olaf');
        await dialog.getByLabel("The Owner's e-mail address").fill('olaf@north.test');
      }
      const problem = {
        type: 'http://127.0.0.1/problems/forbidden',
        status: 403,
        title: 'Not now',
        detail: 'Refused.',
      };
      await page.route(/\/(manage|console)\/v1\//, (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(problem) })
          : route.fallback(),
      );
      await dialog.getByRole('button', { name: makes }).click();
      await dialog.getByRole('alert').waitFor();
      expect(await page.locator('.mantine-Notification-root').count(), path).toBe(0);
    }
  }, 90_000);

  test('appears at the field in settings forms', async () => {
    const operator = await world.here.operator();
    const owner = await atCommandLine(world.here, team.team_id, team.owner.id);
    const made = await owner.post<{ id: string }>('/manage/v1/groups', { display_name: 'Sales' });
    const forms = [
      [team.owner, `/admin/groups/${made.body.id}`, 'Description', 'x'.repeat(100_000), 'Save description'],
      [team.owner, '/admin/workspace', 'Name', 'x'.repeat(10_000), 'Rename'],
      [operator, `/operator/workspaces/${team.team_id}`, 'Seats', '9999999999', 'Save'],
    ] as const;
    for (const [person, path, label, value, saves] of forms) {
      const { page } = await world.signedIn(person.email);
      await page.goto(path);
      const field = page.getByRole('textbox', { name: label, exact: true });
      await field.fill(value);
      await page.getByRole('button', { name: saves, exact: true }).click();
      await expect.poll(() => field.getAttribute('aria-invalid'), { message: path }).toBe('true');
      await field.and(page.locator(':focus')).waitFor();
      expect(await page.locator('.mantine-Notification-root').count(), path).toBe(0);
    }
  }, 90_000);
});

inChromium('a question about people', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
  });
  afterAll(() => world?.close());

  test('distinguishes people with the same name, and does not warn about granting a role', async () => {
    const owner = await atCommandLine(world.here, team.team_id, team.owner.id);
    const twins = ['kim', 'kim.lee'].map((name) => ({ email: `${name}@${team.team_id}.test`, name: 'Kim Lee' }));
    for (const twin of twins) expect((await owner.post('/manage/v1/members', twin)).status).toBe(201);
    const { page } = await world.signedIn(team.owner.email);
    await page.goto('/admin/members');
    for (const { email } of twins) await page.getByRole('row').filter({ hasText: email }).getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Give a role' }).click();
    await page.getByRole('menuitem', { name: 'Author' }).click();
    const dialog = page.getByRole('dialog');
    for (const { email } of twins) await dialog.getByText(`Kim Lee (${email})`).waitFor();
    const colour = (name: string) =>
      dialog
        .getByRole('button', { name })
        .evaluate((one) => (one as unknown as { style: { cssText: string } }).style.cssText.includes('red'));
    expect(await colour('Give it to 2 people')).toBe(false);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Take a role' }).click();
    await page.getByRole('menuitem', { name: 'Author' }).click();
    expect(await colour('Take it from 2 people')).toBe(true);
  }, 60_000);
});
