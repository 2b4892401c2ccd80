// Two people edit rarely changed settings: a connection, a webhook, a workload identity, single sign-on.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atCommandLine } from '../../doors/manage/support.ts';
import type { Speaker } from '../../support/speaker.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';

inChromium('two people in the settings', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let other: Speaker;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
    other = await atCommandLine(world.here, team.team_id, team.owner.id);
  });
  afterAll(() => world?.close());

  test('asks the second person who saves about fields that both changed', async () => {
    const made = async (path: string, body: object) =>
      (await other.post<{ id?: string; connection_id?: string; webhook?: { id: string } }>(path, body)).body;
    const connection = (await made('/manage/v1/connections', { name: 'Okta' })).connection_id ?? '';
    const webhook = (
      await made('/manage/v1/webhooks', {
        ...{ name: 'Chat', url: 'https://hooks.example.com/a', events: ['trail.saved'] },
      })
    ).webhook?.id;
    const identity = { issuer: 'https://one.example', subject: 'first', audience: 'api://cairn' };
    const sso = {
      issuer: 'https://one.example',
      client_id: 'first',
      client_secret: null,
      enabled: false,
      required: false,
    };
    const paths = {
      connection: `/manage/v1/connections/${connection}`,
      webhook: `/manage/v1/webhooks/${webhook}`,
      identity: `/manage/v1/connections/${connection}/workload-identity`,
      sso: '/manage/v1/sso',
    };
    expect((await other.put(paths.identity, identity)).status).toBeLessThan(300);
    expect((await other.put(paths.sso, sso)).status).toBeLessThan(300);
    const desk = await world.signedIn(team.admin.email);
    const { page } = desk;
    const forms = [
      {
        ...{
          at: `/admin/connections/${connection}?tab=settings`,
          label: 'Name of the connection',
          button: 'Save name',
        },
        elsewhere: () => other.patch(paths.connection, { name: 'theirs' }),
        stored: async () => (await other.get<{ name: string }>(paths.connection)).body.name,
      },
      {
        ...{ at: `/admin/webhooks/${webhook}`, label: 'What is it for?', button: 'Save' },
        elsewhere: () => other.patch(paths.webhook, { name: 'theirs' }),
        stored: async () => (await other.get<{ name: string }>(paths.webhook)).body.name,
      },
      {
        ...{
          at: `/admin/connections/${connection}?tab=tokens`,
          label: 'Subject',
          button: 'Save the workload identity',
        },
        elsewhere: () => other.put(paths.identity, { ...identity, subject: 'theirs' }),
        stored: async () =>
          (await other.get<{ workload_identity: { subject: string } }>(paths.connection)).body.workload_identity
            .subject,
      },
      {
        ...{ at: '/admin/workspace', label: 'Client id', button: 'Save' },
        elsewhere: () => other.put(paths.sso, { ...sso, client_id: 'theirs' }),
        stored: async () => (await other.get<{ settings: { client_id: string } }>(paths.sso)).body.settings.client_id,
      },
    ];
    for (const { at, label, button, elsewhere, stored } of forms) {
      await page.goto(at);
      const field = page.getByRole('textbox', { name: label });
      const save = page.locator('form').filter({ has: field }).getByRole('button', { name: button, exact: true });
      await field.fill('mine');
      world.here.clock.advance(1_000);
      expect((await elsewhere()).status, at).toBeLessThan(300);
      await save.click();
      await page
        .getByRole('alert')
        .filter({ hasText: 'Someone else changed this in the meantime' })
        .getByText('theirs')
        .waitFor();
      // The form reports it once.
      expect(await page.getByText(/Someone else changed this in the meantime/).count(), at).toBe(1);
      expect(await page.locator('.mantine-Notification-root').count(), at).toBe(0);
      expect(await stored(), at).toBe('theirs');
      await page.getByRole('button', { name: 'Put my change on top' }).click();
      expect(await page.getByText(/Someone else changed this in the meantime/).count(), at).toBe(0);
      await save.click();
      await expect.poll(stored, { message: at }).toBe('mine');
      expect(await field.inputValue()).toBe('mine');
    }
    expect(desk.complaints).toEqual([]);
  }, 60_000);
});
