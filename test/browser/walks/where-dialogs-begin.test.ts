// A dialog starts with the focus on its first field or its safe button, never on the close button. If a result replaces
// the form, the result's message gets the focus.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../doors/scim/support/connection.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';

/** The focused element, as a screen reader would name it. */
const FOCUSED = `(({ labels, ariaLabel, textContent }) =>
  (labels?.[0]?.textContent || ariaLabel || textContent).replaceAll(/[\\s*]+/g, ' ').trim())(document.activeElement)`;

inChromium('a dialog starts at', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let page: Page;
  let trail: string;
  let draft: string;
  let connection: string;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
    connection = `/admin/connections/${(await connect(world.here, team.team_id)).connection_id}`;
    const { speaks } = team.publisher;
    const { id } = (await speaks.post<{ id: string }>('/v1/trails', { document: readyDocument() })).body;
    await speaks.post(`/v1/trails/${id}/publish`);
    trail = `/write/${id}`;
    draft = `/write/${(await speaks.post<{ id: string }>('/v1/trails', { document: readyDocument() })).body.id}`;
    ({ page } = await world.signedIn(team.owner.email));
  });
  afterAll(() => world?.close());

  const focused = (name: string) => expect.poll(() => page.evaluate<string>(FOCUSED)).toBe(name);

  test.each([
    ['the provider of a new connection', 'Okta', () => '/admin/connections', ['Connect']],
    ['the expiry of a connection token', 'It expires', () => `${connection}?tab=tokens`, ['Make a new token']],
    ['the name of a new key', 'What is it for?', () => '/admin/keys', ['New key']],
    ['the name of a new group', 'Name', () => '/admin/groups', ['New group']],
    ['the name of a person', 'Name', () => '/admin/members', ['Add person']],
    ['the file of people', 'Choose a file', () => '/admin/members', ['Import CSV']],
    ['the purpose of a webhook', 'What is it for?', () => '/admin/webhooks', ['New webhook']],
    ['the destination of the audit log', 'Where does it go?', () => '/admin/webhooks', ['New audit stream']],
    ['the title of a new trail', 'What will the employee get done?', () => '/write', ['New trail']],
    ['the folder of skills', 'Choose a folder', () => '/write', ['Import skills']],
    ['the note of a publication', 'Note for the version list', () => draft, ['Publish']],
    ['the time of the unpublication', 'When', () => trail, ['More actions', 'Schedule unpublishing …']],
    ['the safe button before something is deleted', 'Cancel', () => trail, ['More actions', 'Delete']],
  ])('%s', async (_, field, path, ways) => {
    await page.goto(path());
    for (const name of ways) {
      const way = page.getByRole('button', { name, exact: true }).or(page.getByRole('menuitem', { name }));
      await way.first().press('Enter');
    }
    await page.getByRole('dialog').waitFor();
    await focused(field);
  });

  test('reports what happened if another person has saved first', async () => {
    await page.goto(trail);
    await page.getByRole('textbox', { name: 'Description' }).fill('Mine.');
    const theirs = { ...readyDocument(), description: 'Theirs.' };
    await team.publisher.speaks.put(`/v1${trail.replace('write', 'trails')}/document`, theirs, { 'If-Match': '*' });
    await page.getByRole('button', { name: 'Save draft' }).press('Enter');
    await page.getByText('Someone else saved first').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('Someone else saved first');
    await page.keyboard.press('Tab');
    await focused('Keep theirs');
  });
});
