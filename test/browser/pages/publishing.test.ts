import { afterAll, beforeAll, expect, test } from 'vitest';
import { atCommandLine } from '../../doors/manage/support.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';
import { walk, workspaceToSee } from '../page-walk.ts';

inChromium('publishing with approval, and on a schedule', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let trailId: string;
  beforeAll(async () => {
    world = await consoleWorld();
    ({ team, trailId } = await workspaceToSee(world.here));
  });
  afterAll(() => world?.close());

  test("lets an admin require approvals, an author request one, and another person review, while the author's page stays up to date", async () => {
    const admin = await world.signedIn(team.admin.email);
    await admin.page.goto('/admin/workspace');
    await admin.page
      .getByRole('switch', { name: 'Another person approves before anything is published' })
      .press('Space');
    await admin.page.getByText('Saved.').waitFor();

    const author = await world.signedIn(team.publisher.email);
    const reviewer = await world.signedIn(team.owner.email);
    await walk(author, {
      'approval-missing': async () => {
        await author.page.goto(`/write/${trailId}`);
        await author.page.getByText('Another person must approve exactly this revision').waitFor();
        await author.page.getByText('Employees see version 1; the changes need approval').waitFor();
      },
      'approval-ask': async () => {
        await author.page.getByRole('button', { name: 'Ask for approval' }).click();
        await author.page.getByLabel('Note to the reviewer').fill('The description is new.');
      },
      'approval-asked': async () => {
        await author.page.getByRole('dialog').getByRole('button', { name: 'Ask for approval' }).click();
        await author.page.getByText('asked for approval of revision 2').waitFor();
        await author.page.getByRole('dialog').waitFor({ state: 'detached' });
      },
    });
    expect(await author.page.getByRole('button', { name: 'Waits for approval' }).isDisabled()).toBe(true);
    await walk(reviewer, {
      'approval-to-review': async () => {
        await reviewer.page.goto(`/write/${trailId}`);
        await reviewer.page.getByText('The description is new.').waitFor();
      },
      'approval-review': async () => {
        await reviewer.page.getByRole('button', { name: 'Review', exact: true }).click();
        await reviewer.page.getByText('Changes for employees since version 1').waitFor();
      },
    });
    await reviewer.page.getByRole('button', { name: 'Approve', exact: true }).click();
    await reviewer.page.getByText('Approved. It can be published now.').waitFor();
    await author.page.reload();
    await author.page.getByText('approved revision 2').waitFor();
    await author.page.getByText('Employees see version 1; the changes can be published').waitFor();
    await author.page.getByRole('button', { name: 'Publish changes' }).click();
    await author.page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
    await author.page.getByText('Version 2 is live.').waitFor();
    await author.page.getByText('approved revision 2').waitFor({ state: 'detached' });
  }, 120_000);

  test("rejects a reviewer's decision on an outdated page, and shows the newer draft", async () => {
    const { page } = await world.signedIn(team.owner.email);
    const { speaks } = team.publisher;
    const document = (await speaks.get<object>(`/v1/trails/${trailId}/document`)).body;
    await speaks.put(`/v1/trails/${trailId}/document`, { ...document, description: 'One.' }, { 'If-Match': '*' });
    await page.goto(`/write/${trailId}`);
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await page.getByText('Changes for employees').waitFor();
    await speaks.put(`/v1/trails/${trailId}/document`, { ...document, description: 'Two.' }, { 'If-Match': '*' });
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('The trail has changed').waitFor();
    const session = await atCommandLine(world.here, team.team_id, team.owner.id);
    const { body } = await session.get<{ state: string }>(`/manage/v1/trails/${trailId}/approval`);
    expect(body.state).toBe('outdated');
  }, 60_000);

  test('shows the second reviewer the first decision, and does not ask again', async () => {
    const asker = await atCommandLine(world.here, team.team_id, team.publisher.id);
    const first = await atCommandLine(world.here, team.team_id, team.admin.id);
    const approval = `/manage/v1/trails/${trailId}/approval`;
    const { revision } = (await team.publisher.speaks.get<{ revision: number }>(`/v1/trails/${trailId}`)).body;
    await asker.post(`${approval}/request`, { revision, note: null });
    const { page } = await world.signedIn(team.owner.email);
    await page.goto(`/write/${trailId}`);
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`asked for approval of revision ${revision}`).waitFor();
    await first.post(`${approval}/approve`, { revision, note: null });
    await dialog.getByRole('button', { name: 'Send back' }).click();
    await dialog.getByText(`approved revision ${revision}`).waitFor();
    await dialog.getByRole('button', { name: 'Withdraw the approval' }).waitFor();
    expect(await dialog.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Not yet' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { body } = await first.get<{ state: string }>(approval);
    expect(body.state).toBe('approved');
  }, 60_000);

  test('shows a scheduled publication to everyone, and lets people cancel it', async () => {
    const session = await atCommandLine(world.here, team.team_id, team.admin.id);
    await session.patch('/manage/v1/catalog-rules', { approval_required: false });
    const desk = await world.signedIn(team.publisher.email);
    const { page } = desk;
    await walk(desk, {
      'schedule-menu': async () => {
        await page.goto(`/write/${trailId}`);
        await page.getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('menuitem', { name: 'Schedule publishing …', exact: true }).waitFor();
      },
      'schedule-dialog': async () => {
        await page.getByRole('menuitem', { name: 'Schedule publishing …', exact: true }).click();
        await page.getByRole('dialog').getByLabel('When').waitFor();
      },
      'schedule-waiting': async () => {
        await page.getByRole('button', { name: 'Schedule', exact: true }).click();
        await page.getByText(/Publishes revision \d+ on/).waitFor();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      },
    });
    const other = await world.signedIn(team.owner.email);
    await other.page.goto(`/write/${trailId}`);
    await other.page.getByText(/scheduled by/).waitFor();
    await other.page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await other.page.getByText('Canceled. Nothing happens at that time.').waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByText(/scheduled by/).count()).toBe(0);
  }, 90_000);
});
