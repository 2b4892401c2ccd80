// An author's work survives things that arrive late: a response, an upload, another person's save, an undo.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

inChromium("an author's work in progress", () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
  });
  afterAll(() => world?.close());

  const newTrail = async (): Promise<string> =>
    (await team.publisher.speaks.post<{ id: string }>('/v1/trails', { document: readyDocument() })).body.id;
  const stored = async (id: string) =>
    (await team.publisher.speaks.get<{ title: string; description: string }>(`/v1/trails/${id}/document`)).body;
  const saveTitleElsewhere = async (id: string, title: string): Promise<void> => {
    const document = { ...readyDocument(), title };
    const { status } = await team.publisher.speaks.put(`/v1/trails/${id}/document`, document, { 'If-Match': '*' });
    expect(status).toBe(200);
  };
  const opened = async (id: string): Promise<Page> => {
    const { page } = await world.signedIn(team.admin.email);
    await page.goto(`/write/${id}`);
    await description(page).waitFor();
    return page;
  };

  test("shows restored changes as a conflict with the other person's save", async () => {
    const id = await newTrail();
    const page = await opened(id);
    await description(page).fill('Mine.');
    await saveTitleElsewhere(id, 'Theirs');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('button', { name: 'Discard my changes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard my changes' }).click();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('button', { name: 'Save the merged draft' }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(await stored(id)).toMatchObject({ title: 'Theirs', description: 'Mine.' });
  }, 60_000);

  test("does not undo beyond the other person's save", async () => {
    const id = await newTrail();
    const page = await opened(id);
    await description(page).fill('Mine.');
    await saveTitleElsewhere(id, 'Theirs');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('button', { name: 'Save the merged draft' }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Theirs');
    expect(await page.getByRole('region', { name: 'Unsaved changes' }).count()).toBe(0);
  }, 60_000);

  test('keeps text typed during a save if the author leaves before the response', async () => {
    const id = await newTrail();
    const page = await opened(id);
    const answer = await holdingBack(page, 'PUT');
    await description(page).fill('Saved.');
    await page.keyboard.press('Control+s');
    await description(page).fill('Saved, and more.');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await description(page).waitFor({ state: 'detached' });
    const answered = page.waitForResponse((response) => response.request().method() === 'PUT');
    answer();
    await answered;
    await page.getByText('Saved.', { exact: true }).waitFor();
    await page.goto(`/write/${id}`);
    await page.getByText('Your unsaved changes are back').waitFor();
    expect(await description(page).inputValue()).toBe('Saved, and more.');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect.poll(async () => (await stored(id)).description).toBe('Saved, and more.');
  }, 60_000);

  test('keeps text typed after switching tabs if an image arrives late', async () => {
    const page = await opened(await newTrail());
    const answer = await holdingBack(page, 'POST');
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Image', exact: true }).click();
    const buffer = Buffer.from(PIXEL, 'base64');
    await (await choosing).setFiles({ name: 'switch.png', mimeType: 'image/png', buffer });
    await page.getByRole('tab', { name: 'Feedback' }).click();
    await page.getByText('No answers yet').waitFor();
    await page.getByRole('tab', { name: 'Edit' }).click();
    await description(page).fill('Typed meanwhile.');
    answer();
    await page.getByText('The image is in the guide.').waitFor();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Setup guide' }).inputValue())
      .toMatch(/!\[switch\]\(\S+\.png\)/);
    expect(await description(page).inputValue()).toBe('Typed meanwhile.');
  }, 60_000);

  test('marks exactly the examples that were part of a run', async () => {
    const page = await opened(await newTrail());
    const first = page.getByRole('textbox', { name: 'Example 1', exact: true });
    const was = await first.inputValue();
    await first.fill('Something else entirely');
    await page.getByRole('tab', { name: 'Surfacing' }).click();
    await page.getByRole('button', { name: /^Run \d+ examples?$/ }).click();
    await page
      .getByText(/examples? (pass|fail)/)
      .first()
      .waitFor();
    await page.getByRole('tab', { name: 'Edit' }).click();
    const marks = page.locator('[data-field="trigger.examples"]').getByLabel(/^(Passes|Fails)$/);
    await expect.poll(() => marks.count()).toBeGreaterThan(0);
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('Control+z');
    await expect.poll(() => first.inputValue()).toBe(was);
    expect(await marks.count()).toBe(0);
  }, 60_000);

  test('offers Undo only while there is something to restore, and therefore not on the next page', async () => {
    const page = await opened(await newTrail());
    await description(page).fill('Mine.');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    // The toast stays while the pointer is over it, however long the next page takes.
    await undo.hover();
    const home = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' });
    await home.focus();
    await page.keyboard.press('Enter');
    await description(page).waitFor({ state: 'detached' });
    await undo.waitFor({ state: 'detached' });
  }, 60_000);

  test('does not suggest saving a prompt that is already an example', async () => {
    const page = await opened(await newTrail());
    const example = await page.getByRole('textbox', { name: 'Example 1', exact: true }).inputValue();
    await page.getByRole('tab', { name: 'Surfacing' }).click();
    await page.getByLabel('Prompt to try').fill(example);
    // Enter asks on the start page, which is the case under test.
    await page.keyboard.press('Enter');
    await page.getByText('It is an example').waitFor();
    expect(await page.getByText('Save the draft to keep it.').count()).toBe(0);
  }, 60_000);

  test('shows a fresh publication dialog after the last one was postponed', async () => {
    const { page } = await world.signedIn(team.owner.email);
    await page.goto(`/write/${await newTrail()}`);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await dialog.getByLabel('At a later time').check();
    await dialog.getByRole('button', { name: 'Not yet' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await dialog.getByRole('button', { name: 'Publish', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Schedule publishing' }).click();
    expect(await dialog.getByLabel('At a later time').isChecked()).toBe(true);
  }, 60_000);
});

const description = (page: Page) => page.getByRole('textbox', { name: 'Description' });

/** Holds requests of this method until the returned function is called. */
async function holdingBack(page: Page, method: string): Promise<() => void> {
  let answer = (): void => undefined;
  const answers = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/v1/**', async (route) => {
    if (route.request().method() === method) await answers;
    return route.fallback();
  });
  return answer;
}
