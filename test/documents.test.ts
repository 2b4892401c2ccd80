// Checks documents that would otherwise become outdated without anyone noticing.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { PROBLEMS } from '../src/http/answers/problem.ts';
import { readConfig } from '../src/start/config.ts';
import { EVENT_TYPES, TEST_EVENT } from '../src/webhooks/event-types.ts';
import { runHere } from './support/command.ts';

const text = (file: string): string => readFileSync(file, 'utf8');
const FOLDERS = ['.', 'docs', 'docs/scim', 'packages/client', 'packages/scim-protocol', 'packages/surfacing-judge'];
const documents = FOLDERS.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md')
    .map((name) => join(folder, name)),
);

test('lists every slug with its status in docs/status-codes.md, and no others', () => {
  const listed = [...text('docs/status-codes.md').matchAll(/^\| (\d{3}) +\| `([a-z-]+)` +\|/gm)];
  const told = listed.map(([, status, slug]) => `${status} ${slug}`);
  expect(told.sort()).toEqual(
    Object.entries(PROBLEMS)
      .map(([slug, { status }]) => `${status} ${slug}`)
      .sort(),
  );
});

test('names every variable in docs/operations.md, and no others', () => {
  const source = text('src/start/config.ts');
  const known = new Set(source.match(/\bCAIRN_[A-Z_]+\b/g));
  const told = new Set(text('docs/operations.md').match(/\bCAIRN_[A-Z_]+\b/g));
  const ofTests = [...known].filter((name) => name.startsWith('CAIRN_TEST_'));
  expect([...known].filter((name) => !told.has(name) && !ofTests.includes(name) && name !== 'CAIRN_')).toEqual([]);
  const read = readConfig(Object.fromEntries([...told].map((name) => [name, ''])));
  expect('faults' in read ? read.faults : []).toEqual([]);
});

test('starts the service with every variable that appears in the documents and the first start', () => {
  const told = [...documents, 'src/demo/welcome.ts'].flatMap((file) => text(file).match(/\bCAIRN_[A-Z_]+\b/g) ?? []);
  const ofShells = new Set(told.filter((name) => !/^CAIRN_(TEST|FUZZ)_/.test(name)));
  expect(ofShells.size).toBeGreaterThan(30);
  const read = readConfig(Object.fromEntries([...ofShells].map((name) => [name, ''])));
  expect('faults' in read ? read.faults : []).toEqual([]);
});

test('gives the expected status for every request in docs/quickstart.md', () => {
  const blocks = [...text('docs/quickstart.md').matchAll(/^```sh journey\n([\s\S]*?)^```$/gm)].map(
    ([, block]) => block ?? '',
  );
  const calls = blocks.join('\n').match(/^api .*$/gm) ?? [];
  expect(calls.length).toBeGreaterThan(10);
  for (const call of calls) expect(call).toMatch(/# [1-5]\d\d$/);
});

/** Rows of variable tables: the names and the documented defaults. */
const rowsOfVariables = ['README.md', 'docs/operations.md'].flatMap((file) =>
  [...text(file).matchAll(/^\| (`(?:PORT|CAIRN_\w+)`(?:, `CAIRN_\w+`)*) +\| ([^|]*) \|/gm)].map(
    ([, names = '', told = '']) => ({ names: names.match(/\w+/g) ?? [], defaults: told.match(/`[^`]+`/g) ?? [] }),
  ),
);

test('documents the defaults that the program uses', () => {
  const usual = readConfig({ CAIRN_BACKUP_FOLDER: 'x' });
  const told = rowsOfVariables.flatMap(({ names, defaults }) =>
    defaults.length === names.length ? names.map((name, at) => [name, defaults[at]?.slice(1, -1) ?? ''] as const) : [],
  );
  expect(told.length).toBeGreaterThan(25);
  for (const [name, value] of told) {
    const given = readConfig({ CAIRN_BACKUP_FOLDER: 'x', [name]: value.replace(/PORT$/, '8080') });
    expect({ name, ...given }).toEqual({ name, ...usual });
  }
});

test('lists exactly the existing events in docs/webhooks.md', () => {
  const table = /## Events\n([\s\S]*?)\n## /.exec(text('docs/webhooks.md'))?.[1] ?? '';
  const told = [...table.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, names]) => names?.match(/[\w.]+/g) ?? []);
  expect(told.sort()).toEqual([...EVENT_TYPES.map(({ type }) => type), TEST_EVENT].sort());
});

test('documents every metric of the program, and no others', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const named = sources.flatMap((file) => text(join('src', file)).match(/'cairn_[a-z0-9_]+'/g) ?? []);
  const NO_METRICS = [
    'cairn_session',
    'cairn_sso',
    'cairn_device',
    'cairn_restore_check_',
    'cairn_check',
    'cairn_language',
  ];
  const own = new Set(named.map((name) => name.slice(1, -1)).filter((name) => !NO_METRICS.includes(name)));
  const told = ['docs/operations.md', 'docs/webhooks.md'].flatMap((file) =>
    text(file).match(/cairn_[a-z0-9_]*[a-z0-9]/g),
  );
  expect(own.size).toBeGreaterThan(20);
  expect([...own].filter((name) => !told.includes(name))).toEqual([]);
  const OTHERS = ['cairn_webhook', 'cairn_audit_stream', 'cairn_restore_check'];
  expect(told.filter((name) => name !== null && !own.has(name) && !OTHERS.includes(name))).toEqual([]);
});

/** Paths that are served but not in an OpenAPI document. */
const ELSEWHERE = /^\/(mcp|\.well-known\/|chat\/completions|\.search|Users\/|Groups\/|manage\/v1\/run-examples)/;

test('mentions only operations that are in an OpenAPI document', () => {
  const operations = ['docs/openapi.snapshot.json', 'docs/manage/openapi.snapshot.json'].flatMap((file) => {
    const { paths } = JSON.parse(text(file)) as { paths: Record<string, object> };
    return Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`),
    );
  });
  const NAMED =
    /\b((?:GET|POST|PUT|PATCH|DELETE)(?:`?, `?(?:GET|POST|PUT|PATCH|DELETE))*) (\/[\w/{}.|-]*[\w}])(?![\w/:])/g;
  const named = documents.flatMap((file) =>
    [...text(file).matchAll(NAMED)].flatMap(([, methods = '', path = '']) =>
      (methods.match(/[A-Z]+/g) ?? []).map((method) => ({ file, method, path: path.replaceAll(/\{[^}]*\}/g, '{}') })),
    ),
  );
  expect(named.length).toBeGreaterThan(60);
  const isThere = ({ method, path }: { method: string; path: string }): boolean =>
    ['', '/manage/v1'].some((above) => operations.includes(`${method} ${above}${path}`)) || ELSEWHERE.test(path);
  expect(named.filter((one) => !isThere(one))).toEqual([]);
});

/** Examples of Markdown in a document. */
const EXAMPLES = ['address', 'images/6d1c0a5b.png'];

/** The anchor that GitHub generates for a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

test('links only to existing files and headings', () => {
  const astray = documents.flatMap((file) =>
    [...text(file).matchAll(/\]\(([\w./-]*)(?:#([\w-]+))?\)/g)].filter(([, path = '', anchor]) => {
      const target = path === '' ? file : join(dirname(file), path);
      if (!existsSync(target)) return !EXAMPLES.includes(path);
      if (anchor === undefined) return false;
      const headings = (text(target).match(/^#+ .*$/gm) ?? []).map((line) => anchorOf(line.replace(/^#+ /, '')));
      return !headings.includes(anchor);
    }),
  );
  expect(astray.map(([link]) => link)).toEqual([]);
});

test('shows only existing commands and flags', async () => {
  const lines = documents.flatMap((file) =>
    [...text(file).matchAll(/(?:^|[`$=] ?|… )(?:npm run --silent )?cairn (?:-- )?([a-z][^`\n]*)/gm)].map(
      ([, line = '']) => line.replace(/\s#.*$/, '').split(/\s+/),
    ),
  );
  expect(lines.length).toBeGreaterThan(25);
  for (const [command = '', below = '', ...rest] of lines) {
    const isGroup = (await runHere([command, '--help'])).stdout.includes('[command]') && /^[a-z]/.test(below);
    const words = isGroup ? [command, below] : [command];
    const { stdout } = await runHere([...words, '--help']);
    expect(stdout).toContain(`Usage: cairn ${words.join(' ')}`);
    for (const flag of [below, ...rest].flatMap((word) => /^--[a-z-]+/.exec(word) ?? []))
      expect(stdout).toContain(flag);
  }
});
