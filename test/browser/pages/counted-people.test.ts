// No count includes people who have left: not those of connections, set-up steps, groups, or the list of groups.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countedPeople } from '../../../console/src/parts/texts/counted.ts';
import { atCommandLine } from '../../doors/manage/support.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';

test('lists former members, if there are any, separately from current ones', () => {
  expect([countedPeople(1, 1), countedPeople(1_400, 1_400), countedPeople(1_400, 1_500)]).toEqual([
    '1 person',
    '1,400 people',
    '1,400 people and 100 deprovisioned',
  ]);
});

inChromium('former members', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let connection: string;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
    const admin = await atCommandLine(world.here, team.team_id, team.owner.id);
    const made = await admin.post<{ connection_id: string; token: string }>('/manage/v1/connections', { name: 'Okta' });
    connection = made.body.connection_id;
    const idp = world.here.bearer(made.body.token);
    const ids: string[] = [];
    for (const name of ['ann', 'ben', 'cem']) {
      const userName = `${name}@left.test`;
      const user = { schemas: [USER], userName, active: true, emails: [{ value: userName, primary: true }] };
      ids.push((await idp.post<{ id: string }>(`/scim/v2/${connection}/Users`, user)).body.id);
    }
    const members = ids.map((value) => ({ value }));
    await idp.post(`/scim/v2/${connection}/Groups`, { schemas: [GROUP], displayName: 'Sales', members });
    await idp.patch(`/scim/v2/${connection}/Users/${ids[0]}`, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', path: 'active', value: false }],
    });
  });
  afterAll(() => world?.close());

  test('are distinguished wherever people are counted', async () => {
    const { page } = await world.signedIn(team.owner.email);
    await page.goto('/admin/connections');
    await page.getByText('2 people and 1 deprovisioned, 1 group').waitFor();
    await page.goto(`/admin/connections/${connection}?tab=setup`);
    await page.getByText('2 people and 1 deprovisioned', { exact: true }).waitFor();
    await page.goto('/admin/groups');
    await page.getByRole('row', { name: /Sales/ }).getByRole('cell', { name: '2', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Sales' }).click();
    await page.getByRole('heading', { name: 'Members: 2 people and 1 deprovisioned' }).waitFor();
  }, 60_000);
});

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
