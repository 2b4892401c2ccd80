// Apps and devices ask to act for a person. Covers, at two widths, the pages on which people decide, see and end this,
// and on which a directory sync connection gets its secrets.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asking, postForm, registered } from '../../doors/oauth/oauth-world.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { type Receiver, receiver, status } from '../../webhooks/receiver.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, type Desk, look } from '../console-world.ts';

const WIDTHS = [
  [1440, 900],
  [390, 844],
] as const;

inChromium('apps that act for a person', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  /** The program to which the browser returns. */
  let app: Receiver;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
    app = await receiver();
    app.answers(status(200));
  }, 120_000);
  afterAll(async () => {
    await app?.close();
    await world?.close();
  });

  /** Expects no axe findings and no overflow at either width. */
  async function seen(desk: Desk, name: string): Promise<void> {
    for (const [width, height] of WIDTHS) {
      await desk.page.setViewportSize({ width, height });
      expect(await look(desk, `${name}-${width}`)).toEqual([]);
      expect(await desk.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
  }

  /** Sends the person's browser to the service, as an app does. The service leads to the consent question. */
  async function askedBy(page: Page, client_id: string, fields: Readonly<Record<string, string>> = {}) {
    const path = asking(client_id, { resource: `${world.here.baseUrl}/v1`, ...fields }).url;
    const answer = await page.request.get(path, { maxRedirects: 0 });
    const { pathname } = new URL(answer.headers().location ?? '');
    await page.goto(pathname);
    return pathname;
  }

  /** Reaches the service by its public name, although it listens elsewhere. */
  const reachedByName = (page: Page) =>
    page.route(`${world.here.baseUrl}/**`, async (route) => {
      const { pathname, search } = new URL(route.request().url());
      const answer = await page.request.get(pathname + search, { maxRedirects: 0 });
      await route.fulfill({ status: answer.status(), headers: answer.headers() });
    });

  test('are allowed or denied by the person who started the request', { timeout: 240_000 }, async () => {
    const { client_id } = await registered(world.here, { redirect_uris: [app.url] });
    const desk = await world.desk(team.author.email);
    const { page, complaints } = desk;
    await reachedByName(page);
    const scope = 'trails:use trails:read trails:write trails:publish';
    const path = await askedBy(page, client_id, { scope, redirect_uri: app.url });
    await page.getByText('Trail Tool', { exact: true }).waitFor();
    // The address starts like that of “Connect your AI tool”, which is another page.
    expect(await page.locator('nav [aria-current]').count()).toBe(0);
    await page.getByText('No one vouches for this name').waitFor();
    await page.getByText('Your roles do not allow this now.').first().waitFor();
    // The employees' scope is fixed, and nothing else is ticked even though the app asks for everything.
    const ticked = () => page.getByRole('checkbox', { checked: true }).count();
    expect([await page.getByRole('checkbox').count(), await ticked()]).toEqual([4, 1]);
    expect(await page.getByRole('checkbox', { name: 'Find trails for you' }).isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: 'Read drafts' }).check();
    expect(await ticked()).toBe(2);
    await seen(desk, 'consent');

    const second = await world.signedIn(team.member.email);
    await second.page.goto(path);
    // The page offers no button that would lead nowhere, because only the app can start a new request.
    const over = { level: 1, name: 'This request is over' } as const;
    await second.page.getByRole('heading', over).waitFor();
    expect(await second.page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    expect(await second.page.getByRole('button', { name: 'Allow' }).count()).toBe(0);
    await seen(second, 'consent-of-another');

    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(/\/hook\?code=/);
    await page.goto(path);
    await page.getByRole('heading', over).waitFor();
    await seen(desk, 'consent-answered');
    await askedBy(page, client_id, { redirect_uri: app.url });
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.waitForURL(/\/hook\?error=access_denied/);
    expect(complaints).toEqual([]);
  });

  test('show the answer on the original page if they open in a new tab', { timeout: 240_000 }, async () => {
    const redirect_uri = 'trail-tool:/back';
    const { client_id } = await registered(world.here, { redirect_uris: [redirect_uri] });
    const desk = await world.signedIn(team.owner.email);
    const { page, complaints } = desk;
    await reachedByName(page);
    for (const [answer, told] of [
      ['Allow', 'Done. Go on in the app.'],
      ['Refuse', 'Refused. The app will be notified.'],
    ] as const) {
      await askedBy(page, client_id, { redirect_uri });
      await page.getByRole('button', { name: answer }).click();
      await page.getByText(told).waitFor();
      expect(await page.getByRole('button', { name: answer }).count()).toBe(0);
    }
    await seen(desk, 'consent-answered-beside');
    expect(complaints).toEqual([]);
  });

  test('are refused, with their name, if the workspace does not allow them', { timeout: 240_000 }, async () => {
    const admin = await world.signedIn(team.admin.email);
    await admin.page.goto('/admin/apps');
    await admin.page.getByLabel('Only apps from these hosts').check();
    await admin.page.getByLabel('Allowed hosts, one per line').fill('claude.ai');
    await admin.page.getByRole('button', { name: 'Save' }).click();
    await admin.page.getByText('Saved.').waitFor();
    await seen(admin, 'apps-of-workspace');
    const elsewhere = { redirect_uris: ['https://tool.example/back'] };
    const { client_id } = await registered(world.here, elsewhere);
    const desk = await world.desk(team.author.email);
    await askedBy(desk.page, client_id, { redirect_uri: 'https://tool.example/back' });
    await desk.page.getByRole('alert').filter({ hasText: 'tool.example' }).waitFor();
    expect(await desk.page.getByRole('button', { name: 'Allow' }).isDisabled()).toBe(true);
    await seen(desk, 'consent-blocked');
    expect([...admin.complaints, ...desk.complaints]).toEqual([]);
  });

  test('connect without a consent page once an admin has approved them for everyone', {
    timeout: 240_000,
  }, async () => {
    const redirect_uri = 'https://claude.ai/back';
    const { client_id } = await registered(world.here, { client_name: 'Hosted tool', redirect_uris: [redirect_uri] });
    const fields = { redirect_uri, resource: `${world.here.baseUrl}/mcp` };
    /** Resolves when the browser goes back to the app, whose own server no test can reach. */
    const back = (page: Page) => page.waitForRequest(/claude\.ai\/back\?code=/);
    const first = await world.signedIn(team.admin.email);
    await reachedByName(first.page);
    await askedBy(first.page, client_id, fields);
    const isBack = back(first.page);
    await first.page.getByRole('button', { name: 'Allow' }).click();
    await isBack;

    const admin = await world.signedIn(team.admin.email);
    await admin.page.goto('/admin/apps');
    await admin.page.getByRole('combobox', { name: 'App to approve for everyone' }).click();
    await admin.page.getByRole('option', { name: 'Hosted tool (claude.ai)' }).click();
    await admin.page.getByRole('button', { name: 'Approve for everyone' }).click();
    await admin.page.getByRole('button', { name: 'Withdraw approval' }).waitFor();
    await seen(admin, 'apps-approved');

    const desk = await world.signedIn(team.member.email);
    await reachedByName(desk.page);
    const isBackUnasked = back(desk.page);
    await askedBy(desk.page, client_id, fields);
    await isBackUnasked;
    expect(admin.complaints).toEqual([]);
  });

  test('show a code on the device for the person to enter', { timeout: 240_000 }, async () => {
    const desk = await world.signedIn(team.member.email);
    const { page, complaints } = desk;
    await page.goto('/device');
    await page.getByLabel('Code').fill('BBBB-BBBB');
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Code').getAttribute('aria-invalid')).toBe('true');
    await seen(desk, 'device-wrong');
    const { body } = await postForm<{ user_code: string }>(world.here, '/oauth/device', { client_id: 'cairn-cli' });
    await page.getByLabel('Code').fill(body.user_code.toLowerCase());
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('Cairn on the command line').first().waitFor();
    await page.getByText("It claims to be one of this service's own programs.").waitFor();
    await seen(desk, 'device-question');
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('Go on at your device').waitFor();
    await seen(desk, 'device-done');
    expect(complaints).toEqual([]);
  });

  test('can be allowed on a device by keyboard, but not by the Enter that submitted the code', {
    timeout: 120_000,
  }, async () => {
    const { page, complaints } = await world.signedIn(team.admin.email);
    const { body } = await postForm<{ user_code: string }>(world.here, '/oauth/device', { client_id: 'cairn-cli' });
    await page.goto('/device');
    await page.getByLabel('Code').focus();
    await page.keyboard.type(body.user_code.toLowerCase());
    await page.keyboard.press('Enter');
    await page.getByText('Cairn on the command line').first().waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('Your device shows');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Allow');
    expect(await page.getByText('Go on at your device').count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.getByText('Go on at your device').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1');
    expect(complaints).toEqual([]);
  });

  test('are listed and can be revoked', { timeout: 240_000 }, async () => {
    const desk = await world.signedIn(team.author.email);
    const { page, complaints } = desk;
    await page.goto('/apps');
    await page.getByText('Trail Tool').first().waitFor();
    await seen(desk, 'apps-own');
    await page.getByRole('button', { name: 'Disconnect' }).first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Cancel');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('No connected apps').waitFor();
    // The table is gone, so focus is on the page heading and not elsewhere in the window.
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1');
    expect(complaints).toEqual([]);
  });

  test("shows a connection's client secret exactly once, if it has one", { timeout: 240_000 }, async () => {
    const desk = await world.signedIn(team.owner.email);
    const { page, complaints } = desk;
    await page.goto('/admin/connections');
    const made = await page.request.post('/manage/v1/connections', {
      data: { name: 'Entra ID' },
      headers: { 'X-Cairn-Console': '1' },
    });
    const { connection_id } = (await made.json()) as { connection_id: string };
    await page.goto(`/admin/connections/${connection_id}?tab=tokens`);
    await page.getByRole('heading', { name: 'Client secrets' }).waitFor();
    await page.getByRole('heading', { name: 'Client secrets' }).scrollIntoViewIfNeeded();
    await seen(desk, 'connection-secrets');
    const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Without a secret' }) });
    await section.scrollIntoViewIfNeeded();
    await seen(desk, 'connection-identity');
    expect(complaints).toEqual([]);
  });
});
