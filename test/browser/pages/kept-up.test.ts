// A list grows while someone is looking at it. The list and the summary above it show the same moment.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, userBody } from '../../doors/scim/support/connection.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { type Receiver, receiver, status } from '../../webhooks/receiver.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';

inChromium('a page whose list grows', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let hook: Receiver;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team();
    hook = await receiver();
  });
  afterAll(async () => {
    await hook?.close();
    await world?.close();
  });

  test('reports a webhook as failing as soon as a delivery fails, and as working after a success', async () => {
    hook.answers(status(500));
    const { page, complaints } = await world.signedIn(team.admin.email);
    await page.goto('/admin/webhooks');
    await page.getByRole('button', { name: 'New webhook' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What is it for?').fill('Chat');
    await dialog.getByLabel('Address').fill(hook.url);
    await dialog.getByRole('button', { name: 'Make it and send a test' }).click();
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await world.here.app.dispatcher.round();
    await page.getByText('It answered 500.').waitFor();
    await page.getByText('Deliveries are failing').waitFor();
    hook.answers(status(204));
    await page.getByRole('button', { name: 'Send again: A test' }).click();
    await page.getByText('Sending it again.').waitFor();
    await world.here.app.dispatcher.round();
    await page.getByRole('row', { name: /A test.*Delivered/ }).waitFor();
    await page.getByText('Deliveries are failing').waitFor({ state: 'detached' });
    // The list that leads to it also reports the change, without a reload.
    const one = `/manage/v1${new URL(page.url()).pathname.replace('/admin', '')}`;
    await page.getByRole('link', { name: 'Webhooks' }).first().click();
    await page.getByRole('row', { name: 'Chat' }).getByText('On', { exact: true }).waitFor();
    hook.answers(status(500));
    await page.request.post(`${one}/test`, { headers: { 'X-Cairn-Console': '1' } });
    await world.here.app.dispatcher.round();
    await page.getByRole('row', { name: 'Chat' }).getByText('Fails', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  }, 120_000);

  test("counts the identity provider's refused requests as soon as they are logged", async () => {
    const provider = await connect(world.here, team.team_id);
    await provider.user('Ida');
    const { page, complaints } = await world.signedIn(team.owner.email);
    await page.goto(`/admin/connections/${provider.connection_id}`);
    await page.getByRole('heading', { name: 'Nothing was refused in the last 30 days' }).waitFor();
    const { status: answered } = await provider.post('/Users', userBody('Ida', provider.connection_id));
    expect(answered).toBe(409);
    await page.getByRole('row', { name: /Refused/ }).waitFor();
    await page.getByRole('heading', { name: '1 request refused in the last 30 days' }).waitFor();
    expect(complaints).toEqual([]);
  }, 120_000);
});
