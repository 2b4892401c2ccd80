// An admin sets how many trails the company plugin contains, and people read on the Connect page what their AI tool
// will show and which command installs it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishedTrail } from '../../support/published-trail.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, findingsIn } from '../console-world.ts';

inChromium('the company plugin', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
    for (const name of ['one', 'two', 'three'])
      await publishedTrail(team.publisher.speaks, readyDocument(`Plan ${name}`));
  });
  afterAll(() => world?.close());

  test('contains as many trails as an admin sets, and says so to everyone', async () => {
    const { page } = await world.signedIn(team.owner.email);
    await page.goto('/admin/workspace');
    const section = page.getByRole('region', { name: 'Company plugin' });
    await section.getByText('AI tools show 3 of your 3 trails').waitFor();
    await section.getByLabel('Trails in the plugin').fill('2');
    await section.getByRole('button', { name: 'Save the number' }).click();
    await section.getByText('AI tools show 2 of your 3 trails').waitFor();
    expect(await findingsIn(page)).toEqual([]);

    const { page: members } = await world.signedIn(team.member.email);
    await members.goto('/connect?tool=claude-code');
    await members.getByText('Claude Code also shows 2 of your 3 trails as skills').waitFor();
    await members.getByText('claude plugin install acme-trails --marketplace ./acme-marketplace').waitFor();
    await members.getByRole('tab', { name: 'Codex' }).click();
    await members.getByText('codex plugin add acme-trails@acme-cairn-').waitFor();
    const [file] = await Promise.all([
      members.waitForEvent('download'),
      members.getByRole('link', { name: 'Download it' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('acme-marketplace.zip');
    expect(await findingsIn(members)).toEqual([]);
  }, 60_000);

  test('contains as many service-wide trails as an operator sets, while it is public', async () => {
    const { page } = await world.signedIn((await world.here.operator()).email);
    await page.goto('/operator/publishing');
    const section = page.getByRole('region', { name: 'Public plugin' });
    const number = section.getByLabel('Trails in the plugin');
    await expect.poll(() => number.inputValue()).toBe('10');
    await number.fill('7');
    await section.getByRole('button', { name: 'Save' }).click();
    await page.reload();
    await expect.poll(() => number.inputValue()).toBe('7');
    expect(await findingsIn(page)).toEqual([]);
  }, 60_000);
});
