// Visits the pages of the console and checks each one in both color schemes.
import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import type { TestTeam } from '../support/test-team.ts';
import type { World } from '../support/world.ts';
import { type Desk, look } from './console-world.ts';

/** Visits the pages and expects no axe findings and no browser errors. */
export async function walk(
  desk: Desk,
  stops: Readonly<Record<string, string | (() => Promise<unknown>)>>,
): Promise<void> {
  const found: string[] = [];
  for (const [name, stop] of Object.entries(stops)) {
    if (typeof stop === 'string') await turnTo(desk.page, stop);
    else await stop();
    found.push(...(await look(desk, name)));
  }
  expect(found).toEqual([]);
  expect(desk.complaints).toEqual([]);
}

/**
 * Opens the page at this path and waits until it is complete. It navigates like a link in the console, which loads
 * nothing twice. If content above the page would remain, it reloads the console instead.
 */
export async function turnTo(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank' || (await page.locator(OVER_THE_PAGE).count()) > 0) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page.waitForLoadState('networkidle');
  }
  const quiet = untilQuiet(page);
  await page.evaluate(turn(path));
  await page.locator('h1:not([data-left])').waitFor();
  await quiet;
}

const OVER_THE_PAGE = '[role="dialog"], [role="menu"], [role="listbox"]';

/** Another page has a new heading element, but the tabs of a page share theirs. */
const turn = (path: string): string => `{
  const path = ${JSON.stringify(path)};
  if (new URL(path, location.href).pathname !== location.pathname)
    document.querySelector('h1')?.setAttribute('data-left', '');
  history.pushState(null, '', path);
}`;

/** Resolves after half a second without any new or pending request. */
async function untilQuiet(page: Page): Promise<void> {
  const underWay = new Set<Request>();
  let changed = Date.now();
  const begin = (request: Request): void => {
    underWay.add(request);
    changed = Date.now();
  };
  const end = (request: Request): void => {
    underWay.delete(request);
    changed = Date.now();
  };
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  while (underWay.size > 0 || Date.now() - changed < 500) await page.waitForTimeout(50);
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
}

/** Creates a workspace with a published trail that has changed since, and runs its examples. */
export async function workspaceToSee(here: World): Promise<{ team: TestTeam; trailId: string }> {
  const team = await here.team({ name: 'Acme', seat_limit: 20 });
  const { speaks } = team.publisher;
  const trailId = (await speaks.post<{ id: string }>('/v1/trails', { document: DOCUMENT })).body.id;
  await speaks.post(`/v1/trails/${trailId}/publish`, { note: 'The first one' });
  const next = {
    ...DOCUMENT,
    description: 'You describe the role and get an advert that is specific, fair and short.',
  };
  await speaks.put(`/v1/trails/${trailId}/document`, next, { 'If-Match': '*' });
  await speaks.post(`/v1/trails/${trailId}/run-examples`);
  return { team, trailId };
}

const DOCUMENT = {
  title: 'Draft a job advert',
  target_role: 'Hiring manager',
  description: 'You describe the role in your own words and get an advert that is specific and fair.',
  tools: ['claude', 'chatgpt'],
  trigger: {
    when: 'A position is approved and has to be advertised.',
    keywords: ['job advert', 'vacancy', 'hiring'],
    examples: [
      { text: 'write an advert for our open position', expect: 'match' },
      { text: 'how many days of leave do I have left', expect: 'no_match' },
    ],
  },
  prompts: [{ label: 'Draft it', body: 'The role: {{role}}. What we offer: {{offer}}. Write 250 words.' }],
  setup_guide: '### Settings\n\nUse a chat **without memory**.\n\n1. Open the tool\n2. Paste the prompt',
};
