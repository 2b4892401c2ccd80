// Holds the safety check to its floors on trails with known contents, and to linear time.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { knownTrails } from '../../bench/safety/corpus.ts';
import { HOSTILE } from '../../bench/safety/hostile.ts';
import { findUnsafe } from '../../src/safety/find-unsafe.ts';
import { DEFAULT_SAFETY, safetyFindings, standingOf } from '../../src/trails/checks/safety-checks.ts';
import type { TrailDocument } from '../../src/trails/document/document.ts';
import { withDefaults } from '../../src/trails/document/full-document.ts';

const OPTIONS = { ownImagePrefix: 'https://cairn.test/assets/', domains: [] };
const standings = (document: TrailDocument) =>
  safetyFindings(withDefaults(document), OPTIONS).map((finding) => standingOf(finding, DEFAULT_SAFETY));

test.each(['safety', 'second', 'third'])(
  'finds 99 %% of planted secrets and blocks no ordinary trail (seed %s)',
  (seed) => {
    const trails = knownTrails(400, seed);
    const missed = trails.filter(
      ({ secret, document }) => secret !== undefined && !standings(document).includes('error'),
    );
    const ordinary = trails.filter(({ secret }) => secret === undefined);
    expect(missed.length).toBeLessThanOrEqual(2);
    expect(ordinary.filter(({ document }) => standings(document).includes('error'))).toEqual([]);
    expect(ordinary.filter(({ document }) => standings(document).length > 0).length).toBeLessThanOrEqual(
      ordinary.length * 0.02,
    );
  },
);

test('warns about hardly any of the 800 trails that the judge is measured with', () => {
  const folder = 'packages/judge-data/catalogs';
  const lines = readdirSync(folder).flatMap((file) => readFileSync(`${folder}/${file}`, 'utf8').split('\n'));
  const trails = lines.filter((line) => line.includes('"title"')).map((line) => JSON.parse(line) as JudgedLine);
  const found = trails.map((trail) => standings(documentOf(trail)));
  expect(trails.length).toBeGreaterThan(700);
  expect(found.filter((one) => one.includes('error'))).toEqual([]);
  expect(found.filter((one) => one.length > 0).length).toBeLessThan(8);
});

interface JudgedLine {
  readonly title: string;
  readonly about?: string;
  readonly when?: string;
  readonly keywords?: string[];
  readonly match?: string[];
  readonly noMatch?: string[];
  readonly unseen?: string[];
  readonly prompts?: Readonly<Record<string, string>>;
}

const documentOf = (line: JudgedLine): TrailDocument => ({
  title: line.title,
  description: line.about ?? '',
  trigger: {
    when: line.when ?? '',
    keywords: line.keywords ?? [],
    examples: [...(line.match ?? []), ...(line.noMatch ?? []), ...(line.unseen ?? [])].map((text) => ({
      text,
      expect: 'match',
    })),
  },
  prompts: Object.entries(line.prompts ?? {}).map(([label, body]) => ({ label, body })),
});

test.each(HOSTILE)('checks two million characters of %j in limited time', (piece) => {
  // A search with quadratic cost would not end before the timeout of this test.
  const text = piece.repeat(Math.ceil(2_000_000 / piece.length));
  expect(findUnsafe([{ field: 'setup_guide', text }], { ...OPTIONS, domains: ['corp.test'] }).length).toBeLessThan(30);
});

test('finds a secret behind any number of decoys, or says that it did not look', () => {
  for (const decoy of HOSTILE) {
    const text = `${decoy.repeat(20_000 / decoy.length)}\n AKIAZ2QJ7XK4TWNP3RVB `;
    const found = findUnsafe([{ field: 'setup_guide', text }], OPTIONS).filter(({ class: kind }) => kind === 'secrets');
    expect(found, decoy).not.toEqual([]);
  }
});
