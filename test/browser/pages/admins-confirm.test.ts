// Things that wait for an admin: a connection from a set-up link, the Admin role of a group that directory sync has
// taken over, and who can sign in with a code. Also tests that a code in a link is always shown before it is used.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Managed, managedTeam } from '../../doors/manage/support.ts';
import { postForm } from '../../doors/oauth/oauth-world.ts';
import { connect } from '../../doors/scim/support/connection.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from '../console-world.ts';

inChromium('what admins confirm', () => {
  let world: ConsoleWorld;
  let team: Managed;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await managedTeam(world.here, { name: 'Northwind' });
  });
  afterAll(() => world?.close());

  test("lists a connection set up through a link, with the person's name, until an admin confirms it", async () => {
    const made = await team.asAdmin.post<{ connection_id: string }>('/manage/v1/connections', { name: 'Okta of IT' });
    const at = `/manage/v1/connections/${made.body.connection_id}`;
    const link = await team.asAdmin.post<{ url: string }>(`${at}/setup-links`, { note: 'Jo of IT' });
    const jo = await world.visitor();
    const { pathname, hash } = new URL(link.body.url);
    await jo.page.goto(pathname + hash);
    await jo.page.getByText('once an admin of Northwind confirms the connection').waitFor();
    await jo.page.getByRole('tab', { name: 'Base URL and tokens' }).click();
    await jo.page.getByRole('button', { name: 'Make a new token' }).click();
    await jo.page.getByRole('combobox', { name: 'It expires' }).click();
    expect(await jo.page.getByRole('option').allTextContents()).toEqual([
      'After 90 days',
      'After 180 days',
      'After 1 year',
    ]);
    await jo.page.getByRole('option', { name: 'After 1 year' }).click();
    await jo.page.getByRole('dialog').getByRole('button', { name: /^Make/ }).click();
    const token = (await jo.page.getByText(/svc_scim_\w{38}/).textContent()) ?? '';
    await jo.page.getByRole('button', { name: 'I have copied it' }).click();
    await jo.page.getByText('to confirm the connection. Until then').waitFor();
    const found = await look(jo, 'setup-waiting');
    const users = `/scim/v2/${made.body.connection_id}/Users`;
    expect((await world.here.bearer(token).get(users)).status).toBe(401);

    const ada = await world.signedIn(team.admin.email);
    await ada.page.goto(`/admin/connections/${made.body.connection_id}`);
    await ada.page.getByText('with the set-up link for Jo of IT').waitFor();
    found.push(...(await look(ada, 'admin-connection-waiting')));
    await ada.page.getByRole('button', { name: 'Confirm connection' }).click();
    await ada.page.getByText('Confirmed. The identity provider can sync now.').waitFor();
    expect((await world.here.bearer(token).get(users)).status).toBe(200);
    await ada.page.getByRole('button', { name: 'Confirm connection' }).waitFor({ state: 'detached' });
    expect(found).toEqual([]);
    expect([...ada.complaints, ...jo.complaints]).toEqual([]);
  }, 120_000);

  test("shows on a group's page that its Admin role needs confirmation, if the workspace requires that", async () => {
    const ada = await world.signedIn(team.admin.email);
    const { page } = ada;
    await page.goto('/admin/connections');
    await page.getByRole('switch', { name: /Ask an admin before such a group/ }).click();
    await page.getByText('Saved.').waitFor();
    const found = await look(ada, 'admin-confirm-admin-groups');
    const group = await team.asAdmin.post<{ id: string }>('/manage/v1/groups', { display_name: 'IT Admins' });
    await team.asAdmin.put(`/manage/v1/groups/${group.body.id}/roles`, { roles: ['admin'] });
    await (await connect(world.here, team.team_id)).group('it admins');
    await page.goto(`/admin/groups/${group.body.id}`);
    await page.getByText('The role Admin waits for you').waitFor();
    found.push(...(await look(ada, 'admin-group-waiting')));
    await page.getByRole('button', { name: 'Confirm the role Admin' }).click();
    await expect.poll(() => page.getByText('The role Admin waits for you').count()).toBe(0);
    const read = await team.asAdmin.get<{ roles: string[] }>(`/manage/v1/groups/${group.body.id}`);
    expect(read.body.roles).toEqual(['admin']);
    expect(found).toEqual([]);
    expect(ada.complaints).toEqual([]);
  }, 120_000);

  test('asks to compare the code of a link, and says who requested it, from where and when', async () => {
    const desk = await world.signedIn(team.member.email);
    const { page } = desk;
    const { body } = await postForm<{ user_code: string }>(world.here, '/oauth/device', { client_id: 'cairn-cli' });
    await page.goto(`/device?user_code=${body.user_code}`);
    await page.getByText(body.user_code).waitFor();
    expect(await page.getByLabel('Code').count()).toBe(0);
    const found = await look(desk, 'device-compare');
    await page.getByRole('button', { name: 'Yes, the codes match' }).click();
    await page.getByText('asked for this code').waitFor();
    await page.getByText('from the address').waitFor();
    found.push(...(await look(desk, 'device-asked')));
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.goto('/device?user_code=CALL-0800-NOW');
    expect(await page.getByLabel('Code').inputValue()).toBe('');
    expect(found).toEqual([]);
    expect(desk.complaints).toEqual([]);
  }, 120_000);

  test('lets an admin choose who may sign in with a code, and keeps the later of two choices', async () => {
    const ada = await world.signedIn(team.admin.email);
    const { page } = ada;
    await page.goto('/admin/apps');
    await page.getByRole('radio', { name: /Only Cairn's own programs/ }).click();
    const stored = async () => (await team.asAdmin.get('/manage/v1/workspace/app-policy')).body;
    await expect.poll(stored).toMatchObject({ device_sign_in: 'own' });
    const found = await look(ada, 'admin-device-sign-in');
    await team.asAdmin.put('/manage/v1/workspace/app-policy', { device_sign_in: 'off' });
    await page.getByRole('radio', { name: /Any program/ }).click();
    await expect.poll(() => page.getByRole('radio', { name: 'Nobody' }).isChecked()).toBe(true);
    expect(await stored()).toMatchObject({ device_sign_in: 'off' });
    expect(found).toEqual([]);
    expect(ada.complaints).toEqual([]);
  }, 120_000);
});
