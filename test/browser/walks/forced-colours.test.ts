// Forced colors (Windows contrast themes) remove backgrounds. Selected items still differ from their neighbors.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';
import { workspaceToSee } from '../page-walk.ts';

/** The selected element, and its unselected neighbors. */
const CHOICES = {
  '/write': [
    ['.destination[aria-current]', '.destination:not([aria-current])'],
    ['input:checked + .mantine-SegmentedControl-label', 'input:not(:checked) + .mantine-SegmentedControl-label'],
  ],
  'tab=versions': [
    ['[role="tab"][aria-selected="true"]', '[role="tab"][aria-selected="false"]'],
    ['main [aria-pressed="true"]', 'main [aria-pressed="false"]'],
  ],
} as const;

inChromium('in forced colors', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let trailId: string;
  beforeAll(async () => {
    world = await consoleWorld();
    ({ team, trailId } = await workspaceToSee(world.here));
    await team.publisher.speaks.post(`/v1/trails/${trailId}/publish`, { note: 'The second one' });
  });
  afterAll(() => world?.close());

  test('can be told apart if selected', async () => {
    const { page } = await world.signedIn(team.owner.email);
    await page.emulateMedia({ forcedColors: 'active' });
    const looks = (selector: string): Promise<string> => page.evaluate<string>(lookOf(selector));
    for (const [where, choices] of Object.entries(CHOICES)) {
      await page.goto(where.startsWith('/') ? where : `/write/${trailId}?${where}`);
      for (const [chosen, other] of choices) {
        await page.locator(other).first().waitFor();
        expect(await looks(chosen), chosen).not.toBe(await looks(other));
      }
    }
    const dots = await page.evaluate<string[]>(GROUNDS_OF_DOTS);
    expect(dots.length).toBeGreaterThan(0);
    expect(dots).not.toContain(await page.evaluate<string>('getComputedStyle(document.body).backgroundColor'));

    await page.keyboard.press('ControlOrMeta+K');
    await page.locator('.palette-entry[aria-selected="false"]').first().waitFor();
    expect(await looks('.palette-entry[aria-selected="true"]')).not.toBe(
      await looks('.palette-entry[aria-selected="false"]'),
    );
  }, 90_000);
});

/** The visible style of an element: its border and its text. */
const lookOf = (selector: string): string => `(() => {
  const { outlineStyle, textDecorationLine, fontWeight } = getComputedStyle(document.querySelector(${JSON.stringify(selector)}));
  return [outlineStyle, textDecorationLine, fontWeight].join();
})()`;

const GROUNDS_OF_DOTS = `[...document.querySelectorAll('.status[data-tone="fine"] .status-dot')]
  .map((dot) => getComputedStyle(dot).backgroundColor)`;
