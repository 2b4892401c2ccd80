// The guide of a trail is longer than the window. It scrolls with the page, the focus stays in view, and its tasks
// keep their check marks.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from '../console-world.ts';

const TASKS =
  '- [x] Memory is off\n- [ ] The file is there\n  - [ ] and it is *the newest*\n- Nothing to tick\n\n1. [X] First';
const LONG = Array.from({ length: 60 }, (_, line) => `Line ${line + 1} of what is to be set up.`).join('\n\n');
const PROMPTS = ['The role: {{role}}.', ...Array.from({ length: 9 }, () => 'Check it.\n\n'.repeat(8).trim())];

/** Elements that scroll separately from the page. */
const SCROLLERS = `[...document.querySelectorAll('#content *')]
  .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight + 1)
  .map((one) => one.className)`;
/** The focused element, if it is outside the window. */
const OUT_OF_SIGHT = `((at) => {
  const { top, bottom } = at.getBoundingClientRect();
  return at === document.body || (top >= 0 && bottom <= innerHeight) ? null : at.textContent.slice(0, 80);
})(document.activeElement)`;

inChromium('a guide longer than the window', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
  });
  afterAll(() => world?.close());

  async function published(setup_guide: string, prompts: readonly string[]): Promise<string> {
    const { speaks } = team.publisher;
    const document = {
      ...readyDocument('Draft a job advert'),
      setup_guide,
      prompts: prompts.map((body, step) => ({ label: `Step ${step + 1}`, body })),
    };
    const { id } = (await speaks.post<{ id: string }>('/v1/trails', { document })).body;
    expect((await speaks.post(`/v1/trails/${id}/publish`, {})).status).toBe(200);
    return id;
  }

  test('scrolls with the page', async () => {
    const id = await published(LONG, PROMPTS.slice(0, 1));
    const { page } = await world.signedIn(team.member.email);
    await page.goto(`/trails/${id}`);
    await page.getByText('Line 60 of what').waitFor();
    expect(await page.evaluate(SCROLLERS)).toEqual([]);
  }, 60_000);

  test('keeps the focused element inside the window next to steps longer than it', async () => {
    const id = await published(`${LONG.slice(0, 1_000)}\n\n[A page](https://cairn.test/)`, PROMPTS);
    const { page } = await world.signedIn(team.member.email);
    await page.goto(`/trails/${id}`);
    await page.getByRole('region', { name: 'Step 10: Step 10' }).waitFor();
    expect(await page.evaluate(SCROLLERS)).toEqual([]);
    const unseen: string[] = [];
    for (const key of ['Tab', 'Shift+Tab'])
      for (let press = 0; press < 60; press += 1) {
        await page.keyboard.press(key);
        const out = await page.evaluate<string | null>(OUT_OF_SIGHT);
        if (out !== null) unseen.push(`${key}: ${out}`);
      }
    expect(unseen).toEqual([]);
  }, 60_000);

  test('jumps to the first blank from the copy button and from the overview', async () => {
    const id = await published(LONG, ['The role: {{role}}, from {{first_day}}, in {{place}}.']);
    const { page } = await world.signedIn(team.member.email);
    await page.goto(`/trails/${id}`);
    await page.getByRole('textbox', { name: 'Role' }).fill('Cook');
    await page.evaluate('scrollTo(0, 0)');
    await page.getByText('2 blanks left').waitFor();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('First day');
    expect(await page.evaluate(OUT_OF_SIGHT)).toBeNull();
    await page.getByRole('button', { name: 'Place empty' }).click();
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Place');
  }, 60_000);

  test('wraps an endless field name to fit a phone', async () => {
    const id = await published('', [`The deed: {{${'kapitaen'.repeat(9)}}}.`]);
    const { page } = await world.signedIn(team.member.email);
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(`/trails/${id}`);
    await page.getByRole('textbox', { name: 'Kapitaen' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  }, 60_000);

  test('shows checkboxes for tasks, with their state', async () => {
    const id = await published(TASKS, PROMPTS.slice(0, 1));
    const desk = await world.signedIn(team.member.email);
    const { page } = desk;
    await page.goto(`/trails/${id}`);
    const prose = page.locator('.prose');
    await prose.getByText('Nothing to tick').waitFor();
    const states = prose
      .getByRole('img')
      .evaluateAll((boxes: { ariaLabel: string }[]) => boxes.map((one) => one.ariaLabel));
    expect(await states).toEqual(['Done:', 'To do:', 'To do:', 'Done:']);
    expect(await prose.locator('input').count()).toBe(0);
    expect(await look(desk, 'guide-with-tasks')).toEqual([]);
  }, 60_000);

  test('keeps the checkboxes inside the guide if the text runs from right to left', async () => {
    const id = await published('- [x] أوقف الذاكرة\n- [ ] ارفع الملف', PROMPTS.slice(0, 1));
    const { page } = await world.signedIn(team.member.email);
    await page.goto(`/trails/${id}`);
    const [guide, box] = [
      await page.locator('.prose').boundingBox(),
      await page.getByRole('img', { name: 'To do:' }).boundingBox(),
    ];
    expect(box && guide && box.x > guide.x + guide.width / 2 && box.x + box.width <= guide.x + guide.width).toBe(true);
  }, 60_000);
});
