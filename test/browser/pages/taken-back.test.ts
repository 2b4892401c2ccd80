// Removals with one click can be undone. The page distinguishes prompts that a publication takes from those that move
// for other reasons.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { titleOf } from '../../../console/src/write/publishing/effect-title.ts';
import { atCommandLine } from '../../doors/manage/support.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';

test('does not attribute to a change the prompts that move between other trails', () => {
  const from = (title: string) => ({ trail: { id: title, title } });
  expect(titleOf([], 2)).toBe('It takes no prompts itself, but 2 prompts of other trails go elsewhere');
  expect(titleOf([from('A'), from('A'), from('B')], 5)).toBe('This change takes 2 prompts from "A", 1 prompt from "B"');
  expect(titleOf(['A', 'B', 'C', 'D'].map(from), 0)).toMatch(/from "C" and from 1 more trail$/);
});

inChromium('undoing a removal', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
  });
  afterAll(() => world?.close());

  test('restores access to a trail from its notification', async () => {
    const { speaks } = team.publisher;
    const { body } = await speaks.post<{ id: string }>('/v1/trails', { title: 'For a few' });
    await speaks.post(`/v1/trails/${body.id}/grants`, { email: team.member.email });
    const { page } = await world.signedIn(team.publisher.email);
    await page.goto(`/write/${body.id}?tab=access`);
    await page.getByText('Only people with access').click();
    const take = page.getByRole('button', { name: /^Remove access for/ });
    await take.click();
    await page.getByText('no longer has access.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await take.waitFor();
    expect(await page.getByText(team.member.email).count()).toBe(1);
  }, 60_000);

  test('also restores a group membership', async () => {
    const admin = await atCommandLine(world.here, team.team_id, team.owner.id);
    const { body } = await admin.post<{ id: string }>('/manage/v1/groups', { display_name: 'Sales' });
    await admin.post(`/manage/v1/groups/${body.id}/members`, { add: [team.member.id] });
    const { page } = await world.signedIn(team.owner.email);
    await page.goto(`/admin/groups/${body.id}`);
    const remove = page.getByRole('button', { name: /^Remove / });
    await remove.click();
    await page.getByText('is no longer in the group.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await remove.waitFor();
  }, 60_000);
});
