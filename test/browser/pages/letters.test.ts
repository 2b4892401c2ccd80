// Text is shown in the direction of its own script wherever people read or write it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';

const DOCUMENT = {
  title: 'كتابة رسالة إلى عميل',
  target_role: 'موظف الدعم',
  description: `${'تكتب رسالة واضحة إلى العميل. '.repeat(8)}شكرا.`,
  trigger: { when: 'عندما يكتب عميل', keywords: ['رسالة'], examples: [{ text: 'اكتب رسالة', expect: 'match' }] },
  prompts: [{ label: 'المسودة', body: 'اكتب {{name}} رسالة.' }],
  setup_guide: '### الإعدادات\n\nاستخدم محادثة\n\n> اقتباس\n\n| أ | ب |\n| --- | --- |\n| 1 | 2 |',
};

/** Text that starts with an Arabic letter but runs from left to right. */
const WRONG_WAY = `(() => {
  const arabic = /^[^\\p{L}]*[\\u0600-\\u06ff]/u;
  const isWrong = (element) => element.checkVisibility() && getComputedStyle(element).direction !== 'rtl';
  const found = [...document.querySelectorAll('#content input, #content textarea')]
    .filter((field) => arabic.test(field.value) && isWrong(field)).map(({ value }) => value);
  const walker = document.createTreeWalker(document.getElementById('content'), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { textContent, parentElement } = walker.currentNode;
    if (parentElement.closest('.avatar, option, textarea') === null && arabic.test(textContent) && isWrong(parentElement)) found.push(textContent);
  }
  return found;
})()`;

/** The writing direction of quotes and tables, which decides where a quote's line and a table's first column are. */
const BLOCKS = `[...document.querySelectorAll('.prose :is(blockquote, table)')].map((one) => getComputedStyle(one).direction)`;
/** Counts the positions where the lines of a text start. */
const BEGINNINGS = (text: string): string => `{
  const range = document.createRange();
  range.selectNodeContents([...document.querySelectorAll('#content [dir]')].find((one) => one.textContent === ${JSON.stringify(text)}));
  const lines = [...range.getClientRects()];
  ({ lines: lines.length > 1, beginnings: new Set(lines.map(({ right }) => Math.round(right))).size });
}`;
/** Highlights are below their words if both layers have the same layout. */
const LAYOUTS = `[...document.querySelectorAll('.highlighted > *')].map((one) => {
  const { direction, textAlign, unicodeBidi } = getComputedStyle(one);
  return [direction, textAlign, unicodeBidi].join(' ');
})`;

inChromium('right-to-left scripts', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
  });
  afterAll(() => world?.close());

  test('follow the direction of the text in fields and on pages, for readers and authors', async () => {
    const { speaks } = team.publisher;
    const { id } = (await speaks.post<{ id: string }>('/v1/trails', { document: DOCUMENT })).body;
    expect((await speaks.post(`/v1/trails/${id}/publish`, { note: 'الأولى' })).status).toBe(200);
    const colleague = await team.person('ليلى الهاشمي');
    expect((await speaks.post(`/v1/trails/${id}/grants`, { email: colleague.email })).status).toBeLessThan(300);
    await speaks.patch(`/v1/trails/${id}`, { visibility: 'restricted' });
    const { page } = await world.signedIn(team.publisher.email);
    const wrong: string[] = [];
    for (const [path, seen] of [
      ['/write?q=رسالة', DOCUMENT.title],
      [`/write/${id}`, 'When it surfaces'],
      [`/write/${id}?tab=versions`, 'الأولى'],
      [`/write/${id}?tab=access`, colleague.name],
    ] as const) {
      await page.goto(path);
      await page.getByText(seen).first().waitFor();
      await page.waitForLoadState('networkidle');
      wrong.push(...(await page.evaluate<string[]>(WRONG_WAY)).map((text) => `${path}: ${text}`));
      const [marks, words] = await page.evaluate<(string | undefined)[]>(LAYOUTS);
      expect(marks).toBe(words);
    }
    await speaks.patch(`/v1/trails/${id}`, { visibility: 'all_teams' });
    const reader = await world.signedIn(team.member.email);
    await reader.page.goto(`/trails/${id}`);
    await reader.page.getByText(DOCUMENT.trigger.when).waitFor();
    wrong.push(...(await reader.page.evaluate<string[]>(WRONG_WAY)));
    expect(await reader.page.evaluate(BLOCKS)).toEqual(['rtl', 'rtl']);
    const description = BEGINNINGS(DOCUMENT.description);
    expect(await reader.page.evaluate(description)).toEqual({ lines: true, beginnings: 1 });
    expect(wrong).toEqual([]);
  }, 60_000);

  test.each([
    ['/write?new=yes', undefined, 'What will the employee get done?', 'Create draft'],
    ['/admin/keys', 'New key', 'What is it for?', 'Make key'],
    ['/admin/webhooks', 'New webhook', 'What is it for?', 'Make it and send a test'],
    ['/admin/groups', 'New group', 'Name', 'Make group'],
  ] as const)('%s: refuses a name of invisible characters', async (path, open, label, make) => {
    const { page } = await world.signedIn(team.owner.email);
    await page.goto(path);
    if (open !== undefined) await page.getByRole('button', { name: open }).first().click();
    const dialog = page.getByRole('dialog');
    if (path === '/admin/webhooks') await dialog.getByLabel('Address').fill('https://hooks.example.com/cairn');
    await dialog.getByLabel(label).fill('\u200b\u2800');
    await expect.poll(() => dialog.getByRole('button', { name: make }).isDisabled()).toBe(true);
    await dialog.getByLabel(label).fill('\u200bA');
    await expect.poll(() => dialog.getByRole('button', { name: make }).isDisabled()).toBe(false);
  });
});
