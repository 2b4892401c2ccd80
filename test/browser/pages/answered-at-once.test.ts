// The page reacts to a press immediately, however long the service takes: it shows the choice or a progress indicator.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atCommandLine } from '../../doors/manage/support.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';

inChromium('before the service responds', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let trailId: string;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team();
    const { speaks } = team.publisher;
    trailId = (await speaks.post<{ id: string }>('/v1/trails', { document: readyDocument() })).body.id;
    await speaks.post(`/v1/trails/${trailId}/publish`, {});
  });
  afterAll(() => world?.close());

  test("shows a reader's feedback immediately, and reverts it if the service refuses it", async () => {
    const { page } = await world.signedIn(team.member.email);
    await page.goto(`/trails/${trailId}`);
    const answer = await heldBack(page, 'PUT');
    const helpful = page.getByRole('button', { name: 'Helpful', exact: true });
    await helpful.click();
    await page.getByRole('button', { name: 'Helpful', exact: true, pressed: true }).waitFor();
    answer(503);
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Helpful', exact: true, pressed: false }).waitFor();
  }, 60_000);

  test('reports that a person was removed, but never says that a person is missing while it is still searching', async () => {
    const admin = await atCommandLine(world.here, team.team_id, team.owner.id);
    const group = await admin.post<{ id: string }>('/manage/v1/groups', { display_name: 'Sales' });
    const id = team.member.id;
    await admin.post(`/manage/v1/groups/${group.body.id}/members`, { add: [id] });
    await admin.patch(`/manage/v1/groups/${group.body.id}/managers`, { add: [id] });
    const { page } = await world.signedIn(team.owner.email);
    await page.goto(`/admin/groups/${group.body.id}`);
    await page.getByRole('button', { name: `Remove ${team.member.name}` }).waitFor();
    for (const method of ['POST', 'PATCH']) await heldBack(page, method);
    await page.route('**/manage/v1/members?*', () => undefined);
    await underWay(page.getByRole('button', { name: `Remove ${team.member.name}` }));
    await underWay(page.getByRole('button', { name: `${team.member.name} no longer looks after the group` }));
    await page.getByRole('combobox', { name: 'Add a member' }).fill('Somebody');
    await page.getByRole('option', { name: 'Looking …' }).waitFor();
    expect(await page.getByText('No active member with that name').count()).toBe(0);
  }, 60_000);

  test('updates the owner of a trail and the date of its last review', async () => {
    const { page } = await world.signedIn(team.owner.email);
    await page.goto(`/write/${trailId}?tab=access`);
    await page.getByRole('button', { name: 'Take it over' }).waitFor();
    await heldBack(page, 'PATCH');
    await underWay(page.getByRole('button', { name: 'in 6 months' }));
    await underWay(page.getByRole('button', { name: 'Take it over' }));
  }, 60_000);
});

/** Expects the pressed control to show that it is working. */
async function underWay(control: Locator): Promise<void> {
  await control.click();
  await expect.poll(() => control.getAttribute('data-loading')).toBe('true');
}

/** Holds requests of this method until the returned function responds to them. */
async function heldBack(page: Page, method: string): Promise<(status: number) => void> {
  let answer = (_status: number): void => undefined;
  const answered = new Promise<number>((resolve) => {
    answer = resolve;
  });
  await page.route('**/manage/v1/**', async (route) => {
    if (route.request().method() !== method) return route.fallback();
    await route.fulfill({ status: await answered, json: {} });
  });
  return answer;
}
