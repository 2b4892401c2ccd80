import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';
import { walk, workspaceToSee } from '../page-walk.ts';

inChromium('pages of authors, light and dark', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let trailId: string;

  beforeAll(async () => {
    world = await consoleWorld();
    ({ team, trailId } = await workspaceToSee(world.here));
  });
  afterAll(() => world?.close());

  test('pass axe for authors', async () => {
    const desk = await world.signedIn(team.publisher.email);
    const { page } = desk;
    const tab = (name: string, seen: string) => async () => {
      await page.getByRole('tab', { name }).click();
      await page.getByText(seen).first().waitFor();
    };
    await walk(desk, {
      'write-list': '/write',
      'write-order': async () => {
        await page.getByRole('radiogroup', { name: 'Which trails' }).getByText('Order').click();
        await page.getByRole('button', { name: 'Move Draft a job advert' }).waitFor();
      },
      'write-order-menu': async () => {
        await page.getByRole('button', { name: 'Move Draft a job advert' }).click();
        await page.getByRole('menuitem', { name: 'To a place …' }).waitFor();
      },
      'write-order-place': async () => {
        await page.getByRole('menuitem', { name: 'To a place …' }).click();
        await page.getByLabel('Place', { exact: true }).waitFor();
      },
      'write-editor': `/write/${trailId}`,
      'write-surfacing': tab('Surfacing', 'Run all examples'),
      'write-surfacing-run': async () => {
        await page.getByRole('button', { name: 'Run 2 examples' }).click();
        await page.getByText('All 2 examples pass.').waitFor();
      },
      'write-versions': tab('Versions', 'The first one'),
      'write-access': tab('Access', 'Every member of the workspace'),
      'write-feedback': tab('Feedback', 'No answers yet'),
      'write-palette': async () => {
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox', { name: 'Search or go to' }).fill('advert');
        await page
          .getByRole('option', { name: /Draft a job advert/ })
          .first()
          .waitFor();
      },
      'write-keys': async () => {
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
        await page.getByText('Use single-key shortcuts').waitFor();
      },
      'write-health': '/catalog-health',
      'write-account-menu': async () => {
        await page.getByRole('button', { name: /account of/ }).click();
        await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
      },
      'write-editor-again': `/write/${trailId}`,
      'write-publish': async () => {
        await page.getByRole('button', { name: 'Publish changes' }).click();
        await page.getByText('Changes for employees since version 1').waitFor();
      },
    });
  }, 120_000);

  test('upload an image dropped on the guide and insert it', async () => {
    const { page, complaints } = await world.signedIn(team.publisher.email);
    await page.goto(`/write/${trailId}`);
    await page.getByRole('textbox', { name: 'Setup guide' }).waitFor();
    await page.evaluate(DROP);
    await page.getByText('The image is in the guide.').waitFor();
    // The page asks for a description immediately. The file name serves until the author writes a better one.
    await page.getByRole('dialog', { name: 'Image in the guide' }).getByRole('button', { name: 'Apply' }).click();
    const text = await page.getByRole('textbox', { name: 'Setup guide' }).inputValue();
    expect(text).toMatch(/!\[my first screen\]\(http:\/\/127\.0\.0\.1\/assets\/[\w.-]+\)/);
    expect(complaints).toEqual([]);
  }, 60_000);

  test('move trails by keyboard, and show readers the new order', async () => {
    const { speaks } = team.publisher;
    for (const title of ['Second trail', 'Third trail']) await speaks.post('/v1/trails', { title });
    const { page } = await world.desk(team.publisher.email);
    await page.getByRole('link', { name: 'Trails', exact: true }).click();
    await page.getByRole('radiogroup', { name: 'Which trails' }).getByText('Order').click();
    await page.getByRole('button', { name: /^Third trail, place 3 of 3/ }).press('Alt+ArrowUp');
    await page.getByText('Third trail moved to place 2 of 3.').waitFor({ state: 'attached' });
    await expect
      .poll(async () =>
        (await page.getByRole('listitem').allInnerTexts()).map(
          (text) => /(\w+) /.exec(text.replace(/^\d+\s*/, ''))?.[1],
        ),
      )
      .toEqual(['Draft', 'Third', 'Second']);
  }, 60_000);
});

/** Drops a file on the field as a browser would. */
const DROP = `(() => {
  const bytes = Uint8Array.from(atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='), (c) => c.charCodeAt(0));
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([bytes], 'my_first-screen.png', { type: 'image/png' }));
  const field = document.querySelector('textarea[aria-label="Setup guide"]');
  field.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
})()`;
