// In the attributes that an identity provider should send, a narrow column breaks lines between words, and inside words
// only in code.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atCommandLine } from '../../doors/manage/support.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';

/** Words of the table that span two lines, as the source of a page script. */
const BROKEN = `[...document.querySelectorAll('table td')].flatMap((cell) => {
  const texts = [...cell.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
  return texts.flatMap((text) => [...text.data.matchAll(/\\S+/g)].flatMap(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1 ? [word] : [];
  }));
})`;

inChromium("a provider's attributes", () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team();
  });
  afterAll(() => world?.close());

  test('never break inside words next to the sidebar, on a desktop and a tablet', async () => {
    const admin = await atCommandLine(world.here, team.team_id, team.owner.id);
    const wanted = { name: 'Entra', provider: 'entra' };
    const { body } = await admin.post<{ connection_id: string }>('/manage/v1/connections', wanted);
    const { page } = await world.signedIn(team.owner.email);
    await page.goto(`/admin/connections/${body.connection_id}?tab=setup`);
    await page.getByRole('cell', { name: 'userPrincipalName' }).waitFor();
    for (const width of [1440, 1280, 800]) {
      await page.setViewportSize({ width, height: 860 });
      expect(await page.evaluate(BROKEN), `${width} px`).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    }
  }, 90_000);
});
