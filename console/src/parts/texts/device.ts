// "Chrome on Windows": what a browser or a program calls itself, in words. Pure.

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
const LONGEST = 60;

/** The device of a User-Agent header; a program that is no browser is called what it calls itself. Empty for none. */
export function deviceOf(userAgent: string): string {
  const browser = BROWSERS.find(([token]) => userAgent.includes(`${token}/`))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (browser === undefined) return (userAgent.split(/[\s/(]/)[0] ?? '').slice(0, LONGEST);
  return system === undefined ? browser : `${browser} on ${system}`;
}
