// `cairn trails check` finds offline what the service would find, and names the line.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { slicesOf } from '../../../src/base/slices.ts';
import { type CheckFinding, checkFolder } from '../../../src/cli/trails/check-folder.ts';
import { markdownOf } from '../../../src/cli/trails/trail-files.ts';
import { runHere } from '../../support/command.ts';
import { runs } from '../../support/runs.ts';
import type { Problem, Speaker } from '../../support/speaker.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type World, world } from '../../support/world.ts';
import { anyDocument, anyText } from './arbitrary-trail.ts';
import { type Folder, trailsFolder, trailYaml } from './folder.ts';

const DOCUMENTS = runs(400);

let service: World;
let speaks: Speaker;
let key: string;
beforeAll(async () => {
  service = await world();
  const { publisher } = await service.team();
  speaks = publisher.speaks;
  key = publisher.key;
});
afterAll(() => service.close());

const folderAt = (dir = temporaryFolder('check')): Folder => trailsFolder('http://127.0.0.1:1', 'none', dir);

type Document = Record<string, unknown>;

/** Values that the service refuses, or with which it publishes nothing. */
const WRONG: fc.Arbitrary<Document> = fc.oneof(
  fc.constant({}),
  anyText(400).map((title) => ({ title })),
  fc.constantFrom<Document>(
    { title: undefined },
    { description: null },
    { description: 3.5 },
    { tools: ['claude', 'claude', 'none'] },
    { tools: 'claude' },
    { trigger: { keywords: ['Upper', 'e\u0301', '\u00e9'], examples: [{ text: 'a' }, { text: '', expect: 'maybe' }] } },
    { trigger: { keywords: Array.from({ length: 60 }, (_, at) => `k${at}`), more: 1 } },
    { trigger: null },
    { feedback_enabled: 'yes' },
    { 'a.b': 1, ['x'.repeat(200)]: 2, constructor: 3 },
    {
      prompts: [
        { id: 'a', label: '', body: ' ' },
        { id: 'a', label: 'B', body: '{{Big Name}} {{ok}} {{x}' },
      ],
    },
    { prompts: [{ id: 'No!', label: 'x'.repeat(300), body: 5 }, 'text', null] },
    { prompts: { id: 'a' } },
    { description: 'nul \u0000 here' },
    { setup_guide: '![a](https://elsewhere.example/a.png) and <img src="//b.example/c.png">' },
  ),
);
const anyDraft: fc.Arbitrary<Document> = fc
  .tuple(anyDocument, WRONG, fc.boolean())
  .map(([document, wrong, isWrong]) => (isWrong ? { ...document, ...wrong } : { ...document }));

interface Judged {
  readonly publish_issues: readonly object[];
}

/** The findings of the service about a document, as it would store it. */
async function serverFindings(document: Document): Promise<readonly object[] | 'odd'> {
  const { status, body } = await speaks.post<Judged & Problem>('/v1/trails?dry_run=true', { document });
  if (status === 400) return 'odd';
  expect([201, 422]).toContain(status);
  return status === 201 ? body.publish_issues : ((body.issues ?? []) as object[]);
}

function write(folder: Folder, name: string, { setup_guide, ...document }: Document): void {
  const form = { lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER };
  folder.write(`${name}/trail.yaml`, stringify(document, form));
  if (typeof setup_guide === 'string') folder.write(`${name}/setup.md`, markdownOf(setup_guide));
}

test(`finds in ${DOCUMENTS} generated documents what the service finds`, { timeout: 1_800_000 }, async () => {
  const documents = fc.sample(anyDraft, DOCUMENTS);
  const folder = folderAt();
  for (const [at, document] of documents.entries()) write(folder, `t${at}`, document);
  const { findings } = await checkFolder(folder.dir, 'cairn.lock.json', []);
  const byFolder = new Map<string, object[]>();
  for (const { file, line, column, ...issue } of findings) {
    expect([existsSync(join(folder.dir, file)), line > 0, column > 0]).toEqual([true, true, true]);
    const name = dirname(file).split('/')[0] ?? '';
    // Findings about files name no field.
    if (issue.field !== '') byFolder.set(name, [...(byFolder.get(name) ?? []), issue]);
  }
  const kinds = { odd: 0, refused: 0, listed: 0 };
  for (const slice of slicesOf([...documents.entries()], 20))
    await Promise.all(
      slice.map(async ([at, document]) => {
        const expected = await serverFindings(document);
        const found = byFolder.get(`t${at}`) ?? [];
        if (expected === 'odd') expect(JSON.stringify(found)).toContain('NUL');
        else expect(found).toEqual(expected);
        kinds[expected === 'odd' ? 'odd' : expected.length > 0 ? 'refused' : 'listed'] += 1;
      }),
    );
  expect(kinds.odd).toBeGreaterThan(0);
  expect(kinds.refused).toBeGreaterThan(0);
});

test('knows the tools and images of the catalog after a pull', async () => {
  const folder = trailsFolder(service.address, key);
  await folder.pull();
  const schema = join(folder.dir, 'trail.schema.json');
  writeFileSync(schema, readFileSync(schema, 'utf8').replace('"claude"', '"claude", "in-house"'));
  const guide = `![a](${service.address}/assets/${'0'.repeat(64)}.png) ![b](https://b.example/b.png)`;
  folder.write('a/trail.yaml', trailYaml('A', 'tools: [in-house, other]'));
  folder.write('b/trail.yaml', trailYaml('B'));
  folder.write('b/setup.md', guide);
  folder.write(
    'cairn.lock.json',
    JSON.stringify({ format: 1, catalog: { url: service.address, team_id: null }, trails: {} }),
  );
  const { findings } = await checkFolder(folder.dir, 'cairn.lock.json', []);
  const about = (field: string) => findings.filter((one) => one.field.startsWith(field)).map(({ message }) => message);
  expect(about('tools')).toEqual([expect.stringContaining('"other" is not')]);
  expect(about('setup_guide')).toEqual([expect.stringContaining('https://b.example')]);
});

const YAML = `# A comment
title: Refund
description: You write it.
trigger:
  when: Now.
  keywords:
    - good
    - Bad
prompts:
  - id: a
    label: A
    file: prompts/a.md
  - id: b
    label: ""
    body: "x"
`;

test('names the file, line and column of each finding', async () => {
  const folder = folderAt();
  folder.write('a/trail.yaml', YAML);
  folder.write('a/prompts/a.md', 'One\n\nTwo {{Bad Name}}\n');
  const at = async (): Promise<string[]> =>
    (await checkFolder(folder.dir, 'cairn.lock.json', [], { drafts: false })).findings
      .filter(({ severity }) => severity === 'error')
      .map(({ file, line, column, field }: CheckFinding) => `${file}:${line}:${column} ${field}`);
  expect(await at()).toEqual(['a/trail.yaml:8:7 trigger.keywords[1]']);
  folder.write('a/trail.yaml', YAML.replace('Bad', 'bad'));
  expect(await at()).toEqual(['a/prompts/a.md:3:5 prompts[0].body', 'a/trail.yaml:14:5 prompts[1].label']);
  folder.write('a/trail.yaml', 'title: A\nprompts:\n  - file: prompts/none.md\n    label: A\n');
  expect(await at()).toEqual(['a/trail.yaml:3:5 prompts[0].file']);
  folder.write('a/trail.yaml', 'title: A\n  b: [\n');
  expect(await at()).toEqual([expect.stringMatching(/^a\/trail\.yaml:[12]:1 $/)]);
  folder.write('a/trail.yaml', '');
  expect(await at()).toEqual(['a/trail.yaml:1:1 ']);
});

test('exits with 1 for errors, as text, JSON and annotations', async () => {
  const folder = folderAt();
  const run = (...words: string[]) =>
    runHere(['trails', 'check', '--dir', folder.dir, ...words], { GITHUB_WORKSPACE: dirname(folder.dir) });
  const base = folder.dir.split('/').at(-1);
  folder.write('a/trail.yaml', 'title: A, 100%\nprompts: []\n');
  const text = await run();
  expect([text.code, text.stderr]).toEqual([1, '']);
  expect(text.stdout).toContain('a/trail.yaml:2:1: error: prompts: Add at least one prompt');
  expect(text.stdout).toMatch(/\n1 trail, 3 errors, \d+ warnings\.\n$/);
  const json = JSON.parse((await run('--json')).stdout);
  expect(json).toMatchObject({ trails: 1 });
  expect(json.findings).toContainEqual({
    ...{ severity: 'error', field: 'prompts', file: 'a/trail.yaml', line: 2, column: 1 },
    message: 'Add at least one prompt that the employee can copy.',
  });
  const { stdout } = await run('--format', 'github');
  expect(stdout).toContain(`::error file=${base}/a/trail.yaml,line=2,col=1,title=prompts::Add at least one prompt`);
  expect((await run('--drafts')).code).toBe(0);
  expect((await run('--drafts', '--strict')).code).toBe(1);
  expect((await run('a')).code).toBe(1);
  const unknown = await run('none');
  expect([unknown.code, unknown.stderr]).toEqual([1, 'There is no trail in the folder none.\n']);
});

test('escapes names in annotations, which would otherwise be commands', async () => {
  const folder = folderAt();
  folder.write('a,b::c%\n::warning::x/trail.yaml', 'title: [');
  const { stdout } = await runHere(['trails', 'check', '--dir', folder.dir, '--format', 'github']);
  const lines = stdout.trim().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('/a%2Cb%3A%3Ac%25%0A%3A%3Awarning%3A%3Ax/trail.yaml,');
});

test('reports images and files that readers would not get', async () => {
  const folder = folderAt();
  folder.write('a/trail.yaml', trailYaml('A'));
  folder.write('a/setup.md', 'One\n![x](images/gone.png)\n![y](images/text.png)\n');
  folder.write('a/images/text.png', 'not an image');
  folder.write('b/trail.yml', 'title: B');
  const { findings } = await checkFolder(folder.dir, 'cairn.lock.json', []);
  expect(findings.filter(({ field }) => field === '')).toMatchObject([
    { severity: 'warning', file: 'a/setup.md', line: 2, message: expect.stringContaining('no file images/gone.png') },
    { severity: 'error', file: 'a/setup.md', line: 3, message: expect.stringContaining('text.png is not an image') },
    { severity: 'warning', file: 'b/trail.yml', line: 1, message: expect.stringContaining('no trail.yaml') },
  ]);
});

test('loads no part of the service but its rules', () => {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) (?!type )[^;]*?from '(\.[^']+)'/gm,
    ))
      visit(resolve(dirname(file), path));
  };
  visit(resolve('src/cli/trails/check-run.ts'));
  const rooms = new Set([...seen].map((file) => file.slice(resolve('src').length + 1).split('/')[0]));
  expect([...rooms].sort()).toEqual(['assets', 'base', 'cli', 'directory', 'safety', 'trails']);
  expect([...seen].filter((file) => file.endsWith('-store.ts'))).toEqual([]);
});
