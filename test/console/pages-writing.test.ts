import { afterAll, beforeAll, describe, test } from 'vitest';
import type { TestTeam } from '../support/test-team.ts';
import { CHROMIUM } from './chromium.ts';
import { type ConsoleWorld, consoleWorld } from './console-world.ts';
import { walk, workspaceToSee } from './page-walk.ts';

describe.skipIf(CHROMIUM === undefined)('the pages of authors, light and dark', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let trailId: string;

  beforeAll(async () => {
    world = await consoleWorld();
    ({ team, trailId } = await workspaceToSee(world.here));
  });
  afterAll(() => world?.close());

  test('the author’s', async () => {
    const desk = await world.desk(team.publisher.email);
    const { page } = desk;
    const tab = (name: string, seen: string) => async () => {
      await page.getByRole('tab', { name }).click();
      await page.getByText(seen).first().waitFor();
    };
    await walk(desk, {
      'write-list': '/write',
      'write-order': async () => {
        await page.getByRole('radiogroup', { name: 'Which trails' }).getByText('Order').click();
        await page.getByRole('button', { name: 'Move Draft a job advert up' }).waitFor();
      },
      'write-editor': `/write/${trailId}`,
      'write-surfacing': tab('Surfacing', 'Run all examples'),
      'write-surfacing-run': async () => {
        await page.getByRole('button', { name: 'Run 2 examples' }).click();
        await page.getByText('All 2 examples pass.').waitFor();
      },
      'write-versions': tab('Versions', 'The first one'),
      'write-access': tab('Access', 'Every member of the workspace'),
      'write-feedback': tab('Feedback', 'No answer yet'),
      'write-publish': async () => {
        await page.getByRole('button', { name: 'Publish changes' }).click();
        await page.getByText('What changes for them since version 1').waitFor();
      },
    });
  }, 120_000);
});
