// A set-up link as somebody without an account uses it, in a browser that is signed in nowhere.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atCommandLine } from '../doors/manage/support.ts';
import type { TestTeam } from '../support/test-team.ts';
import { inChromium } from './chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from './console-world.ts';

inChromium('a set-up link', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let connection: string;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Northwind' });
    const admin = await atCommandLine(world.here, team.team_id, team.owner.id);
    const wanted = { name: 'Okta of Northwind', provider: 'okta', expires: '90d' };
    const made = await admin.post<{ connection_id: string }>('/manage/v1/connections', wanted);
    connection = made.body.connection_id;
  });
  afterAll(() => world?.close());

  test('is made for somebody by name, opens the steps and a token for a stranger, and nothing once it is revoked', async () => {
    const olive = await world.desk(team.owner.email);
    await olive.page.goto(`/admin/connections/${connection}?tab=setup`);
    await olive.page.getByLabel('For whom').fill('Jo of IT');
    await olive.page.getByRole('button', { name: 'Make a set-up link' }).click();
    const shown = await olive.page.getByText(/\/set-up#token=svc_setup_/).textContent();
    const found = await look(olive, 'admin-connection-link');
    const path = new URL(shown ?? '').pathname + new URL(shown ?? '').hash;

    const jo = await world.visitor();
    await jo.page.goto(path);
    await jo.page.getByRole('heading', { level: 1, name: 'Set up Okta of Northwind' }).waitFor();
    await jo.page.getByText('The first test call').waitFor();
    found.push(...(await look(jo, 'setup')));
    await jo.page.getByRole('tab', { name: 'Base URL and tokens' }).click();
    await jo.page.getByRole('button', { name: 'Make a new token' }).click();
    await jo.page.getByRole('dialog').getByRole('button', { name: /^Make/ }).click();
    await jo.page.getByText(/svc_scim_\w{38}/).waitFor();
    found.push(...(await look(jo, 'setup-token')));
    expect(await jo.page.context().cookies()).toEqual([]);

    await olive.page.reload();
    await olive.page.getByRole('button', { name: 'Revoke' }).click();
    await olive.page.getByRole('button', { name: 'Revoke it' }).click();
    await olive.page.getByText('The link opens nothing any more.').waitFor();
    await jo.page.reload();
    await jo.page.getByRole('heading', { level: 1, name: 'This link opens nothing' }).waitFor();
    found.push(...(await look(jo, 'setup-closed')));
    expect(found).toEqual([]);
    expect([...olive.complaints, ...jo.complaints]).toEqual([]);
  }, 180_000);
});
