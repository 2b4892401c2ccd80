import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from '../console-world.ts';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

inChromium("an administrator's first day", () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team();
  });
  afterAll(() => world?.close());

  test("connects an identity provider, sees its people, gives a group a role, and ends a deactivated person's session", async () => {
    const desk = await world.desk(team.admin.email);
    const { page, complaints } = desk;
    await page.getByRole('link', { name: 'Directory sync' }).click();
    await page.getByRole('button', { name: 'Connect' }).first().click();
    await page.getByRole('button', { name: 'Make the connection' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('It is shown only once').waitFor();
    const [baseUrl = '', token = ''] = await dialog.locator('code').allTextContents();
    expect(token).toMatch(/^svc_scim_/);
    await page.getByRole('button', { name: 'I have copied both' }).click();
    await page.getByText('Waiting for the first sync').waitFor();

    const provider = identityProvider(world.here.address + new URL(baseUrl).pathname, token);
    const pia = await provider('POST', '/Users', {
      schemas: [USER],
      userName: 'pia@acme.test',
      displayName: 'Pia Pushed',
      active: true,
      emails: [{ value: 'pia@acme.test', primary: true }],
    });
    await provider('POST', '/Groups', {
      schemas: [GROUP],
      displayName: 'Writers',
      members: [{ value: pia.id }],
    });

    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByLabel('Search members').fill('pia');
    await page.getByRole('row', { name: /Pia Pushed.*Active.*Okta/ }).waitFor();

    await page.getByRole('link', { name: 'Groups' }).click();
    await page.getByRole('link', { name: 'Writers' }).click();
    await page.getByText('the identity provider manages its name and members').waitFor();
    await page.getByRole('checkbox', { name: /^Author/ }).click();
    await page.getByRole('checkbox', { name: /^Author/, checked: true }).waitFor();
    await page.getByRole('button', { name: 'Save roles' }).click();
    await page.getByText('Roles saved.').waitFor();

    const hers = await world.desk('pia@acme.test');
    await hers.page.getByRole('link', { name: 'Trails', exact: true }).click();
    await hers.page.getByRole('heading', { level: 1, name: 'Trails' }).waitFor();

    const operations = [{ op: 'replace', path: 'active', value: false }];
    await provider('PATCH', `/Users/${pia.id}`, { schemas: [PATCH], Operations: operations });
    await hers.page.reload();
    await hers.page.getByRole('heading', { level: 1, name: 'Sign in to Cairn' }).waitFor();

    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('row', { name: /Pia Pushed.*Deprovisioned/ }).waitFor();
    await page.getByRole('link', { name: 'Directory sync' }).click();
    await page.getByRole('link', { name: 'Okta' }).click();
    await page.getByRole('table', { name: 'Provisioning log' }).getByText('Create group').waitFor();
    expect(await look(desk, 'admin-log')).toEqual([]);
    expect(complaints).toEqual([]);
    expect(hers.complaints).toEqual([]);
  }, 120_000);
});

/** Simulates an identity provider. */
const identityProvider =
  (base: string, token: string) =>
  async (method: string, path: string, body: object): Promise<{ id: string }> => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/scim+json' };
    const answer = await fetch(base + path, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { id: string };
  };
