import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from '../console-world.ts';

inChromium("an author's afternoon", () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team();
  });
  afterAll(() => world?.close());

  test('writes a trail from title to publication, with a failing test and a conflict, and loses nothing', async () => {
    const desk = await world.desk(team.publisher.email);
    const { page, complaints } = desk;
    await page.getByRole('link', { name: 'Trails', exact: true }).click();
    await page.getByRole('button', { name: 'New trail' }).first().click();
    await page.getByLabel('What will the employee get done?').fill('Reply to a late payment notice');
    await page.getByRole('button', { name: 'Create draft' }).click();
    await page.getByRole('heading', { level: 1, name: 'Reply to a late payment notice' }).waitFor();
    const id = page.url().split('/').at(-1) ?? '';

    // The publish checks appear next to the fields they concern before anything is saved.
    await page
      .locator('.editor-form p', { hasText: 'Add a description so people know what they will accomplish' })
      .waitFor();
    await page.getByLabel('Description', { exact: true }).fill('You answer the supplier within minutes.');
    await page.locator('.editor-form p', { hasText: 'Is blank. Tell the employee' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add prompt' }).click();
    await page.getByRole('textbox', { name: 'Step 1', exact: true }).fill('Draft the reply');
    await page.getByLabel('Prompt of step 1').fill('Answer {{supplier_name}} about {{Invoice No}}.');
    await page.locator('.editor-form p', { hasText: 'is not in small letters' }).waitFor();
    expect(await page.locator('.highlighted mark.bad').textContent()).toBe('{{Invoice No}}');
    await page.getByLabel('Prompt of step 1').fill('Answer {{supplier_name}} about {{invoice_no}}.');
    await page.getByText('The reader fills in: supplier name, invoice no.').waitFor();
    await page.getByLabel('The moment').fill('A supplier writes that we have not paid.');

    // Text typed during a save is not part of that save, but it is kept.
    const role = page.getByLabel('Role', { exact: true });
    await page.route('**/document', async (route) => {
      await role.fill('Accountant');
      await route.continue();
    });
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Revision 2, with unsaved changes').waitFor();
    await page.unroute('**/document');
    expect(await role.inputValue()).toBe('Accountant');

    // Unsaved changes survive closing the page.
    await page.reload();
    await page.getByText('Your unsaved changes are back').waitFor();
    expect(await role.inputValue()).toBe('Accountant');

    // Another author saves first, with a different title and role.
    const stored = await team.author.speaks.get<object>(`/v1/trails/${id}/document`);
    const theirs = { ...stored.body, title: 'Answer a late payment notice', target_role: 'Bookkeeper' };
    const saved = await team.author.speaks.put(`/v1/trails/${id}/document`, theirs, { 'If-Match': '"2"' });
    expect(saved.status).toBe(200);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('You edited revision 2; revision 3 was saved').waitFor();
    await page.getByText('Only the other person changed it.').waitFor();
    await page.getByText('Both of you changed it. Choose one.').waitFor();
    // The page reports it once.
    expect(await page.locator('.mantine-Notification-root', { hasText: 'else' }).count()).toBe(0);
    expect(await look(desk, 'write-conflict')).toEqual([]);
    await page.getByRole('radiogroup', { name: 'Which role to keep' }).getByText('Keep yours').click();
    await page.getByRole('button', { name: 'Save the merged draft' }).click();
    await page.getByRole('heading', { level: 1, name: 'Answer a late payment notice' }).waitFor();
    await page.getByText('Revision 4.').waitFor();
    const merged = await team.author.speaks.get<{ target_role: string; prompts: object[] }>(
      `/v1/trails/${id}/document`,
    );
    expect(merged.body).toMatchObject({ title: 'Answer a late payment notice', target_role: 'Accountant' });
    expect(merged.body.prompts).toHaveLength(1);

    // The same text is expected both to surface and not to surface the trail, so one of the two examples must fail. It
    // is listed first, and the author fixes it.
    for (const [index, expects] of ['Surface', 'Stay away'].entries()) {
      await page.getByRole('button', { name: 'Add example' }).click();
      await page.getByLabel(`Example ${index + 1}`, { exact: true }).fill('answer the late payment notice');
      await page
        .getByRole('radiogroup', { name: `Expected result of example ${index + 1}` })
        .getByText(expects)
        .click();
    }
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Revision 5.').waitFor();
    await page.getByRole('tab', { name: 'Surfacing' }).click();
    await page.getByRole('button', { name: 'Run 2 examples' }).click();
    await page.getByText('1 of 2 examples fail.').waitFor();
    const verdicts = page.getByRole('status').locator('[aria-label="Fails"], [aria-label="Passes"]');
    expect(await verdicts.count()).toBe(2);
    expect(await verdicts.first().getAttribute('aria-label')).toBe('Fails');
    await page.getByRole('tab', { name: 'Edit' }).click();
    await page.locator('.editor-form p', { hasText: 'Fails: the trail' }).waitFor();
    await page.getByLabel('Example 2', { exact: true }).fill('choose a birthday present for my nephew');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Revision 6.').waitFor();

    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Every member of the workspace will see revision 6 at once.').waitFor();
    await page.getByLabel('Note for the version list').fill('The first one');
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version 1 is live.').waitFor();
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByText('The first one').waitFor();
    expect(complaints).toEqual([]);
  }, 120_000);
});
