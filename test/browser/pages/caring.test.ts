import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inPlainWords } from '../../../console/src/write/draft/plain-words.ts';
import { publishIssues } from '../../../src/trails/checks/publish-checks.ts';
import { withDefaults } from '../../../src/trails/document/full-document.ts';
import { atCommandLine } from '../../doors/manage/support.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';
import { walk, workspaceToSee } from '../page-walk.ts';

test('names no internal terms in the findings for an empty draft', () => {
  const bare = withDefaults({ title: 'Bare' });
  const messages = publishIssues(bare, { tests: null, ownImagePrefix: 'https://cairn.test/assets/', safety: [] }).map(
    ({ message }) => inPlainWords(message),
  );
  expect(messages.length).toBeGreaterThan(3);
  expect(messages.filter((message) => /expect|no_match|run-examples|"when"/.test(message))).toEqual([]);
});

test('explains scores, placeholders and reasons in words that authors understand', () => {
  expect(
    [
      'Has 1 of the 2 examples with expect "no_match" from which a trail surfaces dependably. Add 1.',
      'The placeholder {{Invoice No}} is not {{snake_case}}. Write it as {{invoice_no}}.',
      'Too close to the no-match example "who brings the cake".',
      'Say when the trail applies: fill in "when", or add a keyword or an example with expect "match".',
    ].map(inPlainWords),
  ).toEqual([
    'Has 1 of 2 examples that should not bring it up. Add 1: from 2 on, a trail surfaces dependably.',
    'The placeholder {{Invoice No}} is not in small letters with _ between the words. Write it as {{invoice_no}}.',
    'Too close to "who brings the cake", an example that it should stay away from.',
    'Say when the trail applies: fill in the moment, or add a keyword or an example that should bring it up.',
  ]);
});

test("never starts a field's error with its internal name", async () => {
  const found: string[] = [];
  for (const file of await readdir('src', { recursive: true })) {
    if (!file.endsWith('.ts')) continue;
    const source = await readFile(join('src', file), 'utf8');
    found.push(...[...source.matchAll(/invalid\('(\w+)', ['`]\1 /g)].map(([said]) => `${file}: ${said}`));
  }
  expect(found).toEqual([]);
});

inChromium("a trail's owner and its review", () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let trailId: string;
  beforeAll(async () => {
    world = await consoleWorld();
    ({ team, trailId } = await workspaceToSee(world.here));
  });
  afterAll(() => world?.close());

  test('keeps the review date while a new one is only partly typed', async () => {
    const session = await atCommandLine(world.here, team.team_id, team.publisher.id);
    const path = `/manage/v1/trails/${trailId}/care`;
    await session.patch(path, { review_by: '2027-01-31' });
    const { page } = await world.signedIn(team.publisher.email);
    await page.goto(`/write/${trailId}?tab=access`);
    const day = page.getByLabel('Review by');
    await day.focus();
    await page.keyboard.press('Delete');
    await day.blur();
    await page.getByText('Enter the whole date, or clear the field.').waitFor();
    await page.waitForLoadState('networkidle');
    const stored = async () => (await session.get<{ review_by: string | null }>(path)).body.review_by;
    expect(await stored()).toBe('2027-01-31');
    await day.fill('');
    await day.blur();
    await expect.poll(stored).toBeNull();
  }, 60_000);

  test('hands over a trail, schedules its review, and finds it in the list by both', async () => {
    const desk = await world.signedIn(team.publisher.email);
    const { page } = desk;
    await walk(desk, {
      'care-tab': async () => {
        await page.goto(`/write/${trailId}?tab=access`);
        await page.getByText('Who answers for it').waitFor();
        await page.getByText('(you)').waitFor();
      },
      'care-overdue': async () => {
        await page.getByLabel('Review by').fill('2026-01-31');
        await page.getByLabel('Review by').blur();
        await page.getByText('Overdue').waitFor();
      },
    });
    await page.getByRole('combobox', { name: 'Hand it over to' }).fill('arth');
    await page.getByRole('option', { name: new RegExp(team.author.name) }).click();
    await page.getByRole('button', { name: 'Hand over' }).click();
    await page.getByText(team.author.name, { exact: true }).waitFor();
    await walk(desk, {
      'care-list': async () => {
        await page.goto('/write?only=review');
        await page.getByText('Review overdue').waitFor();
      },
      'care-list-none': async () => {
        await page.getByRole('combobox', { name: 'Only' }).selectOption({ label: 'Mine' });
        await page.getByText('Nothing matches').waitFor();
      },
    });
    await expect.poll(() => new URL(page.url()).searchParams.get('only')).toBe('mine');
    await page.goBack();
    await page.getByText('Review overdue').waitFor();
    await page.goto(`/write/${trailId}?tab=access`);
    await page.getByRole('button', { name: 'in 6 months' }).click();
    await page.getByText(/Last reviewed/).waitFor();
    const session = await atCommandLine(world.here, team.team_id, team.author.id);
    const { body } = await session.get<{ reviewed_by: string; owner: { name: string } }>(
      `/manage/v1/trails/${trailId}/care`,
    );
    expect([body.reviewed_by, body.owner.name]).toEqual([team.publisher.name, team.author.name]);
  }, 120_000);

  test("offers the toolbar's actions after a slash at the start of a line, using only the keyboard", async () => {
    const desk = await world.signedIn(team.publisher.email);
    const { page } = desk;
    await walk(desk, {
      'slash-menu': async () => {
        await page.goto(`/write/${trailId}`);
        const guide = page.getByRole('textbox', { name: 'Setup guide' });
        await guide.fill('First line\n');
        await guide.press('End');
        await guide.pressSequentially('/li');
        await page.getByRole('option', { name: 'Numbered list' }).waitFor();
      },
    });
    const guide = page.getByRole('textbox', { name: 'Setup guide' });
    await guide.press('ArrowDown');
    // The test types faster than the browser can paint.
    await page.evaluate(`
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      document.execCommand('insertText', false, 'U');
    `);
    expect(await guide.inputValue()).toBe('First line\n1. U');
    expect(await page.getByRole('listbox').count()).toBe(0);
    await guide.pressSequentially('se a/b');
    expect(await page.getByRole('listbox').count()).toBe(0);
    expect(await guide.inputValue()).toBe('First line\n1. Use a/b');
  }, 60_000);

  test('lets an author who is not an admin find a colleague and grant access to a restricted trail', async () => {
    await team.publisher.speaks.patch(`/v1/trails/${trailId}`, { visibility: 'restricted' });
    const desk = await world.signedIn(team.author.email);
    const { page } = desk;
    await walk(desk, {
      'grant-picker': async () => {
        await page.goto(`/write/${trailId}?tab=access`);
        await page.getByRole('combobox', { name: 'Person' }).fill('max m');
        await page.getByRole('option', { name: new RegExp(team.member.name) }).waitFor();
      },
    });
    await page.getByRole('combobox', { name: 'Person' }).press('ArrowDown');
    await page.getByRole('combobox', { name: 'Person' }).press('Enter');
    await page.getByRole('button', { name: 'Grant access' }).click();
    await page.getByRole('button', { name: `Remove access for ${team.member.name}` }).waitFor();
  }, 60_000);
});
