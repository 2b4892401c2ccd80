// "Chrome on Windows": a User-Agent header in words.
import { t } from './t.ts';

const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['HeadlessChrome', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const SYSTEMS = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;
const MAX_LENGTH = 60;

/** The device of a User-Agent header. Other programs are called by the name that they send. Empty without a header. */
export function deviceOf(userAgent: string): string {
  const browser = BROWSERS.find(([token]) => userAgent.includes(`${token}/`))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (browser === undefined) return (userAgent.split(/[\s/(]/)[0] ?? '').slice(0, MAX_LENGTH);
  return system === undefined ? browser : t('{browser} on {system}', { browser, system });
}
