// The focus is never lost: after a page change, a tab change and a removal, an existing element has it.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atCommandLine } from '../../doors/manage/support.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';

/** A slow machine must not look like a lost focus. */
const PATIENCE_MS = 15_000;
const FOCUSED = `document.activeElement === null ? 'BODY' : document.activeElement.tagName`;

inChromium('keyboard focus', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
  });
  afterAll(() => world?.close());

  const focused = (page: Page): Promise<string> => page.evaluate<string>(FOCUSED);

  test('moves to the page after a click on any entry of the sidebar', async () => {
    const { page } = await world.signedIn(team.owner.email);
    await page.goto('/admin/members');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const names = ['Groups', 'Organization', 'Directory sync', 'API keys', 'Audit log', 'Members'];
    for (const name of names) {
      const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
      await link.focus();
      await page.keyboard.press('Enter');
      await expect
        .poll(() => page.getByRole('heading', { level: 1 }).textContent(), { timeout: PATIENCE_MS })
        .toBe(name);
      await expect.poll(() => focused(page), { message: name, timeout: PATIENCE_MS }).not.toBe('BODY');
    }
  }, 90_000);

  test('stays near a removed item, such as an ended session', async () => {
    for (let count = 0; count < 2; count += 1) await atCommandLine(world.here, team.team_id, team.member.id);
    const { page } = await world.signedIn(team.owner.email);
    await page.goto(`/admin/members/${team.member.id}?tab=sessions`);
    const ends = page.getByRole('button', { name: /^End the session/ });
    await expect.poll(() => ends.count(), { timeout: PATIENCE_MS }).toBe(2);
    for (const left of [1, 0]) {
      await ends.first().focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => ends.count(), { timeout: PATIENCE_MS }).toBe(left);
      await expect.poll(() => focused(page), { timeout: PATIENCE_MS }).not.toBe('BODY');
    }
    await page.getByText('No active sessions.').waitFor();
  }, 60_000);

  test("stays near a person's own ended session, and each session is named after its device", async () => {
    await world.signedIn(team.author.email);
    const { page } = await world.signedIn(team.author.email);
    await page.goto('/account');
    const [own, other] = [
      page.getByText('This one'),
      page.getByRole('button', { name: 'End the session Chrome on Linux' }),
    ];
    await own.waitFor();
    expect([await page.getByText('Chrome on Linux').count(), await other.count()]).toEqual([2, 1]);
    await other.focus();
    await page.keyboard.press('Enter');
    await other.waitFor({ state: 'detached' });
    await own.waitFor();
    await expect.poll(() => focused(page), { timeout: PATIENCE_MS }).not.toBe('BODY');
  }, 60_000);

  test('returns from a closed dialog, even if the row that opened it is gone', async () => {
    const { page } = await world.signedIn(team.owner.email);
    await page.goto('/admin/audit');
    const show = page.getByRole('button', { name: /^Show/ }).first();
    await show.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.waitForURL(/entry=/);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => focused(page), { timeout: PATIENCE_MS }).toBe('BUTTON');
  }, 60_000);

  test('returns to the button that opened a dialog, also with reduced motion', async () => {
    const { page } = await world.signedIn(team.owner.email);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const [path, name] of [
      ['/admin/audit', /^Show/],
      ['/admin/members', /^Add person/],
    ] as const) {
      await page.goto(path);
      const opener = page.getByRole('button', { name }).first();
      await opener.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      const label = await opener.textContent();
      await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toBe(label);
    }
  }, 60_000);

  test('moves to the heading of a page reached by a link', async () => {
    const { page } = await world.signedIn(team.owner.email);
    const { speaks } = team.publisher;
    const document = {
      title: 'Answer a letter',
      description: 'You get an answer.',
      trigger: { when: 'A letter came.', keywords: ['letter'], examples: [] },
      prompts: [{ label: 'Answer', body: 'Answer this letter.' }],
    };
    const { body } = await speaks.post<{ id: string }>('/v1/trails', { document });
    await speaks.post(`/v1/trails/${body.id}/publish`, {});
    await page.goto('/');
    await page.getByRole('region', { name: 'All trails' }).getByRole('link').first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Copy', exact: true }).waitFor();
    await expect.poll(() => focused(page), { timeout: PATIENCE_MS }).toBe('H1');
  }, 60_000);

  test('returns to the followed link on Back, even far down a list, and moves forward to it again', async () => {
    const many = await world.here.team({ name: 'Many' });
    for (let at = 0; at < 60; at += 1) await many.person(`Person ${String(at).padStart(2, '0')}`);
    const { page } = await world.signedIn(many.owner.email);
    await page.goto('/admin/members');
    const person = page.getByRole('link', { name: 'Person 47' });
    await expect
      .poll(async () => {
        await page.getByRole('table').hover();
        await page.mouse.wheel(0, 300);
        return person.count();
      })
      .toBe(1);
    await person.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Person 47' }).and(page.locator(':focus')).waitFor();
    await page.goBack();
    await person.and(page.locator(':focus')).waitFor();
    await page.goForward();
    await page.getByRole('heading', { level: 1, name: 'Person 47' }).and(page.locator(':focus')).waitFor();
  }, 60_000);

  test('enters a menu that loads on first use, and returns to its button', async () => {
    const { page } = await world.signedIn(team.owner.email);
    await page.goto('/admin/members');
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const key of ['ArrowDown', 'Enter']) {
      const button = page.getByRole('button', { name: /account of/ });
      await button.focus();
      await page.keyboard.press(key);
      await page.getByRole('menuitem', { name: 'Your account' }).waitFor();
      expect(await button.getAttribute('aria-expanded')).toBe('true');
      await expect
        .poll(() => page.evaluate<string | null>(`document.activeElement.closest('[role="menu"]')?.role`))
        .toBe('menu');
      await page.keyboard.press('Escape');
      await page.getByRole('menuitem', { name: 'Your account' }).waitFor({ state: 'detached' });
      await expect
        .poll(() => page.evaluate<string | null>(`document.activeElement.getAttribute('aria-label')`))
        .toContain('account of');
    }
  }, 60_000);

  test("enters a trail's menu even if nothing in it can be published", async () => {
    const { speaks } = team.publisher;
    const { body } = await speaks.post<{ id: string }>('/v1/trails', { title: 'Read a letter' });
    const { page } = await world.signedIn(team.publisher.email);
    await page.goto(`/write/${body.id}`);
    const more = page.getByRole('button', { name: 'More actions' });
    const entry = (): Promise<string | null> => page.evaluate('document.activeElement.closest("[role=menu]")?.role');
    await more.press('Enter');
    await expect.poll(entry, { timeout: PATIENCE_MS }).toBe('menu');
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Setup guide' }).fill('Not saved yet.');
    await more.press('Enter');
    await expect.poll(entry, { timeout: PATIENCE_MS }).toBe('menu');
    await page.keyboard.press('ArrowDown');
    await expect.poll(entry, { timeout: PATIENCE_MS }).toBe('menu');
  }, 60_000);

  test('returns to a slow control without detours', async () => {
    const { page } = await world.signedIn(team.publisher.email);
    const { body } = await team.publisher.speaks.post<{ id: string }>('/v1/trails', { document: readyDocument() });
    await page.clock.install();
    for (const [tab, path, role, name] of [
      ['surfacing', `**/v1/trails/${body.id}/run-examples`, 'button', 'Run 5 examples'],
      ['access', `**/v1/trails/${body.id}`, 'radio', 'Only people with access'],
    ] as const) {
      await page.goto(`/write/${body.id}?tab=${tab}`);
      const control = page.getByRole(role, { name });
      await control.waitFor();
      let answer = (): void => undefined;
      const isAwaited = new Promise<void>((go) => {
        answer = go;
      });
      await page.route(path, (route) => isAwaited.then(() => route.continue()));
      await control.press('Space');
      await expect.poll(() => control.isDisabled()).toBe(true);
      await page.clock.runFor(3_000);
      expect(await focused(page)).toBe('BODY');
      answer();
      await control.and(page.locator(':focus')).waitFor();
    }
  }, 90_000);
});
