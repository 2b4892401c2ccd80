// A table next to other sections shows long names in full.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atCommandLine } from '../../doors/manage/support.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';

/** Links in the table whose text is cut off, as the source of a page script. */
const CUT = `[...document.querySelectorAll('.rows a')]
  .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight)
  .map((one) => one.textContent)`;

inChromium('a long name', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team();
  });
  afterAll(() => world?.close());

  test("is shown in full among a group's members, next to its settings and below them", async () => {
    const admin = await atCommandLine(world.here, team.team_id, team.owner.id);
    const names = ['Maria-Magdalena Papadopoulou-Kowalczyk', 'Hubert Blaine Wolfeschlegelsteinhausen'];
    const people = await Promise.all(names.map((name) => team.person(name)));
    const group = await admin.post<{ id: string }>('/manage/v1/groups', { display_name: 'Customer care' });
    await admin.post(`/manage/v1/groups/${group.body.id}/members`, { add: people.map(({ id }) => id) });
    const { page } = await world.signedIn(team.owner.email);
    await page.goto(`/admin/groups/${group.body.id}`);
    for (const name of names) await page.getByRole('link', { name }).waitFor();
    for (const width of [1440, 1280, 800, 390]) {
      await page.setViewportSize({ width, height: 860 });
      expect(await page.evaluate(CUT), `${width} px`).toEqual([]);
    }
  }, 60_000);
});
