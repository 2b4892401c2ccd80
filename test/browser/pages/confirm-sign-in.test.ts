// A person confirms that their company's identity provider may sign them in to their account.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDomain } from '../../../src/directory/teams/domains.ts';
import { type IdentityProvider, identityProvider } from '../../doors/sign-in/identity-provider.ts';
import { BY_TEST, type TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, type Desk, look } from '../console-world.ts';

const PASSWORD = 'three stones on a pass';

inChromium('the page that confirms a sign-in of a company', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let provider: IdentityProvider;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
    const domain = team.owner.email.split('@')[1] ?? '';
    provider = await identityProvider({ redirectUri: 'http://127.0.0.1/sign-in/sso/callback' });
    await world.here.app.database.inTransaction((tx) => addDomain(tx, team.team_id, domain, BY_TEST));
    const { page } = await world.signedIn(team.admin.email);
    const data = { issuer: provider.issuer, ...provider.client, enabled: true, required: false };
    const saved = await page.request.put('/manage/v1/sso', { headers: { 'X-Cairn-Console': '1' }, data });
    expect(saved.status()).toBe(204);
  });
  afterAll(async () => {
    await provider?.close();
    await world?.close();
  });

  /** Goes to the provider and back. */
  async function comeBack({ page }: Desk, email: string): Promise<void> {
    provider.people.set(email, { email, email_verified: true });
    const off = await page.request.get(`/sign-in/sso?team=${team.team_id}&return_to=/apps`, { maxRedirects: 0 });
    const back = new URL(await provider.signIn(off.headers().location ?? '', email));
    const returned = await page.request.get(back.pathname + back.search, { maxRedirects: 0 });
    expect(returned.headers().location).toMatch(/\/confirm-sign-in$/);
    await page.goto('/confirm-sign-in');
  }

  test('asks the Owner for the password, and continues to the requested page', async () => {
    const desk = await world.signedIn(team.owner.email);
    const { page } = desk;
    await comeBack(desk, team.owner.email);
    const found: string[] = [];
    await page.getByText('You need a password to confirm.').waitFor();
    found.push(...(await look(desk, 'confirm-sign-in-without-password')));
    await page.request.put('/manage/v1/session/password', {
      headers: { 'X-Cairn-Console': '1' },
      data: { new_password: PASSWORD },
    });
    await page.reload();
    await page.getByText(provider.issuer).waitFor();
    await page.getByText(team.owner.email).waitFor();
    await page.getByLabel('Your password in Cairn').fill('not the one');
    await page.keyboard.press('Enter');
    await page.getByText('The password is not right. Try again.').waitFor();
    found.push(...(await look(desk, 'confirm-sign-in-owner')));
    await page.getByLabel('Your password in Cairn').fill(PASSWORD);
    await page.getByRole('button', { name: 'Link and sign in' }).click();
    await page.waitForURL('**/apps');
    expect(found).toEqual([]);
    expect(desk.complaints).toEqual([]);
  }, 90_000);

  test('links nothing if a member refuses, and says so when the page is opened again', async () => {
    const desk = await world.signedIn(team.member.email);
    const { page } = desk;
    await comeBack(desk, team.member.email);
    await page.getByText(provider.issuer).waitFor();
    const found = await look(desk, 'confirm-sign-in');
    await page.getByRole('button', { name: "Don't link" }).click();
    await page.waitForURL('**/trails');
    await page.goto('/confirm-sign-in');
    await page.getByRole('heading', { level: 1, name: 'Nothing to confirm' }).waitFor();
    found.push(...(await look(desk, 'nothing-to-confirm')));
    expect(found).toEqual([]);
  }, 90_000);
});
