import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';

inChromium("an operator's morning", () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await consoleWorld();
  });
  afterAll(() => world?.close());

  test('creates a workspace, gives it a plan and seats, and grants it a service-wide trail', async () => {
    const operator = await world.here.operator();
    // The name is unique to this attempt, because a retry finds what the first attempt created.
    const name = `Bergbau ${newId().slice(-6)}`;
    const domain = `${newId()}.test`;
    const { page, complaints } = await world.desk(operator.email);
    await page.getByRole('button', { name: 'New workspace' }).first().click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await page.getByRole('textbox', { name: "The Owner's name" }).fill('Berta Berg');
    await page.getByRole('textbox', { name: "The Owner's e-mail address" }).fill(`berta@${domain}`);
    await page.getByRole('button', { name: 'Make workspace' }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByRole('textbox', { name: 'Seats' }).fill('12');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('textbox', { name: 'Domain', exact: true }).fill(domain);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText(domain, { exact: true }).waitFor();

    await page.getByRole('link', { name: 'Service-wide catalog' }).click();
    await page.getByRole('button', { name: 'New trail' }).first().click();
    await page.getByLabel('What will the employee get done?').fill('Summarise a long document');
    await page.getByRole('button', { name: 'Create draft' }).click();
    await page.getByRole('tab', { name: 'Access' }).click();
    // check() does not work here, because the box is ticked only after the server has accepted the choice.
    await page.getByLabel('Only workspaces with access').click();
    await page.getByText('No workspace yet').waitFor();
    await page.getByRole('combobox', { name: 'Workspace' }).fill(name);
    await page.getByRole('option', { name }).click();
    await page.getByRole('button', { name: 'Grant access' }).click();
    await page.getByRole('button', { name: `Remove access for ${name}` }).waitFor();

    await page.getByRole('link', { name: 'Workspaces' }).click();
    // The page shows the previous data until the list has been reloaded.
    await page.getByRole('row', { name: new RegExp(`${name}.*of 12`) }).waitFor();
    expect(complaints).toEqual([]);
  }, 90_000);
});
