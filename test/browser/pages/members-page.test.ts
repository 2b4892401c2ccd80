// Tests the members page as an admin uses it: a link that keeps its filters, bulk actions, and a file of people.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { atCommandLine } from '../../doors/manage/support.ts';
import type { Speaker } from '../../support/speaker.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from '../console-world.ts';

interface Page {
  readonly items: readonly { readonly name: string }[];
}

/** The state of the select-all checkbox, as a screen reader reports it. */
const STATE_OF_ALL = `(() => {
  const box = document.querySelector('[aria-label="Select everyone listed so far"]');
  return box.indeterminate ? 'mixed' : String(box.checked);
})()`;

/** Whether the addresses of all rows are fully visible. */
const WHOLE = `[...document.querySelectorAll('.person-line > .row-text')].every(
  (one) => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight)`;

inChromium('the members’ page', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let admin: Speaker;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
    admin = await atCommandLine(world.here, team.team_id, team.owner.id);
  });
  afterAll(() => world?.close());

  const holders = async (role: string): Promise<string[]> =>
    (await admin.get<Page>(`/manage/v1/members?role=${role}`)).body.items.map(({ name }) => name);

  test('keeps filter, search words and sort order in the address and through a reload', async () => {
    const { page } = await world.signedIn(team.owner.email);
    await page.goto('/admin/members');
    await page.getByText('5 people', { exact: true }).waitFor();
    const sources = page.getByRole('combobox', { name: 'Source' });
    await sources.getByText('The service', { exact: true }).waitFor({ state: 'attached' });
    expect(await page.getByRole('cell').getByText('The service', { exact: true }).count()).toBe(5);
    await page.getByLabel('Search members').fill('a');
    // The typed text appears in the address shortly after the last key.
    await page.waitForURL(/q=a/);
    await page.getByRole('combobox', { name: 'Role' }).selectOption('Author');
    await page.getByText('1 person', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Joined' }).click();
    await page.waitForURL(/sort=joined_at/);
    await page.reload();
    await page.getByText('1 person', { exact: true }).waitFor();
    expect(await page.getByLabel('Search members').inputValue()).toBe('a');
    expect(await page.getByRole('columnheader', { name: 'Joined' }).getAttribute('aria-sort')).toBe('ascending');
    expect(await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toContain('role=author');
  }, 60_000);

  test('gives the selected people a role in one request, and names those who were refused', async () => {
    const desk = await world.signedIn(team.owner.email);
    const { page } = desk;
    await page.goto('/admin/members');
    for (const name of [team.member.name, team.author.name])
      await page.getByRole('checkbox', { name: `Choose ${name}` }).click();
    await page.getByText('2 people chosen').waitFor();
    await page.getByRole('button', { name: 'Give a role' }).click();
    await page.getByRole('menuitem', { name: 'Publisher' }).waitFor();
    const found = await look(desk, 'admin-members-menu');
    await page.getByRole('menuitem', { name: 'Publisher' }).click();
    await page.getByRole('dialog').getByText('They get it directly').waitFor();
    found.push(...(await look(desk, 'admin-members-question')));
    await page.getByRole('button', { name: 'Give it to 2 people' }).click();
    await page.getByText('Done for 2 people.').waitFor();
    expect((await holders('publisher')).toSorted()).toEqual(['Arthur Author', 'Max Member', 'Paula Publisher']);
    await page.getByRole('checkbox', { name: `Choose ${team.owner.name}` }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('button', { name: 'Remove 1 person' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Not done for 1 person' });
    await alert.getByText(team.owner.name).waitFor();
    expect(found).toEqual([]);
    expect(desk.complaints).toEqual([]);
  }, 90_000);

  test('previews a file row by row, blocks sending while a row is invalid, and adds the people once it is fixed', async () => {
    const desk = await world.signedIn(team.owner.email);
    const { page } = desk;
    const email = `ana.${newId()}@file.test`;
    const choose = (rows: string, heading = 'email,name,roles'): Promise<void> =>
      page.locator('input[type=file]').setInputFiles({
        name: 'people.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`${heading}\n${rows}`),
      });
    await page.goto('/admin/members');
    await page.getByRole('button', { name: 'Import CSV' }).click();
    await choose(`${email},Ana Lind,author\nnowhere,Ben,king\n`);
    await page.getByText('The column roles says "king", which is not a role.').waitFor();
    expect(await page.getByRole('button', { name: 'Fix 1 row first' }).isDisabled()).toBe(true);
    const found = await look(desk, 'admin-members-import');
    await choose(`${email},Ana Lind,author\n`, 'email,name,Rollen');
    await page.getByRole('status').filter({ hasText: 'Ignored' }).getByText('Rollen').waitFor();
    await choose(`${email},Ana Lind,author\n`);
    await page.getByRole('button', { name: 'Add 1 person' }).click();
    await page.getByText('Added: 1 person. Invited: 0.').waitFor();
    expect(await holders('author')).toContain('Ana Lind');
    expect(found).toEqual([]);
    expect(desk.complaints).toEqual([]);
  }, 90_000);

  test('shows whole addresses, buttons on one line, and an open menu on a phone', async () => {
    const { page } = await world.signedIn(team.owner.email);
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto('/admin/members');
    const row = page.getByRole('row').filter({ hasText: team.member.email });
    await row.waitFor();
    expect(await page.evaluate<boolean>(WHOLE)).toBe(true);
    expect((await row.boundingBox())?.height).toBeGreaterThan(50);
    const actions = ['Export CSV', 'Import CSV', 'Add person'].map((name) => page.getByText(name, { exact: true }));
    const tops = await Promise.all(actions.map(async (one) => (await one.boundingBox())?.y));
    expect(new Set(tops).size).toBe(1);
    const places = page.locator('nav[aria-label="Main"] a');
    expect(await places.count()).toBe(0);
    await page.getByRole('button', { name: 'Navigation' }).click();
    await places.filter({ hasText: 'Groups' }).click();
    await page.getByRole('heading', { level: 1, name: 'Groups' }).waitFor();
  }, 60_000);

  test('selects some people, then all, then none', async () => {
    const { page } = await world.signedIn(team.owner.email);
    await page.goto('/admin/members');
    await page.getByRole('checkbox', { name: `Choose ${team.author.name}` }).click();
    await page.getByText('1 person chosen').waitFor();
    const all = page.getByRole('checkbox', { name: 'Select everyone listed so far' });
    const state = () => page.evaluate<string>(STATE_OF_ALL);
    expect(await state()).toBe('mixed');
    await all.click();
    await page.getByText(/^[5-9] people chosen/).waitFor();
    expect(await state()).toBe('true');
    await all.click();
    await page.getByText('people chosen').waitFor({ state: 'detached' });
  }, 60_000);

  test('asks for the name before it deletes a workspace', async () => {
    const operator = await world.here.operator();
    const other = await world.here.team({ name: 'Elsewhere Ltd' });
    const { page } = await world.signedIn(operator.email);
    await page.goto(`/operator/workspaces/${other.team_id}`);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const act = page.getByRole('button', { name: 'Delete the workspace' });
    await act.waitFor();
    expect(await act.isDisabled()).toBe(true);
    await page.getByLabel('Type Elsewhere Ltd to go on').fill('Elsewhere');
    expect(await act.isDisabled()).toBe(true);
    await page.getByLabel('Type Elsewhere Ltd to go on').fill('Elsewhere Ltd');
    await act.click();
    await page.getByText('Deleted.').waitFor();
  }, 60_000);
});
