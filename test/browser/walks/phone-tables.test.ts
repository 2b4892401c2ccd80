// On phones and tablets people cannot hover over a truncated name to read the rest, so no row is cut off.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atCommandLine } from '../../doors/manage/support.ts';
import { connect, setAge } from '../../doors/scim/support/connection.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, type Desk, look } from '../console-world.ts';
import { turnTo } from '../page-walk.ts';

/** Truncated words in cells, and rows that overlap the next row. */
const CUT = `[...document.querySelectorAll('.rows [role="row"]:not(:first-child), .rows [role="cell"] *')]
  .filter((one) => getComputedStyle(one).overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent)`;
const OVERLAPPING = `[...document.querySelectorAll('.rows [role="rowgroup"]:last-child > [role="row"]')]
  .map((row) => row.getBoundingClientRect()).sort((one, other) => one.top - other.top)
  .filter(({ bottom }, index, all) => index + 1 < all.length && bottom > all[index + 1].top + 1).length`;

/** Elements outside the window or without a name. A row may be a list here, with labels for its parts. */
const ASIDE = `[...document.querySelectorAll('.rows, .rows a, .rows button, .rows [role="cell"]')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.matches('.rows') || one.getBoundingClientRect().right > innerWidth)
  .map((one) => one.textContent)`;
const UNNAMED = `[...document.querySelectorAll('.rows[data-list] [role="cell"]:not([data-place])')]
  .filter((one) => !one.dataset.name || getComputedStyle(one, '::before').content === 'none').length`;

/** Elements that scroll sideways. */
const SCROLLING = `[...document.querySelectorAll('main *:not([role="tablist"])')]
  .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.className)`;

const LONG = 'Nightly publication of the handbook of the sales department in the south';

inChromium('tables on a phone and a tablet', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: LONG });
    const owner = await atCommandLine(world.here, team.team_id, team.owner.id);
    await team.key(team.publisher.id, { name: LONG });
    await team.person('Wilhelmina Constantinopolitana von Hohenzollern und Sigmaringen');
    const group = await owner.post('/manage/v1/groups', { display_name: LONG, description: `${LONG}, and ${LONG}` });
    const url = 'https://receiver.automation.northwind.example/cairn/production/everything';
    const webhook = await owner.post('/manage/v1/webhooks', { name: LONG, url, events: ['trail.published'] });
    const trail = await team.author.speaks.post('/v1/trails', { document: { title: LONG } });
    expect([group, webhook, trail].map(({ status }) => status)).toEqual([201, 201, 201]);
  });
  afterAll(() => world?.close());

  async function nothingIsCut({ page }: Desk, paths: readonly string[]): Promise<void> {
    // A tablet shows the sidebar next to the table.
    for (const [width, path] of [390, 768].flatMap((width) => paths.map((path) => [width, path] as const))) {
      await page.setViewportSize({ width, height: 844 });
      await turnTo(page, path);
      await page
        .locator('.rows [role="row"]')
        .nth(1)
        .waitFor({ timeout: 10_000 })
        .catch(() => expect.fail(`${path} has no row`));
      await expect.poll(() => page.evaluate(OVERLAPPING), { message: path }).toBe(0);
      expect(await page.evaluate(CUT), path).toEqual([]);
      expect(await page.evaluate(ASIDE), path).toEqual([]);
      expect(await page.evaluate(UNNAMED), path).toBe(0);
    }
  }

  test('fit for administrators', async () => {
    const desk = await world.desk(team.owner.email);
    const ofAdmin = ['members', 'groups', 'keys', 'webhooks', 'audit', `members/${team.owner.id}?tab=activity`];
    await nothingIsCut(desk, ['/write', ...ofAdmin.map((path) => `/admin/${path}`)]);
    expect(desk.complaints).toEqual([]);
  }, 120_000);

  test('fit for a connection: suspended people, and the attributes its provider sends', async () => {
    const okta = await connect(world.here, team.team_id);
    const ids: string[] = [];
    for (let n = 0; n < 13; n += 1) ids.push(await okta.user(`Wilhelmina-Constantinopolitana-${n}-${'a'.repeat(30)}`));
    await setAge(world.here, okta, 86_400_000);
    for (const id of ids) await okta.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }]);
    const desk = await world.desk(team.owner.email);
    const setup = `/admin/connections/${okta.connection_id}?tab=setup`;
    await nothingIsCut(desk, [setup]);
    const { page } = desk;
    expect(await page.evaluate(SCROLLING)).toEqual([]);
    const attributes = page.getByRole('table', { name: 'Attributes' });
    expect(await attributes.getByRole('columnheader').count()).toBe(3);
    // Browsers drop table semantics from elements with another display value, unless roles are explicit.
    expect(await attributes.locator(':is(thead, tbody, tr, th, td):not([role])').count()).toBe(0);
    expect(await look(desk, 'phone-attributes')).toEqual([]);
    await page.getByRole('checkbox', { name: 'All that are shown' }).check();
    await page
      .getByRole('checkbox', { name: /^Wilhelmina/ })
      .first()
      .uncheck();
    await page.getByRole('button', { name: 'Restore 12 people' }).waitFor();
  }, 120_000);

  test('are reachable by keyboard if they scroll', async () => {
    const { speaks } = team.publisher;
    const ids: string[] = [];
    for (const title of ['Plan the night shift of a ward', 'Plan the day shift of the same ward']) {
      const examples = ['plan the shift of our ward for next week', 'who works on the ward at the weekend'];
      const trigger = { examples: examples.map((text) => ({ text, expect: 'match' })) };
      const { body } = await speaks.post<{ id: string }>('/v1/trails', {
        document: { ...readyDocument(title), trigger },
      });
      await speaks.post(`/v1/trails/${body.id}/publish`, {});
      ids.push(body.id);
    }
    expect(ids.length).toBe(2);
    const desk = await world.signedIn(team.owner.email);
    const { page } = desk;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/catalog-health');
    const scroller = page.getByRole('group', { name: 'Who takes whose examples' });
    await scroller.waitFor();
    expect(await look(desk, 'phone-matrix')).toEqual([]);
    await page.locator('.mantine-ScrollArea-scrollbar[data-orientation="horizontal"]').waitFor();
    await scroller.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.evaluate<number>('document.activeElement.scrollLeft')).toBeGreaterThan(0);
    await page.setViewportSize({ width: 1280, height: 860 });
    await scroller.waitFor({ state: 'detached' });
  }, 60_000);

  test('fit for operators', async () => {
    const desk = await world.desk((await world.here.operator()).email);
    await nothingIsCut(desk, ['/operator', '/operator/keys', '/operator/audit']);
  }, 120_000);
});
