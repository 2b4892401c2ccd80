// Dialogs that create something are closed early. Late errors are reported, earlier errors are cleared, and a secret is
// kept until the person has copied it.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atCommandLine } from '../../doors/manage/support.ts';
import { connect } from '../../doors/scim/support/connection.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';

const REFUSED = { type: 'http://127.0.0.1/problems/not-now', status: 403, title: 'Not now', detail: 'Refused.' };

inChromium('a closed dialog', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let operator: { readonly email: string };
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
    operator = await world.here.operator();
  });
  afterAll(() => world?.close());

  /** Each dialog's user, page, input, and create button. */
  const dialogs = [
    ['/admin/members', 'Add person', { Name: 'Jo', 'E-mail address': 'jo@acme.test' }, 'Add person'],
    ['/admin/groups', 'New group', { Name: 'Night shift' }, 'Make group'],
    ['/admin/webhooks', 'New audit stream', { 'Where does it go?': 'SIEM', Address: 'https://logs.test/' }, 'Begin'],
    ['/write', 'New trail', { 'What will the employee get done?': 'Count the stock' }, 'Create draft'],
    [
      '/operator',
      'New workspace',
      { Name: 'North', "The Owner's name": 'Olaf', "The Owner's e-mail address": 'olaf@north.test' },
      'Make workspace',
    ],
  ] as const;
  const secrets = [
    ['/admin/keys', 'New key', { 'What is it for?': 'Nightly import' }, 'Make key'],
    [
      '/admin/webhooks',
      'New webhook',
      { 'What is it for?': 'Chat', Address: 'https://hooks.test/' },
      'Make it and send',
    ],
    ['/admin/connections', 'Connect', { 'Name of the connection': 'Okta' }, 'Make the connection'],
  ] as const;

  test.each(dialogs)('%s, %s: reports a later refusal on the page', async (path, opens, typed, makes) => {
    const { page, answer } = await asked(path, opens, typed, makes);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    answer();
    await page.locator('.mantine-Notification-root').getByText('Not now').waitFor();
  });

  test.each([...dialogs, ...secrets])(
    '%s, %s: reopens with the typed text and without the last error',
    async (path, opens, typed, makes) => {
      const { page, answer } = await asked(path, opens, typed, makes);
      answer();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Not now').waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: opens }).first().click();
      const [label, text] = Object.entries(typed)[0] ?? ['', ''];
      expect(await dialog.getByLabel(label).first().inputValue()).toBe(text);
      expect(await dialog.getByText('Not now').count()).toBe(0);
    },
  );

  test('reports a refused save on the page after the author has left the form', async () => {
    const owner = await atCommandLine(world.here, team.team_id, team.owner.id);
    const made = await owner.post<{ id: string }>('/manage/v1/groups', { display_name: 'Sales' });
    const { page } = await world.signedIn(team.owner.email);
    const answer = await refusingAll(page);
    await page.goto(`/admin/groups/${made.body.id}`);
    await page.getByRole('textbox', { name: 'Description' }).fill('Who sells');
    await page.getByRole('button', { name: 'Save description' }).click();
    await page.getByRole('link', { name: 'Members', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    answer();
    await page.locator('.mantine-Notification-root').getByText('Not now').waitFor();
  });

  test('reports refused tokens and keys in their dialogs too', async () => {
    const { connection_id } = await connect(world.here, team.team_id, 'Entra');
    const owner = await atCommandLine(world.here, team.team_id, team.owner.id);
    await owner.post('/manage/v1/keys', { name: 'Import', scopes: ['trails:read'], expires_at: null });
    for (const [path, opens, makes] of [
      [`/admin/connections/${connection_id}?tab=tokens`, 'Make a new token', 'Make the token'],
      ['/admin/keys', 'Rotate', 'Create the new key'],
    ] as const) {
      const { page, answer } = await asked(path, opens, {}, makes);
      answer();
      await page.getByRole('dialog').getByRole('alert').getByText('Not now').waitFor();
      expect(await page.locator('.mantine-Notification-root').count()).toBe(0);
    }
  });

  test('shows a rotated key until it is copied, even if the list reloads in the meantime', async () => {
    const owner = await atCommandLine(world.here, team.team_id, team.owner.id);
    await owner.post('/manage/v1/keys', { name: 'Statistics', scopes: ['trails:read'], expires_at: null });
    const { page } = await world.signedIn(team.owner.email);
    await page.clock.install();
    await page.goto('/admin/keys');
    await page.getByRole('row').filter({ hasText: 'Statistics' }).getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('button', { name: 'Create the new key' }).click();
    const secret = (await page.locator('.mantine-Modal-body code').first().textContent()) ?? '';
    expect(secret).toMatch(/^svc_/);
    await page.clock.runFor(60_000);
    const again = page.waitForResponse(/\/manage\/v1\/keys/);
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    await (await again).finished();
    await page.getByText('Rotated').first().waitFor({ state: 'attached' });
    expect(await page.getByText(secret).count()).toBe(1);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  /** Opens the dialog and holds its request. `answer` releases the refusal. */
  async function asked(path: string, opens: string, typed: Readonly<Record<string, string>>, makes: string) {
    const { page } = await world.signedIn(path === '/operator' ? operator.email : team.owner.email);
    const answer = await refusingAll(page);
    await page.goto(path);
    await page.getByRole('button', { name: opens }).first().click();
    const dialog = page.getByRole('dialog');
    for (const [label, text] of Object.entries(typed)) await dialog.getByLabel(label).first().fill(text);
    const sent = page.waitForRequest((request) => CHANGES.includes(request.method()));
    await dialog.getByRole('button', { name: makes }).click();
    await sent;
    return { page, answer };
  }
});

const CHANGES = ['POST', 'PATCH'];

/** Refuses every change once the returned function is called. */
async function refusingAll(page: Page): Promise<() => void> {
  let answer = (): void => undefined;
  const answers = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/(manage|console)\/v1\//, async (route) => {
    if (!CHANGES.includes(route.request().method())) return route.fallback();
    await answers;
    return route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(REFUSED) });
  });
  return answer;
}
