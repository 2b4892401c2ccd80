// An archived trail is read-only, looks read-only, and is unchanged once it is restored.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atCommandLine } from '../../doors/manage/support.ts';
import type { Speaker } from '../../support/speaker.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from '../console-world.ts';
import { workspaceToSee } from '../page-walk.ts';

inChromium('an archived trail', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let trailId: string;
  beforeAll(async () => {
    world = await consoleWorld();
    ({ team, trailId } = await workspaceToSee(world.here));
  });
  afterAll(() => world?.close());

  test('shows its fields as plain text, accepts no input, and becomes editable once it is restored', async () => {
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
      .getByText('Has 1 of 3 examples that should bring it up');
    await advice.waitFor();

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    await page.getByText('Archived: employees cannot see it').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(groundOf).not.toBe(written);
    // Elements that the component library hides behind its own drawing stay hidden.
    expect(await page.evaluate(DRAWN_TWICE)).toEqual([]);
    await advice.waitFor({ state: 'detached' });
    asked.length = 0;
    await page.evaluate(DROP_A_PICTURE);
    expect(await look(desk, 'archived')).toEqual([]);
    expect(asked).toEqual([]);

    await page.getByRole('button', { name: 'Restore from archive' }).click();
    await page.getByText('It is a draft again.').waitFor();
    await expect.poll(groundOf).toBe(written);
    await title.fill('Draft an advert');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Saved.').waitFor();
    expect(complaints).toEqual([]);
  }, 90_000);

  test.each(['a workspace', 'the service'])(
    'offers no action that would be refused, on any tab: %s',
    async (owner) => {
      const { speaks, email, id: accountId } = owner === 'the service' ? await world.here.operator() : team.publisher;
      const id = await restrictedTrail(speaks, async (trail) =>
        owner === 'the service'
          ? (await atCommandLine(world.here, null, accountId)).post(`/manage/v1/trails/${trail}/teams`, {
              team_id: team.team_id,
            })
          : speaks.post(`/v1/trails/${trail}/grants`, { email: team.member.email }),
      );
      const { page } = await world.signedIn(email);
      const refused: string[] = [];
      page.on('response', (answer) => answer.status() >= 400 && refused.push(`${answer.status()} ${answer.url()}`));
      const pressed: string[] = [];
      for (const [tab, last] of [
        ['edit', 'Ask employees whether the trail helped'],
        ['surfacing', 'Would other wordings be found?'],
        ['versions', 'Compared with'],
        ['access', /granted just now/],
        ['feedback', 'No answers yet'],
      ] as const) {
        await page.goto(`/write/${id}?tab=${tab}`);
        await page.getByText('Archived: employees cannot see it').waitFor();
        await page.getByText(last).first().waitFor();
        await page.waitForLoadState('networkidle');
        pressed.push(...(await pressAll(page)));
      }
      expect(refused).toEqual([]);
      expect(pressed).toContain('Run 2 examples');
      // Actions for missing values are not offered.
      expect(pressed.filter((name) => /surface for it|^Take access/i.test(name))).toEqual([]);
    },
    90_000,
  );

  /** Creates an archived trail with content on each of its tabs. */
  async function restrictedTrail(
    speaks: Speaker,
    grant: (trail: string) => Promise<{ readonly status: number }>,
  ): Promise<string> {
    const document = (await team.publisher.speaks.get<object>(`/v1/trails/${trailId}/document`)).body;
    const made = await speaks.post<{ id: string }>('/v1/trails', { document });
    const path = `/v1/trails/${made.body.id}`;
    expect((await speaks.send('PATCH', path, { visibility: 'restricted' })).status).toBe(200);
    expect((await grant(made.body.id)).status).toBeLessThan(300);
    expect((await speaks.post(`${path}/publish`)).status).toBe(200);
    expect((await speaks.post(`${path}/archive`)).status).toBe(200);
    return made.body.id;
  }

  /** Presses every control on the open tab once, and returns their names. */
  async function pressAll(page: Page): Promise<string[]> {
    const pressed: string[] = [];
    const prompt = page.getByLabel('Prompt to try');
    if ((await prompt.count()) > 0) await prompt.fill('write an advert');
    for (;;) {
      const names = await page.evaluate<string[]>(NAMES);
      const at = names.findIndex((name) => !pressed.includes(name));
      const name = names[at];
      if (name === undefined) return pressed;
      pressed.push(name);
      await page.evaluate(`document.querySelectorAll('${PRESSABLE}')[${at}].click()`);
      await page.waitForLoadState('networkidle');
      await page.keyboard.press('Escape');
    }
  }
});

const PRESSABLE = '[role=tabpanel] :is(button, input[type=radio], input[type=date]):enabled';

const NAMES = `[...document.querySelectorAll('${PRESSABLE}')].map((one) =>
  one.getAttribute('aria-label') ?? one.labels?.[0]?.innerText ?? one.innerText)`;

/** Form checkboxes and switches that the browser draws next to the library's own drawing. */
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
