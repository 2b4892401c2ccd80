// Groups, editors and sets of trails in the files of `cairn trails`.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Cairn, connect } from '@cairn/client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { catalogDifference } from '../../../src/cli/trails/catalog-difference.ts';
import { planText, readPlan, writePlan } from '../../../src/cli/trails/plan-file.ts';
import { createGroup } from '../../../src/directory/groups/groups.ts';
import { runHere } from '../../support/command.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { BY_TEST, type TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { type Folder, trailsFolder, trailYaml } from './folder.ts';

let service: World;
let team: TestTeam;
let cairn: Cairn;
let folder: Folder;
let groups: Record<string, string>;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());
beforeEach(async () => {
  team = await service.team();
  const { key } = team.publisher;
  cairn = connect({ url: service.address, credential: key });
  folder = trailsFolder(service.address, key);
  groups = {};
  for (const name of ['Sales', 'Support', 'Docs team']) groups[name] = await group(name);
});

const group = async (display_name: string): Promise<string> => {
  const { database } = service.app;
  const made = await database.inTransaction((tx) => createGroup(tx, team.team_id, { display_name }, BY_TEST));
  return made.group_id;
};
const text = (path: string): string => readFileSync(join(folder.dir, path), 'utf8');
const kinds = (plan: { steps: readonly { kind: string }[] }): string[] => plan.steps.map(({ kind }) => kind);
const audiences = async () => (await cairn.audiences()).items.map(({ trail_id: _, ...audience }) => audience);
const sets = async () => (await cairn.sets()).items;
const idOf = async (title: string): Promise<string> =>
  (await cairn.trails.list().all()).find((trail) => trail.title === title)?.id ?? '';

const MEMBERS = `visibility: restricted
groups:
  - Sales
  - name: Support # they need it first
    reach: featured
    edits: true
editors: [EMAIL]`;
const withMembers = () => MEMBERS.replace('EMAIL', team.member.email);

async function opened(): Promise<void> {
  folder.write('refunds/trail.yaml', trailYaml('Refunds', withMembers()));
  await folder.apply(await folder.plan());
}
/** Somebody opens the trail to another group in the meantime. */
const openTo = async (name: string): Promise<void> => {
  await cairn.plan({
    trails: [
      {
        trail_id: await idOf('Refunds'),
        document: (await cairn.trails.get(await idOf('Refunds'))).document,
        groups: [...((await audiences())[0]?.groups ?? []), { name }],
      },
    ],
    apply: true,
    skip_examples: true,
  });
};

test('opens a new trail to groups and editors, shows changes in the plan, and plans nothing afterwards', async () => {
  folder.write('refunds/trail.yaml', trailYaml('Refunds', withMembers()));
  const plan = await folder.plan();
  expect(kinds(plan)).toEqual(['create', 'visibility', 'audience']);
  expect(planText(plan)).toContain(
    `~ audience   refunds  “Refunds”
    + group Sales (available)
    + group Support (featured, edits)
    + editor ${team.member.email}`,
  );
  await folder.apply(plan);
  const whole = {
    groups: [
      { name: 'Sales', reach: 'available', edits: false },
      { name: 'Support', reach: 'featured', edits: true },
    ],
    editors: [team.member.email],
  };
  expect(await audiences()).toEqual([whole]);
  expect([kinds(await folder.plan()), (await folder.plan()).drift]).toEqual([[], []]);
  expect(await folder.pull()).toMatchObject({ written: [], left: [] });
  expect(text('refunds/trail.yaml')).toContain(withMembers());

  folder.write(
    'refunds/trail.yaml',
    text('refunds/trail.yaml')
      .replace('  - Sales\n', '')
      .replace('featured', 'available')
      .replace(/editors: .*/, 'editors: []'),
  );
  const second = await folder.plan();
  expect(planText(second)).toContain(
    `    ~ group Support (featured, edits → available, edits)
    - group Sales
    - editor ${team.member.email} (still sees it)`,
  );
  await folder.apply(second);
  expect(await audiences()).toEqual([{ groups: [{ name: 'Support', reach: 'available', edits: true }], editors: [] }]);
});

test('leaves the audience alone if the file has no such members, or with --skip-audience', async () => {
  await opened();
  const before = await audiences();
  folder.write('refunds/trail.yaml', trailYaml('Refunds').replace('You get', 'I get'));
  await folder.apply(await folder.plan());
  expect(await audiences()).toEqual(before);
  folder.write('refunds/trail.yaml', trailYaml('Refunds', 'groups: [No such group]'));
  folder.write('sets.yaml', '- name: Any\n');
  const skipping = await folder.plan({ skipAudience: true });
  expect(kinds(skipping)).toEqual(['save']);
  await folder.apply(skipping);
  expect([await audiences(), await sets()]).toEqual([before, []]);
});

test('keeps order, comments and spelling in a round trip, and writes what changed on the server', async () => {
  folder.write('refunds/trail.yaml', trailYaml('Refunds', withMembers().replace('- Sales', '- "SALES" # all of them')));
  await folder.apply(await folder.plan());
  await folder.pull({ force: true });
  const before = text('refunds/trail.yaml');
  expect(before).toContain('- "SALES" # all of them');
  await folder.pull({ force: true });
  expect(text('refunds/trail.yaml')).toBe(before);
  await openTo('Docs team');
  expect(await folder.pull()).toMatchObject({ written: ['refunds'] });
  expect(text('refunds/trail.yaml')).toContain('- Docs team');
  expect(kinds(await folder.plan())).toEqual([]);

  const other = trailsFolder(service.address, team.publisher.key);
  await other.pull();
  expect(readFileSync(join(other.dir, 'refunds/trail.yaml'), 'utf8')).toContain(
    `groups:\n  - Docs team\n  - Sales\n  - name: Support\n    reach: featured\n    edits: true\neditors:\n  - ${team.member.email}\n`,
  );
  expect(kinds(await other.plan())).toEqual([]);
});

test('reports an audience that was changed on the server, before the plan and after it', async () => {
  await opened();
  await openTo('Docs team');
  const drifted = await folder.plan();
  expect([kinds(drifted), drifted.drift]).toEqual([
    [],
    [expect.objectContaining({ folder: 'refunds', sentence: expect.stringContaining('the groups were changed') })],
  ]);
  const overwriting = await folder.plan({ overwrite: true });
  expect(planText(overwriting)).toContain('    - group Docs team');
  await folder.pull({ force: true });

  folder.write('refunds/trail.yaml', trailYaml('Refunds', 'groups: [Sales]\neditors: []'));
  const planned = await folder.plan();
  await group('Extra');
  await openTo('Extra');
  const result = await folder.apply(planned);
  expect(result.failed).toMatchObject([
    { folder: 'refunds', sentence: expect.stringContaining('The groups for “Refunds” were just changed') },
  ]);
  expect((await audiences())[0]?.groups.map(({ name }) => name)).toContain('Extra');
});

test.each([
  ['groups: Sales', 'refunds/trail.yaml: groups: must be a list, such as [Sales].'],
  ['groups:', 'refunds/trail.yaml: groups: must be a list'],
  ['groups: [Sales, SALES]', 'refunds/trail.yaml: groups[1]: lists “SALES” twice. Remove one of the two entries.'],
  ['groups: [{name: Sales, reach: loud}]', 'refunds/trail.yaml: groups[0].reach: must be available or featured.'],
  ['groups: [{name: Sales, edit: true}]', 'refunds/trail.yaml: groups[0].edit: is unknown. Use name, reach and edits.'],
  ['groups: [Sales, Sails]', 'refunds/trail.yaml: groups[1]: There is no group “Sails” in the workspace. Correct the'],
  [
    'editors: [Docs team]',
    'refunds/trail.yaml: editors[0]: must be an e-mail address. To let a group edit, add "edits',
  ],
  ['editors: [nobody@acme.test]', 'refunds/trail.yaml: editors[0]: No active member of the workspace has the address'],
])('names the file, the field and the remedy for %s', async (members, sentence) => {
  folder.write('refunds/trail.yaml', trailYaml('Refunds', members));
  const { code, stderr } = await command(['plan']);
  expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)]);
});

const command = (args: readonly string[]) =>
  runHere(['trails', ...args, '--dir', folder.dir], { CAIRN_URL: service.address, CAIRN_API_KEY: team.publisher.key });

const SETS = `# For people who start
- name: Onboarding for sales
  description: The first week.
  trails: [refunds, demos]
  groups:
    - name: Sales
      reach: featured
- name: Everyone
  trails: [demos]
`;

async function withSets(): Promise<void> {
  folder.write('refunds/trail.yaml', trailYaml('Refunds'));
  folder.write('demos/trail.yaml', trailYaml('Demos'));
  folder.write('sets.yaml', SETS);
  await folder.apply(await folder.plan());
}

test('creates sets with new trails in one plan, changes them, and deletes them only with --prune', async () => {
  folder.write('refunds/trail.yaml', trailYaml('Refunds'));
  folder.write('demos/trail.yaml', trailYaml('Demos'));
  folder.write('sets.yaml', SETS);
  const plan = await folder.plan();
  expect(kinds(plan)).toEqual(['create', 'create', 'sets']);
  expect(planText(plan)).toContain(
    '~ sets       sets.yaml\n    + set Onboarding for sales (2 trails)\n      + group Sales (featured)\n    + set Everyone',
  );
  const file = join(temporaryFolder('plan'), 'plan.json');
  await writePlan(file, plan);
  expect(await folder.apply(await readPlan(file))).toMatchObject({ failed: [] });
  const [refunds, demos] = [await idOf('Refunds'), await idOf('Demos')];
  expect(await sets()).toMatchObject([
    {
      name: 'Onboarding for sales',
      description: 'The first week.',
      trail_ids: [refunds, demos],
      groups: [{ reach: 'featured' }],
    },
    { name: 'Everyone', description: '', trail_ids: [demos], groups: [], editors: [] },
  ]);
  expect([kinds(await folder.plan()), (await folder.plan()).drift]).toEqual([[], []]);
  expect(await folder.pull()).toMatchObject({ written: [], left: [] });
  expect(text('sets.yaml')).toBe(SETS);

  const [first = '', second = ''] = SETS.split('- name: Everyone').map((part) =>
    part.replace('# For people who start\n', ''),
  );
  folder.write('sets.yaml', `- name: Everyone${second.replace('demos', 'demos, refunds')}${first}`);
  const moved = await folder.plan();
  expect(planText(moved)).toContain(
    '    ~ set Everyone\n      + trail refunds\n    ~ order: Everyone, Onboarding for sales',
  );
  await folder.apply(moved);
  expect((await sets()).map(({ name, trail_ids }) => [name, trail_ids])).toEqual([
    ['Everyone', [demos, refunds]],
    ['Onboarding for sales', [refunds, demos]],
  ]);

  folder.write('sets.yaml', '- name: Everyone\n');
  const kept = await folder.plan();
  expect([kinds(kept), kept.notes]).toEqual([[], [expect.stringContaining('“Onboarding for sales”')]]);
  await folder.apply(await folder.plan({ prune: true }));
  expect((await sets()).map(({ name }) => name)).toEqual(['Everyone']);
  rmSync(join(folder.dir, 'sets.yaml'));
  expect(kinds(await folder.plan({ prune: true }))).toEqual([]);
  await folder.pull();
  expect(existsSync(join(folder.dir, 'sets.yaml'))).toBe(false);
});

test('pulls sets into another folder, and an archive takes them along', async () => {
  await withSets();
  const other = trailsFolder(service.address, team.publisher.key);
  expect(await other.pull()).toMatchObject({ written: expect.arrayContaining(['sets.yaml']) });
  expect(kinds(await other.plan({ prune: true }))).toEqual([]);
  const archive = join(temporaryFolder('archive'), 'catalog.zip');
  expect((await command(['export', archive])).code).toBe(0);
  const dir = join(temporaryFolder('import'), 'trails');
  expect((await runHere(['trails', 'import', archive, '--dir', dir], {})).code).toBe(0);
  expect(readFileSync(join(dir, 'sets.yaml'), 'utf8')).toContain('- name: Onboarding for sales');
});

test('reports sets that were changed on the server, before the plan and after it', async () => {
  await withSets();
  const [first] = await sets();
  const rename = (description: string) =>
    cairn.plan({ trails: [], sets: [{ set_id: first?.set_id, description }], apply: true, skip_examples: true });
  folder.write('sets.yaml', SETS.replace('first week', 'first day'));
  const planned = await folder.plan();
  await rename('Theirs.');
  expect((await folder.apply(planned)).failed).toMatchObject([
    { folder: 'sets.yaml', sentence: expect.stringContaining('The set “Onboarding for sales” has just been changed') },
  ]);
  const drifted = await folder.plan();
  expect([kinds(drifted), drifted.drift]).toMatchObject([[], [{ folder: 'sets.yaml' }]]);
  expect(await folder.pull()).toMatchObject({ left: [{ folder: 'sets.yaml' }] });
  await folder.apply(await folder.plan({ overwrite: true }));
  expect((await sets())[0]?.description).toBe('The first day.');
});

test.each([
  ['name: Sales', 'sets.yaml: must be a list of sets'],
  ['- trails: []', 'sets.yaml: [0].name: must be a name.'],
  ['- {name: A, trails: [gone]}', 'sets.yaml: “A”: trails[0]: there is no trail in the folder gone.'],
  ['- {name: A}\n- {name: a}', 'sets.yaml: [1].name: the file has two sets “a”. Rename one of them.'],
  ['- {name: A, groups: [Sails]}', 'sets.yaml: “A”: groups[0]: There is no group “Sails”'],
  [
    '- {name: A, trail: [refunds]}',
    'sets.yaml: “A”: trail: is unknown. Use name, description, trails, groups, editors.',
  ],
])('names the set and the remedy for %s', async (yaml, sentence) => {
  folder.write('sets.yaml', yaml);
  const { code, stderr } = await command(['plan']);
  expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)]);
});

test('shows differences of groups, editors and visibility next to those of the document', async () => {
  await opened();
  const difference = async () => (await catalogDifference(await folder.open(), [])).map((one) => one.difference);
  expect(await difference()).toEqual([]);
  await openTo('Docs team');
  expect(await difference()).toEqual(['- group Docs team']);
  folder.write('refunds/trail.yaml', trailYaml('Refunds', 'visibility: all_teams\ngroups: [Sales]\neditors: []'));
  folder.write('new/trail.yaml', trailYaml('New', 'groups: [Sales]'));
  const [created = '', changed = ''] = await difference();
  expect(created).toContain('\n+ group Sales (available)');
  expect(changed.split('\n')).toEqual([
    '~ visibility (restricted → all_teams)',
    expect.stringMatching(/^- group (Support|Docs team)$/),
    expect.stringMatching(/^- group (Support|Docs team)$/),
    `- editor ${team.member.email} (still sees it)`,
  ]);
  // A file that states no audience compares none.
  folder.write('refunds/trail.yaml', trailYaml('Refunds'));
  expect(await difference()).toHaveLength(1);
});
