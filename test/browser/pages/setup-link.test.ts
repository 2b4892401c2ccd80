// A person without an account uses a set-up link in a browser without a session.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atCommandLine } from '../../doors/manage/support.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from '../console-world.ts';

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

  test('marks a step as done after a successful call, never after a refused one, and explains why', async () => {
    const owner = await atCommandLine(world.here, team.team_id, team.owner.id);
    const wanted = { name: 'Google of Northwind', provider: 'google', expires: '90d' };
    const { body } = await owner.post<{ connection_id: string; token: string }>('/manage/v1/connections', wanted);
    const call = (method: string, path: string, token: string, sent?: object) =>
      world.here.bearer(token).send(method, `/scim/v2/${body.connection_id}${path}`, sent);
    const { page } = await world.desk(team.owner.email);
    await page.goto(`/admin/connections/${body.connection_id}?tab=setup`);
    await page.getByText('Waiting for Google Workspace').waitFor();
    expect((await call('GET', '/Users', `${body.token.slice(0, -1)}_`)).status).toBe(401);
    await page.getByText('The last call was refused').waitFor();
    await page.getByText('Paste a valid token into the provider').waitFor();
    expect(await page.getByLabel('Arrived').count()).toBe(0);
    world.here.clock.advance(1_000);
    expect((await call('GET', '/Users', body.token)).status).toBe(200);
    await page.getByLabel('Arrived').waitFor();
    const person = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'first@google.test',
      emails: [{ value: 'first@google.test', primary: true }],
    };
    const { emails: _, ...withoutAddress } = { ...person, userName: 'jdoe' };
    const made = await call('POST', '/Users', body.token, withoutAddress);
    expect(made.status).toBe(201);
    await page.getByRole('heading', { name: 'Email addresses are missing' }).waitFor();
    await page.getByText('1 active person has no email address, so they cannot sign in. Map Primary email').waitFor();
    const { id } = made.body as { id: string };
    expect((await call('PUT', `/Users/${id}`, body.token, person)).status).toBe(200);
    // Google pushes no groups, so nothing else arrives.
    await page.getByRole('heading', { name: 'Everything arrives' }).waitFor();
    expect(await page.getByText('The last call was refused').count()).toBe(0);
  }, 90_000);

  test('is created for a named person, shows the steps and a token without sign-in, and nothing once it was revoked', async () => {
    const olive = await world.signedIn(team.owner.email);
    await olive.page.goto(`/admin/connections/${connection}?tab=setup`);
    await olive.page.getByRole('button', { name: 'Make a set-up link' }).click();
    await olive.page.getByLabel('For whom').fill('Jo of IT');
    await olive.page.getByRole('button', { name: 'Make the link' }).click();
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
    await olive.page.getByText('The link no longer works.').waitFor();
    // The token ends with the link. It stays visible until Jo closes it, and further requests are refused.
    await jo.page.waitForResponse((answer) => answer.status() === 401);
    expect(await jo.page.getByText(/svc_scim_\w{38}/).count()).toBe(1);
    await jo.page.getByRole('button', { name: 'I have copied it' }).click();
    await jo.page.getByRole('heading', { level: 1, name: 'This link does not work' }).waitFor();
    await jo.page.reload();
    await jo.page.getByRole('heading', { level: 1, name: 'This link does not work' }).waitFor();
    found.push(...(await look(jo, 'setup-closed')));
    expect(found).toEqual([]);
    expect([...olive.complaints, ...jo.complaints]).toEqual([]);
  }, 180_000);
});
