import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from '../console-world.ts';
import { workspaceToSee } from '../page-walk.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const HOSTILE = [
  '# Before',
  '![A switch](/assets/none.png#width=240) ![Far](https://elsewhere.test/a.png)',
  '<img src="/assets/none.png" onerror="window.broken = 1" style="position:fixed">',
  '<a href="javascript:window.broken=2">run</a> <a href=" java\nscript:window.broken=3">run</a> [ok](https://ok.test/)',
  '[in](/sign-in/sso?team=1) [in](/%73ign-in) [in](/x/../oauth/authorize) <a href="\t/manage/v1">in</a>',
  '<svg onload="window.broken=4"><script>window.broken=5</script></svg><math><mtext><style>p{}</style></mtext></math>',
  '<iframe src="/sign-in"></iframe><form action="/x"><input name="q">kept</form><style>*{display:none}</style>',
  '<p id="root" class="card" onclick="window.broken=6">a paragraph</p>',
  '| a | b |\n| :- | -: |\n| one | two |',
].join('\n\n');

inChromium('images and Markdown in a guide', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let trailId: string;
  beforeAll(async () => {
    world = await consoleWorld();
    ({ team, trailId } = await workspaceToSee(world.here));
  });
  afterAll(() => world?.close());

  test("asks for an image's description and width when it is added, and lets authors change them later by keyboard", async () => {
    const desk = await world.signedIn(team.publisher.email);
    const { page } = desk;
    await page.goto(`/write/${trailId}`);
    const guide = page.getByRole('textbox', { name: 'Setup guide' });
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Image', exact: true }).click();
    await (await choosing).setFiles({
      name: 'the_switch.png',
      mimeType: 'image/png',
      buffer: Buffer.from(PIXEL, 'base64'),
    });
    const dialog = page.getByRole('dialog', { name: 'Image in the guide' });
    await expect.poll(() => dialog.getByLabel('Alternative text').inputValue()).toBe('the switch');
    await dialog.getByLabel('Alternative text').fill('Where the [switch] is');
    await dialog.getByRole('button', { name: 'Small' }).click();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => guide.inputValue()).toMatch(/!\[Where the &#91;switch&#93; is\]\(\S+\.png#width=240\)/);

    const row = page.getByRole('button', { name: /^Image 1: Where the \[switch\] is, 240 px/ });
    await row.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => dialog.getByLabel('Alternative text').inputValue()).toBe('Where the [switch] is');
    await expect.poll(() => page.evaluate<string>('document.activeElement.tagName')).toBe('TEXTAREA');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('The switch');
    await dialog.getByRole('textbox', { name: 'Width in pixels' }).fill('12');
    await dialog.getByText('40 to 1,600, or empty.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
    await dialog.getByRole('textbox', { name: 'Width in pixels' }).fill('320');
    await dialog.getByRole('textbox', { name: 'Width in pixels' }).press('Enter');
    await expect.poll(() => guide.inputValue()).toMatch(/!\[The switch\]\(\S+\.png#width=320\)/);
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate<string>('document.activeElement.className')).toContain('image-row');
  }, 60_000);

  test('names the rejected files and adds the others', async () => {
    const { page } = await world.signedIn(team.publisher.email);
    await page.goto(`/write/${trailId}`);
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Image', exact: true }).click();
    const png = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') });
    const text = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('No image.') });
    await (await choosing).setFiles([png('image.png'), text('notes.txt'), png('step-two.png'), text('more.txt')]);
    const told = page.getByRole('alert').filter({ hasText: 'This type of file is not supported' });
    await told.waitFor();
    expect(await told.textContent()).toMatch(/notes\.txt: The file is not .* more\.txt: The file is not /);
    const guide = page.getByRole('textbox', { name: 'Setup guide' });
    expect(await guide.inputValue()).toMatch(/!\[Screenshot\]\(\S+\)\n!\[step two\]/);
  }, 60_000);

  test('shows a placeholder for a missing image, and the new image after it is replaced', async () => {
    const { page } = await world.signedIn(team.publisher.email);
    await page.goto(`/write/${trailId}`);
    const guide = page.getByRole('textbox', { name: 'Setup guide' });
    const seen = page.getByRole('region', { name: 'As employees see it' }).locator('.prose');
    await guide.fill('![The switch](/assets/gone.png)\n\n![](/assets/gone-too.png)');
    await seen.getByText('The switch: an image could not be loaded.').waitFor();
    await seen.getByText('An image could not be loaded.', { exact: true }).waitFor();
    const rows = page.getByRole('list', { name: 'Images in the guide' });
    await rows.getByRole('button', { name: 'Image 1: The switch, Could not be loaded. Change' }).waitFor();
    await expect.poll(() => rows.locator('img').count()).toBe(0);
    const pixel = { contentType: 'image/png', body: Buffer.from(PIXEL, 'base64') };
    await page.route('**/assets/new.png', (route) => route.fulfill(pixel));
    await guide.fill('![The switch](/assets/new.png)');
    await seen.getByRole('img', { name: 'The switch' }).waitFor();
    await rows.getByRole('button', { name: 'Image 1: The switch, Full width. Change' }).waitFor();
    expect(await rows.locator('img').count()).toBe(1);
    expect(await seen.getByText('could not be loaded').count()).toBe(0);
  }, 60_000);

  test('renders only harmless Markdown, and never runs scripts from it', async () => {
    const { speaks } = team.publisher;
    const { body } = await speaks.get<{ document: object }>(`/v1/trails/${trailId}`);
    await speaks.put(`/v1/trails/${trailId}/document`, { ...body.document, setup_guide: HOSTILE }, { 'If-Match': '*' });
    await speaks.post(`/v1/trails/${trailId}/publish`, {});
    const desk = await world.signedIn(team.member.email);
    const { page } = desk;
    const pixel = { contentType: 'image/png', body: Buffer.from(PIXEL, 'base64') };
    await page.route('**/assets/none.png', (route) => route.fulfill(pixel));
    await page.goto(`/trails/${trailId}`);
    const prose = page.locator('.prose');
    await prose.getByText('a paragraph').waitFor();
    await prose.getByText('Far: an image from another site is not shown').waitFor();
    expect(await prose.locator('img').first().getAttribute('width')).toBe('240');
    expect(await prose.locator('img').first().getAttribute('alt')).toBe('A switch');
    expect(await prose.locator('td').nth(1).textContent()).toBe('two');
    const roles = `[...document.querySelectorAll('.prose table, .prose table *')].map((one) => one.getAttribute('role'))`;
    expect(new Set(await page.evaluate<string[]>(roles))).toEqual(
      new Set(['table', 'rowgroup', 'row', 'columnheader', 'cell']),
    );
    expect(await prose.getByText('kept').count()).toBe(1);
    const said = `[...document.querySelectorAll('.prose *')].flatMap((one) => [one.localName, ...one.getAttributeNames()])`;
    const words = new Set(await page.evaluate<string[]>(said));
    expect([...words].filter((word) => /^(on.*|style|id|script|svg|math|iframe|form|input)$/.test(word))).toEqual([]);
    const hrefs = await page.evaluate<(string | null)[]>(
      `[...document.querySelectorAll('.prose a')].map((one) => one.getAttribute('href'))`,
    );
    expect(hrefs).toEqual([null, null, 'https://ok.test/', null, null, null, null]);
    expect(await page.evaluate('window.broken')).toBeUndefined();
    expect(await look(desk, 'guide-of-all-kinds')).toEqual([]);
  }, 60_000);
});
