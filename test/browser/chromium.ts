// The browser of the console's tests: a Chromium that is installed. Nothing is downloaded.
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { describe } from 'vitest';

/**
 * The headless shell first: the same engine without the browser around it, which is a quarter of its processor time.
 */
const KNOWN = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
);

/**
 * The path of the browser to use, or `required` for one of those that are known. Either makes its absence a failure.
 */
const ASKED = process.env.CAIRN_TEST_CHROMIUM || undefined;
const LOOKED_AT = ASKED?.startsWith('/') ? [ASKED] : KNOWN;

/** Where the browser is, or undefined. */
const CHROMIUM = LOOKED_AT.find((path) => existsSync(path));

if (CHROMIUM === undefined) {
  const sentence = `No Chromium at ${LOOKED_AT.join(', ')}: install Debian's package chromium-headless-shell.`;
  if (ASKED !== undefined) throw new Error(sentence);
  console.warn(`The tests of the console in a browser are skipped. ${sentence}`);
}

/**
 * What moves on a page is drawn by the processor, frame by frame, and while a busy machine keeps a page waiting that is
 * most of what the browser does. So the headless shell is the browser of somebody who wants less motion; in the
 * Chromium that people have pages move, every night (.ci/nightly).
 */
export const MOTION = CHROMIUM?.endsWith('headless-shell') === true ? 'reduce' : 'no-preference';

/** Tests that need the browser. */
export const inChromium = (name: string, tests: () => void): void => {
  describe.skipIf(CHROMIUM === undefined)(name, tests);
};

/**
 * Of what a window has around its page, such as the address bar's list: nobody sees it, and it costs a process and half
 * a second of a processor with every context. Also the process that is started ahead of the next page.
 */
const AROUND_THE_PAGE = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
];

/**
 * What Playwright itself turns off, of which a test could notice something: the last list of the command line counts.
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
 * A browser without network services of its own, one for all test files of the process. Its `close()` closes what was
 * opened in it and leaves it running for the next file.
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
