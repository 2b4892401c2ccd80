import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test("sizes no text in pixels, so that the browser's font size applies", () => {
  const sheets = readdirSync('console/src', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.css$|first-paint\.ts$|tokens\.ts$/.test(name))
    .map((name) => [name, readFileSync(join('console/src', name), 'utf8')] as const);
  expect(sheets.length).toBeGreaterThan(8);
  const inPixels = sheets.flatMap(([name, text]) =>
    [...text.matchAll(/(?:font-size|table-text'?): ?'?[\d.]+px/g)].map(([found]) => `${name}: ${found}`),
  );
  expect(inPixels).toEqual([]);
});
