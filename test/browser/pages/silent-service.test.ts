// The service accepts a request and never responds. The page says so after a while, and does not cut off slow
// transfers.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';

const NO_ANSWER = 'No answer came. Check the network';

inChromium('a service that stops responding', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team();
  });
  afterAll(() => world?.close());

  /** Opens a page, signed in, with a clock that the test controls. */
  async function opened(path: string): Promise<Page> {
    const { page } = await world.signedIn(team.owner.email);
    await page.clock.install();
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    return page;
  }

  test.each([
    ['embedded in the page', '/admin/members', '**/manage/v1/members?**', undefined],
    ['requested by a page', '/overview', '**/manage/v1/groups?**', 'Groups'],
  ])(
    'reports that a read %s got no response, and retries it',
    async (_, path, silent, link) => {
      const { page } = await world.signedIn(team.owner.email);
      await page.clock.install();
      const held = await holding(page, silent);
      await page.goto(path);
      if (link !== undefined) await page.getByRole('link', { name: link }).click();
      await held.asked;
      await page.getByRole('status', { name: 'Loading' }).waitFor();
      // Waits until the page has used the response that was embedded in it.
      const told = async (): Promise<number> => {
        await page.clock.fastForward(31_000);
        return page.getByRole('alert').getByText(NO_ANSWER).count();
      };
      await expect.poll(told).toBeGreaterThan(0);
      await page.unroute(silent);
      // Other reads that were pending when the clock jumped time out, too.
      const again = page.getByRole('button', { name: 'Try again' });
      const untold = async (): Promise<number> => {
        if ((await again.count()) > 0) await again.first().click();
        return page.getByRole('alert').count();
      };
      await expect.poll(untold).toBe(0);
    },
    60_000,
  );

  test('reports inside the frame that a page did not load, and loads it on retry', async () => {
    const page = await opened('/overview');
    const held = await holding(page, '**/groups-page-*.js');
    await page.getByRole('link', { name: 'Groups' }).click();
    await held.asked;
    await page.clock.fastForward(31_000);
    await page.getByRole('alert').getByText(NO_ANSWER).waitFor();
    await page.getByRole('link', { name: 'Members' }).waitFor();
    held.release();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Groups' }).waitFor();
  }, 60_000);

  test('says that a secret may have been created if there was no response', async () => {
    const page = await opened('/admin/keys');
    const held = await holding(page, '**/manage/v1/keys', 'POST');
    await page.getByRole('button', { name: 'New key' }).first().click();
    await page.getByLabel('What is it for?').fill('Nightly import');
    await page.getByRole('button', { name: 'Make key' }).click();
    await held.asked;
    await page.clock.fastForward(61_000);
    await page.getByText('It may have been created').waitFor();
  }, 60_000);

  test('reports a save without a response, and keeps the typed text', async () => {
    const page = await opened('/admin/workspace');
    const held = await holding(page, '**/manage/v1/team', 'PATCH');
    await page.getByLabel('Name', { exact: true }).fill('Renamed');
    await page.getByRole('button', { name: 'Rename' }).click();
    await held.asked;
    await page.clock.fastForward(61_000);
    await page.getByText(NO_ANSWER).waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Renamed');
  }, 60_000);

  test('reads a slow response to its end, and treats an interrupted one as missing', async () => {
    const { page } = await world.signedIn(team.owner.email);
    await page.addInitScript(TRICKLE);
    await page.clock.install();
    await page.goto('/admin/groups');
    const begun = () => expect.poll(() => page.evaluate('typeof trickle')).toBe('function');
    await begun();
    for (let parts = 0; parts < 4; parts += 1) {
      await page.clock.fastForward(20_000);
      await page.evaluate('trickle()');
    }
    await page.evaluate('trickle(true)');
    await page.getByText('No groups yet').waitFor();
    await page.goto('/admin/groups?q=sales');
    await begun();
    await page.clock.fastForward(20_000);
    await page.evaluate('trickle()');
    await page.clock.fastForward(31_000);
    await page.getByRole('alert').getByText(NO_ANSWER).waitFor();
  }, 60_000);

  test('gives a large upload enough time, up to a limit', async () => {
    const { body } = await team.author.speaks.post<{ id: string }>('/v1/trails', { title: 'Show the steps' });
    const page = await opened(`/write/${body.id}`);
    const held = await holding(page, '**/content-assets', 'POST');
    const guide = page.getByRole('textbox', { name: 'Setup guide' });
    await guide.dispatchEvent('drop', { dataTransfer: await page.evaluateHandle(PICTURE) });
    await held.asked;
    await page.clock.fastForward(150_000);
    await page.waitForTimeout(500);
    expect(await page.getByText(NO_ANSWER).count()).toBe(0);
    await page.clock.fastForward(50_000);
    await page.getByText(NO_ANSWER).waitFor();
  }, 60_000);
});

interface Held {
  /** Resolves with the first held request. */
  readonly asked: Promise<void>;
  readonly release: () => void;
}

/** Holds requests to this address until they are released. */
async function holding(page: Page, address: string, method = 'GET'): Promise<Held> {
  const [asked, released] = [latch(), latch()];
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    asked.open();
    await released.opened;
    return route.continue();
  });
  return { asked: asked.opened, release: released.open };
}

function latch(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** In the page: the list of groups arrives in parts, one with each `trickle()`. */
const TRICKLE = `(() => {
  const fetched = globalThis.fetch;
  globalThis.fetch = (request, options) => {
    const { pathname } = new URL(request.url ?? request, location.href);
    if (pathname !== '/manage/v1/groups') return fetched(request, options);
    const parts = ['{"items"', ':', '[', ']', '}'];
    const body = new ReadableStream({
      start(to) {
        globalThis.trickle = async (isLast) => {
          to.enqueue(new TextEncoder().encode(parts.shift()));
          if (isLast) to.close();
          // The page reads what has arrived before the clock advances.
          await fetched('/health');
        };
      },
    });
    return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'application/json' } }));
  };
})()`;

/** A one-megabyte file, as if dragged from a folder. */
const PICTURE = `(() => {
  const data = new DataTransfer();
  data.items.add(new File([new Uint8Array(1_000_000)], 'step.png', { type: 'image/png' }));
  return data;
})()`;
