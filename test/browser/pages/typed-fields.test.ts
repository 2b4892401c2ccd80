// A typed number or date is saved exactly as typed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';

inChromium('fields for numbers and dates', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
  });
  afterAll(() => world?.close());

  test('save a limit that was cleared and typed again', async () => {
    const { page } = await world.signedIn(team.owner.email);
    await page.goto('/admin/connections');
    const field = page.getByLabel('People in an hour, at most');
    await field.click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('25');
    expect(await field.inputValue()).toBe('25');
    await page.getByRole('button', { name: 'Save limits' }).click();
    await page.getByText('Saved.').waitFor();
    await page.reload();
    await expect.poll(() => field.inputValue()).toBe('25');
  }, 60_000);

  test('replace a typed review date with the date of the button pressed next', async () => {
    const { id } = (await team.publisher.speaks.post<{ id: string }>('/v1/trails', { document: readyDocument() })).body;
    const { page } = await world.signedIn(team.admin.email);
    const answers: number[] = [];
    page.on('response', (answer) => {
      if (answer.request().method() === 'PATCH') answers.push(answer.status());
    });
    await page.goto(`/write/${id}?tab=access`);
    await page.getByLabel('Review by').fill('2030-01-31');
    await page.getByRole('button', { name: 'in a year' }).click();
    await page.getByText('Saved.').first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.getByText('Last reviewed').waitFor();
    expect(answers).toEqual([200]);
  }, 60_000);
});
