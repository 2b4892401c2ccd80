// A trail in the archive: it is read and not written, looks like it, and is as it was once it is taken out.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../support/test-team.ts';
import { inChromium } from './chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from './console-world.ts';
import { workspaceToSee } from './page-walk.ts';

inChromium('a trail in the archive', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let trailId: string;
  beforeAll(async () => {
    world = await consoleWorld();
    ({ team, trailId } = await workspaceToSee(world.here));
  });
  afterAll(() => world?.close());

  test('shows its fields without what makes a field, takes nothing in, and is written again once it is out', async () => {
    const desk = await world.signedIn(team.publisher.email);
    const { page, complaints } = desk;
    const asked: string[] = [];
    page.on('request', (request) => request.method() !== 'GET' && asked.push(new URL(request.url()).pathname));
    await page.goto(`/write/${trailId}`);
    const title = page.getByRole('textbox', { name: 'Title' });
    const groundOf = () => page.evaluate<string>(GROUND);
    await title.waitFor();
    const written = await groundOf();
    const advice = page
      .locator('[data-field="trigger.examples"]')
      .getByText('Has 1 of 3 prompts that should bring it up');
    await advice.waitFor();

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    await page.getByText('Archived: employees do not see it').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(groundOf).not.toBe(written);
    // What the kit hides behind a drawing of its own stays hidden.
    expect(await page.evaluate(DRAWN_TWICE)).toEqual([]);
    await advice.waitFor({ state: 'detached' });
    asked.length = 0;
    await page.evaluate(DROP_A_PICTURE);
    expect(await look(desk, 'archived')).toEqual([]);
    expect(asked).toEqual([]);

    await page.getByRole('button', { name: 'Take out of the archive' }).click();
    await page.getByText('It is a draft again.').waitFor();
    await expect.poll(groundOf).toBe(written);
    await title.fill('Draft an advert');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Saved.').waitFor();
    expect(complaints).toEqual([]);
  }, 90_000);
});

/** Boxes and switches of the form that the browser draws beside the kit's drawing of them. */
const DRAWN_TWICE = `[...document.querySelectorAll('.editor-form input[type=checkbox]')]
  .filter((box) => getComputedStyle(box).opacity !== '0').map((box) => box.outerHTML)`;

const GROUND = `getComputedStyle(document.querySelector('[data-field=title] input')).backgroundColor`;

const DROP_A_PICTURE = `(() => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['x'], 'screenshot.png', { type: 'image/png' }));
  const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer });
  document.querySelector('[data-field=setup_guide] textarea').dispatchEvent(event);
  if (!event.defaultPrevented) throw new Error('The browser would open the file.');
})()`;
