// Problems that five people had in a day with the console: a lost response, a refused save out of sight, a revoked
// link, a dialog under a toast, and right-to-left names.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deactivateMember, reactivateMember } from '../../../src/directory/members/members.ts';
import { atCommandLine } from '../../doors/manage/support.ts';
import { linkFor } from '../../doors/sign-in/browser.ts';
import { BY_TEST, type TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';
import { workspaceToSee } from '../page-walk.ts';

/** A slow machine must not look like a lost focus. */
const PATIENCE = { timeout: 15_000 };

/** The accessible name of the focused element. */
const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(
    `((at) => at === document.body ? 'nothing'
      : at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent)(document.activeElement)`,
  );

/** Lets requests reach the service but drops the responses. */
async function loseAnswers(page: Page, path: string): Promise<{ end: () => Promise<void> }> {
  await page.route(path, async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    await route.fetch();
    await route.abort();
  });
  return { end: () => page.unroute(path) };
}

inChromium('a day with the console', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let trailId: string;
  beforeAll(async () => {
    world = await consoleWorld();
    ({ team, trailId } = await workspaceToSee(world.here));
  });
  afterAll(() => world?.close());

  test('applies a request once if it is repeated after a lost response, and shows the existing secret before it creates another', async () => {
    const { page } = await world.signedIn(team.owner.email);
    await page.goto('/write?new=yes');
    const dialog = page.getByRole('dialog', { name: 'New trail' });
    await dialog.getByRole('textbox').fill('Plan the night shift');
    const trails = await loseAnswers(page, '**/console/v1/trails');
    await page.keyboard.press('Enter');
    await page.getByText('The service cannot be reached').waitFor();
    await trails.end();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Plan the night shift' }).waitFor();
    const { body } = await team.owner.speaks.get<{ items: unknown[] }>('/v1/trails?q=night');
    expect(body.items.length).toBe(1);

    await page.goto('/admin/keys');
    await page.getByRole('button', { name: 'New key' }).first().click();
    await page.getByLabel('What is it for?').fill('Nightly import');
    const keys = await loseAnswers(page, '**/manage/v1/keys');
    await page.getByRole('button', { name: 'Make key' }).click();
    await page.getByRole('alert').filter({ hasText: 'It may have been created' }).waitFor();
    await keys.end();
    await page.getByRole('button', { name: 'Make key' }).press('Enter');
    await page.getByRole('alert').filter({ hasText: 'It was created, but its secret was never shown' }).waitFor();
    await page.getByRole('button', { name: 'Show it' }).press('Enter');
    await page.getByRole('row').filter({ hasText: 'Nightly import' }).getByRole('button', { name: 'Revoke' }).waitFor();

    await page.getByRole('button', { name: 'New key' }).first().click();
    await page.getByLabel('What is it for?').fill('Nightly import');
    await page.getByRole('button', { name: 'Make key' }).press('Enter');
    await page.getByText('Copy the key now').waitFor();
    // A second Enter copies. It does not close the dialog.
    await expect.poll(() => focused(page), PATIENCE).toBe('Copy key');
    expect(await page.getByRole('dialog').getByRole('button').allInnerTexts()).toEqual([
      'Copy key',
      'I have copied it',
    ]);
  }, 60_000);

  test('shows a secret even if the steps after its creation fail', async () => {
    const { page } = await world.signedIn(team.owner.email);
    await page.goto('/admin/webhooks');
    await page.getByRole('button', { name: 'New webhook' }).first().click();
    await page.getByLabel('What is it for?').fill('News in our chat');
    await page.getByLabel('Address').fill('https://hooks.example.com/cairn');
    await page.route('**/webhooks/*/test', (route) => route.abort());
    await page.getByRole('button', { name: 'Make it and send a test' }).click();
    await page.getByText('the test event could not be sent').waitFor();
    await page.getByText('Copy the secret now').waitFor();
  }, 60_000);

  test('focuses an invalid field, saves the next item after a correction, and explains errors that belong to no field', async () => {
    const { body } = await team.author.speaks.post<{ id: string }>('/v1/trails', { title: 'Weigh offers' });
    const { page } = await world.signedIn(team.author.email);
    await page.goto(`/write/${body.id}`);
    await page.getByRole('button', { name: 'Add prompt' }).press('Enter');
    await expect.poll(() => focused(page), PATIENCE).toBe('Step 1');
    await page.getByRole('button', { name: 'Remove step 1' }).click();
    await page.getByRole('button', { name: 'Add example' }).press('Enter');
    await expect.poll(() => focused(page), PATIENCE).toBe('Example 1');
    await page.getByRole('textbox', { name: 'Setup guide' }).fill('Use a new chat.');
    await page.keyboard.press('Control+s');
    await expect.poll(() => focused(page), PATIENCE).toBe('Example 1');

    await page.getByRole('tab', { name: 'Surfacing' }).click();
    await page.getByRole('textbox', { name: 'Setup guide' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+s');
    await page.getByText('Examples, 1: Is blank.').waitFor();
  }, 60_000);

  test('does not schedule anything more than a year ahead, and keeps the dialog usable under a toast on a phone', async () => {
    const { page } = await world.signedIn(team.publisher.email);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/write/${trailId}`);
    await page.getByRole('button', { name: 'Publish changes' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Note for the version list').fill('Fairer');
    await dialog.getByRole('switch', { name: 'At a later time' }).check({ force: true });
    const inDays = (days: number): string =>
      new Date(world.here.clock() + days * 86_400_000).toISOString().slice(0, 16);
    const button = dialog.getByRole('button', { name: 'Schedule' });
    await dialog.getByLabel('When').fill(inDays(367));
    expect(await button.isDisabled()).toBe(true);
    await dialog.getByText('This is more than a year away. Choose an earlier time.').waitFor();
    await dialog.getByLabel('When').fill(inDays(365));
    expect(await button.isDisabled()).toBe(false);
    await page.route('**/schedules/publish', (route) => route.abort());
    await button.click();
    await page.getByText('The service cannot be reached').waitFor();
    await page.unroute('**/schedules/publish');
    // The toast would block a click on anything below it.
    await button.click({ timeout: 5_000 });
    await dialog.waitFor({ state: 'detached' });
    // The earlier error is gone, so the two messages never appear together.
    await page.getByText(/^Employees see it from/).waitFor();
    expect(await page.getByText('The service cannot be reached').count()).toBe(0);
  }, 60_000);

  test('reports at the next step that the set-up link was revoked, and keeps the focus', async () => {
    const owner = await atCommandLine(world.here, team.team_id, team.owner.id);
    const made = await owner.post<{ connection_id: string }>('/manage/v1/connections', {
      name: 'Okta',
      provider: 'okta',
    });
    const links = `/manage/v1/connections/${made.body.connection_id}/setup-links`;
    const { body } = await owner.post<{ url: string; link: { link_id: string } }>(links, { note: 'Jo' });
    const { page } = await world.visitor();
    // With this clock, the page does not refresh the connection before the test lets it.
    await page.clock.install();
    await page.goto(new URL(body.url).pathname + new URL(body.url).hash);
    await page.getByRole('tab', { name: 'Base URL and tokens' }).click();
    await page.getByRole('button', { name: 'Make a client secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: /^Make/ }).press('Enter');
    await page.getByText('Copy the client secret now').waitFor();
    await expect.poll(() => focused(page), PATIENCE).toBe('Copy client secret');
    await page.getByRole('button', { name: 'I have copied it' }).press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => focused(page), PATIENCE).not.toBe('nothing');

    await page.getByRole('button', { name: 'Make a new token' }).click();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    expect((await owner.send('DELETE', `${links}/${body.link.link_id}`)).status).toBe(204);
    await page.getByRole('dialog').getByRole('button', { name: /^Make/ }).click();
    await expect
      .poll(async () => {
        await page.clock.runFor(100);
        return page.getByRole('heading', { level: 1, name: 'This link does not work' }).count();
      }, PATIENCE)
      .toBe(1);
    // The page sends no further requests, because all of them would be refused.
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.clock.runFor(60_000);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(asked).toEqual([]);
  }, 60_000);

  test.each([
    ['/admin/workspace', '**/manage/v1/domain-claims'],
    ['/admin/members', '**/manage/v1/invitations?**'],
    ['/admin/members', '**/manage/v1/members/totals**'],
    ['/admin/members', '**/manage/v1/connections'],
    ['/write/TRAIL', '**/schedules'],
    ['/write/TRAIL?tab=versions', '**/publications'],
    ['/write/TRAIL?tab=versions', '**/versions/1'],
    ['/account', '**/manage/v1/session/invitations'],
  ])(
    '%s: says that %s did not respond, instead of showing an empty state',
    async (path, asked) => {
      const { page } = await world.signedIn(team.owner.email);
      await page.route(asked, (route) => route.fulfill({ status: 500, body: '{}' }));
      await page.goto(path.replace('TRAIL', trailId));
      await page.getByText('Something went wrong').waitFor();
      await page.unroute(asked);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('Something went wrong').waitFor({ state: 'detached' });
    },
    60_000,
  );

  test('tells deactivated people that they are inactive, not that their session has ended', async () => {
    const author = await team.person('Dora Drafts', ['author']);
    const { page } = await world.desk(author.email);
    await world.here.app.database.inTransaction((tx) => deactivateMember(tx, team.team_id, author.id, null, BY_TEST));
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    await page.getByText('You are not an active member of this workspace').waitFor();
    expect(await page.getByText('Your session has ended').count()).toBe(0);
  }, 60_000);

  test('shows deactivated people a dialog over their unsaved work, and lets them continue once they are reactivated', async () => {
    const author = await team.person('Una Unsaved', ['author']);
    const { page } = await world.signedIn(author.email);
    await page.goto('/write?new=yes');
    const title = page.getByRole('dialog', { name: 'New trail' }).getByRole('textbox').first();
    await title.fill('Half a thought');
    const turn = (change: typeof deactivateMember) =>
      world.here.app.database.inTransaction((tx) => change(tx, team.team_id, author.id, null, BY_TEST));
    await turn(deactivateMember);
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    const over = page.getByRole('dialog', { name: 'Your access has ended' });
    await over.getByText('admins to restore your access').waitFor();
    expect(await page.getByText('Your session has ended').count()).toBe(0);
    await turn(reactivateMember);
    // Once reactivated, the person has to sign in, and the page now says so.
    await over.getByRole('button', { name: 'I have signed in' }).click();
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    const data = { token: await linkFor(world.here, author.email) };
    await page.request.post('/sign-in/link', { headers: { 'X-Cairn-Console': '1' }, data });
    await page.getByRole('button', { name: 'I have signed in' }).click();
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor({ state: 'detached' });
    expect(await title.inputValue()).toBe('Half a thought');
  }, 60_000);

  test('moves the focus to the sign-in page when a session ends', async () => {
    const { page } = await world.desk(team.member.email);
    await page.request.delete('/manage/v1/session', { headers: { 'X-Cairn-Console': '1' } });
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    await page.getByText('Your session has ended').waitFor();
    await expect.poll(() => focused(page), PATIENCE).toBe('Sign in to Cairn');
  }, 60_000);
});
