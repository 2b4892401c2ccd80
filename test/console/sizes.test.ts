// The cost of a first visit: the built files that a page loads before any interaction, by transfer size.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

interface Built {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
}

const folder = fileURLToPath(new URL('../../dist/console/public', import.meta.url));
const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Readonly<Record<string, Built>>;

/** The files of these sources and their imports, each once. */
function filesOf(sources: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const files = new Set<string>();
  const visit = (name: string): void => {
    const built = manifest[name];
    if (seen.has(name)) return;
    if (built === undefined) throw new Error(`The build has no ${name}.`);
    seen.add(name);
    for (const file of [built.file, ...(built.css ?? [])]) files.add(file);
    for (const other of built.imports ?? []) visit(other);
  };
  for (const source of sources) visit(source);
  return files;
}

/** The font for Latin text. Other scripts load their fonts with their first letter. */
const font = readdirSync(join(folder, 'console/assets')).find((name) => /latin-wght.*\.woff2$/.test(name));

/** Kilobytes as transferred, compressed with Brotli if there is such a copy. */
function kilobytesOf(sources: readonly string[]): number {
  const files = [...filesOf(['index.html', 'src/first-requests.ts', ...sources]), `console/assets/${font}`].map(
    (file) => join(folder, file),
  );
  const bytes = files.reduce((sum, file) => sum + statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size, 0);
  return bytes / 1_000;
}

describe('the first visit', () => {
  test.each([
    ['sign-in', 206, ['src/sign-in/sign-in-page.tsx']],
    ['home', 210, ['src/read/trails-page.tsx']],
    ['editor', 250, ['src/write/trail/trail-page.tsx', 'src/write/editor/editor-preview.tsx']],
    ['members', 220, ['src/admin/people/members-page.tsx']],
    ['catalog health', 225, ['src/write/health/health-page.tsx']],
  ] as const)('to the %s page transfers less than %i kB', (_, most, sources) => {
    expect(kilobytesOf(sources)).toBeLessThan(most);
  });

  // HTTP/1.1 allows six connections, so every six files cost another round trip.
  test.each([
    ['sign-in', 12, ['src/sign-in/sign-in-page.tsx']],
    ['home', 14, ['src/read/trails-page.tsx']],
    ['editor', 20, ['src/write/trail/trail-page.tsx']],
    ['members', 18, ['src/admin/people/members-page.tsx']],
  ] as const)('to the %s page loads at most %i files', (_, most, sources) => {
    expect(filesOf(['index.html', ...sources]).size).toBeLessThanOrEqual(most);
  });

  test('starts with one file without imports, so that API requests do not wait for the rest', () => {
    expect(manifest['src/first-requests.ts']?.imports ?? []).toEqual([]);
  });
});

test("includes the library's styles for every component in use", () => {
  const read = (ending: string): string =>
    [...readdirSync(join(folder, 'console/assets'))]
      .filter((name) => name.endsWith(ending))
      .map((name) => readFileSync(join(folder, 'console/assets', name), 'utf8'))
      .join('');
  const kit = readFileSync(
    fileURLToPath(new URL('../../node_modules/@mantine/core/styles.css', import.meta.url)),
    'utf8',
  );
  const [scripts, styles] = [read('.js'), read('.css')];
  const classes = [...new Set(kit.match(/\bm_[0-9a-f]{6,8}\b/g) ?? [])];
  const used = classes.filter((name) => scripts.includes(name));
  expect(used.length).toBeGreaterThan(100);
  expect(used.filter((name) => !styles.includes(name))).toEqual([]);
});
