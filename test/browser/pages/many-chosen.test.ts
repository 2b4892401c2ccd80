// A selection of more people than the list shows: everyone who matches, people out of sight, and an Undo. Also finds
// people in a large group, and checks that tables fit next to the sidebar.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atCommandLine } from '../../doors/manage/support.ts';
import type { Speaker } from '../../support/speaker.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from '../console-world.ts';

const MATCHING = 130;

/** Pixels of the table that its frame does not show. */
const OVERFLOW = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.rows'))`;

inChromium('many selected people', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let admin: Speaker;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
    admin = await atCommandLine(world.here, team.team_id, team.owner.id);
    const rows = Array.from({ length: MATCHING }, (_, at) => `${addressOf(at)},Lind ${at}`);
    const imported = await admin.post('/manage/v1/members/import', { csv: `email,name\n${rows.join('\n')}\n` });
    expect(imported.status).toBe(200);
  }, 60_000);
  afterAll(() => world?.close());

  const addressOf = (at: number): string => `lind${at}.${team.team_id.slice(-6)}@many.test`;

  const authors = async (): Promise<number> =>
    (await admin.get<{ people: number }>('/manage/v1/members/totals?role=author&q=lind')).body.people;

  test('gives everyone who matches a role in four presses, and takes it back in one', async () => {
    const desk = await world.signedIn(team.owner.email);
    const { page } = desk;
    await page.goto('/admin/members?q=lind');
    await page.getByRole('checkbox', { name: 'Choose Lind 0', exact: true }).waitFor();
    await page.getByRole('checkbox', { name: 'Select everyone listed so far' }).click();
    await page.getByRole('button', { name: `Select all ${MATCHING} that match` }).click();
    await page.getByText(`${MATCHING} people chosen`).waitFor();
    await page.getByRole('button', { name: 'Give a role' }).click();
    await page.getByRole('menuitem', { name: 'Author' }).click();
    await page.getByRole('button', { name: `Give it to ${MATCHING} people` }).click();
    await page.getByText(`Done for ${MATCHING} people.`).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await authors()).toBe(MATCHING);
    expect(await look(desk, 'members-undo')).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    expect(await authors()).toBe(0);
  }, 120_000);

  test('says that selected people are out of sight, and shows them', async () => {
    const desk = await world.signedIn(team.owner.email);
    const { page } = desk;
    await page.goto('/admin/members?q=lind');
    await page.getByRole('checkbox', { name: 'Choose Lind 0', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Choose Lind 1', exact: true }).click();
    await page.getByLabel('Search members').fill(team.member.name);
    await page.getByText('2 people chosen, none of them shown here').waitFor();
    await page.getByRole('button', { name: 'Show them' }).click();
    const list = page.getByRole('list', { name: 'Chosen people' });
    expect(await list.getByRole('listitem').allTextContents()).toEqual(['Lind 0', 'Lind 1']);
    expect(await look(desk, 'members-out-of-sight')).toEqual([]);
    await list.getByRole('checkbox', { name: 'Lind 1' }).click();
    await page.getByText('1 person chosen, none of them shown here').waitFor();
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await page.getByText('person chosen').waitFor({ state: 'detached' });
  }, 60_000);

  test('finds people in a large group by name, with what tells them apart', async () => {
    const group = (await admin.post<{ id: string }>('/manage/v1/groups', { display_name: 'Sales' })).body.id;
    const { items } = (await admin.get<{ items: { user_id: string }[] }>('/manage/v1/members?q=lind&limit=100')).body;
    await admin.post(`/manage/v1/groups/${group}/members`, { add: items.map(({ user_id }) => user_id) });
    const { page } = await world.signedIn(team.owner.email);
    await page.goto(`/admin/groups/${group}`);
    await page.getByLabel('Search the group').fill('12 lind');
    await page.getByRole('row').getByText(addressOf(12)).waitFor();
    await page.getByLabel('Search the group').fill(team.member.name);
    await page.getByText('No one in the group matches.').waitFor();
  }, 60_000);

  test.each([768, 900, 1_024, 1_100])(
    'fits the table next to the sidebar at %i px',
    async (width) => {
      const { page } = await world.signedIn(team.owner.email);
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/admin/members?q=lind');
      const table = page.getByRole('table', { name: 'Members' });
      await table.getByRole('columnheader', { name: 'Roles' }).waitFor();
      expect(await page.evaluate(OVERFLOW)).toBe(0);
      const row = table.getByRole('row').filter({ hasText: 'Lind 0' });
      expect((await row.first().boundingBox())?.height).toBeLessThan(50);
    },
    60_000,
  );
});
