// The page cannot write to the clipboard because the service lacks HTTPS or the browser refuses. It copies with the
// older method if possible. If not, it says so, and no button claims success.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from '../console-world.ts';
import { workspaceToSee } from '../page-walk.ts';

/** Simulates a page that was loaded over plain HTTP. */
const WITHOUT_HTTPS = 'delete Navigator.prototype.clipboard';
const REFUSED = `Clipboard.prototype.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));`;
const REFUSED_TWICE = `${REFUSED} Document.prototype.execCommand = () => false;`;

inChromium('copying without clipboard access', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let trailId: string;
  beforeAll(async () => {
    world = await consoleWorld();
    ({ team, trailId } = await workspaceToSee(world.here));
  });
  afterAll(() => world?.close());

  test.each([
    ['without HTTPS', WITHOUT_HTTPS],
    ['with access refused', REFUSED],
  ])(
    '%s still copies a prompt and a key, and keeps the focus',
    async (_, script) => {
      const { page, complaints } = await world.signedIn(team.owner.email);
      const other = await page.context().newPage();
      const clipboard = async (): Promise<string> => {
        await other.bringToFront();
        const text = await other.evaluate<string>('navigator.clipboard.readText()');
        await page.bringToFront();
        return text;
      };
      await other.goto('/health');
      await page.addInitScript(script);
      await page.goto(`/trails/${trailId}`);
      await page.getByRole('button', { name: 'Copy', exact: true }).click();
      await page.getByRole('button', { name: 'Copy anyway' }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await clipboard()).toContain('The role: [Role].');

      await page.goto('/admin/keys');
      await page.getByRole('button', { name: 'New key' }).first().click();
      await page.getByLabel('What is it for?').fill('Nightly import');
      await page.getByRole('button', { name: 'Make key' }).press('Enter');
      await page.getByRole('button', { name: 'Copy key' }).press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Copied', exact: true }).waitFor();
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Copied');
      expect(await clipboard()).toMatch(/^svc_api_/);
      expect(complaints).toEqual([]);
    },
    60_000,
  );

  test('says that there is nothing to copy, even when another tool in the list can be opened', async () => {
    const desk = await world.signedIn(team.owner.email);
    const { page, complaints } = desk;
    await page.addInitScript(REFUSED_TWICE);
    await page.goto(`/trails/${trailId}`);
    const told = page.getByRole('alert').filter({ hasText: 'Not copied' });
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('button', { name: 'Copy anyway' }).click();
    await told.getByText('Select the text').waitFor();
    expect(await page.getByRole('button', { name: 'Copied' }).count()).toBe(0);
    expect(await look(desk, 'not-copied')).toEqual([]);
    await told.getByRole('button').click();
    await told.waitFor({ state: 'detached' });
    // The tool's new window is irrelevant to this test.
    await page.getByRole('link', { name: 'Open in Claude anyway' }).evaluate(`(link) => link.removeAttribute('href')`);
    await page.getByText('Open in Claude anyway').click();
    await told.waitFor();
    expect(complaints).toEqual([]);
  }, 60_000);
});
