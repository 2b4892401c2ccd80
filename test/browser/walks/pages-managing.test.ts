import { afterAll, beforeAll, test } from 'vitest';
import type { TestPerson, TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';
import { walk, workspaceToSee } from '../page-walk.ts';

inChromium('pages of administrators and operators, light and dark', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let operator: TestPerson;
  beforeAll(async () => {
    world = await consoleWorld();
    ({ team } = await workspaceToSee(world.here));
    operator = await world.here.operator();
  });
  afterAll(() => world?.close());

  test('pass axe for administrators', async () => {
    const desk = await world.signedIn(team.owner.email);
    const { page } = desk;
    await walk(desk, {
      'admin-overview': '/overview',
      'admin-members': '/admin/members',
      'admin-member': `/admin/members/${team.author.id}`,
      'admin-member-access': `/admin/members/${team.author.id}?tab=access`,
      'admin-member-sessions': `/admin/members/${team.author.id}?tab=sessions`,
      'admin-member-activity': `/admin/members/${team.author.id}?tab=activity`,
      'admin-organisation': '/admin/organisation',
      'admin-groups': '/admin/groups',
      'admin-group': async () => {
        await page.getByRole('button', { name: 'New group' }).first().click();
        await page.getByRole('dialog').getByLabel('Name').fill('Writers');
        await page.getByRole('button', { name: 'Make group' }).click();
        await page.getByRole('heading', { level: 1, name: 'Writers' }).waitFor();
      },
      'admin-workspace': '/admin/workspace',
    });
  }, 180_000);

  test('pass axe for operators', async () => {
    const desk = await world.signedIn(operator.email);
    await walk(desk, {
      'operator-workspaces': '/operator',
      'operator-workspace': `/operator/workspaces/${team.team_id}`,
      'operator-operators': '/operator/operators',
      'operator-publishing': '/operator/publishing',
      'operator-backups': '/operator/backups',
      'operator-catalog': '/write',
      'operator-keys': '/operator/keys',
      'operator-audit': '/operator/audit',
    });
  }, 120_000);
});
