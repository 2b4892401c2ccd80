// An identity provider removes too many people at the same time. The admin sees whom, and restores them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../src/storage/sql.ts';
import { connect, setAge } from '../../doors/scim/support/connection.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from '../console-world.ts';

inChromium('the guard against mass deprovisioning in the console', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await consoleWorld();
  });
  afterAll(() => world?.close());

  const OFF = [{ op: 'replace', path: 'active', value: false }];
  async function suspended(name: string, people: number) {
    const team = await world.here.team({ name });
    const okta = await connect(world.here, team.team_id);
    const ids: string[] = [];
    for (let n = 0; n < people; n += 1) ids.push(await okta.user(`Person${n}`));
    await setAge(world.here, okta, 86_400_000);
    for (const id of ids) await okta.patch(`/Users/${id}`, OFF);
    return { team, okta, ids };
  }

  test('lists the suspended people, confirms one, restores the others, and sets limits and the pause', async () => {
    const { team, okta, ids } = await suspended('Acme', 14);
    const desk = await world.signedIn(team.admin.email);
    const { page, complaints } = desk;

    await page.goto('/overview');
    await page.getByText('removed 14 people at once').waitFor();
    await page.getByRole('link', { name: /^Decide/ }).click();
    await page.getByRole('heading', { name: '14 people suspended by Okta' }).waitFor();
    expect(await look(desk, 'admin-suspended')).toEqual([]);

    await page.getByRole('checkbox', { name: 'Person12' }).click();
    await page.getByRole('button', { name: 'Confirm that 1 person left' }).click();
    await page.getByText('You cannot restore Person12 here after that.').waitFor();
    expect(await look(desk, 'admin-suspended-question')).toEqual([]);
    await page.getByRole('button', { name: 'Confirm 1 person' }).click();
    await page.getByText('1 person confirmed.').waitFor();
    await page.getByRole('button', { name: 'Restore 13 people' }).click();
    await page.getByText('13 people restored.').waitFor();
    await page.getByRole('heading', { name: /suspended by Okta/ }).waitFor({ state: 'detached' });
    expect((await okta.get(`/Users/${ids[12]}`)).body.active).toBe(false);
    expect((await okta.get(`/Users/${ids[13]}`)).body.active).toBe(true);

    await page.getByRole('tab', { name: 'Settings' }).click();
    const paused = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await page.getByRole('switch', { name: 'Paused' }).click();
    await paused;
    await page.reload();
    await page.getByRole('switch', { name: 'Paused', checked: true }).waitFor();

    await page.goto('/admin/connections');
    await page.getByLabel('People in an hour, at most').fill('30');
    await page.getByLabel('Days to restore people').fill('7');
    await page.getByRole('button', { name: 'Save limits' }).click();
    await page.getByText('Saved.').waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('People in an hour, at most').inputValue()).toBe('30');
    expect(await page.getByLabel('Days to restore people').inputValue()).toBe('7');
    expect(await look(desk, 'admin-guard-limits')).toEqual([]);
    expect(complaints).toEqual([]);
  }, 120_000);

  test('names the people for whom no seat is free, and keeps them on the list', async () => {
    const { team, okta } = await suspended('Dcme', 12);
    const { database } = world.here.app;
    await database.rows(sql`
      update teams set seat_limit = 5 + (
        select sum(used) from (
          select used from team_seats where team_id = ${okta.team_id}
          union all select used from seat_bookings where team_id = ${okta.team_id}) taken)
      where team_id = ${okta.team_id}`);
    const desk = await world.desk(team.admin.email);
    const { page } = desk;
    await page.goto(`/admin/connections/${okta.connection_id}`);
    await page.getByRole('button', { name: 'Restore 12 people' }).click();
    await page.getByText(/could not be restored: see the list/).waitFor();
    await page
      .getByText(/Deactivate · Every contracted seat/)
      .first()
      .waitFor();
    expect(await look(desk, 'admin-suspended-left-out')).toEqual([]);
  }, 120_000);

  test('decides about exactly the people shown, and reports what other admins have decided', async () => {
    const { team, okta, ids } = await suspended('Bcme', 12);
    const more = await okta.user('Late');
    await setAge(world.here, okta, 86_400_000);
    const [one, other] = [await world.desk(team.admin.email), await world.desk(team.admin.email)];
    for (const { page } of [one, other]) {
      await page.goto(`/admin/connections/${okta.connection_id}`);
      await page.getByRole('button', { name: 'Confirm that 12 people left' }).click();
      await page.getByText('and 7 more here after that').waitFor();
    }
    await okta.patch(`/Users/${more}`, OFF);
    // The page refreshes itself, but the question stays about the same people.
    for (const { page } of [one, other]) {
      await page.getByRole('heading', { name: '13 people suspended', includeHidden: true }).waitFor();
      await page.getByText('and 7 more here after that').waitFor();
    }
    await one.page.getByLabel('Type 12 to go on').fill('12');
    await one.page.getByRole('button', { name: 'Confirm 12 people' }).click();
    await one.page.getByText('The list has changed: 13 people are suspended now').waitFor();
    await one.page.getByRole('dialog').waitFor({ state: 'detached' });
    await one.page.getByRole('button', { name: 'Restore 13 people' }).click();
    await one.page.getByText('13 people restored.').waitFor();
    expect((await okta.get(`/Users/${ids[10]}`)).body.active).toBe(true);

    const told = 'Ada Admin restored 13 people whom Okta had removed';
    await other.page.getByRole('status').getByText(told).waitFor();
    await other.page.getByLabel('Type 12 to go on').fill('12');
    await other.page.getByRole('button', { name: 'Confirm 12 people' }).click();
    await other.page.getByText('The list is empty now').waitFor();
    await other.page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await look(other, 'admin-suspended-elsewhere')).toEqual([]);
    await other.page.getByRole('link', { name: told }).click();
    await other.page.getByRole('dialog').getByText('Ada Admin').first().waitFor();
    expect(await one.page.getByText('Decided elsewhere').count()).toBe(0);
  }, 120_000);
});
