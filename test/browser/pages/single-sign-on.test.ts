// An admin sets up single sign-on. It is tested with a real provider before it is saved, and errors appear at the
// field.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type IdentityProvider, identityProvider } from '../../doors/sign-in/identity-provider.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from '../console-world.ts';

inChromium('single sign-on in the settings', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let provider: IdentityProvider;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
    provider = await identityProvider({ redirectUri: 'http://127.0.0.1/sign-in/sso/callback' });
  });
  afterAll(async () => {
    await provider?.close();
    await world?.close();
  });

  test('shows an error at its field, with focus, until the value is changed', async () => {
    const desk = await world.signedIn(team.owner.email);
    const { page } = desk;
    await page.goto('/admin/workspace');
    const section = page.getByRole('region', { name: 'Single sign-on' });
    const issuer = section.getByLabel('Issuer');
    await issuer.fill(`${provider.issuer}/.well-known/openid-configuration`);
    await section.getByLabel('Client id').fill('cairn');
    await section.getByRole('textbox', { name: 'Client secret' }).fill('not this one');
    await section.getByRole('button', { name: 'Test it' }).click();
    await section.getByText('The issuer is the part before /.well-known/openid-configuration.').waitFor();
    expect(await page.evaluate('document.activeElement.name')).toBe('issuer');
    const found = await look(desk, 'sso-refused');
    await issuer.fill(provider.issuer);
    expect(await issuer.getAttribute('aria-invalid')).not.toBe('true');
    await section.getByRole('button', { name: 'Test it' }).click();
    await section.getByText('does not accept the client id or the client secret').waitFor();
    found.push(...(await look(desk, 'sso-fails')));
    await section.getByRole('textbox', { name: 'Client secret' }).fill(provider.client.client_secret);
    await section.getByRole('button', { name: 'Test it' }).click();
    await section.getByText('accepts the client id and the client secret').waitFor();
    // Enter saves, as in every form. A new issuer needs its secret again.
    await issuer.press('Enter');
    await page.getByText('Saved.').waitFor();
    await section.getByRole('button', { name: 'Undo single sign-on' }).waitFor();
    // The Owner stays signed in. An admin who signed in with a link gets a warning.
    await section.getByRole('switch', { name: 'Enabled' }).click();
    await section.getByRole('switch', { name: 'Required' }).click();
    await section.getByText('Saving signs out everyone who did not use single sign-on').waitFor();
    expect(await section.getByText("You'll be signed out too.").count()).toBe(0);
    await section.getByRole('switch', { name: 'Required' }).click();
    await section.getByRole('switch', { name: 'Enabled' }).click();
    const admin = await world.signedIn(team.admin.email);
    await admin.page.goto('/admin/workspace');
    const same = admin.page.getByRole('region', { name: 'Single sign-on' });
    await same.getByRole('switch', { name: 'Enabled' }).click();
    await same.getByRole('switch', { name: 'Required' }).click();
    await same.getByText("You'll be signed out too.").waitFor();
    found.push(...(await look(admin, 'sso-required')));
    await same.getByRole('button', { name: 'Save' }).click();
    await admin.page.getByRole('heading', { level: 1, name: 'Sign in to Cairn' }).waitFor();
    await admin.page.getByText('This workspace requires single sign-on').waitFor();
    // The reason comes from the URL, and every object has a member with this name.
    await admin.page.goto('/sign-in#problem=constructor');
    await admin.page.getByText('Signing in failed.').waitFor();
    await page.reload();
    await issuer.fill('https://elsewhere.test');
    await section.getByRole('button', { name: 'Save' }).click();
    await section.getByText('A different issuer needs its own secret.').waitFor();
    expect(found).toEqual([]);
    expect(desk.complaints).toEqual([]);
  }, 90_000);
});
