// A person's page names the manager to whom the identity provider's id refers, or says that it matches no one yet.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findMemberByEmail } from '../../../src/directory/members/members.ts';
import { atCommandLine } from '../../doors/manage/support.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

inChromium('a manager sent by an identity provider', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
  });
  afterAll(() => world?.close());

  test('is shown by name, with a link and the value that was sent', async () => {
    const owner = await atCommandLine(world.here, team.team_id, team.owner.id);
    const made = await owner.post<{ connection_id: string; token: string }>('/manage/v1/connections', { name: 'Okta' });
    const okta = world.here.bearer(made.body.token);
    const mark = team.team_id.slice(-6);
    const provision = async (name: string, manager?: string): Promise<{ id: string; account: string }> => {
      const userName = `${name}.${mark}@acme.test`;
      const { body } = await okta.post<{ id: string }>(`/scim/v2/${made.body.connection_id}/Users`, {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName,
        displayName: name,
        emails: [{ value: userName, primary: true }],
        ...(manager === undefined ? {} : { [ENTERPRISE]: { manager: { value: manager } } }),
      });
      const member = await findMemberByEmail(world.here.app.database, team.team_id, userName);
      return { id: body.id, account: member?.account_id ?? '' };
    };
    const boss = await provision('Bea');
    const report = await provision('Rob', boss.id);
    const waiting = await provision('Wes', `nobody.${mark}`);

    const { page, complaints } = await world.signedIn(team.owner.email);
    await page.goto(`/admin/members/${report.account}?tab=profile`);
    const row = page.getByRole('row', { name: /^Manager .*Sent as/ });
    expect(await row.innerText()).toContain(`Sent as ${boss.id}`);
    await row.getByRole('link', { name: 'Bea' }).click();
    await page.getByRole('heading', { level: 1, name: 'Bea' }).waitFor();
    await page.goto(`/admin/members/${waiting.account}?tab=profile`);
    await page.getByText('No one with that id or name is known here yet.').waitFor();
    expect(await row.innerText()).toContain(`nobody.${mark}`);
    // If one person is at the top of the chart, there is no separate view for the top.
    await page.goto('/admin/organisation');
    await page.getByRole('link', { name: 'Rob', exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });
});
