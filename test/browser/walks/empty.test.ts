// Tests a new workspace and service. Every page says once what is missing and what to do, and uses the singular for
// one. The list of pages comes from the router, so new pages are covered automatically.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorAt } from '../../doors/manage/support.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';
import { turnTo } from '../page-walk.ts';

/** "1 seats": a plural after the number one. */
const ONE_AS_MANY =
  /\b1 (?:\w+ )?(?:seats|people|trails|examples|questions|members|memberships|groups|keys|requests|times|connections|days)\b/i;
/** A number or name that only a machine would use. */
const RAW = /[0-9a-f]{8}-[0-9a-f]{4}-|\b[0-9a-f]{32,}\b|\b(?:null|undefined|NaN)\b/;

inChromium('a new workspace and service', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await consoleWorld();
  });
  afterAll(() => world?.close());

  test('shows an empty state on each page of a workspace', async () => {
    const { speaks } = await operatorAt(world.here);
    const owner = { email: 'olive@empty.test', name: 'Olive' };
    const made = await speaks.post<{ id: string }>('/manage/v1/teams', {
      ...{ name: 'Empty', plan: 'enterprise', seat_limit: null, owner },
    });
    expect(made.status).toBe(201);
    const { page } = await world.desk(owner.email, made.body.id);
    expect(await wrongOn(page, (path) => !path.startsWith('/operator'))).toEqual([]);
    await turnTo(page, '/insight');
    expect(await page.getByText('Every live trail was used').count()).toBe(0);
    for (const [path, title] of [
      ['/admin/groups', 'No groups yet'],
      ['/write', 'No trails yet'],
      ['/write?view=order', 'Nothing to sort yet'],
    ] as const) {
      await turnTo(page, path);
      await page.getByRole('heading', { name: title }).waitFor();
      expect([path, await page.getByLabel(/^Search (groups|trails|the order)/).count()]).toEqual([path, 0]);
    }
  }, 120_000);

  test('shows an empty state on each page of the service', async () => {
    const { page } = await world.desk((await world.here.operator()).email);
    expect(await wrongOn(page, (path) => path.startsWith('/operator') || path === '/write')).toEqual([]);
  }, 60_000);
});

/** Skips pages about a single item. */
async function wrongOn(page: Page, isAsked: (path: string) => boolean): Promise<string[]> {
  const known = await page.evaluate<string[]>('Object.keys(__TSR_ROUTER__.routesByPath)');
  const paths = known.filter((path) => isAsked(path) && !path.includes('$') && !ELSEWHERE.includes(path));
  expect(paths.length).toBeGreaterThan(5);
  const wrong: string[] = [];
  for (const path of paths) {
    await turnTo(page, path);
    const content = page.locator('#content');
    const text = await page.evaluate<string>(TEXT);
    const [many] = ONE_AS_MANY.exec(text) ?? [];
    if (many !== undefined) wrong.push(`${path} tells one as many: ${many}`);
    const [raw] = RAW.exec(text) ?? [];
    if (raw !== undefined) wrong.push(`${path} shows ${raw}`);
    if ((await content.getByRole('alert').count()) > 0) wrong.push(`${path} warns of something`);
    const twice = await page.evaluate<string[]>(OFFERED_TWICE);
    wrong.push(...twice.map((name) => `${path} offers twice: ${name}`));
  }
  return wrong;
}

/** Redirects, or pages that need no session. */
const ELSEWHERE = ['/', '/admin', '/sign-in', '/set-up'];

/** Text that people read. Addresses and commands to copy are for machines. */
const TEXT = `[...document.querySelectorAll('#content code')].reduce(
  (text, { innerText }) => text.replaceAll(innerText, ''), document.querySelector('#content').innerText)`;

/** Buttons that share a name, except those in the rows of a list. */
const OFFERED_TWICE = `(() => {
  const names = [...document.querySelectorAll('#content button, #content a[role=button]')]
    .filter((button) => button.checkVisibility() && button.closest('[role=row]') === null)
    .map((button) => button.getAttribute('aria-label') ?? button.innerText.trim())
    .filter((name) => name !== '');
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
})()`;
