// A session is in one workspace or in the service: an address of the other shows nothing of where the session is.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinByInvitation } from '../support/test-team.ts';
import { inChromium } from './chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from './console-world.ts';

const OF_SERVICE = ['', '/operators', '/publishing', '/backups', '/keys', '/webhooks', '/audit'];
const OF_WORKSPACE = [
  'members',
  'organisation',
  'groups',
  'connections',
  'keys',
  'webhooks',
  'apps',
  'audit',
  'workspace',
];

inChromium('an operator who is a member of a workspace, too', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await consoleWorld();
  });
  afterAll(() => world?.close());

  test('is led to where an address belongs, in both directions', async () => {
    const { here } = world;
    const [operator, team] = [await here.operator(), await here.team({ name: 'Bergbau' })];
    const invited = { email: operator.email, roles: ['admin'] };
    await joinByInvitation(here.app.database, here.clock(), team.team_id, invited);
    const desk = await world.desk(operator.email, team.team_id);
    const { page, complaints } = desk;
    const title = page.getByRole('heading', { level: 1 });
    for (const path of OF_SERVICE) {
      await page.goto(`/operator${path}`);
      await title.filter({ hasText: 'This belongs to the service' }).waitFor();
    }
    expect(await look(desk, 'belongs-to-the-service')).toEqual([]);
    await page.goto('/operator/keys?q=nothing');
    await page.getByRole('button', { name: 'Go to Service operation' }).click();
    await title.filter({ hasText: 'API keys' }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe('/operator/keys?q=nothing');
    for (const path of OF_WORKSPACE) {
      await page.goto(`/admin/${path}`);
      await title.filter({ hasText: 'This belongs to a workspace' }).waitFor();
    }
    await page.goto('/admin/keys');
    await page.getByRole('button', { name: 'Go to Bergbau' }).click();
    await title.filter({ hasText: 'API keys' }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/admin/keys');
    expect(complaints).toEqual([]);
  }, 120_000);

  test('who is no operator finds no trail there', async () => {
    const team = await world.here.team();
    const { page } = await world.signedIn(team.admin.email);
    await page.goto('/operator/keys');
    await page.getByRole('heading', { level: 1, name: 'No trail leads here' }).waitFor();
  }, 60_000);
});
