// A secret is shown once. If the response with it is lost, the dialog leads to the created item, which is marked in its
// list.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atCommandLine } from '../../doors/manage/support.ts';
import { connect } from '../../doors/scim/support/connection.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';

inChromium('a secret whose response was lost', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let connection: string;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
    connection = (await connect(world.here, team.team_id, 'Entra')).connection_id;
    const owner = await atCommandLine(world.here, team.team_id, team.owner.id);
    await owner.post('/manage/v1/keys', { name: 'Import', scopes: ['trails:read'], expires_at: null });
  });
  afterAll(() => world?.close());

  test.each([
    ['/admin/keys', 'New key', { 'What is it for?': 'Statistics' }, 'Make key', 'Statistics'],
    ['/admin/keys?q=import', 'Rotate', {}, 'Create the new key', 'Import'],
    ['/admin/connections/ID?tab=tokens', 'Make a new token', {}, 'Make the token', 'svc_scim_'],
    ['/admin/connections/ID?tab=tokens', 'Make a client secret', {}, 'Make the client secret', ''],
    ['/admin/connections/ID?tab=setup', 'Make a set-up link', { 'For whom': 'Jo of IT' }, 'Make the link', 'Jo of IT'],
  ] as const)(
    '%s, %s: leads to the created item',
    async (path, opens, typed, makes, name) => {
      const { page, complaints } = await world.signedIn(team.owner.email);
      await page.goto(path.replace('ID', connection));
      await page.getByRole('button', { name: opens }).first().click();
      const dialog = page.getByRole('dialog');
      for (const [label, text] of Object.entries(typed)) await dialog.getByLabel(label).fill(text);
      await page.route('**/manage/v1/**', async (route) => {
        if (route.request().method() !== 'POST') return route.fallback();
        expect((await route.fetch()).status()).toBe(201);
        return route.abort();
      });
      await dialog.getByRole('button', { name: makes }).click();
      await dialog.getByText('It may have been created').waitFor();
      await page.unroute('**/manage/v1/**');
      await dialog.getByRole('button', { name: makes }).click();
      await dialog.getByText('It was created, but its secret was never shown').waitFor();
      await dialog.getByRole('button', { name: 'Show it' }).click();
      const mark = page.getByRole('status').filter({ hasText: 'Secret never shown' });
      await mark.waitFor();
      expect(await mark.count()).toBe(1);
      // Its name and the way to revoke it are next to it.
      const line = page.locator('[role=row], .mantine-Group-root').filter({ has: mark, hasText: name });
      await line.getByRole('button', { name: 'Revoke' }).first().click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Revoke/ })
        .click();
      await mark.waitFor({ state: 'detached' });
      expect(complaints).toEqual([]);
    },
    60_000,
  );
});
