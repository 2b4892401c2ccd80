// Plans: many trails compared, tested and applied in one request, as a whole or not at all.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../src/storage/sql.ts';
import { runs } from '../../support/runs.ts';
import { type Problem, type Speaker, slugOf } from '../../support/speaker.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { settledRowsOf } from '../../tenancy/rows-of.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { managedTeam } from '../manage/support.ts';

const PATH = '/manage/v1/plans';

let service: World;
let team: TestTeam;
let speaks: Speaker;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

async function freshTeam(): Promise<void> {
  team = await service.team();
  speaks = team.publisher.speaks;
}

interface Example {
  readonly pass: boolean;
  readonly confidence: number;
}
interface Planned {
  readonly applied: boolean;
  readonly all_pass: boolean;
  readonly complete: boolean;
  readonly lost_prompts: readonly { readonly trail: { readonly title: string }; readonly winner: object | null }[];
  readonly trails: readonly {
    readonly action: string;
    readonly trail_id: string;
    readonly revision: number;
    readonly visibility: string;
    readonly publishes: boolean;
    readonly changed_fields: readonly string[];
    readonly prompt_ids: readonly string[];
    readonly examples: readonly Example[];
  }[];
}
interface Trail {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly revision: number;
  readonly visibility: string;
  readonly document: { readonly prompts: readonly { readonly id: string }[] };
}

const TOPICS = ['refund', 'invoice', 'vacation', 'minutes', 'translation', 'onboarding', 'forecast', 'complaint'];
const documentOf = (at: number) => {
  const topic = TOPICS[at % TOPICS.length] ?? '';
  const examples = [
    { text: `write the ${topic} number ${at} for me`, expect: 'match' },
    { text: 'order flowers for the lobby', expect: 'no_match' },
  ];
  const document = readyDocument(`Prepare the ${topic} ${at}`);
  return { ...document, trigger: { when: `A ${topic} ${at} is due.`, keywords: [`${topic} ${at}`], examples } };
};
const planOf = (count: number) => Array.from({ length: count }, (_, at) => ({ document: documentOf(at) }));

const plan = (body: object, headers = {}, query = '') => speaks.post<Planned & Problem>(PATH + query, body, headers);
const trails = async (): Promise<Trail[]> => {
  const { body } = await speaks.get<{ items: Trail[] }>('/v1/trails?limit=100');
  return Promise.all(body.items.map(async ({ id }) => (await speaks.get<Trail>(`/v1/trails/${id}`)).body));
};

test('reports a plan and stores nothing, then applies it as drafts', async () => {
  await freshTeam();
  const before = await settledRowsOf(service.app.database, team.team_id);
  const report = await plan({ trails: planOf(3) });
  expect(report).toMatchObject({
    status: 200,
    body: { applied: false, trails: [{ action: 'create', trail_id: null, publishes: false }, {}, {}] },
  });
  expect(await settledRowsOf(service.app.database, team.team_id)).toEqual(before);
  const dry = await plan({ trails: planOf(3), apply: true }, {}, '?dry_run=true');
  expect(dry.body.applied).toBe(true);
  expect(await settledRowsOf(service.app.database, team.team_id)).toEqual(before);

  const { body } = await plan({ trails: planOf(3), apply: true });
  const stored = await trails();
  expect(new Set(stored.map(({ id }) => id))).toEqual(new Set(body.trails.map(({ trail_id }) => trail_id)));
  for (const { trail_id, revision, prompt_ids } of body.trails) {
    const trail = stored.find(({ id }) => id === trail_id);
    expect(trail).toMatchObject({ status: 'draft', revision });
    expect(trail?.document.prompts.map(({ id }) => id)).toEqual(prompt_ids);
  }
});

test('saves, publishes and archives together', async () => {
  await freshTeam();
  const first = (await plan({ trails: planOf(3), apply: true, publish: true })).body;
  expect((await trails()).map(({ status }) => status)).toEqual(['live', 'live', 'live']);
  const [one, two, three] = first.trails;
  const changed = { ...documentOf(0), description: 'You do it differently now.' };
  const second = await plan({
    trails: [
      { trail_id: one?.trail_id, revision: 1, document: changed, visibility: 'restricted' },
      { trail_id: two?.trail_id, revision: 1, document: documentOf(1) },
    ],
    archive: [{ trail_id: three?.trail_id, revision: 1 }],
    publish: true,
    apply: true,
    note: 'From git',
  });
  expect(second.body.trails).toMatchObject([
    { action: 'save', revision: 2, changed_fields: ['description'], publishes: true, visibility: 'restricted' },
    { action: 'unchanged', revision: 1, changed_fields: [], publishes: false },
  ]);
  const stored = new Map((await trails()).map((trail) => [trail.id, trail]));
  expect(stored.get(one?.trail_id ?? '')).toMatchObject({ status: 'live', revision: 2, visibility: 'restricted' });
  expect(stored.get(two?.trail_id ?? '')).toMatchObject({ status: 'live', revision: 1 });
  expect(stored.get(three?.trail_id ?? '')).toMatchObject({ status: 'archived' });
  const versions = await speaks.get<{ note: string | null }[]>(`/v1/trails/${one?.trail_id}/versions`);
  expect(versions.body.map(({ note }) => note)).toEqual(['From git', null]);
});

test('gives the verdicts of one-by-one runs after the plan', { timeout: 120_000 }, async () => {
  await freshTeam();
  const { body } = await plan({ trails: planOf(24), publish: true });
  await plan({ trails: planOf(24), publish: true, apply: true, skip_examples: true });
  const stored = await trails();
  for (const [at, { examples }] of body.trails.entries()) {
    const trail = stored.find(({ title }) => title === documentOf(at).title);
    const run = async () =>
      (await speaks.post<{ results: Example[] }>(`/v1/trails/${trail?.id}/run-examples`, {})).body.results;
    // The sentence vectors of new live trails are computed in the background.
    await expect.poll(run, { timeout: 60_000 }).toEqual(examples);
  }
});

test('names the prompts that live trails lose', async () => {
  await freshTeam();
  const examples = [{ text: 'please write my refund letter', expect: 'match' }];
  const weak = { ...readyDocument('Water plants'), description: '', trigger: { examples } };
  const made = await speaks.post<Trail>('/v1/trails', { document: { ...weak, description: 'You write.' } });
  await speaks.post(`/v1/trails/${made.body.id}/publish`);
  const strong = readyDocument('Write a refund letter');
  const trigger = { when: 'A refund letter is due.', keywords: ['refund letter', 'write refund'], examples };
  const { body } = await plan({ trails: [{ document: { ...strong, trigger } }], publish: true });
  expect(body.lost_prompts).toMatchObject([
    { trail: { title: 'Water plants' }, winner: { title: 'Write a refund letter' } },
  ]);
  expect((await plan({ trails: [{ document: { ...strong, trigger } }] })).body.lost_prompts).toEqual([]);
});

test('applies nothing if any trail has errors, has changed, or is unknown', async () => {
  await freshTeam();
  const [one] = (await plan({ trails: planOf(1), apply: true })).body.trails;
  const id = one?.trail_id;
  const before = await settledRowsOf(service.app.database, team.team_id);
  const refused = async (body: object, status: number, slug: string, field: string): Promise<void> => {
    const answer = await plan({ apply: true, ...body });
    expect([answer.status, slugOf(answer)]).toEqual([status, slug]);
    expect(JSON.stringify(answer.body.issues)).toContain(field);
  };
  const good = { document: documentOf(7) };
  const bare = { document: { title: 'Bare' } };
  await refused({ trails: [good, { document: { title: '', x: 1 } }] }, 422, 'validation', 'trails[1].document.x');
  await refused({ trails: [good, { document: 'no' }] }, 422, 'validation', 'trails[1].document');
  await refused({ trails: [good, {}] }, 422, 'validation', 'trails[1].document');
  await refused({ trails: Array(1_001).fill(good) }, 422, 'validation', 'trails');
  await refused({ trails: [good, bare], publish: true }, 422, 'validation', 'trails[1].document.prompts');
  await refused({ trails: [good, { ...good, trail_id: id, revision: 9 }] }, 409, 'conflict', 'trails[1]');
  await refused({ trails: [good, { ...good, trail_id: team.team_id }] }, 409, 'conflict', 'trails[1]');
  await refused({ trails: [good], archive: [{ trail_id: id, revision: 9 }] }, 409, 'conflict', 'archive[0]');
  const twice = [
    { ...good, trail_id: id },
    { ...good, trail_id: id?.toUpperCase() },
  ];
  await refused({ trails: twice }, 422, 'validation', 'trails[1].trail_id');
  // One of the two must fail.
  const both = ['match', 'no_match'].map((expect) => ({ text: 'write a refund', expect }));
  const failing = { ...documentOf(6), trigger: { ...documentOf(6).trigger, examples: both } };
  await refused(
    { trails: [good, { document: failing }], publish: true },
    422,
    'unprocessable',
    'trails[1].document.trigger.examples',
  );
  expect(await settledRowsOf(service.app.database, team.team_id)).toEqual(before);
});

test('refuses what the credential may not do, and trails of other workspaces', async () => {
  await freshTeam();
  const theirs = (await plan({ trails: planOf(1), apply: true })).body.trails[0];
  const { author } = team;
  for (const body of [
    { trails: planOf(1), publish: true },
    { trails: [], archive: [{ trail_id: theirs?.trail_id }] },
  ])
    expect((await author.speaks.post(PATH, body)).status).toBe(403);
  expect((await author.speaks.post(PATH, { trails: planOf(1), apply: true })).status).toBe(200);
  const stranger = (await service.team()).publisher.speaks;
  const stolen = await stranger.post<Problem>(PATH, {
    trails: [{ trail_id: theirs?.trail_id, document: documentOf(0) }],
    apply: true,
  });
  expect([stolen.status, JSON.stringify(stolen.body).includes(documentOf(0).title)]).toEqual([409, false]);
});

test('applies a repeated request once, and undoes everything if the last change fails', async () => {
  await freshTeam();
  const body = { trails: planOf(5), publish: true, apply: true };
  const key = { 'Idempotency-Key': 'plan-1' };
  const [one, other] = await Promise.all([plan(body, key), plan(body, key)]);
  expect([one.status, other.status].sort()).toEqual([200, 409]);
  expect((await plan(body, key)).headers.get('idempotent-replayed')).toBe('true');
  expect(await trails()).toHaveLength(5);
  await service.app.database.rows(sql`
    update catalogs set approval_required = true where catalog_id = ${team.team_id}`);
  const more = { trails: Array.from({ length: 3 }, (_, at) => ({ document: documentOf(at + 10) })), publish: true };
  const refused = await plan({ ...more, apply: true });
  expect([refused.status, slugOf(refused)]).toEqual([409, 'conflict']);
  expect(refused.body.detail).toContain(documentOf(10).title);
  expect(await trails()).toHaveLength(5);
});

const MANY = runs(100);

test(`plans and applies ${MANY} trails in one request`, { timeout: 300_000 }, async () => {
  await freshTeam();
  const report = await plan({ trails: planOf(MANY), publish: true });
  expect(report.body.trails).toHaveLength(MANY);
  const applied = await plan({ trails: planOf(MANY), publish: true, apply: true, skip_examples: true });
  expect(applied.body.trails.every(({ revision }) => revision === 1)).toBe(true);
  const count = await service.app.database.rows<{ live: number }>(sql`
    select count(*)::integer as live from trails where catalog_id = ${team.team_id} and status = 'live'`);
  expect(count).toEqual([{ live: MANY }]);
});

test('names groups and editors of its own workspace only, and needs the scope of authors', async () => {
  await freshTeam();
  const { body } = await plan({ trails: planOf(1), apply: true, skip_examples: true });
  const trail = { trail_id: body.trails[0]?.trail_id, document: documentOf(0) };
  const other = await managedTeam(service);
  await other.asAdmin.post('/manage/v1/groups', { display_name: 'Theirs' });
  const refused = await plan({
    trails: [{ ...trail, groups: [{ name: 'Theirs' }], editors: [other.member.email] }],
    apply: true,
    skip_examples: true,
  });
  expect([refused.status, slugOf(refused)]).toEqual([422, 'validation']);
  expect(refused.body.issues?.map(({ field }) => field)).toEqual(['trails[0].groups[0]', 'trails[0].editors[0]']);
  const set = (await other.asAdmin.post<{ id: string }>('/manage/v1/trail-sets', { name: 'Theirs' })).body.id;
  const foreign = await plan({ trails: [], sets: [{ set_id: set, name: 'Mine' }], apply: true });
  expect([foreign.status, slugOf(foreign)]).toEqual([404, 'not-found']);
  const elsewhere = await plan({ trails: [], delete_sets: [set], apply: true });
  expect(elsewhere.status).toBe(404);
  const reader = await team.key(team.publisher.id, { scopes: ['trails:read'] });
  expect((await reader.speaks.get('/manage/v1/audiences')).status).toBe(200);
  expect((await reader.speaks.post(PATH, { trails: [], apply: true })).status).toBe(403);
  const employee = await team.key(team.member.id, { scopes: ['trails:use'] });
  for (const path of ['/manage/v1/audiences', '/manage/v1/audiences/sets'])
    expect((await employee.speaks.get(path)).status).toBe(403);
});

test('changes no trail if a set of the plan is refused', async () => {
  await freshTeam();
  const sets = [{ name: 'First', trails: [0] }, { name: 'FIRST' }];
  const refused = await plan({ trails: planOf(1), sets, apply: true, skip_examples: true });
  expect([refused.status, slugOf(refused)]).toEqual([409, 'conflict']);
  expect(await trails()).toEqual([]);
  const applied = await plan({ trails: planOf(1), sets: sets.slice(0, 1), apply: true, skip_examples: true });
  expect(applied.status).toBe(200);
  const { body } = await speaks.get<{ items: object[] }>('/manage/v1/audiences/sets');
  expect(body.items).toMatchObject([{ name: 'First', trail_ids: [applied.body.trails[0]?.trail_id] }]);
});
