// Runs the console in a real browser against a running service. People sign in with a link, and tests check what the
// pages show.
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { readConsoleFiles } from '../../src/doors/console/console-files.ts';
import { linkFor } from '../doors/sign-in/browser.ts';
import { type World, world } from '../support/world.ts';
import { MOTION, openChromium } from './chromium.ts';
import { FAINT_CONTROLS } from './faint-controls.ts';

export interface Desk {
  readonly page: Page;
  /** Problems reported by the browser: console errors, exceptions, and files that did not load. */
  readonly complaints: string[];
}

export interface ConsoleWorld {
  readonly here: World;
  /** Signs this person in with a link and opens the start page. */
  desk(email: string, team_id?: string): Promise<Desk>;
  /**
   * Signs in without opening a page, for tests that open one by its address. `language` is the browser's language, such
   * as `tr-TR`.
   */
  signedIn(email: string, team_id?: string, language?: string): Promise<Desk>;
  /** Opens a browser without a session. */
  visitor(): Promise<Desk>;
  close(): Promise<void>;
}

/** `env` adds environment variables to those that every test needs. */
export async function consoleWorld(env: Readonly<Record<string, string>> = {}): Promise<ConsoleWorld> {
  if (readConsoleFiles() === undefined) throw new Error('The console is not built: run "npm run build:console" first.');
  const here = await world({ CAIRN_PUBLIC_URL: 'http://127.0.0.1', ...env });
  const browser = await openChromium();
  const visitor = (language?: string) => open(browser, here, language);
  const signedIn = async (email: string, team_id?: string, language?: string): Promise<Desk> => {
    const desk = await visitor(language);
    const answer = await desk.page.request.post('/sign-in/link', {
      headers: { 'X-Cairn-Console': '1' },
      data: { token: await linkFor(here, email, team_id) },
    });
    if (!answer.ok()) throw new Error(`signing in answered ${answer.status()}: ${await answer.text()}`);
    return desk;
  };
  return {
    here,
    visitor: () => visitor(),
    signedIn,
    async desk(email, team_id) {
      const desk = await signedIn(email, team_id);
      await desk.page.goto('/');
      await desk.page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' });
      return desk;
    },
    async close() {
      await browser.close();
      await here.close();
    },
  };
}

async function open(browser: Browser, here: World, language = 'en-US'): Promise<Desk> {
  const context: BrowserContext = await browser.newContext({
    baseURL: here.address,
    locale: language,
    viewport: { width: 1280, height: 860 },
    reducedMotion: MOTION,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    // The browser itself logs every refused request. The tests check how the page handles it.
    const isRefusal = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text());
  });
  page.on('pageerror', (thrown) => complaints.push(thrown.message));
  return { page, complaints };
}

/** Waits until the page has sent no request for three seconds, however long its files and data take to load. */
export async function atRest(page: Page): Promise<void> {
  let last = Date.now();
  const onRequest = (): void => {
    last = Date.now();
  };
  page.on('request', onRequest);
  while (Date.now() - last < 3_000) await page.waitForTimeout(100);
  page.off('request', onRequest);
}

/** Advances the page's fake clock by half a second. Resolves after all requests sent in that time have responses. */
export async function halfASecond(page: Page): Promise<void> {
  await page.clock.runFor(500);
  await page.evaluate(async () => void (await fetch('/health')));
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const SCHEMES = ['light', 'dark'] as const;

/**
 * Runs axe and looks for low-contrast controls in both color schemes. With
 * CAIRN_TEST_PICTURES=on it also saves screenshots in artefacts/console/.
 */
export async function look({ page }: Desk, name: string): Promise<string[]> {
  const found: string[] = [];
  await page.waitForLoadState('networkidle');
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(FADED);
    await picture(page, `${name}-${colorScheme}`);
    const findings = await findingsIn(page, colorScheme === 'light' ? EVERY_RULE : RULES_OF_COLOURS);
    found.push(...findings.map((finding) => `${name}, ${colorScheme}: ${finding}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

/** Runs axe on a page or a frame, and looks for low-contrast controls. */
export async function findingsIn(
  place: Pick<Page, 'evaluate'>,
  rules: readonly string[] = EVERY_RULE,
): Promise<string[]> {
  if (await place.evaluate('window.axe === undefined')) await place.evaluate(await readFile(AXE, 'utf8'));
  return [...(await place.evaluate<string[]>(run(rules))), ...(await place.evaluate<string[]>(FAINT_CONTROLS))];
}

/** Saves a screenshot in artefacts/console/ if CAIRN_TEST_PICTURES=on. */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env.CAIRN_TEST_PICTURES !== 'on') return;
  const folder = new URL('../../artefacts/console/', import.meta.url).pathname;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: `${folder}${name}.png` });
}

/**
 * Colors fade when the scheme changes. The transitions start with the next frame, and have ended when this resolves.
 */
const FADED = `new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))).then(() => Promise.all(
  document.getAnimations().filter((one) => one instanceof CSSTransition).map(({ finished }) => finished.catch(() => {}))))
  .then(() => undefined)`;

/** WCAG 2.2 A and AA, and axe's best practices. */
const EVERY_RULE = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** All rules that depend on color. The other rules would repeat their findings from the first scheme. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'];

const run = (runOnly: readonly string[]): string => `axe.run(document, { runOnly: ${JSON.stringify(runOnly)} })
  .then(({ violations }) => violations.map(({ id, nodes }) => id + ' at ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`;
