// Two people edit one trail. A save never replaces a draft or trail version that the page has not shown.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atCommandLine } from '../../doors/manage/support.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from '../console-world.ts';

const SAVED = 'Someone else has saved a newer version';

inChromium('two people on the same trail', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
  });
  afterAll(() => world?.close());

  const publishedTrail = async (): Promise<string> => {
    const { speaks } = team.publisher;
    const { id } = (await speaks.post<{ id: string }>('/v1/trails', { document: readyDocument() })).body;
    expect((await speaks.post(`/v1/trails/${id}/publish`)).status).toBe(200);
    return id;
  };
  const description = async (id: string) =>
    (await team.publisher.speaks.get<{ description: string }>(`/v1/trails/${id}/document`)).body.description;
  const saveElsewhere = async (id: string, text: string): Promise<void> => {
    const document = { ...readyDocument(), description: text };
    const { status } = await team.publisher.speaks.put(`/v1/trails/${id}/document`, document, { 'If-Match': '*' });
    expect(status).toBe(200);
  };

  test('restores a version over the draft that the author saw, but not over a later save', async () => {
    const id = await publishedTrail();
    await saveElsewhere(id, 'Seen.');
    const { page, complaints } = await world.signedIn(team.admin.email);
    await page.goto(`/write/${id}?tab=versions`);
    await page.getByRole('button', { name: 'Restore into the draft' }).click();
    await saveElsewhere(id, 'An hour of work.');
    const restore = page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true });
    await restore.click();
    const told = page.getByRole('alert').filter({ hasText: SAVED });
    await told.waitFor();
    expect(await told.innerText()).not.toContain('If-Match');
    expect(await description(id)).toBe('An hour of work.');
    // The page now shows the current revision, so a second press is deliberate.
    await page.getByText('Revision 3').waitFor();
    await restore.click();
    await page.getByText('Version 1 is the draft now.').waitFor();
    expect(complaints).toEqual([]);
  }, 60_000);

  test('says that a trail was archived, keeps the typed text, and saves it once the trail is restored', async () => {
    const id = await publishedTrail();
    const { page, complaints } = await world.signedIn(team.admin.email);
    await page.goto(`/write/${id}`);
    const field = page.getByRole('textbox', { name: 'Description' });
    await field.fill('Typed in a tab that is behind.');
    await team.publisher.speaks.post(`/v1/trails/${id}/archive`);
    await page.getByRole('button', { name: 'Save draft' }).click();
    const told = page.getByRole('alert').filter({ hasText: 'The trail is archived.' });
    await told.waitFor();
    expect(await told.innerText()).not.toContain('POST');
    await page.getByText('Archived: employees cannot see it').waitFor();
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    await bar.getByText('once the trail is no longer archived').waitFor();
    expect(await bar.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    expect(await field.inputValue()).toBe('Typed in a tab that is behind.');
    await page.getByRole('button', { name: 'Restore from archive' }).click();
    await bar.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(await description(id)).toBe('Typed in a tab that is behind.');
    expect(complaints).toEqual([]);
  }, 60_000);

  test('says that a trail was deleted, and offers to copy the text or start a new trail with it', async () => {
    const id = await publishedTrail();
    const desk = await world.signedIn(team.admin.email);
    const { page, complaints } = desk;
    await page.goto(`/write/${id}`);
    await page.getByRole('textbox', { name: 'Description' }).fill('An hour of work.');
    expect((await team.publisher.speaks.send('DELETE', `/v1/trails/${id}`)).status).toBe(204);
    await page.keyboard.press('Control+s');
    const told = page.getByRole('alert').filter({ hasText: 'This trail was deleted' });
    await told.getByText('This browser has kept your unsaved changes.').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('alert').count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    expect(await look(desk, 'trail-deleted')).toEqual([]);
    await page.reload();
    await told.getByRole('button', { name: 'Copy the text' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('Description\nAn hour of work.');
    await page.getByRole('button', { name: 'New trail from it' }).click();
    await page.getByText('Revision 1. ').waitFor();
    const made = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect(made).not.toBe(id);
    expect(await description(made)).toBe('An hour of work.');
    await page.goto(`/write/${id}`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(complaints).toEqual([]);
  }, 60_000);

  test('asks for confirmation before it discards text typed into a deleted trail', async () => {
    const id = await publishedTrail();
    const { page } = await world.signedIn(team.admin.email);
    await page.goto(`/write/${id}`);
    await page.getByRole('textbox', { name: 'Description' }).fill('An hour of work.');
    expect((await team.publisher.speaks.send('DELETE', `/v1/trails/${id}`)).status).toBe(204);
    await page.keyboard.press('Control+s');
    const question = page.getByRole('dialog', { name: 'Discard your text?' });
    await page.getByRole('button', { name: 'Discard it' }).click();
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    await page.getByText('An hour of work.').waitFor();
    await page.getByRole('button', { name: 'Discard it' }).click();
    await question.getByRole('button', { name: 'Discard it' }).click();
    await page.getByRole('heading', { name: 'Trails', level: 1 }).waitFor();
    await page.goto(`/write/${id}`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  }, 60_000);

  test('keeps a trail on screen if it is deleted while someone is reading it', async () => {
    const id = await publishedTrail();
    const { page } = await world.signedIn(team.admin.email);
    await page.goto(`/write/${id}?tab=versions`);
    await page.getByRole('button', { name: 'Restore into the draft' }).click();
    expect((await team.publisher.speaks.send('DELETE', `/v1/trails/${id}`)).status).toBe(204);
    await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByText('This trail was deleted').waitFor();
    await page.getByText('the text that this window last loaded').waitFor();
    expect(await page.getByRole('button', { name: 'Discard it' }).count()).toBe(0);
    await page.getByText(readyDocument().title).first().waitFor();
  }, 60_000);

  test('keeps merged changes waiting while the trail is archived', async () => {
    const id = await publishedTrail();
    const { page } = await world.signedIn(team.admin.email);
    await page.goto(`/write/${id}`);
    await page.getByRole('textbox', { name: 'Description' }).fill('Mine.');
    await saveElsewhere(id, 'Theirs.');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Someone else saved first').waitFor();
    await page.getByText('Keep yours', { exact: true }).click();
    await team.publisher.speaks.post(`/v1/trails/${id}/archive`);
    const save = page.getByRole('button', { name: 'Save the merged draft' });
    await save.click();
    await page.getByText('You can save it once the trail is no longer archived.').waitFor();
    expect(await save.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Restore from archive' }).click();
    await save.click();
    await page.getByText('Saved.').waitFor();
    expect(await description(id)).toBe('Mine.');
  }, 60_000);

  test('refuses to delete a trail that another author has saved since', async () => {
    const id = await publishedTrail();
    const { page } = await world.signedIn(team.admin.email);
    await page.goto(`/write/${id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').waitFor();
    await saveElsewhere(id, 'An hour of work.');
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByRole('alert').filter({ hasText: SAVED }).waitFor();
    expect(await description(id)).toBe('An hour of work.');
  }, 60_000);

  test("shows a reviewer a colleague's decision before they overrule it", async () => {
    const id = (await team.publisher.speaks.post<{ id: string }>('/v1/trails', { document: readyDocument() })).body.id;
    const [owner, author] = await Promise.all(
      [team.owner, team.publisher].map((person) => atCommandLine(world.here, team.team_id, person.id)),
    );
    expect((await owner?.patch('/manage/v1/catalog-rules', { approval_required: true }))?.status).toBe(200);
    const approval = `/manage/v1/trails/${id}/approval`;
    expect((await author?.post(`${approval}/request`, { revision: 1, note: 'Please look.' }))?.status).toBe(200);
    const desk = await world.signedIn(team.admin.email);
    const { page } = desk;
    await page.goto(`/write/${id}`);
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Please look.').waitFor();
    expect((await owner?.post(`${approval}/withdraw`, { revision: 1, note: 'The tone is wrong.' }))?.status).toBe(200);
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await dialog.getByText('The tone is wrong.').waitFor();
    expect((await owner?.get<{ state: string }>(approval))?.body.state).toBe('withdrawn');
    expect(await look(desk, 'approval-decided-meanwhile')).toEqual([]);
  }, 60_000);
});
