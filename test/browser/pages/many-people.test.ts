// Removing something from more than ten people needs typed confirmation.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atCommandLine } from '../../doors/manage/support.ts';
import { connect, setAge } from '../../doors/scim/support/connection.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';

inChromium('actions on more than ten people', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await consoleWorld();
  });
  afterAll(() => world?.close());

  test("asks for the number or the group's name before it decides about suspended people or groups", async () => {
    const team = await world.here.team({ name: 'Acme' });
    const okta = await connect(world.here, team.team_id);
    const ids: string[] = [];
    for (let n = 0; n < 32; n += 1) ids.push(await okta.user(`Person${n}`));
    await setAge(world.here, okta, 86_400_000);
    for (const id of ids.slice(0, 11))
      await okta.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }]);
    const owner = await atCommandLine(world.here, team.team_id, team.owner.id);
    const group = (await owner.post<{ id: string }>('/manage/v1/groups', { display_name: 'Sales' })).body.id;
    const { items } = (await owner.get<{ items: { user_id: string }[] }>('/manage/v1/members?status=active')).body;
    const add = items.slice(0, 11).map(({ user_id }) => user_id);
    expect((await owner.post(`/manage/v1/groups/${group}/members`, { add })).status).toBe(200);

    const { page, complaints } = await world.signedIn(team.admin.email);
    await page.goto(`/admin/connections/${okta.connection_id}`);
    await page.getByRole('button', { name: 'Confirm that 11 people left' }).click();
    const confirm = page.getByRole('button', { name: 'Confirm 11 people' });
    await confirm.waitFor();
    expect(await confirm.isDisabled()).toBe(true);
    await page.getByLabel('Type 11 to go on').fill('11');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // Text that was typed into a canceled confirmation does not confirm another one.
    await page.getByRole('button', { name: 'Confirm that 11 people left' }).click();
    await confirm.and(page.locator(':disabled')).waitFor();
    await page.getByLabel('Type 11 to go on').fill('11');
    await confirm.click();
    await page.getByText('11 people confirmed.').waitFor();

    await page.goto(`/admin/groups/${group}`);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const remove = page.getByRole('button', { name: 'Delete the group' });
    await remove.and(page.locator(':disabled')).waitFor();
    await page.getByLabel('Type Sales to go on').fill('Sales');
    await remove.click();
    await page.getByText('Deleted.').waitFor();
    expect(complaints).toEqual([]);
  }, 60_000);
});
