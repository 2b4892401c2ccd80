// Pull, plan, apply, diff and test on folders, against a running service.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Cairn, connect, type TrailDocument } from '@cairn/client';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { keepSession } from '../../../src/cli/kept-session.ts';
import { applyPlan } from '../../../src/cli/trails/apply-plan.ts';
import { packCatalog, unpackCatalog } from '../../../src/cli/trails/catalog-archive.ts';
import { catalogDifference } from '../../../src/cli/trails/catalog-difference.ts';
import { trailFolders } from '../../../src/cli/trails/local-trail.ts';
import { planText, readPlan } from '../../../src/cli/trails/plan-file.ts';
import { planFolder } from '../../../src/cli/trails/plan-folder.ts';
import { junitXml, testTrails, verdictTable } from '../../../src/cli/trails/test-trails.ts';
import { openTrails } from '../../../src/cli/trails/trails-context.ts';
import { createSession } from '../../../src/identity/sessions.ts';
import { runHere } from '../../support/command.ts';
import { runs } from '../../support/runs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { anyDocument } from './arbitrary-trail.ts';
import { type Folder, SILENT, trailsFolder, trailYaml } from './folder.ts';

const TRAILS = runs(30);

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

interface Desk {
  readonly team: TestTeam;
  readonly cairn: Cairn;
  readonly folder: Folder;
}
/** A separate workspace with an empty folder. */
async function desk(): Promise<Desk> {
  const team = await service.team();
  const { key } = team.publisher;
  const cairn = connect({ url: service.address, credential: key });
  return { team, cairn, folder: trailsFolder(service.address, key) };
}
const kinds = (plan: { steps: readonly { kind: string }[] }): string[] => plan.steps.map(({ kind }) => kind);
const document = (title: string): TrailDocument => ({ title, description: 'Text.', prompts: [] });

test(`plans nothing after a pull of ${TRAILS} generated trails`, { timeout: 1_800_000 }, async () => {
  const { cairn, folder } = await desk();
  const documents = fc.sample(anyDocument, TRAILS);
  for (const [index, generated] of documents.entries()) {
    const { id } = await cairn.trails.create({ document: generated });
    if (index % 7 === 0) await cairn.trails.update(id, { visibility: 'restricted' });
  }
  expect(await folder.pull()).toMatchObject({ unchanged: 0, removed: [], left: [] });
  const plan = await folder.plan({ publish: false, prune: true });
  expect([plan.steps, plan.drift, plan.notes]).toEqual([[], [], []]);
  expect(await folder.pull()).toMatchObject({ written: [], unchanged: TRAILS });
});

test('creates the trails of a new folder, applies changes, and publishes only on request', async () => {
  const { cairn, folder } = await desk();
  folder.write('weekly/trail.yaml', trailYaml('Weekly Report', 'visibility: restricted'));
  folder.write('weekly/setup.md', 'Switch it on.\n');
  const first = await folder.plan();
  expect(kinds(first)).toEqual(['create', 'visibility']);
  await folder.apply(first);
  const [created] = await cairn.trails.list().all();
  expect(created).toMatchObject({ title: 'Weekly Report', status: 'draft', visibility: 'restricted', revision: 1 });
  expect(kinds(await folder.plan())).toEqual([]);

  folder.write('weekly/setup.md', 'Switch it off.\n');
  const second = await folder.plan({ publish: true });
  expect(kinds(second)).toEqual(['save', 'publish']);
  expect(planText(second)).toMatch(
    /~ change +weekly +\(setup_guide\)[\s\S]*-setup_guide: Switch it on\.[\s\S]*\+setup/,
  );
  await folder.apply(second);
  expect(await cairn.trails.get(created?.id ?? '')).toMatchObject({ status: 'live', published_revision: 2 });
  expect(kinds(await folder.plan({ publish: true }))).toEqual([]);
});

test('archives trails only with --prune', async () => {
  const { cairn, folder } = await desk();
  folder.write('gone/trail.yaml', trailYaml('Gone'));
  await folder.apply(await folder.plan());
  rmSync(join(folder.dir, 'gone'), { recursive: true });
  const kept = await folder.plan();
  expect([kinds(kept), kept.notes[0]]).toEqual([[], expect.stringContaining('--prune')]);
  await folder.apply(await folder.plan({ prune: true }));
  expect(await cairn.trails.list().all()).toMatchObject([{ title: 'Gone', status: 'archived' }]);
  expect((await folder.plan({ prune: true })).steps).toEqual([]);
});

test('leaves changes on the server alone, pulls them, or overwrites them, as requested', async () => {
  const { cairn, folder } = await desk();
  folder.write('shared/trail.yaml', trailYaml('Shared'));
  await folder.apply(await folder.plan());
  const [{ id } = { id: '' }] = await cairn.trails.list().all();
  await cairn.trails.edit(id, (draft) => {
    draft.description = 'Theirs.';
  });
  const drifted = await folder.plan();
  expect([drifted.steps, drifted.drift]).toEqual([[], [expect.objectContaining({ folder: 'shared' })]]);
  expect(drifted.drift[0]?.sentence).toContain('description');
  await folder.pull();
  expect(readFileSync(join(folder.dir, 'shared/trail.yaml'), 'utf8')).toContain('description: Theirs.');
  expect((await folder.plan()).drift).toEqual([]);

  await cairn.trails.edit(id, (draft) => {
    draft.description = 'Theirs again.';
  });
  folder.write('shared/trail.yaml', trailYaml('Shared').replace('You get', 'I get'));
  expect(await folder.pull()).toMatchObject({ written: [], left: [{ folder: 'shared' }] });
  expect(await catalogDifference(await folder.open(), [])).toMatchObject([
    { folder: 'shared', difference: expect.stringContaining('-description: Theirs again.\n+description: I get') },
  ]);
  await folder.apply(await folder.plan({ overwrite: true }));
  expect((await cairn.trails.get(id)).document.description).toBe('I get Shared done.');
});

test('treats changed visibility in the folder like changed text', async () => {
  const { cairn, folder } = await desk();
  folder.write('shared/trail.yaml', trailYaml('Shared', 'visibility: all_teams'));
  await folder.apply(await folder.plan());
  const [{ id } = { id: '' }] = await cairn.trails.list().all();
  await cairn.trails.edit(id, (draft) => {
    draft.description = 'Theirs.';
  });
  folder.write('shared/trail.yaml', trailYaml('Shared', 'visibility: restricted'));
  expect(await folder.pull()).toMatchObject({ written: [], left: [{ folder: 'shared' }] });
  expect(readFileSync(join(folder.dir, 'shared/trail.yaml'), 'utf8')).toContain('visibility: restricted');
  await cairn.trails.archive(id);
  expect(await folder.pull({ prune: true })).toMatchObject({ removed: [], left: [{ folder: 'shared' }] });
  expect(await folder.pull({ prune: true, force: true })).toMatchObject({ removed: ['shared'] });
});

test('pulls visibility that was changed only on the server', async () => {
  const { cairn, folder } = await desk();
  folder.write('shared/trail.yaml', trailYaml('Shared', 'visibility: all_teams'));
  await folder.apply(await folder.plan());
  const [{ id } = { id: '' }] = await cairn.trails.list().all();
  await cairn.trails.update(id, { visibility: 'restricted' });
  expect(await folder.pull()).toMatchObject({ written: ['shared'], left: [] });
  expect(readFileSync(join(folder.dir, 'shared/trail.yaml'), 'utf8')).toContain('visibility: restricted');
});

test('reports conflicts if two people apply at the same time, and loses no change', async () => {
  const { team, folder } = await desk();
  folder.write('a/trail.yaml', trailYaml('Alpha'));
  folder.write('b/trail.yaml', trailYaml('Beta'));
  await folder.apply(await folder.plan());
  const other = trailsFolder(service.address, team.author.key);
  await other.pull();
  folder.write('a/trail.yaml', trailYaml('Alpha').replace('You get', 'One gets'));
  other.write('alpha/trail.yaml', trailYaml('Alpha').replace('You get', 'They get'));
  const [mine, theirs] = [await folder.plan(), await other.plan()];
  await folder.apply(mine);
  await expect(other.apply(theirs)).rejects.toMatchObject({
    slug: 'conflict',
    extras: { issues: [{ field: 'alpha', message: expect.stringContaining('revision 1 is now 2') }] },
  });
  // During a run, the service detects the other person's change.
  folder.write('a/trail.yaml', trailYaml('Alpha').replace('You get', 'We get'));
  const again = await folder.plan();
  let isFirst = true;
  const slow: typeof fetch = async (input, init) => {
    if (String(input).endsWith('/plans') && isFirst) {
      isFirst = false;
      const cairn = connect({ url: service.address, credential: team.author.key });
      const [alpha] = await cairn.trails.list({ q: 'Alpha' }).all();
      await cairn.trails.edit(alpha?.id ?? '', (draft) => void Object.assign(draft, { description: 'Between.' }));
    }
    return fetch(input, init);
  };
  const { failed } = await folder.apply(again, { fetch: slow });
  expect(failed).toMatchObject([{ folder: 'a', sentence: expect.stringContaining('revision 2 is now 3') }]);
  const told = await folder.plan();
  expect(told.drift).toMatchObject([{ folder: 'a' }]);
});

test('reports that another person has used the title, and does not create a second trail', async () => {
  const { team, cairn, folder } = await desk();
  folder.write('new/trail.yaml', trailYaml('New Thing'));
  const plan = await folder.plan();
  await connect({ url: service.address, credential: team.author.key }).trails.create({
    document: document('New Thing'),
  });
  const { failed } = await folder.apply(plan);
  expect(failed).toMatchObject([{ folder: 'new', sentence: expect.stringContaining('Another author has created') }]);
  expect(await cairn.trails.list().all()).toHaveLength(1);
  expect((await folder.plan()).drift).toMatchObject([{ folder: 'new', sentence: expect.stringContaining('pull') }]);
});

test('applies nothing if examples fail, unless told to skip that check', async () => {
  const { cairn, folder } = await desk();
  // A prompt cannot be both a match and a no-match.
  const contradiction = '    - {text: odd, expect: no_match}\nprompts:';
  folder.write('odd/trail.yaml', trailYaml('Odd').replace('prompts:', contradiction));
  folder.write('good/trail.yaml', trailYaml('Good'));
  const plan = await folder.plan({ publish: true });
  const { failed } = await folder.apply(plan);
  expect(failed).toMatchObject([{ folder: 'odd', step: 'publish', sentence: expect.stringContaining('“Odd” fails') }]);
  expect(await cairn.trails.list().all()).toEqual([]);
  expect((await folder.apply(plan, { skipExamples: true })).failed).toEqual([]);
  expect(await cairn.trails.list({ status: 'live' }).all()).toHaveLength(2);
});

test('does not publish a trail with errors, and prints what to fix, without the advice', async () => {
  const { folder } = await desk();
  folder.write('bare/trail.yaml', 'title: Bare\ndescription: You get there.\ntrigger: {when: Now.}\n');
  const said: string[] = [];
  const say = (sentence: string) => void said.push(sentence);
  const report = { ...SILENT, step: say, note: say };
  const { failed } = await folder.apply(await folder.plan({ publish: true }), { report });
  expect(failed).toMatchObject([{ folder: 'bare', step: 'publish' }]);
  // The result contains the reason, and nothing is printed before it.
  expect(said).toEqual([]);
  expect(failed[0]?.sentence).toMatch(/not ready to be published\. .* prompts: Add at least one prompt [^:]*$/);
});

test('uploads images once, downloads them as files, and copies them to another Cairn', async () => {
  const { team, cairn, folder } = await desk();
  const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'blue' } })
    .png()
    .toBuffer();
  folder.write('pic/trail.yaml', trailYaml('Picture'));
  folder.write('pic/images/blue.png', png);
  folder.write('pic/setup.md', 'See ![blue](images/blue.png) and ![none](images/none.png).\n');
  await folder.apply(await folder.plan());
  const [{ id } = { id: '' }] = await cairn.trails.list().all();
  const { document: saved } = await cairn.trails.get(id);
  expect(saved.setup_guide).toMatch(
    /See !\[blue\]\(https:\/\/cairn\.test\/assets\/[0-9a-f]{64}\.png\) and !\[none\]\(im/,
  );
  expect((await folder.plan()).steps).toEqual([]);

  const second = trailsFolder(service.address, (await desk()).team.publisher.key);
  const pulled = trailsFolder(service.address, team.author.key);
  await pulled.pull();
  const guide = readFileSync(join(pulled.dir, 'picture/setup.md'), 'utf8');
  expect(guide).toMatch(/^See !\[blue\]\(images\/[0-9a-f]{16}\.png\)/);
  expect((await pulled.plan()).steps).toEqual([]);
  const archive = await packCatalog(pulled.dir, await trailFolders(pulled.dir));
  expect(await unpackCatalog(archive, second.dir)).toBe(1);
  expect(kinds(await second.plan())).toEqual(['upload', 'create']);
  await second.apply(await second.plan());
  expect((await second.plan()).steps).toEqual([]);
  await expect(unpackCatalog(archive, second.dir)).rejects.toThrow('already holds trails');
  await expect(unpackCatalog(archive.slice(0, 90), `${second.dir}-x`)).rejects.toThrow('not a catalog archive');
  expect(existsSync(`${second.dir}-x`)).toBe(false);
});

const ADDRESS = `https://cairn.test/assets/${'a'.repeat(64)}.png`;
const picture: TrailDocument = {
  ...document('Picture'),
  setup_guide: `See ![blue](${ADDRESS}) and ![blue](${ADDRESS}).`,
};
const endless = () => new ReadableStream({ pull: (body) => body.enqueue(new Uint8Array(4_194_304)) });
const cut = () => new ReadableStream({ pull: (body) => body.error(new Error('cut')) });
const answering = (status: number, body: ReadableStream | string = '') => new Response(body, { status });

/** Runs `work` while a GET of an image returns `reply`. */
async function withImages<Result>(reply: () => Response, work: () => Promise<Result>): Promise<Result> {
  const real = globalThis.fetch;
  const stub = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const isImage = new URL(String(url)).pathname.startsWith('/assets/');
    return isImage ? reply() : real(url, init);
  });
  try {
    return await work();
  } finally {
    stub.mockRestore();
  }
}

/** The output of `cairn trails export` to `file`, with the desk's key. */
async function exported({ team }: Desk, file: string) {
  const signIn = ['--url', service.address, '--key', team.publisher.key];
  const { code, stdout, stderr } = await runHere(['trails', 'export', file, ...signIn, '--json']);
  return { code, said: stdout + stderr, isWritten: existsSync(file) };
}

test.each([
  ['is missing', () => answering(404)],
  ['is elsewhere', () => answering(302)],
  ['is forbidden', () => answering(403)],
  ['never ends', () => answering(200, endless())],
  ['is not an image', () => answering(200, 'a page')],
])('skips an image that %s, reports it once with the exit code, and pulls the trail', async (_, reply) => {
  const at = await desk();
  const { folder } = at;
  await at.cairn.trails.create({ document: picture });
  const left = [{ folder: 'picture', sentence: expect.stringContaining('aaaa.png answered') }];
  const pulled = await withImages(reply, () => folder.pull());
  expect(pulled).toEqual({ written: ['picture'], unchanged: 0, removed: [], left });
  expect(readFileSync(join(folder.dir, 'picture/setup.md'), 'utf8')).toContain(picture.setup_guide);
  const { code, said, isWritten } = await withImages(reply, () => exported(at, join(folder.dir, 'catalog.zip')));
  expect([code, isWritten, JSON.parse(said)]).toEqual([2, true, expect.objectContaining({ trails: 1, left })]);
  expect((await folder.plan()).steps).toEqual([]);
});

test.each([
  ['breaks off', () => answering(200, cut())],
  [
    'is unreachable',
    () => {
      throw new TypeError('fetch failed');
    },
  ],
  ['is rate limited', () => answering(429)],
  ['fails with a server error', () => answering(500)],
  ['has no gateway backend', () => answering(502)],
])('leaves a trail unchanged if its image %s, pulls the others, and writes no archive', async (_, reply) => {
  const at = await desk();
  const { folder, cairn } = at;
  const { id } = await cairn.trails.create({ document: document('Picture') });
  await folder.pull();
  const before = readFileSync(join(folder.dir, 'picture/trail.yaml'), 'utf8');
  await cairn.trails.edit(id, (draft) => void Object.assign(draft, { ...picture, title: 'Picture, newer' }));
  await cairn.trails.create({ document: document('Plain') });
  const left = [{ folder: 'picture', sentence: expect.stringMatching(/^left unchanged: .*Run the command again\.$/) }];
  const pulled = await withImages(reply, () => folder.pull());
  expect(pulled).toEqual({ written: ['plain'], unchanged: 0, removed: [], left });
  expect(readFileSync(join(folder.dir, 'picture/trail.yaml'), 'utf8')).toBe(before);
  expect(existsSync(join(folder.dir, 'picture/setup.md'))).toBe(false);
  const file = join(folder.dir, 'catalog.zip');
  const { code, said, isWritten } = await withImages(reply, () => exported(at, file));
  expect([code, isWritten, said]).toEqual([
    1,
    false,
    expect.stringContaining('No archive was written. picture-newer:'),
  ]);
  // Its previous state is still recorded, so the next run updates it.
  expect(
    await withImages(
      () => answering(404),
      () => folder.pull(),
    ),
  ).toMatchObject({ written: ['picture'] });
});

test('treats an image that succeeds on a retry like any other', async () => {
  const { cairn, folder } = await desk();
  const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const { markdown } = await cairn.assets.upload(png);
  await cairn.trails.create({ document: { ...document('Picture'), setup_guide: markdown } });
  let asked = 0;
  const second = () => (++asked === 1 ? answering(503) : new Response(new Uint8Array(png)));
  expect(await withImages(second, () => folder.pull())).toMatchObject({ written: ['picture'], left: [] });
  expect(readdirSync(join(folder.dir, 'picture/images'))).toHaveLength(1);
});

test('gives new folders unused names: next to a file, in other letter case, and for equal titles', async () => {
  const { cairn, folder } = await desk();
  for (const title of ['Notes', 'Refunds', 'Twin', 'Twin']) await cairn.trails.create({ document: document(title) });
  folder.write('notes', 'mine');
  folder.write('REFUNDS/trail.yaml', 'title: Another\n');
  const twin = 'title: Twin\ndescription: Text.\n';
  for (const name of ['one', 'two']) folder.write(`${name}/trail.yaml`, twin);
  const { written } = await folder.pull();
  const names = [...written].sort();
  expect(names).toEqual([expect.stringMatching(/^notes-/), 'one', expect.stringMatching(/^refunds-/), 'two']);
  expect(readFileSync(join(folder.dir, 'REFUNDS/trail.yaml'), 'utf8')).toBe('title: Another\n');
  expect((await folder.plan()).steps).toMatchObject([{ kind: 'create', folder: 'REFUNDS' }]);
});

test('applies nothing if trails were archived or deleted in the meantime, and names them', async () => {
  const { cairn, folder } = await desk();
  const names = ['archived', 'deleted', 'raced', 'well'];
  for (const name of names) folder.write(`${name}/trail.yaml`, trailYaml(name));
  await folder.apply(await folder.plan());
  for (const name of names) folder.write(`${name}/trail.yaml`, yamlIn(folder, name).replace('You get', 'You will get'));
  const plan = await folder.plan();
  const idOf = (name: string): string =>
    plan.steps.flatMap((s) => (s.folder === name && s.kind === 'save' ? s.trail_id : []))[0] ?? '';
  let isFirst = true;
  const meanwhile: typeof fetch = async (input, init) => {
    if (String(input).endsWith('/plans') && isFirst) {
      isFirst = false;
      await cairn.trails.archive(idOf('archived'));
      await cairn.trails.delete(idOf('deleted'));
      await cairn.trails.edit(idOf('raced'), (draft) => void Object.assign(draft, { description: 'Theirs.' }));
    }
    return fetch(input, init);
  };
  const { failed, done } = await folder.apply(plan, { fetch: meanwhile });
  expect(failed.map((one) => one.folder).sort()).toEqual(['archived', 'deleted', 'raced']);
  expect(failed.find((one) => one.folder === 'raced')?.sentence).toContain('Another author saved “raced”');
  expect(done).toBe(0);
  expect((await cairn.trails.get(idOf('well'))).revision).toBe(1);
  expect((await folder.plan()).drift.map((one) => one.sentence)).toEqual([
    expect.stringContaining('was archived on the server'),
    expect.stringContaining('was deleted on the server'),
    expect.stringContaining('another author saved on the server'),
  ]);
});

const yamlIn = (folder: Folder, name: string): string => readFileSync(join(folder.dir, name, 'trail.yaml'), 'utf8');

test('tests examples without saving, even for new trails', async () => {
  const { cairn, folder } = await desk();
  folder.write('known/trail.yaml', trailYaml('Known'));
  await folder.apply(await folder.plan({ publish: true }));
  folder.write('fresh/trail.yaml', trailYaml('Fresh'));
  const before = await cairn.trails.list().all();
  const verdicts = await testTrails(await folder.open(), []);
  expect(verdicts.map(({ folder: name, pass }) => [name, pass])).toEqual([
    ['fresh', true],
    ['known', true],
  ]);
  expect(await cairn.trails.list().all()).toEqual(before);
  expect(verdictTable(verdicts)).toContain('2 of 2 examples pass.');
  const failing = verdicts.map((verdict) => ({ ...verdict, pass: false, text: '<a> & "b" \u0007\n' }));
  const xml = junitXml(failing);
  expect(xml).toContain('<testsuites name="cairn trails" tests="2" failures="2">');
  expect(xml).toContain('name="match: &lt;a&gt; &amp; &quot;b&quot; \ufffd&#10;"');
  await expect(testTrails(await folder.open(), ['nowhere'])).rejects.toThrow('nowhere');
});

test('reports all errors of a folder at once, before it sends anything', async () => {
  const { cairn, folder } = await desk();
  folder.write('a/trail.yaml', `title: ${'x'.repeat(121)}\ntools: [abacus]\n`);
  folder.write('b/trail.yaml', 'title: B\ntrigger: {examples: [{text: x, expect: maybe}]}\n');
  const thrown = (await folder.plan().catch((error: unknown) => error)) as { extras: { issues: { field: string }[] } };
  expect(thrown.extras.issues.map(({ field }) => field)).toEqual([
    'a: title',
    'a: tools[0]',
    'b: trigger.examples[0].expect',
  ]);
  expect(await cairn.trails.list().all()).toEqual([]);
});

test("archives nothing if a trail's file cannot be read", async () => {
  const { cairn, folder } = await desk();
  folder.write('a/trail.yaml', trailYaml('A'));
  await folder.apply(await folder.plan());
  rmSync(join(folder.dir, 'a/trail.yaml'));
  mkdirSync(join(folder.dir, 'a/trail.yaml'));
  await expect(folder.plan({ prune: true })).rejects.toThrow('a/trail.yaml cannot be read');
  await expect(folder.pull({ prune: true, force: true })).rejects.toThrow('a/trail.yaml cannot be read');
  expect((await cairn.trails.list().all()).map(({ status }) => status)).toEqual(['draft']);
});

test.each([
  ['text that is not JSON', '{', 'Must be of type object'],
  ['another shape', '{"format":1,"trails":{},"catalog":[]}', 'catalog'],
  ['a folder elsewhere', JSON.stringify(lockOf('../../home')), 'trails'],
  ['a folder above', JSON.stringify(lockOf('..')), 'trails'],
])('refuses a lock file with %s before it reads or writes anything', async (_, text, sentence) => {
  const { folder } = await desk();
  folder.write('cairn.lock.json', text);
  await expect(folder.pull({ force: true, prune: true })).rejects.toThrow('is not a lock file of this release');
  await expect(folder.plan({ prune: true })).rejects.toThrow(sentence);
  expect(readdirSync(folder.dir)).toEqual(['cairn.lock.json']);
});

function lockOf(name: string): object {
  const trail = { id: 'x', revision: 1, digest: 'x', visibility: 'all_teams', images: {} };
  return { format: 1, catalog: { url: 'x', team_id: null }, trails: { [name]: trail } };
}

test.each([
  ['absent', undefined, 'There is no file'],
  ['not JSON', 'steps', 'not a plan of this release'],
  [
    'made of invalid steps',
    '{"format":1,"id":"x","catalog":{"url":"x","team_id":null},"steps":[{}],"drift":[]}',
    'steps',
  ],
  ['made of an unknown step', planOf({ id: '1', kind: 'burn', folder: 'a', title: 'A' }), 'steps[0].kind'],
  ['for a folder elsewhere', planOf({ id: '1', kind: 'create', folder: '../a', title: 'A' }), 'steps[0].folder'],
])('explains in one sentence that a plan is %s', async (_, text, sentence) => {
  const dir = temporaryFolder('plan');
  const file = join(dir, 'plan.json');
  if (text !== undefined) writeFileSync(file, text);
  await expect(readPlan(file)).rejects.toThrow(sentence);
});

function planOf(step: object): string {
  return JSON.stringify({ format: 1, id: 'x', catalog: { url: 'x', team_id: null }, steps: [step], drift: [] });
}

test('changes nothing in another workspace if the folder belongs to a different one', async () => {
  const { folder } = await desk();
  folder.write('ours/trail.yaml', trailYaml('Ours'));
  const plan = await folder.plan();
  const elsewhere = await desk();
  await expect(elsewhere.folder.apply(plan)).rejects.toThrow('another catalog');
  await folder.apply(plan);
  const borrowed = trailsFolder(service.address, elsewhere.team.publisher.key, folder.dir);
  await expect(borrowed.plan()).rejects.toThrow('another catalog');
});

test('adopts a trail that is the same on both sides instead of creating it again', async () => {
  const { cairn, folder } = await desk();
  folder.write('same/trail.yaml', trailYaml('Same'));
  await folder.apply(await folder.plan());
  rmSync(join(folder.dir, 'cairn.lock.json'));
  expect(kinds(await folder.plan())).toEqual(['adopt']);
  await folder.apply(await folder.plan());
  expect((await folder.plan()).steps).toEqual([]);
  expect(await cairn.trails.list().all()).toHaveLength(1);
});

test('needs no key after "cairn login"', async () => {
  const { team, folder } = await desk();
  folder.write('signed/trail.yaml', trailYaml('Signed'));
  const config = temporaryFolder('config');
  const { database } = service.app;
  const session = { team_id: team.team_id, account_id: team.publisher.id, kind: 'cli', user_agent: '' } as const;
  const { token } = await database.inTransaction((tx) => createSession(tx, session, service.clock()));
  await keepSession({ url: service.address, token }, { XDG_CONFIG_HOME: config });
  const context = await openTrails({ dir: folder.dir, lock: 'cairn.lock.json' }, SILENT, { XDG_CONFIG_HOME: config });
  const plan = await planFolder(context, { publish: true });
  expect(await applyPlan(context, plan, {})).toMatchObject({ done: 2, failed: [] });
  await expect(
    openTrails({ dir: folder.dir, lock: 'x' }, SILENT, { XDG_CONFIG_HOME: `${config}-none` }),
  ).rejects.toThrow('cairn login');
});

test('lists the revisions of a trail, shows what one changed, and undoes an apply that overwrote a draft', async () => {
  const { cairn, folder, team } = await desk();
  folder.write('weekly/trail.yaml', trailYaml('Weekly Report'));
  await folder.apply(await folder.plan());
  const [created] = await cairn.trails.list().all();
  const id = created?.id ?? '';
  const others = await cairn.trails.save(id, document('Saved in the console'), { ifMatch: '*' });
  folder.write('weekly/trail.yaml', trailYaml('Weekly Report 2'));
  await folder.apply(await folder.plan({ overwrite: true }));
  const env = { CAIRN_URL: service.address, CAIRN_API_KEY: team.publisher.key };
  const at = (...words: string[]) => runHere(['trails', ...words, '--dir', folder.dir], env);
  const log = await at('log', 'weekly');
  expect(log.stdout).toMatch(/^revision +saved +by +changed.*\n3 .*title.*draft\n2 .*title/);
  expect((await at('log', id, '--revision', '2')).stdout).toMatch(
    /-title: Weekly Report\n\+title: Saved in the console/,
  );
  expect((await at('restore', 'weekly', '2')).stdout).toContain('revision 4');
  expect((await cairn.trails.get(id)).document).toEqual(others.document);
  for (const name of ['constructor', '__proto__', 'absent']) {
    const unknown = await at('log', name);
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining(`no folder ${name}`)]);
  }
});
