// Plans for a single difference between the folder, the lock file and the server.
import type { Trail, TrailSummary } from '@cairn/client';
import { expect, test } from 'vitest';
import { placeTrails } from '../../../src/cli/trails/folder-moves.ts';
import type { FolderTrail } from '../../../src/cli/trails/local-trail.ts';
import type { LockedTrail } from '../../../src/cli/trails/lock-file.ts';
import { makePlan, type PlanOptions } from '../../../src/cli/trails/make-plan.ts';
import { documentDigest } from '../../../src/cli/trails/normal-document.ts';

const local = (folder: string, title: string, more: Partial<FolderTrail> = {}): FolderTrail => ({
  ...{ folder, fileId: undefined, document: { title }, visibility: undefined, audience: {}, images: new Map() },
  promptFiles: [],
  ...more,
});

type Remote = Partial<TrailSummary> & { readonly id: string; readonly title: string };
const remote = (of: Remote): Trail =>
  ({ status: 'draft', revision: 1, visibility: 'all_teams', document: { title: of.title }, ...of }) as unknown as Trail;

const locked = (id: string, title: string, more: Partial<LockedTrail> = {}): LockedTrail => ({
  ...{ id, revision: 1, digest: documentDigest({ title }), visibility: 'all_teams', images: {} },
  ...more,
});

const NO_AUDIENCES = { audiences: new Map(), sets: { local: undefined, locked: [], remote: [] } };

/** The steps, the drift, and the notes. */
async function planned(
  sides: { local: readonly FolderTrail[]; trails?: Record<string, LockedTrail>; remote?: readonly Trail[] },
  options: PlanOptions = {},
) {
  const { remote: there = [] } = sides;
  const trails = new Map(Object.entries(sides.trails ?? {}));
  const lock = { format: 1 as const, catalog: { url: 'https://one.test', team_id: null }, trails };
  const read = async (id: string): Promise<Trail> => there.find((trail) => trail.id === id) ?? Promise.reject();
  const plan = await makePlan(
    { local: placeTrails(sides.local, trails), lock, remote: there, read, ...NO_AUDIENCES },
    options,
    new Date(0),
  );
  return {
    steps: plan.steps.map((step) =>
      [step.id, step.kind, step.folder, ...(step.kind === 'move' ? ['from', step.from] : [])].join(' '),
    ),
    drift: plan.drift.map(({ folder }) => folder),
    notes: plan.notes,
  };
}

test('ignores an archived trail with the same title', async () => {
  const archived = remote({ id: 'a', title: 'Refunds', status: 'archived' });
  const other = remote({ id: 'b', title: 'Other', status: 'archived' });
  expect(await planned({ local: [local('refunds', 'Refunds')], remote: [archived, other] })).toEqual({
    steps: ['1 create refunds'],
    drift: [],
    notes: [],
  });
});

test('keeps visibility that was changed on the server, and replaces it when overwriting', async () => {
  const sides = {
    local: [local('refunds', 'Refunds', { visibility: 'restricted' })],
    trails: { refunds: locked('a', 'Refunds', { visibility: 'restricted' }) },
    remote: [remote({ id: 'a', title: 'Refunds', visibility: 'all_teams' })],
  };
  expect(await planned(sides)).toMatchObject({ steps: [], drift: ['refunds'] });
  expect(await planned(sides, { overwrite: true })).toMatchObject({ steps: ['1 visibility refunds'], drift: [] });
  const changedHere = { ...sides, trails: { refunds: locked('a', 'Refunds') } };
  expect(await planned(changedHere)).toMatchObject({ steps: ['1 visibility refunds'], drift: [] });
});

test('publishes after all saves, and archives last', async () => {
  const sides = {
    local: [local('one', 'One'), local('two', 'Two')],
    trails: { gone: locked('g', 'Gone') },
    remote: [remote({ id: 'g', title: 'Gone' })],
  };
  expect((await planned(sides, { publish: true, prune: true })).steps).toEqual([
    '1 create one',
    '2 create two',
    '3 publish one',
    '4 publish two',
    '5 archive gone',
  ]);
});

const two = { one: locked('a', 'One'), two: locked('b', 'Two') };
const both = [remote({ id: 'a', title: 'One' }), remote({ id: 'b', title: 'Two' })];

test.each<[string, FolderTrail[], string[], string[]]>([
  ['a renamed folder', [local('first', 'One'), local('two', 'Two')], ['1 move first from one'], []],
  ['swapped folders', [local('one', 'Two'), local('two', 'One')], ['1 move one from two', '2 move two from one'], []],
  [
    'a renamed folder with an id and another text',
    [local('first', 'The first', { fileId: 'a' }), local('two', 'Two')],
    ['1 move first from one', '2 save first'],
    [],
  ],
  [
    'swapped folders with ids and other texts',
    [local('one', 'The second', { fileId: 'b' }), local('two', 'The first', { fileId: 'a' })],
    ['1 move one from two', '2 save one', '3 move two from one', '4 save two'],
    [],
  ],
  [
    'a copy of a folder',
    [local('one', 'One', { fileId: 'a' }), local('copy', 'One', { fileId: 'a' }), local('two', 'Two')],
    ['1 create copy'],
    [],
  ],
  [
    'two copies of a renamed folder',
    [local('x', 'Other', { fileId: 'a' }), local('y', 'One', { fileId: 'a' }), local('two', 'Two')],
    ['1 create x', '2 move y from one'],
    [],
  ],
  ['a name in other letter case', [local('One', 'One'), local('two', 'Two')], ['1 move One from one'], []],
  ['a folder renamed to the name of a removed one', [local('two', 'One')], ['1 move two from one'], []],
  [
    'a folder renamed without an id and with another text',
    [local('x', 'One', { document: { title: 'One', description: 'New.' } }), local('two', 'Two')],
    [],
    ['x'],
  ],
])('keeps the trails of %s', async (_, folders, steps, drift) => {
  expect(await planned({ local: folders, trails: two, remote: both })).toMatchObject({ steps, drift });
});

test('finds a trail by its id if the lock file lacks it', async () => {
  const there = [remote({ id: 'a', title: 'One' })];
  expect(await planned({ local: [local('x', 'One', { fileId: 'a' })], remote: there })).toMatchObject({
    steps: ['1 adopt x'],
    drift: [],
  });
  const other = [local('x', 'Another', { fileId: 'a' })];
  expect(await planned({ local: other, remote: there })).toMatchObject({ steps: [], drift: ['x'] });
  expect(await planned({ local: other, remote: there }, { overwrite: true })).toMatchObject({ steps: ['1 save x'] });
});

test('keeps the id of another catalog', async () => {
  const trails = { one: locked('a', 'One', { file_id: 'elsewhere' }) };
  const folders = [local('moved', 'The first', { fileId: 'elsewhere' })];
  const { steps } = await planned({ local: folders, trails, remote: [remote({ id: 'a', title: 'One' })] });
  expect(steps).toEqual(['1 move moved from one', '2 save moved']);
});
