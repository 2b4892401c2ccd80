// An admin sets up a webhook in the console, reads the result of its test, repairs the receiver and sends again.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { payloadOf, type Receiver, receiver, status } from '../../webhooks/receiver.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from '../console-world.ts';

inChromium('webhooks in the console', () => {
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

  test('are created with a test, show why they failed, and send again', { timeout: 120_000 }, async () => {
    const desk = await world.desk(team.admin.email);
    const { page, complaints } = desk;
    const seen: string[] = [];
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByText('No webhooks yet').waitFor();
    seen.push(...(await look(desk, 'webhooks-empty')));
    await page.getByRole('button', { name: 'New webhook' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What is it for?').fill('News in our chat');
    await dialog.getByLabel('Address').fill('http://hooks.example.com/cairn');
    await dialog.getByLabel('A draft is saved').check();
    await dialog.getByRole('button', { name: 'Make it and send a test' }).click();
    await dialog.getByText('The address must start with https://.').waitFor();
    seen.push(...(await look(desk, 'webhooks-new')));
    hook.answers(status(500));
    await dialog.getByLabel('Address').fill(hook.url);
    await dialog.getByRole('button', { name: 'Make it and send a test' }).click();
    await dialog.getByText('A test event is on its way.').waitFor();
    expect(await dialog.locator('code').first().textContent()).toMatch(/^whsec_/);
    seen.push(...(await look(desk, 'webhooks-secret')));
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('heading', { level: 1, name: 'News in our chat' }).waitFor();
    await world.here.app.dispatcher.round();
    await page.getByText('It answered 500.').waitFor();
    seen.push(...(await look(desk, 'webhooks-failing')));
    hook.answers(status(200));
    await page.getByRole('button', { name: 'Send again: A test' }).click();
    await world.here.app.dispatcher.round();
    await page.getByRole('row', { name: /A test.*Delivered/ }).waitFor();
    expect(hook.received.map(payloadOf).map(({ type }) => type)).toEqual(['webhook.test', 'webhook.test']);
    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByRole('button', { name: 'Switch on' }).waitFor();
    await page.getByRole('link', { name: 'Webhooks' }).first().click();
    await page.getByRole('row', { name: /News in our chat.*Off/ }).waitFor();
    seen.push(...(await look(desk, 'webhooks-list')));
    expect(seen).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('stream the audit log', { timeout: 120_000 }, async () => {
    const desk = await world.signedIn(team.owner.email);
    const { page, complaints } = desk;
    await page.goto('/admin/webhooks');
    await page.getByRole('button', { name: 'New audit stream' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Where does it go?').fill('Our SIEM');
    await dialog.getByLabel('Address').fill(hook.url);
    await dialog.getByRole('button', { name: 'Begin' }).click();
    await page.getByText('Our SIEM', { exact: true }).waitFor();
    expect(await look(desk, 'audit-stream')).toEqual([]);
    await page.getByRole('button', { name: 'End' }).click();
    await page.getByRole('button', { name: 'End the stream' }).click();
    await page.getByText('Our SIEM', { exact: true }).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });
});
