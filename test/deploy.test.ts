// What stands in deploy/ and docs/operations.md agrees with the program: variables exist and are described, paths are there.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../src/start/config.ts';

const texts = readdirSync('deploy', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
const operations = readFileSync('docs/operations.md', 'utf8');
/** Variables of the files of deployment alone. */
const OWN = new Set(['CAIRN_IMAGE']);

const namesIn = (text: string): string[] => [...new Set(text.match(/\bCAIRN_[A-Z_]+\b/g) ?? [])];
const isKnown = (name: string): boolean => {
  const read = readConfig({ [name]: '' });
  return !('faults' in read && read.faults.some((fault) => fault.includes('is not a variable of Cairn')));
};

test('every variable that deploy/ sets is one of the program, and is described for operators', () => {
  const names = texts.flatMap(namesIn).filter((name) => !OWN.has(name));
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !isKnown(name))).toEqual([]);
  expect(names.filter((name) => !operations.includes(name))).toEqual([]);
});

test('every variable that the operators are told of exists, and every one that exists is told', () => {
  expect(namesIn(operations).filter((name) => !isKnown(name))).toEqual([]);
  const known = namesIn(readFileSync('src/start/config.ts', 'utf8')).filter((name) => !name.startsWith('CAIRN_TEST_'));
  expect(known.filter((name) => name !== 'CAIRN_' && !operations.includes(name))).toEqual([]);
});

test('the image copies only what the repository and its build have', () => {
  const containerfile = readFileSync('deploy/Containerfile', 'utf8');
  const copied = [...containerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths]) =>
    (paths ?? '').split(' '),
  );
  expect(copied.length).toBeGreaterThan(2);
  expect(copied.filter((path) => !existsSync(path))).toEqual([]);
  expect(containerfile).toMatch(/^USER 10001:10001$/m);
});

test('every metric that an alert watches is one that the program has', () => {
  const sources = [
    'src/start/service-metrics.ts',
    'src/http/metrics.ts',
    'src/start/app.ts',
    'src/background/webhook-dispatch.ts',
  ].map((file) => readFileSync(file, 'utf8'));
  const own = new Set(sources.flatMap((text) => text.match(/\bcairn_[a-z_]+\b/g) ?? []));
  const watched = readFileSync('docs/alerts.yml', 'utf8').match(/\bcairn_[a-z0-9_]+\b/g) ?? [];
  const names = watched
    .map((name) => name.replace(/_bucket$/, ''))
    .filter((name) => !/^cairn_(nodejs|process)_/.test(name));
  expect(names.filter((name) => !own.has(name))).toEqual([]);
});
