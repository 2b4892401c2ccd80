// Random sequences of renames, copies, edits, deletions and edits in the console, with hostile folder names. Every
// trail keeps its id, and no text is lost on either side.
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Cairn, connect } from '@cairn/client';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveFolder } from '../../../src/cli/trails/move-folder.ts';
import { runs } from '../../support/runs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type World, world } from '../../support/world.ts';
import { type Folder, trailsFolder, trailYaml } from './folder.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

const NAMES = [
  ...['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'prototype', '0', '1', 'order', 'a b'],
  ...[
    'ü',
    'u\u0308x',
    '-rf',
    '$(id)',
    '#',
    "it's",
    '"',
    '.hidden',
    'Group',
    '👩‍👩‍👧',
    '\u202eabc',
    'x'.repeat(200),
    '%2e',
    '~',
  ],
];

/** What the test knows about a trail. `here` and `there` are the texts in the folder and on the server. */
interface Known {
  readonly mark: string;
  /** All folders that the trail ever had. */
  readonly places: Set<string>;
  folder: string | undefined;
  id: string | undefined;
  here: string;
  there: string | undefined;
  isEditedHere: boolean;
  isEditedThere: boolean;
}

const KINDS = [
  ...['add', 'rename', 'mv', 'swap', 'copy', 'edit', 'edit', 'retitle', 'console', 'console', 'remove'],
  ...['apply', 'apply', 'pull', 'pull'],
] as const;
const operation = fc.record({
  kind: fc.constantFrom(...KINDS),
  name: fc.constantFrom(...NAMES),
  pick: fc.nat(1_000),
});
type Operation = typeof operation extends fc.Arbitrary<infer One> ? One : never;

class Desk {
  readonly #folder: Folder;
  readonly #cairn: Cairn;
  readonly #known: Known[] = [];
  #count = 0;

  constructor(folder: Folder, cairn: Cairn) {
    this.#folder = folder;
    this.#cairn = cairn;
  }

  async run({ kind, name, pick }: Operation): Promise<void> {
    const withFolder = this.#known.filter(({ folder }) => folder !== undefined);
    const [one, other] = [withFolder[pick % withFolder.length], withFolder[(pick + 1) % withFolder.length]];
    if (kind === 'add') return this.#add(name);
    if (kind === 'apply') return this.#apply();
    if (kind === 'pull') return this.#pull();
    if (one === undefined || other === undefined) return;
    if (kind === 'rename' || kind === 'mv') await this.#rename(one, name, kind === 'mv');
    if (kind === 'swap' && one !== other) this.#swap(one, other);
    if (kind === 'copy') await this.#copy(one, name);
    if (kind === 'edit') this.#edit(one, /^description: .*$/m, (text) => `description: ${text}`);
    if (kind === 'retitle') this.#edit(one, /^title: .*$/m, (text) => `title: T ${text}`);
    if (kind === 'console') await this.#editThere(one);
    if (kind === 'remove') this.#remove(one);
  }

  async check(): Promise<void> {
    for (const trail of this.#known) {
      const { folder, id, mark } = trail;
      if (folder !== undefined) expect(this.#text(folder)).toContain(mark);
      if (folder !== undefined) expect(textIn(this.#text(folder))).toBe(trail.here);
      if (id === undefined) continue;
      const { document } = await this.#cairn.trails.get(id);
      expect(document.trigger?.keywords).toEqual([mark]);
      expect(`${document.title} | ${document.description}`).toBe(trail.there);
    }
    const marks = (await this.#cairn.trails.list().all()).map(
      ({ id }) => this.#known.find((each) => each.id === id)?.mark,
    );
    expect(marks.length).toBe(new Set(marks).size);
    expect(marks).not.toContain(undefined);
  }

  #text(folder: string): string {
    return readFileSync(join(this.#folder.dir, folder, 'trail.yaml'), 'utf8');
  }

  #fresh(): string {
    this.#count += 1;
    return `n${this.#count}.`;
  }

  #add(folder: string): void {
    // Without an id, a new file at an old place would be a new text of the old trail.
    if (this.#isTaken(folder) || this.#known.some(({ places }) => places.has(folder))) return;
    const mark = `mark-${this.#fresh().slice(0, -1)}`;
    const yaml = trailYaml(mark).replace(/description: .*/, `description: ${this.#fresh()}`);
    this.#folder.write(`${folder}/trail.yaml`, yaml);
    const here = textIn(yaml);
    this.#known.push({
      mark,
      places: new Set([folder]),
      folder,
      id: undefined,
      here,
      there: undefined,
      isEditedHere: true,
      isEditedThere: false,
    });
  }

  #isLocked(folder: string): boolean {
    const file = join(this.#folder.dir, 'cairn.lock.json');
    if (!existsSync(file)) return false;
    return Object.hasOwn((JSON.parse(readFileSync(file, 'utf8')) as { trails: object }).trails, folder);
  }

  #isTaken = (folder: string): boolean => existsSync(join(this.#folder.dir, folder));

  async #rename(trail: Known, name: string, isMv: boolean): Promise<void> {
    const { folder = '' } = trail;
    if (this.#isTaken(name)) return;
    if (isMv) {
      const isMoved = await moveFolder(this.#folder.dir, 'cairn.lock.json', folder, name).then(
        () => true,
        () => false,
      );
      if (!isMoved) return;
    } else renameSync(join(this.#folder.dir, folder), join(this.#folder.dir, name));
    trail.folder = name;
    trail.places.add(name);
  }

  #swap(one: Known, other: Known): void {
    const [first, second] = [one.folder ?? '', other.folder ?? ''].map((name) => join(this.#folder.dir, name));
    if (first === undefined || second === undefined) return;
    renameSync(first, `${first}.swap`);
    renameSync(second, first);
    renameSync(`${first}.swap`, second);
    [one.folder, other.folder] = [other.folder, one.folder];
    for (const trail of [one, other]) trail.places.add(trail.folder ?? '');
  }

  /**
   * The copy has another text, and states the id of the original. Until it is applied, it could
   * take the place of the original.
   */
  async #copy(trail: Known, name: string): Promise<void> {
    if (this.#isTaken(name) || trail.places.has(name)) return;
    // If both have other names and other texts than at the last sync, nothing tells the original from the copy.
    if (trail.isEditedHere && !this.#isLocked(trail.folder ?? '')) return;
    cpSync(join(this.#folder.dir, trail.folder ?? ''), join(this.#folder.dir, name), { recursive: true });
    const mark = `mark-${this.#fresh().slice(0, -1)}`;
    const text = this.#text(name)
      .replaceAll(trail.mark, mark)
      .replace(/^title: .*$/m, `title: ${mark}`);
    writeFileSync(join(this.#folder.dir, name, 'trail.yaml'), text);
    const here = textIn(text);
    this.#known.push({
      mark,
      places: new Set([name]),
      folder: name,
      id: undefined,
      here,
      there: undefined,
      isEditedHere: true,
      isEditedThere: false,
    });
    await this.#apply();
  }

  #edit(trail: Known, line: RegExp, next: (text: string) => string): void {
    const file = join(this.#folder.dir, trail.folder ?? '', 'trail.yaml');
    writeFileSync(file, this.#text(trail.folder ?? '').replace(line, next(this.#fresh())));
    trail.here = textIn(this.#text(trail.folder ?? ''));
    trail.isEditedHere = true;
  }

  async #editThere(trail: Known): Promise<void> {
    if (trail.id === undefined) return;
    const text = this.#fresh();
    await this.#cairn.trails.edit(trail.id, (draft) => {
      draft.description = text;
    });
    trail.there = trail.there?.replace(/\| .*/, `| ${text}`);
    trail.isEditedThere = true;
  }

  #remove(trail: Known): void {
    rmSync(join(this.#folder.dir, trail.folder ?? ''), { recursive: true });
    trail.folder = undefined;
  }

  async #apply(): Promise<void> {
    const plan = await this.#folder.plan();
    expect((await this.#folder.apply(plan)).failed).toEqual([]);
    const created = await this.#cairn.trails.list().all();
    for (const trail of this.#known) {
      if (trail.folder === undefined || plan.drift.some(({ folder }) => folder === trail.folder)) continue;
      if (trail.id === undefined) {
        for (const { id } of created)
          if ((await this.#cairn.trails.get(id)).document.trigger?.keywords?.[0] === trail.mark) trail.id = id;
        expect(trail.id).toBeDefined();
      }
      // The plan reports trails that changed on both sides as drift.
      expect(trail.isEditedHere && trail.isEditedThere).toBe(false);
      if (trail.isEditedHere) trail.there = trail.here;
      trail.isEditedHere = false;
    }
  }

  async #pull(): Promise<void> {
    const { written } = await this.#folder.pull();
    for (const trail of this.#known) {
      if (trail.folder === undefined || !written.includes(trail.folder) || trail.id === undefined) continue;
      expect(trail.isEditedHere).toBe(false);
      trail.here = textIn(this.#text(trail.folder));
      expect(trail.here).toBe(trail.there);
      trail.isEditedThere = false;
    }
    const folders = new Set(this.#known.map(({ folder }) => folder));
    expect(
      readdirSync(this.#folder.dir, { withFileTypes: true }).filter((e) => e.isDirectory() && !folders.has(e.name)),
    ).toEqual([]);
  }
}

/** The title and the description. */
const textIn = (yaml: string): string =>
  [/^title: (.*)$/m, /^description: (.*)$/m].map((line) => line.exec(yaml)?.[1] ?? '').join(' | ');

test('keeps the ids and texts of trails in any sequence of changes', { timeout: 1_800_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 10, maxLength: 40 }), async (operations) => {
      const { key } = (await service.team()).publisher;
      const folder = trailsFolder(service.address, key, temporaryFolder('moves'));
      const desk = new Desk(folder, connect({ url: service.address, credential: key }));
      for (const one of operations) await desk.run(one);
      await desk.check();
      await desk.run({ kind: 'apply', name: '', pick: 0 });
      await desk.run({ kind: 'pull', name: '', pick: 0 });
      await desk.check();
    }),
    { numRuns: runs(8) },
  );
});
