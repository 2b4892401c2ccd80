// An admin gives a connection a client secret and a workload identity in the console. An identity provider requests
// tokens with them, and each one can be revoked immediately.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postForm } from '../../doors/oauth/oauth-world.ts';
import { type SigningIssuer, signingIssuer } from '../../doors/oauth/signing-issuer.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, type Desk, look } from '../console-world.ts';

inChromium('the credentials of a connection', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let tenant: SigningIssuer;
  let desk: Desk;
  let connection: string;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
    tenant = await signingIssuer();
    desk = await world.signedIn(team.owner.email);
    const made = await desk.page.request.post('/manage/v1/connections', {
      data: { name: 'Entra ID' },
      headers: { 'X-Cairn-Console': '1' },
    });
    connection = ((await made.json()) as { connection_id: string }).connection_id;
  }, 120_000);
  afterAll(async () => {
    await tenant?.close();
    await world?.close();
  });

  const open = () => desk.page.goto(`/admin/connections/${connection}?tab=tokens`);
  const tokenBy = async (fields: Readonly<Record<string, string>>, headers = {}): Promise<string> => {
    const asked = { grant_type: 'client_credentials', ...fields };
    const { status, body } = await postForm(world.here, '/oauth/token', asked, headers);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.access_token;
  };
  const users = `/scim/v2/`;
  const listed = async (token: string) => (await world.here.bearer(token).get(`${users}${connection}/Users`)).status;
  /** The value under a label of the dialog, as the person would copy it. */
  const field = async (label: string): Promise<string> => {
    await desk.page
      .getByRole('dialog')
      .getByRole('button', { name: `Copy ${label}` })
      .click();
    return desk.page.evaluate<string>('navigator.clipboard.readText()');
  };

  test('creates a client secret, shows it once, accepts it in both forms, and revokes it', async () => {
    const { page } = desk;
    await open();
    await page.getByRole('button', { name: 'Make a client secret' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'It expires' }).click();
    await page.getByRole('option', { name: 'After 2 years' }).click();
    expect(await look(desk, 'client-secret-new')).toEqual([]);
    await page.getByRole('button', { name: 'Make the client secret' }).click();
    await page.getByText('Copy the client secret now').waitFor();
    expect(await look(desk, 'client-secret-shown')).toEqual([]);
    const [secret, client_id, endpoint] = [
      await field('client secret'),
      await field('client id'),
      await field('token'),
    ];
    expect([client_id, new URL(endpoint).pathname]).toEqual([connection, '/oauth/token']);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText('never used').first().waitFor();
    expect(await page.content()).not.toContain(secret);

    const basic = { Authorization: `Basic ${Buffer.from(`${client_id}:${secret}`).toString('base64')}` };
    const tokens = [await tokenBy({}, basic), await tokenBy({ client_id, client_secret: secret })];
    const nora = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'nora@new.example',
      displayName: 'Nora',
      emails: [{ value: 'nora@new.example', primary: true }],
    };
    const made = await world.here.bearer(tokens[0] ?? '').post(`${users}${connection}/Users`, nora);
    expect(made.status).toBe(201);
    await page.goto('/admin/members');
    await page.getByText('Nora', { exact: true }).first().waitFor();

    await open();
    await page.getByText('last used').first().waitFor();
    const secrets = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Client secrets' }) });
    await secrets.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke it' }).click();
    await page.getByText('Revoked.').waitFor();
    for (const token of tokens) expect(await listed(token)).toBe(401);
    const again = await postForm(world.here, '/oauth/token', { grant_type: 'client_credentials' }, basic);
    expect([again.status, again.body.error]).toEqual([401, 'invalid_client']);
    expect(await look(desk, 'client-secret-revoked')).toEqual([]);
  }, 240_000);

  test('pins a workload identity, issues tokens for it without a secret, and removes it', async () => {
    const { page } = desk;
    await open();
    const pin = { Issuer: tenant.issuer, Subject: 'the service principal', Audience: 'api://cairn' };
    for (const [label, value] of Object.entries(pin)) await page.getByLabel(label).fill(value);
    await page.getByRole('button', { name: 'Save the workload identity' }).click();
    await page.getByText('Saved.').waitFor();
    expect(await look(desk, 'workload-identity')).toEqual([]);
    const now = Math.floor(world.here.clock() / 1_000);
    const claims = { iss: pin.Issuer, sub: pin.Subject, aud: pin.Audience, iat: now, exp: now + 300, jti: 'one' };
    const token = await tokenBy({
      client_id: connection,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await tenant.sign(claims),
    });
    expect(await listed(token)).toBe(200);
    await open();
    const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Without a secret' }) });
    await section.getByText('last used').waitFor();
    await section.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click();
    await page.getByText('Removed.').waitFor();
    expect(await listed(token)).toBe(401);
    expect(desk.complaints).toEqual([]);
  }, 240_000);
});
