// A click does not lose unsaved roles and settings: the page asks first.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atCommandLine } from '../../doors/manage/support.ts';
import { connect } from '../../doors/scim/support/connection.ts';
import { linkFor } from '../../doors/sign-in/browser.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from '../console-world.ts';

inChromium('unsaved changes', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
  });
  afterAll(() => world?.close());

  test('ask before leaving a page or tab with unsaved roles, but not with saved ones', async () => {
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
    '%s, %s: ask before leaving',
    async (path, label, what) => {
      const { page } = await world.signedIn(team.owner.email);
      await page.goto(path);
      await page.getByLabel(label, { exact: true }).fill('77');
      await page.getByRole('link', { name: 'Members', exact: true }).click();
      await page.getByText(`You have changed ${what} but not saved.`).waitFor();
      await page.getByRole('button', { name: 'Leave without saving' }).click();
      await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    },
    60_000,
  );

  test('are protected in every form that edits an existing item', async () => {
    const owner = await atCommandLine(world.here, team.team_id, team.owner.id);
    const group = await owner.post<{ id: string }>('/manage/v1/groups', { display_name: 'Sales' });
    const { connection_id } = await connect(world.here, team.team_id, 'Okta');
    const chat = { name: 'Chat', url: 'https://hooks.example.com/cairn', events: ['trail.published'] };
    const hook = await owner.post<{ webhook: { id: string } }>('/manage/v1/webhooks', chat);
    const operator = await world.here.operator();
    for (const [person, path, label, what] of [
      [team.owner, `/admin/groups/${group.body.id}`, 'Description', 'the description'],
      [
        team.owner,
        `/admin/connections/${connection_id}?tab=settings`,
        'Name of the connection',
        'the name of the conn',
      ],
      [team.owner, `/admin/connections/${connection_id}?tab=tokens`, 'Issuer', 'the workload identity'],
      [team.owner, `/admin/webhooks/${hook.body.webhook.id}`, 'What is it for?', 'the settings of the webhook'],
      [operator, `/operator/workspaces/${team.team_id}`, 'Seats', 'plan or seats'],
    ] as const) {
      const { page } = await world.signedIn(person.email);
      await page.goto(path);
      await page.getByRole('textbox', { name: label }).fill('77');
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link').first().click();
      await page.getByText(`You have changed ${what}`).waitFor();
    }
  }, 60_000);

  test('stay in a dialog after the session has ended, so that the same person can continue', async () => {
    const desk = await world.signedIn(team.owner.email);
    const { page, complaints } = desk;
    await page.goto('/admin/groups');
    await page.getByRole('button', { name: 'New group' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('Night shift');
    // Escape closes the topmost dialog and keeps the input in the one below.
    const palette = page.getByRole('combobox', { name: 'Search or go to' });
    await page.keyboard.press('Control+k');
    await palette.waitFor();
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    await signOut(page);
    await page.getByRole('button', { name: 'Make group' }).click();
    const over = page.getByRole('dialog', { name: 'Your session has ended' });
    await over.getByRole('button', { name: 'I have signed in' }).click();
    await page.keyboard.press('Escape');
    await over.getByRole('link', { name: 'Sign in in another tab' }).waitFor();
    expect(await look(desk, 'session-over')).toEqual([]);
    await signInBeside(page, team.owner.email);
    await over.getByRole('button', { name: 'I have signed in' }).click();
    await over.waitFor({ state: 'detached' });
    expect(await page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('Night shift');
    await page.getByRole('button', { name: 'Make group' }).click();
    await page.getByText('Night shift').first().waitFor();
    expect(complaints).toEqual([]);
  }, 60_000);

  test('are kept when the person signs in again in the dialog', async () => {
    const { page, complaints } = await world.signedIn(team.admin.email);
    await page.goto('/account');
    await page.getByLabel('New password').fill('three stones on a pass');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('The password is set.').waitFor();
    await page.goto('/admin/groups');
    await page.getByRole('button', { name: 'New group' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('Day shift');
    await signOut(page);
    await page.getByRole('button', { name: 'Make group' }).click();
    const over = page.getByRole('dialog', { name: 'Your session has ended' });
    const password = over.getByLabel(`Password of ${team.admin.email}`);
    await password.fill('not the one');
    await password.press('Enter');
    await over.getByText('The e-mail address or the password is not right.').waitFor();
    await password.fill('three stones on a pass');
    await password.press('Enter');
    await over.waitFor({ state: 'detached' });
    expect(await page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('Day shift');
    expect(complaints).toEqual([]);
  }, 60_000);

  test('are hidden from another person who signs in, and an empty page leads to the sign-in page', async () => {
    const { page } = await world.signedIn(team.owner.email);
    await page.goto('/admin/workspace');
    await page.getByLabel('Name', { exact: true }).fill('Of the Owner');
    await signOut(page);
    await page.getByRole('button', { name: 'Rename' }).click();
    const over = page.getByRole('dialog', { name: 'Your session has ended' });
    await over.waitFor();
    await signInBeside(page, team.member.email);
    await over.getByRole('button', { name: 'I have signed in' }).click();
    await page.getByRole('heading', { level: 1, name: 'What are you about to do?' }).waitFor();
    await signOut(page);
    // The person returns to the tab and does nothing.
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    await page.waitForURL(/sign-in/);
  }, 60_000);

  test('include an uncopied secret, which is shown again after the session has ended', async () => {
    const desk = await world.signedIn(team.owner.email);
    const { page, complaints } = desk;
    await page.goto('/admin/members');
    await page.getByRole('link', { name: 'API keys', exact: true }).click();
    await page.getByRole('button', { name: 'New key' }).first().click();
    await page.getByLabel('What is it for?').fill('Nightly import');
    await page.getByRole('button', { name: 'Make key' }).click();
    const secret = (await page.locator('.mantine-Modal-body code').first().textContent()) ?? '';
    expect(secret).toMatch(/^svc_/);
    const question = page.getByRole('dialog', { name: 'Leave without copying it?' });
    await page.goBack();
    await question.waitFor();
    expect(await look(desk, 'secret-asked')).toEqual([]);
    await question.getByRole('button', { name: 'Stay here' }).click();
    await question.waitFor({ state: 'detached' });
    await signOut(page);
    await page.evaluate(`document.querySelector('a[href="/admin/groups"]').click()`);
    await question.getByRole('button', { name: 'Stay here' }).click();
    expect(await page.getByText(secret).count()).toBe(1);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText('Your session has ended').waitFor();
    expect(complaints).toEqual([]);
  }, 60_000);

  test('include a link shown on its page, until it has been copied', async () => {
    const { page } = await world.signedIn(team.owner.email);
    await page.goto(`/admin/members/${team.member.id}?tab=access`);
    await page.getByRole('button', { name: 'Make a sign-in link' }).click();
    await page.getByText('Copy the sign-in link now').waitFor();
    await page.getByRole('link', { name: 'Groups', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stay here' }).click();
    await page.getByText('Copy the sign-in link now').waitFor();
    const question = page.getByRole('dialog', { name: 'Sign out?' });
    await page.getByRole('button', { name: /account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or go to' }).fill('Sign out');
    await page.keyboard.press('Enter');
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('link', { name: 'Groups', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Groups' }).waitFor();
    await page.getByRole('button', { name: /account of/ }).click();
    let answer = (): void => undefined;
    const answers = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/manage/v1/session', (route) => answers.then(() => route.continue()));
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    // The service is slow, so the page shows a message.
    await page.getByRole('menuitem', { name: 'Signing out …' }).waitFor({ timeout: 10_000 });
    answer();
    await page.waitForURL(/sign-in/);
  }, 60_000);

  /** Signs out in another tab. This tab finds out from the next refused request. */
  const signOut = (page: Page) => page.request.delete('/manage/v1/session', { headers: FROM_CONSOLE });

  const signInBeside = async (page: Page, email: string): Promise<void> => {
    const data = { token: await linkFor(world.here, email) };
    expect((await page.request.post('/sign-in/link', { headers: FROM_CONSOLE, data })).ok()).toBe(true);
  };
});

const FROM_CONSOLE = { 'X-Cairn-Console': '1' };
