import { afterAll, beforeAll, expect, test } from 'vitest';
import { atCommandLine } from '../../doors/manage/support.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';
import { walk, workspaceToSee } from '../page-walk.ts';

inChromium('opening a live trail to everyone, and the health of a catalog', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let trailId: string;
  beforeAll(async () => {
    world = await consoleWorld();
    ({ team, trailId } = await workspaceToSee(world.here));
  });
  afterAll(() => world?.close());

  test("asks for another person's approval first if approvals are on", async () => {
    const { speaks } = team.publisher;
    await speaks.patch(`/v1/trails/${trailId}`, { visibility: 'restricted' });
    await speaks.post(`/v1/trails/${trailId}/publish`, {});
    const admin = await atCommandLine(world.here, team.team_id, team.admin.id);
    await admin.patch('/manage/v1/catalog-rules', { approval_required: true });
    const desk = await world.signedIn(team.publisher.email);
    const { page } = desk;
    await walk(desk, {
      'opening-refused': async () => {
        await page.goto(`/write/${trailId}?tab=access`);
        await page.getByRole('radio', { name: 'Every member of the workspace' }).click();
        await page.getByText('Another person must approve this').waitFor();
      },
    });
    await page.getByRole('button', { name: 'Ask for approval to show it to everyone' }).click();
    await page.getByText(/asked for approval of revision 2 for everyone/).waitFor();

    const reviewer = await world.signedIn(team.admin.email);
    await walk(reviewer, {
      'opening-review': async () => {
        await reviewer.page.goto(`/write/${trailId}`);
        await reviewer.page.getByRole('button', { name: 'Review', exact: true }).click();
        await reviewer.page.getByText('The request is to show this trail to everyone.').waitFor();
      },
    });
    await reviewer.page.getByRole('button', { name: 'Approve', exact: true }).click();
    await reviewer.page.getByText('Approved. It can be published now.').first().waitFor();

    await page.reload();
    await page.getByRole('radio', { name: 'Every member of the workspace' }).click();
    await page.getByText('Saved.').first().waitFor();
    const { body } = await speaks.get<{ visibility: string }>(`/v1/trails/${trailId}`);
    expect(body.visibility).toBe('all_teams');
  }, 90_000);

  test('lists trails that need attention, are too similar, or are stale', async () => {
    const session = await atCommandLine(world.here, team.team_id, team.publisher.id);
    await session.patch(`/manage/v1/trails/${trailId}/care`, { review_by: '2026-01-31' });
    const desk = await world.signedIn(team.publisher.email);
    const { page } = desk;
    await walk(desk, {
      'health-page': async () => {
        await page.goto('/catalog-health');
        await page.getByText('1 live trail, evaluated.').waitFor();
        await page.getByRole('region', { name: 'To be reviewed' }).getByText('Draft a job advert').waitFor();
      },
    });
    await page.getByRole('region', { name: 'To be reviewed' }).getByRole('link').first().click();
    await page.getByText('Overdue').waitFor();
  }, 60_000);
});
