// Plans for a single difference between the folder, the lock file and the server.
import type { Trail, TrailSummary } from '@cairn/client';
import { expect, test } from 'vitest';
import type { LocalTrail } from '../../../src/cli/trails/local-trail.ts';
import type { Lock, LockedTrail } from '../../../src/cli/trails/lock-file.ts';
import { makePlan, type PlanOptions } from '../../../src/cli/trails/make-plan.ts';
import { documentDigest } from '../../../src/cli/trails/normal-document.ts';

const local = (folder: string, title: string, visibility?: LocalTrail['visibility']): LocalTrail => ({
  folder,
  document: { title },
  visibility,
  images: {},
});

type Remote = Partial<TrailSummary> & { readonly id: string; readonly title: string };
const remote = (of: Remote): Trail =>
  ({ status: 'draft', revision: 1, visibility: 'all_teams', document: { title: of.title }, ...of }) as unknown as Trail;

const locked = (id: string, title: string, more: Partial<LockedTrail> = {}): LockedTrail => ({
  ...{ id, revision: 1, digest: documentDigest({ title }), visibility: 'all_teams', images: {} },
  ...more,
});

/** The steps, the drift, and the notes. */
async function planned(
  sides: { local: readonly LocalTrail[]; trails?: Lock['trails']; remote?: readonly Trail[] },
  options: PlanOptions = {},
) {
  const { trails = {}, remote: there = [] } = sides;
  const lock: Lock = { format: 1, catalog: { url: 'https://one.test', team_id: null }, trails };
  const read = async (id: string): Promise<Trail> => there.find((trail) => trail.id === id) ?? Promise.reject();
  const plan = await makePlan({ local: sides.local, lock, remote: there, read }, options, new Date(0));
  return {
    steps: plan.steps.map(({ id, kind, folder }) => `${id} ${kind} ${folder}`),
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
    local: [local('refunds', 'Refunds', 'restricted')],
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
