// Admins declare the attributes of a connection, also two at the same time.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../doors/scim/support/connection.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from '../console-world.ts';

inChromium('declared attributes in the console', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await consoleWorld();
  });
  afterAll(() => world?.close());

  const SCHEMA = 'urn:acme:hr:1.0:User';

  async function acme() {
    const team = await world.here.team({ name: 'Acme' });
    const okta = await connect(world.here, team.team_id);
    const address = `/admin/connections/${okta.connection_id}?tab=attributes`;
    const desk = () => world.signedIn(team.admin.email);
    const published = async (): Promise<string> => JSON.stringify((await okta.get('/Schemas')).body);
    return { okta, address, desk, published };
  }

  test('adds, types and removes attributes, and marks what is wrong', async () => {
    const { address, desk: signIn, published } = await acme();
    const desk = await signIn();
    const { page } = desk;
    await page.goto(address);
    await page.getByText('No attributes declared.').waitFor();
    expect(await look(desk, 'admin-attributes-none')).toEqual([]);
    await page.getByRole('button', { name: 'Add an attribute' }).click();
    const save = page.getByRole('button', { name: 'Save attributes' });
    expect(await save.isDisabled()).toBe(true);
    const first = page.getByRole('group', { name: 'Attribute 1' });
    await first.getByLabel('Schema').fill(SCHEMA);
    await first.getByLabel('Name').fill('tags');
    await first.getByLabel('Several values').check();
    await page.getByRole('button', { name: 'Add an attribute' }).click();
    const second = page.getByRole('group', { name: 'Attribute 2' });
    // The schema of the attribute above is probably right.
    expect(await second.getByLabel('Schema').inputValue()).toBe(SCHEMA);
    await second.getByLabel('Name').fill('TAGS');
    await second.getByLabel('Several values').check();
    await second.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Whole number' }).click();
    expect(await second.getByLabel('Several values').isDisabled()).toBe(true);
    expect(await second.getByLabel('Several values').isChecked()).toBe(false);
    await save.click();
    await second.getByText('The schema already has an attribute with this name.').waitFor();
    expect(await look(desk, 'admin-attributes-refused')).toEqual([]);
    await second.getByLabel('Name').fill('grade');
    await save.click();
    await page.getByText('Saved.').waitFor();
    expect(await published()).toContain('"grade"');
    await page.getByRole('button', { name: 'Remove the attribute tags' }).click();
    await save.click();
    await expect.poll(published).not.toContain('"tags"');
    await page.reload();
    expect(await first.getByLabel('Name').inputValue()).toBe('grade');
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await look(desk, 'admin-attributes-phone')).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(desk.complaints).toEqual([]);
  }, 120_000);

  test('shows what another admin saved, and overwrites nothing silently', async () => {
    const { address, desk: signIn, published } = await acme();
    const [one, other] = [await signIn(), await signIn()];
    for (const [{ page }, name] of [
      [one, 'costCode'],
      [other, 'grade'],
    ] as const) {
      await page.goto(address);
      await page.getByRole('button', { name: 'Add an attribute' }).click();
      await page.getByLabel('Schema').fill(SCHEMA);
      await page.getByLabel('Name').fill(name);
    }
    await one.page.getByRole('button', { name: 'Save attributes' }).click();
    await one.page.getByText('Saved.').waitFor();
    await other.page.getByRole('button', { name: 'Save attributes' }).click();
    const alert = other.page.getByRole('alert').filter({ hasText: 'Someone else changed this in the meantime' });
    await alert.getByText(`${SCHEMA}:costCode (Text)`).waitFor();
    expect(await published()).not.toContain('"grade"');
    expect(await look(other, 'admin-attributes-elsewhere')).toEqual([]);
    await alert.getByRole('button', { name: 'Keep what is there now' }).click();
    expect(await other.page.getByLabel('Name').inputValue()).toBe('costCode');
    await other.page.getByRole('button', { name: 'Add an attribute' }).click();
    await other.page.getByRole('group', { name: 'Attribute 2' }).getByLabel('Name').fill('grade');
    await other.page.getByRole('button', { name: 'Save attributes' }).click();
    await expect.poll(published).toContain('"grade"');
    expect(await published()).toContain('"costCode"');
  }, 120_000);
});
