// Importing skills from elsewhere explains a bad archive once, in a sentence.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';

inChromium('importing skills', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team();
  });
  afterAll(() => world?.close());

  test('reports an invalid archive once', async () => {
    const { page, complaints } = await world.signedIn(team.publisher.email);
    await page.goto('/write');
    await page.getByRole('button', { name: 'Import skills' }).click();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a zip' }).click();
    const buffer = Buffer.from('No archive.');
    await (await choosing).setFiles({ name: 'skills.zip', mimeType: 'application/zip', buffer });
    const told = page.getByRole('dialog').getByRole('status');
    await told.getByText('It is not a complete zip file').first().waitFor();
    expect((await told.textContent())?.match(/It is not a complete zip file/g)).toHaveLength(1);
    expect(complaints).toEqual([]);
  }, 60_000);
});
