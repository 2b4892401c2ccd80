// People who are selected to be added stay selected while others are removed and restored. Confirmation dialogs name
// people without a name by their address.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { sql } from '../../../src/storage/sql.ts';
import { atCommandLine } from '../../doors/manage/support.ts';
import type { Speaker } from '../../support/speaker.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';

inChromium('selected people and confirmation questions', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let owner: Speaker;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
    owner = await atCommandLine(world.here, team.team_id, team.owner.id);
  });
  afterAll(() => world?.close());

  test.each([
    ['Add a member', `Remove `, '', 'members'],
    ['Add a manager', '', ' no longer looks after the group', 'managers'],
  ] as const)(
    '%s: keeps the selection while another person is removed and restored',
    async (label, before, after, list) => {
      const made = await owner.post<{ id: string }>('/manage/v1/groups', { display_name: `With ${list}` });
      const path = `/manage/v1/groups/${made.body.id}/${list}`;
      expect((await owner.send(list === 'members' ? 'POST' : 'PATCH', path, { add: [team.member.id] })).status).toBe(
        200,
      );
      const { page } = await world.signedIn(team.owner.email);
      await page.goto(`/admin/groups/${made.body.id}`);
      const chosen = await choose(page, label, team.author.name);
      await page.getByRole('button', { name: `${before}${team.member.name}${after}` }).click();
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await page.getByRole('button', { name: `${before}${team.member.name}${after}` }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.getByRole('combobox', { name: label }).inputValue()).toBe(chosen);
    },
    60_000,
  );

  test('keeps the people selected for access to a trail while another one is removed and restored', async () => {
    const { speaks } = team.publisher;
    const { id } = (await speaks.post<{ id: string }>('/v1/trails', { document: readyDocument() })).body;
    await speaks.patch(`/v1/trails/${id}`, { visibility: 'restricted' });
    await speaks.post(`/v1/trails/${id}/grants`, { email: team.member.email });
    const { page } = await world.signedIn(team.owner.email);
    await page.goto(`/write/${id}?tab=access`);
    const chosen = await choose(page, 'Person', team.author.name);
    const taking = page.getByRole('button', { name: `Remove access for ${team.member.name}` });
    await taking.click();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await taking.waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('combobox', { name: 'Person' }).inputValue()).toBe(chosen);
  }, 60_000);

  test('refers to people without a name by their address', async () => {
    const id = newId();
    await world.here.app.database.rows(sql`
      with person as (
        insert into accounts (account_id, email, name) values (${id}, 'nameless@acme.test', '') returning account_id)
      insert into members (team_id, account_id, status) select ${team.team_id}, account_id, 'active' from person`);
    const { page } = await world.signedIn(team.owner.email);
    await page.goto(`/admin/members/${id}`);
    for (const act of ['Deactivate', 'Remove']) {
      await page.getByRole('button', { name: act, exact: true }).click();
      const question = page.getByRole('dialog', { name: `${act} nameless@acme.test?` });
      await question.waitFor({ timeout: 5_000 });
      await question.getByRole('button', { name: 'Cancel' }).click();
      await question.waitFor({ state: 'detached' });
    }
  }, 60_000);
});

/** Selects the person with this name and returns how the field shows them. */
async function choose(page: Page, label: string, name: string): Promise<string> {
  const field = page.getByRole('combobox', { name: label });
  await field.fill(name);
  await page.getByRole('option', { name }).first().click();
  await expect.poll(() => field.inputValue()).toContain('(');
  return field.inputValue();
}
