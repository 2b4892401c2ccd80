// A plan applies only to the catalog that it was made for. Steps that are already done are skipped.
import { ProblemError } from '@cairn/client';
import { expect, test } from 'vitest';
import { applyPlan } from '../../../src/cli/trails/apply-plan.ts';
import { applyStep, type StepDeps } from '../../../src/cli/trails/apply-step.ts';
import type { CatalogName, Lock, LockFile } from '../../../src/cli/trails/lock-file.ts';
import type { TrailPlan } from '../../../src/cli/trails/plan-file.ts';
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

test.each([
  ['archived', 'conflict', true],
  ['draft', 'conflict', false],
  ['live', 'conflict', false],
  ['archived', 'revision-conflict', false],
])(
  'treats a trail that is %s, if archiving it is refused as %s, as removed from the folder: %s',
  async (status, slug, isGone) => {
    const problem = { type: `https://x/problems/${slug}`, title: '', status: 409, detail: 'No.', instance: '' };
    const trails = {
      archive: () => Promise.reject(new ProblemError(problem, 409, new Headers())),
      get: async () => ({ status }),
    };
    const deps = { cairn: { trails }, plan: { id: 'p' } } as unknown as StepDeps;
    const step = { id: '1', kind: 'archive', folder: 'f', title: 'T', trail_id: 't', revision: 3 } as const;
    const applied = applyStep(deps, step);
    if (isGone) expect(await applied).toEqual({ gone: 't' });
    else await expect(applied).rejects.toThrow('No.');
  },
);

test.each([
  ['archived', true],
  ['draft', false],
  ['live', false],
])('creates a trail although there is one with the same title that is %s: %s', async (status, isCreated) => {
  const document = { title: 'Answer a complaint' };
  const made = { id: 'new', document, revision: 1 };
  const trails = { create: async () => made, get: async () => ({ document: { title: 'Something else' } }) };
  const deps = {
    cairn: { trails },
    plan: { id: 'p' },
    remote: [{ id: 'old', title: document.title, status }],
    lock: { lock: { trails: new Map() } },
  } as unknown as StepDeps;
  const step = { id: '1', kind: 'create', folder: 'f', title: document.title, document, images: {} } as const;
  const applied = applyStep(deps, step as unknown as Parameters<typeof applyStep>[1]);
  if (isCreated) expect(await applied).toMatchObject({ trail: { id: 'new' } });
  else await expect(applied).rejects.toThrow('Answer a complaint');
});
