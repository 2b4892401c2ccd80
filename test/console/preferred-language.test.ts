// Which language the console shows: the person's choice, then the browser's, then the workspace's.
import { expect, test } from 'vitest';
import { cookieFor } from '../../console/src/parts/texts/preferred-language.ts';

const OFFERED = ['en', 'de', 'fr'];

test.each([
  ['the choice of the person', 'de', 'fr', ['en'], 'de'],
  ['the browser, if the person chose nothing', null, 'fr', ['en-GB'], undefined],
  ['the browser for a regional language', null, 'fr', ['de-CH'], undefined],
  ['the workspace, if the browser asks for other languages', null, 'fr', ['pl', 'cs'], 'fr'],
  ['the browser, if this build does not have the choice', 'es', null, ['de'], undefined],
  ['English, if no one asks for an available language', null, 'es', ['pl'], undefined],
] as const)('follows %s', (_, person, workspace, browsers, cookie) => {
  expect(cookieFor({ person, workspace }, OFFERED, browsers)).toBe(cookie);
});
