// Two people use the same page. They never overwrite each other's changes without seeing them, and the page does only
// what its dialogs say.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atCommandLine } from '../../doors/manage/support.ts';
import { connect } from '../../doors/scim/support/connection.ts';
import type { Speaker } from '../../support/speaker.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from '../console-world.ts';

const TOLD = 'Someone else changed this in the meantime';
const ON_TOP = 'Put my change on top';
const KEEP = 'Keep what is there now';

/** The person returns to the window half a minute later, and the page reloads its data. */
const comeBack = async (page: Page): Promise<void> => {
  await page.clock.runFor(30_000);
  await page.locator(':root').dispatchEvent('visibilitychange', { bubbles: true });
};
/** If the form shows a conflict, no other message appears. */
const toasts = (page: Page) => page.getByText('That is not possible right now').count();
const isNowhere = (page: Page) => page.evaluate<boolean>('document.activeElement === document.body');

inChromium('two people on the same page', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let other: Speaker;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
    other = await atCommandLine(world.here, team.team_id, team.owner.id);
  });
  afterAll(() => world?.close());

  const groupOf = async (display_name: string): Promise<string> =>
    (await other.post<{ id: string }>('/manage/v1/groups', { display_name })).body.id;
  const nameOfTeam = async () => (await other.get<{ name: string }>('/manage/v1/team')).body.name;

  test('asks the second person who saves about fields that both changed', async () => {
    const id = await groupOf('Sales');
    const desk = await world.signedIn(team.admin.email);
    const { page } = desk;
    const stored = async () => (await other.get<{ description: string }>(`/manage/v1/groups/${id}`)).body.description;
    const text = page.getByRole('textbox', { name: 'Description' });
    const save = page.getByRole('button', { name: 'Save description' });
    await page.goto(`/admin/groups/${id}`);
    await text.fill('mine');
    await other.patch(`/manage/v1/groups/${id}`, { description: 'of the other' });
    await save.click();
    await page.getByRole('alert').filter({ hasText: TOLD }).getByText('of the other').waitFor();
    expect(await stored()).toBe('of the other');
    expect(await look(desk, 'changed-elsewhere')).toEqual([]);
    expect(await toasts(page)).toBe(0);
    expect(await isNowhere(page)).toBe(false);
    await page.getByRole('button', { name: ON_TOP }).click();
    await save.click();
    await expect.poll(stored).toBe('mine');
    await save.and(page.locator(':disabled')).waitFor();
    // Nothing is left to save, so the focus returns to the text.
    await text.and(page.locator(':focus')).waitFor();
    await text.fill('mine again');
    await other.patch(`/manage/v1/groups/${id}`, { description: 'third' });
    await save.click();
    await page.getByRole('button', { name: KEEP }).click();
    expect(await text.inputValue()).toBe('third');
    expect(desk.complaints).toEqual([]);
  }, 60_000);

  test('updates fields that only the other person changed, and keeps text typed into other fields', async () => {
    const limits = '/manage/v1/deactivation-limits';
    await other.put(limits, { enabled: true, most_people: 50, most_percent: 10, final_after_days: 30 });
    const { page } = await world.signedIn(team.admin.email);
    await page.clock.install();
    await page.goto('/admin/connections');
    const people = page.getByLabel('People in an hour, at most');
    const share = page.getByLabel('Share of a connection in an hour');
    await people.fill('70');
    await other.put(limits, { enabled: true, most_people: 50, most_percent: 30, final_after_days: 30 });
    await comeBack(page);
    await expect.poll(() => share.inputValue()).toBe('30 %');
    expect(await people.inputValue()).toBe('70');
    await page.getByRole('button', { name: 'Save limits' }).click();
    const stored = async () => (await other.get(limits)).body;
    await expect.poll(stored).toEqual({ enabled: true, most_people: 70, most_percent: 30, final_after_days: 30 });
  }, 60_000);

  test('never undoes a change that a form with one save button has not shown', async () => {
    const limits = '/manage/v1/deactivation-limits';
    await other.put(limits, { enabled: true, most_people: 50, most_percent: 10, final_after_days: 30 });
    const { page } = await world.signedIn(team.admin.email);
    await page.goto('/admin/connections');
    await page.getByLabel('People in an hour, at most').fill('70');
    await other.put(limits, { enabled: true, most_people: 50, most_percent: 30, final_after_days: 30 });
    await page.getByRole('button', { name: 'Save limits' }).click();
    await page.getByText(TOLD).waitFor();
    await expect.poll(() => page.getByLabel('Share of a connection in an hour').inputValue()).toBe('30 %');
    expect((await other.get(limits)).body).toEqual({
      enabled: true,
      most_people: 50,
      most_percent: 30,
      final_after_days: 30,
    });
    await page.getByRole('button', { name: 'Save limits' }).click();
    await page.getByText('Saved.').waitFor();
    expect((await other.get(limits)).body).toEqual({
      enabled: true,
      most_people: 70,
      most_percent: 30,
      final_after_days: 30,
    });
  }, 60_000);

  test("shows a workspace's new name to two admins who both rename it, and to a third who only reads", async () => {
    const [one, onlooker] = [await world.signedIn(team.admin.email), await world.signedIn(team.owner.email)];
    for (const { page } of [one, onlooker]) {
      await page.clock.install();
      await page.goto('/admin/workspace');
      await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
    }
    await one.page.getByRole('textbox', { name: 'Name', exact: true }).fill('Acme One');
    await other.patch('/manage/v1/team', { name: 'Acme Two' });
    await one.page.getByRole('button', { name: 'Rename' }).click();
    await one.page.getByRole('alert').getByText('Acme Two').waitFor();
    expect(await toasts(one.page)).toBe(0);
    expect(await nameOfTeam()).toBe('Acme Two');
    await one.page.getByRole('button', { name: ON_TOP }).click();
    await one.page.getByRole('button', { name: 'Rename' }).click();
    await expect.poll(nameOfTeam).toBe('Acme One');
    await comeBack(onlooker.page);
    const shown = onlooker.page.getByRole('textbox', { name: 'Name', exact: true });
    await expect.poll(() => shown.inputValue()).toBe('Acme One');
    expect([...one.complaints, ...onlooker.complaints]).toEqual([]);
  }, 60_000);

  test('keeps asking the same question when the group in question is disconnected', async () => {
    const okta = await connect(world.here, team.team_id);
    await okta.group('Synced', [await okta.user('Sue')]);
    const { items } = (await other.get<{ items: { id: string }[] }>('/manage/v1/groups?q=Synced')).body;
    const id = items[0]?.id;
    const { page } = await world.signedIn(team.admin.email);
    await page.clock.install();
    await page.goto(`/admin/groups/${id}`);
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('dialog').getByText('It keeps its 1 member and its roles').waitFor();
    await other.post(`/manage/v1/groups/${id}/disconnect`);
    await comeBack(page);
    await page.getByRole('button', { name: 'Delete' }).waitFor();
    expect(await page.getByRole('button', { name: 'Delete the group' }).count()).toBe(0);
    await page.clock.runFor(2_000);
    expect(await isNowhere(page)).toBe(false);
  }, 60_000);

  test('says that the person or item on a page no longer exists', async () => {
    const person = await team.person('Nora Next');
    const group = await groupOf('Gone');
    const desk = await world.signedIn(team.admin.email);
    const { page } = desk;
    await page.goto(`/admin/members/${person.id}`);
    await page.getByRole('button', { name: 'Remove' }).click();
    await other.delete(`/manage/v1/members/${person.id}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    const isGone = page.getByRole('heading', { level: 1, name: 'Page not found' });
    await isGone.waitFor();
    await page.getByRole('main').getByText('the page no longer exists').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.locator('.mantine-Notification-root').count()).toBe(0);
    expect(await look(desk, 'gone-meanwhile')).toEqual([]);
    await page.goto(`/admin/groups/${group}`);
    await page.getByRole('checkbox', { name: /^Author/ }).click();
    await other.delete(`/manage/v1/groups/${group}`);
    await page.getByRole('button', { name: 'Save roles' }).click();
    await isGone.waitFor();
    expect(await isNowhere(page)).toBe(false);
    await page.waitForLoadState('networkidle');
    expect(await page.locator('.mantine-Notification-root').count()).toBe(0);
    expect(desk.complaints).toEqual([]);
  }, 60_000);

  test("never replaces or cancels another admin's schedule or move without showing it first", async () => {
    const { body } = await team.author.speaks.post<{ id: string }>('/v1/trails', { document: readyDocument() });
    const path = `/manage/v1/trails/${body.id}/schedules/publish`;
    const inDays = (days: number) => new Date(world.here.clock() + days * 86_400_000).toISOString();
    const stored = async () =>
      (await other.get<{ items: { at: string; scheduled_by: { name: string } }[] }>(path.replace('/publish', ''))).body
        .items;
    const desk = await world.signedIn(team.publisher.email);
    const { page } = desk;
    await page.goto(`/write/${body.id}`);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('switch', { name: 'At a later time' }).press('Space');
    await dialog.getByRole('button', { name: 'Schedule' }).waitFor();
    await other.put(path, { at: inDays(5), revision: 1 });
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await page.getByText(TOLD).waitFor();
    await dialog.getByText('scheduled by Olive Owner. A new time replaces it').waitFor();
    expect((await stored())[0]?.scheduled_by.name).toBe('Olive Owner');
    expect(await look(desk, 'schedule-standing')).toEqual([]);
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await stored())[0]?.scheduled_by.name).toBe('Paula Publisher');
    const cancel = page.getByRole('button', { name: 'Cancel' });
    await cancel.waitFor();
    const moved = inDays(7);
    await other.put(path, { at: moved, revision: 1 });
    await cancel.click();
    await page.getByText('scheduled by Olive Owner.').waitFor();
    expect(Date.parse((await stored())[0]?.at ?? '')).toBe(Date.parse(moved));
    await cancel.click();
    await expect.poll(stored).toEqual([]);
    expect(desk.complaints).toEqual([]);
  }, 60_000);

  test('says that another admin has already removed the access, and keeps the focus near the removed row', async () => {
    const { speaks } = team.publisher;
    const { body } = await speaks.post<{ id: string }>('/v1/trails', { document: { title: 'For one' } });
    await speaks.patch(`/v1/trails/${body.id}`, { visibility: 'restricted' });
    await speaks.post(`/v1/trails/${body.id}/grants`, { email: team.member.email });
    const { page, complaints } = await world.signedIn(team.author.email);
    await page.goto(`/write/${body.id}?tab=access`);
    const take = page.getByRole('button', { name: /^Remove access for/ });
    await take.waitFor();
    await speaks.delete(`/v1/trails/${body.id}/grants/${team.member.id}`);
    await take.click();
    await page.getByText('This person has no grant on this trail.').waitFor();
    await page.getByText('No one yet, so no employee sees this trail.').waitFor();
    await page.getByRole('combobox', { name: 'Person' }).and(page.locator(':focus')).waitFor();
    expect(complaints).toEqual([]);
  }, 60_000);

  test('does not offer to restore a member whom another admin removed first', async () => {
    const id = await groupOf('Left');
    await other.post(`/manage/v1/groups/${id}/members`, { add: [team.member.id, team.author.id] });
    const { page } = await world.signedIn(team.admin.email);
    await page.goto(`/admin/groups/${id}`);
    const remove = page.getByRole('button', { name: `Remove ${team.member.name}` });
    await remove.waitFor();
    await other.post(`/manage/v1/groups/${id}/members`, { remove: [team.member.id] });
    await remove.click();
    await page.getByText(`${team.member.name} is no longer in the group.`).waitFor();
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  }, 60_000);
});
