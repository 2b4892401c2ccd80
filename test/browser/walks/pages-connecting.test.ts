import { afterAll, beforeAll, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';
import { walk, workspaceToSee } from '../page-walk.ts';

inChromium('connection pages, light and dark', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    ({ team } = await workspaceToSee(world.here));
  });
  afterAll(() => world?.close());

  test('pass axe on directory sync, API keys and the audit log', async () => {
    const desk = await world.signedIn(team.owner.email);
    const { page } = desk;
    await walk(desk, {
      'admin-connections': '/admin/connections',
      'admin-connect': async () => {
        await page.getByRole('button', { name: 'Connect' }).first().click();
        await page.getByRole('button', { name: 'Make the connection' }).waitFor();
      },
      'admin-connect-token': async () => {
        await page.getByRole('button', { name: 'Make the connection' }).click();
        await page.getByRole('button', { name: 'I have copied both' }).waitFor();
      },
      'admin-connection': async () => {
        await page.getByRole('button', { name: 'I have copied both' }).click();
        await page.getByText('Press the button that tests the connection.').waitFor();
      },
      'admin-connection-log': async () => {
        await page.getByRole('tab', { name: 'Provisioning log' }).click();
        await page.getByText('No requests yet').waitFor();
      },
      'admin-connection-tokens': async () => {
        await page.getByRole('tab', { name: 'Base URL and tokens' }).click();
        await page.getByRole('button', { name: 'Make a new token' }).waitFor();
      },
      'admin-connection-settings': async () => {
        await page.getByRole('tab', { name: 'Settings' }).click();
        await page.getByText('Manager visibility').waitFor();
      },
      'admin-keys': '/admin/keys',
      'admin-key-new': async () => {
        await page.getByRole('button', { name: 'New key' }).click();
        await page.getByRole('button', { name: 'Make key' }).waitFor();
      },
      'admin-audit': '/admin/audit',
      'admin-audit-entry': async () => {
        await page.getByRole('button', { name: /^Show/ }).first().click();
        await page.getByRole('dialog').waitFor();
      },
    });
  }, 180_000);
});
