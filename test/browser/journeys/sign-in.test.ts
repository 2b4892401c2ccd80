import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkFor } from '../../doors/sign-in/browser.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';

inChromium('signing in and out', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team();
  });
  afterAll(() => world?.close());

  test('signs in with a link, sets a password, and returns to the requested page after the next sign-in', async () => {
    const { page, complaints } = await world.desk(team.author.email);
    await expect.poll(() => page.url()).not.toContain('token');
    expect(await page.evaluate('document.cookie')).toBe('');
    await page.goto('/account');
    // A refusal appears at its field, with one cause and without a toast.
    await page.getByLabel('New password').fill('password1234');
    await page.getByText('Weak: add an unrelated word').waitFor();
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('it is a common password with a few characters added').waitFor();
    expect(await page.getByLabel('New password').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.getByLabel('New password').fill('three stones on a pass');
    await page.getByText('Strong').waitFor();
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('The password is set.').waitFor();
    await page.getByRole('button', { name: /account of Arthur Author/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in to Cairn' }).waitFor();

    await page.goto('/write');
    await page.getByLabel('Work e-mail address').fill(team.author.email);
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.locator('input[name=password]').fill('not the one');
    await page.keyboard.press('Enter');
    await page.getByText('The e-mail address or the password is not right.').waitFor();
    await page.locator('input[name=password]').fill('three stones on a pass');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Trails' }).waitFor();
    expect(complaints).toEqual([]);
  }, 90_000);

  test('continues in the first tab after the link was used in a second tab', async () => {
    const { page } = await world.visitor();
    await page.goto('/write');
    await page.getByLabel('Work e-mail address').waitFor();
    const comeBack = () => page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    const asked = page.waitForResponse(/\/manage\/v1\/session$/);
    await comeBack();
    expect((await asked).status()).toBe(401);
    await page.getByLabel('Work e-mail address').waitFor();
    const other = await page.context().newPage();
    await other.goto(`/sign-in#token=${await linkFor(world.here, team.author.email)}`);
    await other.getByRole('button', { name: 'Sign in with this link' }).click();
    await other.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' });
    await comeBack();
    await page.waitForURL('**/write');
  }, 60_000);

  test('signs in with Enter alone on the page of a link, even if a new link was pasted over the old one', async () => {
    const { page } = await world.visitor();
    await page.goto('/sign-in#token=svc_link_used');
    const way = page.getByRole('button', { name: 'Sign in with this link' });
    await way.waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('The link was used').waitFor();
    const token = await linkFor(world.here, team.author.email);
    await page.evaluate(`window.location.hash = ${JSON.stringify(`token=${token}`)}`);
    await way.waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' });
  }, 60_000);

  test('starts single sign-on with Enter alone, from the address field and from a link on another site', async () => {
    const { page } = await world.visitor();
    const provider = 'The sign-in of the company';
    await page.route('**/sign-in/sso?*', (route) => route.fulfill({ contentType: 'text/html', body: provider }));
    const methods = { methods: ['sso', 'password'], sso_team_id: team.team_id };
    await page.route('**/sign-in/methods', (route) => route.fulfill({ json: methods }));
    const way = page.getByRole('link', { name: "Use your company's sign-in" });
    await page.goto('/sign-in');
    await page.getByLabel('Work e-mail address').fill(team.member.email);
    await page.keyboard.press('Enter');
    await way.waitFor();
    await page.keyboard.press('Enter');
    await page.getByText(provider).waitFor();
    await page.goto(`/sign-in?to=%2Ftrails#sso=${team.team_id}`);
    await way.waitFor();
    await page.keyboard.press('Enter');
    await page.getByText(provider).waitFor();
  }, 60_000);

  test('says after signing out in another tab that unsaved work is kept', async () => {
    const { body } = await team.author.speaks.post<{ id: string }>('/v1/trails', {
      document: { title: 'Show the steps' },
    });
    const toldAtTheEnd = async (page: Page): Promise<string | null> => {
      await page.request.delete('/manage/v1/session', { headers: { 'X-Cairn-Console': '1' } });
      await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
      await page.getByRole('heading', { level: 1, name: 'Sign in to Cairn' }).waitFor();
      return page.getByRole('alert').textContent();
    };
    const reader = await world.desk(team.member.email);
    expect(await toldAtTheEnd(reader.page)).toBe('Your session has ended. Sign in again.');
    const { page } = await world.signedIn(team.author.email);
    await page.goto(`/write/${body.id}`);
    await page.getByRole('textbox', { name: 'Description' }).fill('Mine.');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { level: 1, name: 'What are you about to do?' }).waitFor();
    expect(await toldAtTheEnd(page)).toBe(
      'Your session has ended. Sign in again. This browser has kept your unsaved changes to trails.',
    );
  }, 60_000);

  test('never redirects to another site after signing in', async () => {
    const { page } = await world.visitor();
    await page.goto('/sign-in?to=//evil.example/x');
    await page.getByLabel('Work e-mail address').waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('');
  }, 60_000);
});
