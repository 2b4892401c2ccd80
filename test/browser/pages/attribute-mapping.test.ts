// Admins choose the attributes for name, address and manager, preview the effect, and compare sent and stored values.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../doors/scim/support/connection.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from '../console-world.ts';

inChromium('the choice of attributes in the console', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await consoleWorld();
  });
  afterAll(() => world?.close());

  async function acme() {
    const team = await world.here.team({ name: 'Acme' });
    const okta = await connect(world.here, team.team_id);
    const id = await okta.user('Ana', { nickName: 'Anita', emails: EMAILS });
    const address = `/admin/connections/${okta.connection_id}?tab=attributes`;
    return { okta, id, address, desk: () => world.signedIn(team.admin.email) };
  }
  const EMAILS = [
    { type: 'work', value: 'ana@work.test', primary: true },
    { type: 'other', value: 'ana@other.test' },
  ];

  test('previews a choice, saves it, and compares what was sent with what is stored', async () => {
    const { okta, id, address, desk: signIn } = await acme();
    const desk = await signIn();
    const { page } = desk;
    await page.goto(address);
    const name = page.getByLabel('Attribute for the name');
    await name.fill('nick');
    await page.getByRole('button', { name: 'Save choice' }).click();
    await page.getByText('nick is not an attribute of users that contains a text.').waitFor();
    expect(await look(desk, 'admin-mapping-refused')).toEqual([]);
    await name.fill('nickName');
    await page.getByLabel('Attribute for the email address').pressSequentially('emails[type eq "other"].value');
    await page.getByRole('button', { name: 'Preview' }).click();
    const people = page.getByRole('table', { name: 'People who would be affected' });
    await people.getByText('Anita', { exact: true }).waitFor();
    await people.getByText('ana@other.test').waitFor();
    expect(await look(desk, 'admin-mapping-preview')).toEqual([]);
    expect((await okta.get(`/Users/${id}`)).body.emails).toEqual([EMAILS[0]]);
    await page.getByRole('button', { name: 'Save choice' }).click();
    await page.getByText('Saved.').waitFor();

    const person = async (text: string): Promise<void> => {
      await page.goto('/admin/members');
      await page.getByRole('link', { name: text, exact: true }).click();
      await page.getByRole('table', { name: 'Sent and stored values' }).waitFor();
    };
    await person('Ana');
    await page.getByRole('row', { name: 'Name nickName Anita Ana' }).waitFor();
    await page.getByText('It takes effect with the next request about this person.').waitFor();
    expect(await look(desk, 'admin-mapping-person')).toEqual([]);
    await okta.patch(`/Users/${id}`, [{ op: 'add', value: {} }]);
    await person('Anita');
    await page
      .getByRole('row', { name: 'Email address emails[type eq "other"].value ana@other.test ana@other.test' })
      .waitFor();
    expect(await page.getByText('It takes effect with the next request').count()).toBe(0);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await look(desk, 'admin-mapping-person-phone')).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(desk.complaints).toEqual([]);
  }, 120_000);

  test('asks before it overwrites the choice of another admin', async () => {
    const { address, desk: signIn } = await acme();
    const [one, other] = [await signIn(), await signIn()];
    await one.page.goto(address);
    await other.page.goto(address);
    await one.page.getByLabel('Attribute for the name').fill('nickName');
    await other.page.getByLabel('Attribute for the name').fill('name.formatted');
    await one.page.getByRole('button', { name: 'Save choice' }).click();
    await one.page.getByText('Saved.').waitFor();
    await other.page.getByRole('button', { name: 'Save choice' }).click();
    const alert = other.page.getByRole('alert').filter({ hasText: 'Someone else changed this in the meantime' });
    await alert.getByText('Attribute for the name: nickName').waitFor();
    await alert.getByRole('button', { name: 'Put my change on top' }).click();
    await other.page.getByRole('button', { name: 'Save choice' }).click();
    await other.page.getByText('Saved.').waitFor();
    await other.page.reload();
    await expect.poll(() => other.page.getByLabel('Attribute for the name').inputValue()).toBe('name.formatted');
  }, 120_000);
});
