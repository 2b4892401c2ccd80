// Runs the console's tests in an installed Chromium. Nothing is downloaded.
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { describe } from 'vitest';

/** The headless shell comes first: it is the same engine without the browser window, at a quarter of the CPU time. */
const KNOWN = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
);

/** The path of the browser, or `required` to use any known one. In both cases, tests fail if it is missing. */
const ASKED = process.env.CAIRN_TEST_CHROMIUM || undefined;
const LOOKED_AT = ASKED?.startsWith('/') ? [ASKED] : KNOWN;

/** The path of the browser, or undefined if none is installed. */
const CHROMIUM = LOOKED_AT.find((path) => existsSync(path));

if (CHROMIUM === undefined) {
  const sentence = `No Chromium at ${LOOKED_AT.join(', ')}: install Debian's package chromium-headless-shell.`;
  if (ASKED !== undefined) throw new Error(sentence);
  console.warn(`The tests of the console in a browser are skipped. ${sentence}`);
}

/**
 * The CPU draws animations frame by frame. On a busy machine, while a page is waiting, this is most of the browser's
 * work. The headless shell therefore runs with reduced motion. Full Chromium runs with animations every night
 * (.ci/nightly).
 */
export const MOTION = CHROMIUM?.endsWith('headless-shell') === true ? 'reduce' : 'no-preference';

/** Defines tests that need the browser. */
export const inChromium = (name: string, tests: () => void): void => {
  describe.skipIf(CHROMIUM === undefined)(name, tests);
};

/**
 * Disables parts of the browser window around the page, such as suggestions in the address bar. No test looks at them,
 * and they cost a process and half a second of CPU time per context. Also disables the process that is started ahead
 * for the next page.
 */
const AROUND_THE_PAGE = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
];

/**
 * Features that Playwright disables itself and that a test could notice. Chromium uses only the last list on the
 * command line.
 */
const BY_PLAYWRIGHT = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

let running: Promise<Browser> | undefined;

/**
 * Opens a browser without a separate network service and shares it between all test files of the process. `close()`
 * closes the contexts that this file has opened and keeps the browser running for the next file.
 */
export async function openChromium(): Promise<Browser> {
  running ??= launch();
  const browser = await running;
  if (browser.isConnected()) return browser;
  running = undefined;
  return openChromium();
}

async function launch(): Promise<Browser> {
  const browser = await chromium.launch({
    ...(CHROMIUM === undefined ? {} : { executablePath: CHROMIUM }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${[...BY_PLAYWRIGHT, ...AROUND_THE_PAGE].join(',')}`,
    ],
  });
  browser.close = async () => void (await Promise.all(browser.contexts().map((context) => context.close())));
  return browser;
}
