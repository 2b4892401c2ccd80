// An identity provider deactivates too many people at the same time. The admin sees whom, and decides.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../doors/scim/support/connection.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from '../console-world.ts';

inChromium('the guard against mass deprovisioning in the console', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await consoleWorld();
  });
  afterAll(() => world?.close());

  test('lists the held people, deactivates one, keeps the others, and sets limits and the pause', async () => {
    const team = await world.here.team({ name: 'Acme' });
    const okta = await connect(world.here, team.team_id);
    const ids: string[] = [];
    for (let n = 0; n < 14; n += 1) ids.push(await okta.user(`Person${n}`));
    for (const id of ids) await okta.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }]);
    const desk = await world.signedIn(team.admin.email);
    const { page, complaints } = desk;

    await page.goto('/overview');
    await page.getByText('asks to deactivate 4 people at once').waitFor();
    await page.getByRole('link', { name: /^Decide/ }).click();
    await page.getByRole('heading', { name: '4 people held: Okta asks to deactivate them' }).waitFor();
    await page.getByText('10 people went before that').waitFor();
    expect(await look(desk, 'admin-held')).toEqual([]);

    await page.getByRole('checkbox', { name: 'Person12' }).click();
    await page.getByRole('button', { name: 'Let 1 person go' }).click();
    await page.getByText('Person12 can no longer sign in').waitFor();
    expect(await look(desk, 'admin-held-question')).toEqual([]);
    await page.getByRole('button', { name: 'Deactivate 1 person' }).click();
    await page.getByText('1 person deactivated.').waitFor();
    await page.getByRole('button', { name: 'Keep 3 people' }).click();
    await page.getByRole('heading', { name: '3 people kept by decision' }).waitFor();
    await page.getByText('kept by Ada Admin').first().waitFor();
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
    await page.getByRole('button', { name: 'Save limits' }).click();
    await page.getByText('Saved.').waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('People in an hour, at most').inputValue()).toBe('30');
    expect(await look(desk, 'admin-guard-limits')).toEqual([]);
    expect(complaints).toEqual([]);
  }, 120_000);

  test('deactivates exactly the people shown, and reports what other admins have decided', async () => {
    const team = await world.here.team({ name: 'Bcme' });
    const okta = await connect(world.here, team.team_id);
    const ids: string[] = [];
    for (let n = 0; n < 15; n += 1) ids.push(await okta.user(`Person${n}`));
    const deactivate = (id = '') => okta.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }]);
    for (const id of ids.slice(0, 12)) await deactivate(id);
    const [one, other] = [await world.desk(team.admin.email), await world.desk(team.admin.email)];
    for (const { page } of [one, other]) {
      await page.goto(`/admin/connections/${okta.connection_id}`);
      await page.getByRole('button', { name: 'Let 2 people go' }).click();
      await page.getByText('Person10, Person11 can no longer sign in').waitFor();
    }

    await deactivate(ids[12]);
    // The page refreshes itself, but the question stays about the same two people.
    for (const { page } of [one, other]) {
      await page.getByRole('heading', { name: '3 people held', includeHidden: true }).waitFor();
      await page.getByText('Person10, Person11 can no longer sign in').waitFor();
    }
    await one.page.getByRole('button', { name: 'Deactivate 2 people' }).click();
    await one.page.getByText('The list has changed: 3 people now').waitFor();
    expect((await okta.get(`/Users/${ids[10]}`)).body.active).toBe(true);
    await one.page.getByRole('dialog').waitFor({ state: 'detached' });
    await one.page.getByRole('button', { name: 'Let 3 people go' }).click();
    await one.page.getByText('Person10, Person11, Person12 can no longer sign in').waitFor();
    await one.page.getByRole('button', { name: 'Deactivate 3 people' }).click();
    await one.page.getByText('3 people deactivated.').waitFor();

    const told = 'Ada Admin let 3 people go whom Okta asked to deactivate';
    await other.page.getByRole('status').getByText(told).waitFor();
    await other.page.getByRole('button', { name: 'Deactivate 2 people' }).click();
    await other.page.getByText('The list is empty now').waitFor();
    await other.page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await look(other, 'admin-held-elsewhere')).toEqual([]);
    await other.page.getByRole('link', { name: told }).click();
    await other.page.getByRole('dialog').getByText('Ada Admin').first().waitFor();
    expect(await one.page.getByText('Decided elsewhere').count()).toBe(0);
  }, 120_000);

  test('does not repeat a decision that a colleague has already made', async () => {
    const team = await world.here.team({ name: 'Ccme' });
    const okta = await connect(world.here, team.team_id);
    const ids: string[] = [];
    for (let n = 0; n < 14; n += 1) ids.push(await okta.user(`Person${n}`));
    for (const id of ids) await okta.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }]);
    const [one, other] = [await world.desk(team.admin.email), await world.desk(team.admin.email)];
    for (const { page } of [one, other]) {
      await page.goto(`/admin/connections/${okta.connection_id}`);
      await page.getByRole('checkbox', { name: 'Person12' }).click();
    }
    await other.page.getByRole('checkbox', { name: 'Person13' }).click();
    await other.page.getByRole('button', { name: 'Let 2 people go' }).click();
    await one.page.getByRole('button', { name: 'Keep 1 person' }).click();
    await one.page.getByText('Kept: 1 person.').waitFor();
    await other.page.getByRole('button', { name: 'Deactivate 2 people' }).click();
    await other.page.getByText('(kept by Ada Admin: 1)').waitFor();
    expect((await okta.get(`/Users/${ids[13]}`)).body.active).toBe(true);
    await other.page.getByRole('status').getByText('Ada Admin kept one person whom Okta asked').waitFor();
    // The remaining person is still ticked. The kept one has a button with the same name.
    await other.page.getByRole('region', { name: '1 person kept by decision' }).waitFor();
    const held = other.page.getByRole('region', { name: '3 people held' });
    await held.getByRole('button', { name: 'Let 1 person go' }).click();
    await other.page.getByText('Person13 can no longer sign in').waitFor();
    await other.page.getByRole('button', { name: 'Deactivate 1 person' }).click();
    await other.page.getByText('1 person deactivated.').waitFor();
    expect((await okta.get(`/Users/${ids[12]}`)).body.active).toBe(true);
    await other.page.getByRole('status', { name: 'Decided elsewhere' }).getByLabel('Dismiss').click();
    await other.page.getByText('Decided elsewhere').waitFor({ state: 'detached' });
  }, 120_000);
});
