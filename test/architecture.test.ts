// Rules about the source that no compiler checks. Import rules are in .dependency-cruiser.cjs.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const files = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !name.includes('node_modules'))
    .map((name) => join(folder, name));

const SOURCES = [...files('src', /\.ts$/), ...files('packages', /\.ts$/).filter((name) => name.includes('/src/'))];
const textOf = (file: string): string => readFileSync(file, 'utf8');
const MAY_HOLD_SQL = /-store\.ts$|^src\/storage\/|^src\/provisioning\/rows\/filter-sql\.ts$/;

test('keeps SQL in stores only', () => {
  const strays = SOURCES.filter((file) => !MAY_HOLD_SQL.test(file) && /\bsql`/.test(textOf(file)));
  expect(strays).toEqual([]);
  expect(SOURCES.filter((file) => /\bsql`/.test(textOf(file))).length).toBeGreaterThan(10);
});

/** Stores with a limit that the planner does not know (storage/limit.ts), and why. */
const UNKNOWN_LIMITS: Readonly<Record<string, string>> = {
  'src/directory/groups/group-list-store.ts': 'around a number',
  'src/directory/people/directory-view-store.ts': 'around a number',
  'src/directory/teams/team-store.ts': 'every workspace is looked at for a part of its name, by operators alone',
  'src/provisioning/groups/group-record-store.ts': 'around a number',
  'src/provisioning/log/provisioning-log-store.ts': 'around a number',
  'src/provisioning/rows/record-lookup-store.ts': 'behind an offset, up to which everything is read',
  'src/provisioning/users/user-record-store.ts': 'around a number',
  'src/storage/limit.ts': 'around a number',
  'src/webhooks/audit-stream-store.ts': 'as many as there is room for just then, of the few that are due',
  'src/webhooks/delivery-store.ts': 'as many as there is room for just then, of the few that are due',
};

test('gives the planner every limit as a value, except those listed with a reason', () => {
  const found = SOURCES.flatMap((file) =>
    Array.from(textOf(file).matchAll(/\blimit \$\{(?!count\}`\);)/g), () => file),
  );
  expect(found.toSorted()).toEqual(Object.keys(UNKNOWN_LIMITS));
});

test('mentions no status codes and no headers in rooms', () => {
  const rooms = SOURCES.filter((file) =>
    /^src\/(surfacing|trails|assets|admission|identity|directory|credentials|audit)\//.test(file),
  );
  const strays = rooms.filter((file) => /from '[./]*\/http\/|\bstatus: [2-5]\d\d\b|'Retry-After'/.test(textOf(file)));
  expect(strays).toEqual([]);
});

test('limits source files to 300 lines, except for tables of data', () => {
  const tables = /generated\/|concepts\/|background\.ts$/;
  const long = SOURCES.filter((file) => !tables.test(file) && textOf(file).split('\n').length > 301);
  expect(long).toEqual([]);
});

test('starts every source file with a description of its contents', () => {
  const silent = SOURCES.filter((file) => !/^(#!.*\n)?\/\/ \S/.test(textOf(file)));
  expect(silent).toEqual([]);
});

test('contains no unfinished work and no skipped test', () => {
  const marks = new RegExp(['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX', '\\.sk' + 'ip\\(', '\\.on' + 'ly\\('].join('|'));
  const found = [...SOURCES, ...files('test', /\.ts$/)].filter((file) => marks.test(textOf(file)));
  expect(found).toEqual([]);
});

test('numbers migrations uniquely and without gaps', () => {
  const files = readdirSync('migrations').filter((name) => name.endsWith('.sql'));
  const numbers = files.map((name) => Number(name.slice(0, 4)));
  expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_, place) => place + 1));
});

test('gives every table a place on a distributed engine (docs/scale.md)', () => {
  const scale = textOf('docs/scale.md');
  const places = scale.slice(scale.indexOf('| Kind | Tables |'), scale.indexOf('No statement reads a system column'));
  const schema = files('migrations', /\.sql$/)
    .sort()
    .map(textOf)
    .join('\n');
  const tables = [...schema.matchAll(/^create table (\w+)/gim)].map(([, name]) => name);
  expect(tables.length).toBeGreaterThan(40);
  expect(tables.filter((table) => !new RegExp(`\\b${table}\\b`).test(places))).toEqual([]);
});

test('uses no system columns, transition tables or deferred triggers', () => {
  const stores = SOURCES.filter((file) => MAY_HOLD_SQL.test(file));
  expect(stores.filter((file) => /\b[a-z]\.(xmin|xmax|ctid|cmin|tableoid)\b/.test(textOf(file)))).toEqual([]);
  const migrations = files('migrations', /\.sql$/);
  const banned = /referencing (new|old) table|deferrable initially deferred|\b(xmin|ctid)::/i;
  const code = (file: string): string => textOf(file).replace(/^\s*--.*$/gm, '');
  expect(migrations.filter((file) => banned.test(code(file)))).toEqual([]);
});
