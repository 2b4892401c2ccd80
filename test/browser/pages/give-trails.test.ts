// Tests audiences in the console: thirty trails for a group, one trail for a group, and who sees it and why.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atCommandLine } from '../../doors/manage/support.ts';
import type { Speaker } from '../../support/speaker.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from '../console-world.ts';

const TRAILS = 30;

inChromium('audiences', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let owner: Speaker;
  let group = '';
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
    owner = await atCommandLine(world.here, team.team_id, team.owner.id);
    group = (await owner.post<{ id: string }>('/manage/v1/groups', { display_name: 'Sales' })).body.id;
    await owner.post(`/manage/v1/groups/${group}/members`, { add: [team.member.id] });
    for (let n = 1; n <= TRAILS; n += 1) {
      const { body } = await team.author.speaks.post<{ id: string }>('/v1/trails', { title: `Trail ${n}` });
      await team.author.speaks.patch(`/v1/trails/${body.id}`, { visibility: 'restricted' });
    }
  });
  afterAll(() => world?.close());

  const trailsOfGroup = async () =>
    (await owner.get<{ items: { reach: string }[] }>(`/manage/v1/groups/${group}/trails`)).body.items;

  /** Counts the clicks in `walk`. Typing does not count. */
  async function clicksOf(
    page: Page,
    walk: (click: (role: Role, name: string | RegExp) => Promise<void>) => Promise<void>,
  ) {
    let clicks = 0;
    await walk(async (role, name) => {
      clicks += 1;
      await page.getByRole(role, { name }).click();
    });
    return clicks;
  }
  type Role = 'checkbox' | 'combobox' | 'option' | 'button';

  test('gives 30 trails to a group with four clicks', async () => {
    const desk = await world.signedIn(team.author.email);
    const { page, complaints } = desk;
    await page.goto('/write');
    await page.getByText(`${TRAILS} trails`).waitFor();
    const clicks = await clicksOf(page, async (click) => {
      await click('checkbox', 'Select all trails listed so far');
      await click('combobox', 'Give to a group');
      await page.keyboard.type('sal');
      await click('option', 'Sales');
      expect(await look(desk, 'give-trails')).toEqual([]);
      await click('button', `Give ${TRAILS} trails`);
    });
    await page.getByText(`Sales has ${TRAILS} trails now.`).waitFor();
    expect(clicks).toBeLessThanOrEqual(4);
    expect((await trailsOfGroup()).length).toBe(TRAILS);
    expect(complaints).toEqual([]);
  }, 60_000);

  test('features the selected trails using only the keyboard', async () => {
    const { page } = await world.signedIn(team.author.email);
    await page.goto('/write');
    await page
      .getByRole('checkbox', { name: /^Select Trail/ })
      .first()
      .focus();
    await page.keyboard.press('Space');
    await page.getByRole('combobox', { name: 'Give to a group' }).focus();
    await page.keyboard.type('sales');
    await page.getByRole('option', { name: 'Sales' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('F');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Sales has 1 trail now.').waitFor();
    expect((await trailsOfGroup()).filter(({ reach }) => reach === 'featured').length).toBe(1);
  }, 60_000);

  test('opens a trail to a group, features it, and says who sees it and why', async () => {
    const { body } = await team.publisher.speaks.post<{ id: string }>('/v1/trails', { document: readyDocument() });
    await team.publisher.speaks.patch(`/v1/trails/${body.id}`, { visibility: 'restricted' });
    await team.publisher.speaks.post(`/v1/trails/${body.id}/publish`, {});
    const desk = await world.signedIn(team.owner.email);
    const { page, complaints } = desk;
    await page.goto(`/write/${body.id}?tab=access`);
    await page.getByText('No one sees it yet.').waitFor();
    await page.getByRole('combobox', { name: 'Group or person' }).fill('sales');
    await page.getByRole('option', { name: 'Sales' }).click();
    await page.getByRole('button', { name: 'Grant access' }).click();
    await page.getByLabel('How Sales gets it').selectOption('Featured');
    await page.getByLabel('Sales can edit').click();
    const seen = page.getByRole('table', { name: 'People who see it' }).getByRole('row', { name: team.member.name });
    await seen.getByText('Group Sales').waitFor();
    expect(await look(desk, 'trail-audience')).toEqual([]);
    await expect
      .poll(async () => (await owner.get<{ items: object[] }>(`/manage/v1/trails/${body.id}/groups`)).body.items)
      .toMatchObject([{ group_id: group, reach: 'featured', edits: true }]);
    await page.getByRole('button', { name: 'Remove access for Sales' }).click();
    await page.getByText('Sales no longer has access.').waitFor();
    await page.getByText('No one sees it yet.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await seen.getByText('Group Sales').waitFor();
    expect(complaints).toEqual([]);
  }, 60_000);

  test('collects trails in a set, and shows the set and featured trails on Home', async () => {
    const { body } = await team.publisher.speaks.post<{ id: string }>('/v1/trails', {
      document: { ...readyDocument(), title: 'Prepare a pitch' },
    });
    await team.publisher.speaks.patch(`/v1/trails/${body.id}`, { visibility: 'restricted' });
    await team.publisher.speaks.post(`/v1/trails/${body.id}/publish`, {});
    const desk = await world.signedIn(team.author.email);
    const { page, complaints } = desk;
    await page.goto('/write');
    await page.getByRole('link', { name: 'Sets' }).click();
    await page.getByRole('button', { name: 'New set' }).click();
    await page.getByLabel('Name').fill('Onboarding for sales');
    await page.getByRole('button', { name: 'Create set' }).click();
    await page.getByRole('combobox', { name: 'Add a trail' }).fill('pitch');
    await page.getByRole('option', { name: 'Prepare a pitch' }).click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('link', { name: 'Prepare a pitch' }).waitFor();
    await page.getByRole('combobox', { name: 'Group or person' }).fill('sales');
    await page.getByRole('option', { name: 'Sales' }).click();
    await page.getByRole('button', { name: 'Grant access' }).click();
    await page.getByLabel('How Sales gets it').selectOption('Featured');
    await page.getByText('Saved.').waitFor();
    expect(await look(desk, 'trail-set')).toEqual([]);
    await page.goto('/write/sets');
    await page.getByRole('link', { name: 'Onboarding for sales' }).waitFor();
    expect(await look(desk, 'trail-sets')).toEqual([]);
    const member = await world.desk(team.member.email);
    await member.page.getByRole('heading', { name: 'Featured for you' }).waitFor();
    await member.page.getByLabel('Set', { exact: true }).selectOption('Onboarding for sales');
    await member.page.getByRole('heading', { name: 'Onboarding for sales' }).waitFor();
    await member.page.getByText(/^1 (of|trail)/).waitFor();
    expect(await look(member, 'home-with-sets')).toEqual([]);
    expect([...complaints, ...member.complaints]).toEqual([]);
  }, 60_000);

  test('lists the trails of a group, and says what its members lose if it is deleted', async () => {
    const desk = await world.signedIn(team.owner.email);
    const { page, complaints } = desk;
    await page.goto(`/admin/groups/${group}`);
    await page.getByRole('table', { name: 'Trails of the group' }).waitFor();
    expect(await look(desk, 'group-trails')).toEqual([]);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText(/They also lose its access to 3\d trails and 1 set of trails/).waitFor();
    expect(complaints).toEqual([]);
  }, 60_000);

  test("lists a person's trails with the reasons, and previews Home and the question for a group", async () => {
    const { body } = await team.publisher.speaks.post<{ id: string }>('/v1/trails', {
      document: { ...readyDocument(), title: 'Answer a complaint' },
    });
    await team.publisher.speaks.patch(`/v1/trails/${body.id}`, { visibility: 'restricted' });
    await team.publisher.speaks.post(`/v1/trails/${body.id}/publish`, {});
    await owner.post(`/manage/v1/trails/${body.id}/groups`, { group_id: group });
    const desk = await world.signedIn(team.owner.email);
    const { page, complaints } = desk;
    await page.goto(`/admin/members/${team.member.id}?tab=trails`);
    await page.getByRole('row', { name: 'Answer a complaint' }).getByText('Group Sales').waitFor();
    expect(await look(desk, 'person-trails')).toEqual([]);
    await page.goto(`/admin/groups/${group}`);
    await page.getByRole('button', { name: 'Show preview' }).click();
    await page.getByRole('listitem').getByText('Answer a complaint').waitFor();
    await page.getByLabel('What are you about to do?').fill('Plan the garden party');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page.getByText('A member finds no trail for this.').waitFor();
    expect(complaints).toEqual([]);
  }, 60_000);

  test('asks for approval before a live trail is opened to a group, and names a group of approvers', async () => {
    const { body } = await team.publisher.speaks.post<{ id: string }>('/v1/trails', {
      document: { ...readyDocument(), title: 'Close a quarter' },
    });
    await team.publisher.speaks.patch(`/v1/trails/${body.id}`, { visibility: 'restricted' });
    await team.publisher.speaks.post(`/v1/trails/${body.id}/publish`, {});
    await owner.patch('/manage/v1/catalog-rules', { approval_required: true });
    const desk = await world.signedIn(team.owner.email);
    const { page, complaints } = desk;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/write/${body.id}?tab=access`);
    await page.getByRole('combobox', { name: 'Group or person' }).fill('sales');
    await page.getByRole('option', { name: 'Sales' }).click();
    await page.getByRole('button', { name: 'Grant access' }).click();
    await page.getByRole('button', { name: 'Ask for approval to open it to Sales' }).click();
    await page.getByText(/^Approval requested/).waitFor();
    const { body: approval } = await owner.get<{ group_ids: string[] }>(`/manage/v1/trails/${body.id}/approval`);
    expect(approval.group_ids).toEqual([group]);
    await page.goto('/admin/workspace');
    await page.getByText('Every publisher can approve.').waitFor();
    await page
      .getByRole('combobox', { name: 'Only members of this group approve, whatever their roles' })
      .fill('sales');
    await page.getByRole('option', { name: 'Sales' }).click();
    await page.getByRole('button', { name: 'Set approvers' }).click();
    await page.getByText(/Only members of Sales can approve/).waitFor();
    expect(await look(desk, 'approvers')).toEqual([]);
    const name = 'End of the quarter';
    const set = (await owner.post<{ id: string }>('/manage/v1/trail-sets', { name })).body.id;
    await owner.put(`/manage/v1/trail-sets/${set}/trails`, { trail_ids: [body.id] });
    await owner.put(`/manage/v1/trail-sets/${set}/groups/${group}`, {});
    await page.goto('/write/sets');
    expect(await look(desk, 'trail-sets-phone')).toEqual([]);
    await page.getByRole('link', { name }).click();
    await page.getByRole('combobox', { name: 'Group or person' }).waitFor();
    expect(await look(desk, 'trail-set-phone')).toEqual([]);
    expect(complaints).toEqual([]);
    await owner.patch('/manage/v1/catalog-rules', { approval_required: false, approver_group_id: null });
  }, 60_000);
});
