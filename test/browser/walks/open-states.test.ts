// Checks open pickers and long lists with axe, too.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';
import { walk } from '../page-walk.ts';

const TOWNS = ['Hamburg', 'Munich', 'Cologne', 'Dresden', 'Leipzig', 'Bremen', 'Hanover'];

inChromium('open elements', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let trailId: string;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
    for (const town of TOWNS) {
      const document = {
        title: `Organise a company event for everybody in the office of ${town}`,
        description: 'You get a plan with budget, place, programme and tasks.',
        trigger: {
          when: 'A party or an event is to be planned.',
          keywords: ['event', 'party', town.toLowerCase()],
          examples: [],
        },
        prompts: [{ label: 'Plan', body: 'Plan an event for {{guests}}.' }],
      };
      const { body } = await team.publisher.speaks.post<{ id: string }>('/v1/trails', { document });
      await team.publisher.speaks.post(`/v1/trails/${body.id}/publish`, {});
      trailId = body.id;
    }
  });
  afterAll(() => world?.close());

  test('are accessible: pickers with a scrolling list, and pickers without matches', async () => {
    const desk = await world.signedIn(team.owner.email);
    const { page } = desk;
    await walk(desk, {
      'audit-kinds-open': async () => {
        await page.goto('/admin/audit');
        await page.getByRole('combobox', { name: 'About' }).click();
        await page.getByRole('option', { name: 'Sign-in' }).waitFor();
      },
      'audit-nobody-found': async () => {
        await page.keyboard.press('Escape');
        await page.getByRole('combobox', { name: 'Who did it or was affected' }).fill('zzzz');
        await page.getByText('No active member with that name').waitFor();
      },
      'connection-expiry-open': async () => {
        await page.goto('/admin/connections');
        await page.getByRole('button', { name: 'Connect' }).first().click();
        await page.getByRole('dialog').getByRole('combobox').first().click();
        await page.getByRole('option').first().waitFor();
      },
    });
  }, 90_000);

  test('are accessible: candidates for a prompt with close scores and long names', async () => {
    const desk = await world.signedIn(team.publisher.email);
    const { page } = desk;
    await walk(desk, {
      'ranked-near-equal': async () => {
        await page.goto(`/write/${trailId}?tab=surfacing`);
        await page.getByLabel('Prompt to try').fill('organise an event for everybody in the office');
        await page.getByRole('button', { name: 'Would it surface?' }).click();
        await page.getByText('The threshold is').waitFor();
        expect(await page.locator('.ranked li a').count()).toBeGreaterThan(3);
      },
    });
  }, 90_000);
});
