// A plan applies only to the catalog that it was made for. Steps that are already done are skipped.
import { expect, test } from 'vitest';
import { applyPlan } from '../../../src/cli/trails/apply-plan.ts';
import type { CatalogName, Lock, LockFile } from '../../../src/cli/trails/lock-file.ts';
import type { TrailPlan } from '../../../src/cli/trails/plan-file.ts';
import { planRequests, type RequestDeps } from '../../../src/cli/trails/plan-request.ts';
import type { TrailsContext } from '../../../src/cli/trails/trails-context.ts';

const TEAM = '0199aaaa-0000-7000-8000-000000000001';
const HERE = 'https://one.test';
const THERE = 'https://other.test';

test.each<[string, CatalogName, CatalogName, boolean]>([
  ['the same workspace', { url: HERE, team_id: TEAM }, { url: HERE, team_id: TEAM }, true],
  ['a workspace with another address', { url: HERE, team_id: TEAM }, { url: THERE, team_id: TEAM }, true],
  ['the service-wide catalog', { url: HERE, team_id: null }, { url: HERE, team_id: null }, true],
  ['the catalog of another Cairn', { url: HERE, team_id: null }, { url: THERE, team_id: null }, false],
  ['a workspace next to it', { url: HERE, team_id: TEAM }, { url: HERE, team_id: TEAM.replace('1', '2') }, false],
  ['a workspace instead of it', { url: HERE, team_id: TEAM }, { url: HERE, team_id: null }, false],
])('checks whether a plan may be applied to %s: %j, %j, %s', async (_, catalog, planned, isTaken) => {
  // A plan that was applied completely has nothing left to do.
  const lock: Lock = { format: 1, catalog, trails: new Map(), applied: 'plan' };
  const file: LockFile = {
    lock,
    write: () => Promise.reject(),
    note: () => Promise.reject(),
    save: () => Promise.reject(),
  };
  const plan: TrailPlan = { format: 1, id: 'plan', made_at: '', catalog: planned, steps: [], drift: [], notes: [] };
  const applied = applyPlan({ catalog, lock: file } as TrailsContext, plan, {});
  if (isTaken) expect(await applied).toMatchObject({ plan: 'plan', done: 0, failed: [] });
  else await expect(applied).rejects.toThrow('The plan was made for another catalog');
});

const step = { id: '1', kind: 'create', folder: 'f', title: 'Answer a complaint', images: {} } as const;
const create = { ...step, document: { title: step.title } };
const depsWith = (status: string, document: object): RequestDeps =>
  ({
    cairn: { trails: { get: async () => ({ id: 'old', revision: 4, document }) } },
    remote: [{ id: 'old', title: step.title, status }],
    lock: { lock: { trails: new Map() } },
  }) as unknown as RequestDeps;

test.each([
  ['archived', { title: 'Something else' }, undefined],
  ['draft', create.document, 'old'],
  ['live', create.document, 'old'],
])('creates a trail only if there is none with the same title: %s, %j, %s', async (status, document, id) => {
  const [request] = await planRequests(depsWith(status, document), [create]);
  expect(request?.trails.map(({ trail }) => trail.trail_id)).toEqual([id]);
});

test('refuses to create a second trail with a title that another author has used', async () => {
  await expect(planRequests(depsWith('live', { title: 'Something else' }), [create])).rejects.toThrow(step.title);
});

test('divides large plans, and archives last', async () => {
  const deps = { remote: [], lock: { lock: { trails: new Map() } } } as unknown as RequestDeps;
  const many = Array.from({ length: 2_500 }, (_, at) => ({ ...create, folder: `f${at}` }));
  const gone = { id: 'x', kind: 'archive', title: '', trail_id: 't', revision: 1 } as const;
  const archive = Array.from({ length: 1_001 }, (_, at) => ({ ...gone, folder: `g${at}` }));
  const counts = (await planRequests(deps, [...archive, ...many])).map(({ trails, archived }) => [
    trails.length,
    archived.length,
  ]);
  expect(counts).toEqual([
    [1_000, 0],
    [1_000, 0],
    [500, 1_000],
    [0, 1],
  ]);
});
