// The browser of the console's tests: a Chromium that is installed. Nothing is downloaded.
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { describe } from 'vitest';

const KNOWN = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Where the browser is, or undefined. `CAIRN_TEST_CHROMIUM=required` makes its absence a failure instead of a skip. */
const CHROMIUM = KNOWN.find((path) => existsSync(path));

if (CHROMIUM === undefined) {
  const sentence = `No Chromium at ${KNOWN.join(', ')}: install Debian's package chromium to test the console.`;
  if (process.env.CAIRN_TEST_CHROMIUM === 'required') throw new Error(sentence);
  console.warn(`The tests of the console in a browser are skipped. ${sentence}`);
}

/** Tests that need the browser. In CI a journey that failed is walked once more, and the report counts it as a retry: a
 *  machine that does much else at once makes a browser late in ways that nobody meets. */
export const inChromium = (name: string, tests: () => void): void => {
  describe.skipIf(CHROMIUM === undefined)(name, { retry: process.env.CI === undefined ? 0 : 1 }, tests);
};

/** A browser without network services of its own. */
export const openChromium = (): Promise<Browser> =>
  chromium.launch({
    ...(CHROMIUM === undefined ? {} : { executablePath: CHROMIUM }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
