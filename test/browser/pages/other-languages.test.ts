// People use a browser in a different language than the console. Each sentence is in one language, and searches return
// the same results for everyone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atCommandLine } from '../../doors/manage/support.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';

inChromium('a browser in Turkish', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team();
  });
  afterAll(() => world?.close());

  test('shows numbers in English, and finds an I by typing i', async () => {
    const key = { name: 'IMPORT of invoices', scopes: ['trails:read'], expires_at: null };
    const owner = await atCommandLine(world.here, team.team_id, team.owner.id);
    await owner.post('/manage/v1/keys', key);
    const { page } = await world.signedIn(team.owner.email, undefined, 'tr-TR');
    await page.goto('/');
    expect(await page.evaluate('[navigator.language, (4000).toLocaleString()]')).toEqual(['tr-TR', '4.000']);
    await page.getByLabel('What are you about to do?').fill('a'.repeat(4_001));
    await page.getByText('Say it in 4,000 characters: 4,001 now.').waitFor();

    await page.goto('/admin/keys');
    const found = page.getByText(key.name);
    await found.waitFor();
    await page.getByLabel('Search keys').fill('import');
    await expect.poll(() => new URL(page.url()).search).toContain('import');
    expect(await found.count()).toBe(1);
  }, 60_000);
});
