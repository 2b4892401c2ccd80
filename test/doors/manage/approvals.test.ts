import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readArchive } from '../../../src/skills/read-archive.ts';
import { type Speaker, slugOf } from '../../support/speaker.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { atCommandLine } from './support.ts';

interface Approval {
  readonly state: string;
  readonly revision: number;
  readonly obstacle: string | null;
  readonly requested_by: { readonly name: string } | null;
  readonly decided_by: { readonly name: string } | null;
  readonly answer: string | null;
}
interface Refused {
  readonly detail: string;
  readonly missing?: readonly string[];
  readonly approval?: object;
}

let service: World;
let team: TestTeam;
/** Who may do what in the console: the author wrote the trail, and the publisher and the admin may approve. */
let author: Speaker;
let publisher: Speaker;
let admin: Speaker;
let id: string;

beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());
beforeEach(async () => {
  team = await service.team();
  author = await atCommandLine(service, team.team_id, team.author.id);
  publisher = await atCommandLine(service, team.team_id, team.publisher.id);
  admin = await atCommandLine(service, team.team_id, team.admin.id);
  await admin.patch('/manage/v1/catalog-rules', { approval_required: true });
  id = (await team.author.speaks.post<{ id: string }>('/v1/trails', { document: readyDocument() })).body.id;
});

const about = (revision: number, note?: string) => ({ revision, ...(note && { note }) });
const decide = (who: Speaker, action: string, revision: number, note?: string) =>
  who.post<Approval>(`/manage/v1/trails/${id}/approval/${action}`, about(revision, note));
const stands = async (who: Speaker) => (await who.get<Approval>(`/manage/v1/trails/${id}/approval`)).body;
const publish = () => team.publisher.speaks.post<Refused>(`/v1/trails/${id}/publish`);
const save = (who: Speaker, title = 'Another title') =>
  who.put(`/v1/trails/${id}/document`, { ...readyDocument(), title }, { 'If-Match': '*' });

test('refuses to publish without approval through any API, and says what is missing (409)', async () => {
  const refused = await publish();
  expect([refused.status, slugOf(refused), refused.body.missing]).toEqual([409, 'conflict', ['approval']]);
  expect(refused.body.approval).toEqual({ revision: 1, state: 'not_requested' });
  expect(refused.body.detail).toContain("another person's approval of revision 1");
  const fromConsole = await publisher.post(`/console/v1/trails/${id}/publish`);
  expect([fromConsole.status, slugOf(fromConsole)]).toEqual([409, 'conflict']);
});

test('requests approval of a revision, lets another person approve it, and publishes it', async () => {
  expect((await decide(author, 'request', 1, 'Shorter now')).body).toMatchObject({
    state: 'requested',
    requested_by: { name: team.author.name },
    obstacle: 'You saved this revision, so another person has to approve it.',
  });
  expect((await publish()).body.approval).toEqual({ revision: 1, state: 'requested' });
  const approved = await decide(publisher, 'approve', 1, 'Good');
  expect([approved.status, approved.body.state, approved.body.answer]).toEqual([200, 'approved', 'Good']);
  expect((await publish()).status).toBe(200);
  const log = await admin.get<{ items: { kind: string; after: Record<string, unknown> | null }[] }>(
    `/manage/v1/audit?subject_id=${id}`,
  );
  expect(log.body.items.map(({ kind }) => kind)).toEqual([
    'trail.published',
    'trail.approved',
    'trail.approval_requested',
    'trail.created',
  ]);
  expect(log.body.items[0]?.after).toMatchObject({ approved_by: team.publisher.id });
});

test('requires another approval after a later save or a restored version', async () => {
  await decide(publisher, 'approve', 1);
  await save(team.author.speaks);
  expect((await stands(author)).state).toBe('outdated');
  expect((await publish()).body.approval).toEqual({ revision: 2, state: 'outdated' });
  expect((await decide(publisher, 'approve', 1)).status).toBe(409);
  await decide(publisher, 'approve', 2);
  expect((await publish()).status).toBe(200);
  await team.author.speaks.post(`/v1/trails/${id}/versions/1/restore`);
  expect((await publish()).status).toBe(409);
});

test('does not let people approve what they saved or requested (403), and does not let authors approve without the role', async () => {
  await save(team.publisher.speaks);
  const own = await decide(publisher, 'approve', 2);
  expect([own.status, slugOf(own)]).toEqual([403, 'forbidden']);
  await decide(admin, 'request', 2);
  expect((await decide(admin, 'approve', 2)).status).toBe(403);
  expect((await decide(author, 'approve', 2)).status).toBe(403);
  const owner = await atCommandLine(service, team.team_id, team.owner.id);
  expect((await decide(owner, 'approve', 2)).body.state).toBe('approved');
});

test('lets the requester withdraw, and a publisher send back a request or an approval with a comment', async () => {
  await decide(author, 'request', 1);
  const back = await decide(publisher, 'withdraw', 1, 'Name the tool');
  expect(back.body).toMatchObject({ state: 'withdrawn', answer: 'Name the tool' });
  expect((await publish()).body.detail).toContain('was withdrawn');
  expect((await decide(author, 'withdraw', 1)).status).toBe(409);
  await decide(author, 'request', 1);
  await decide(publisher, 'approve', 1);
  expect((await decide(author, 'withdraw', 1)).body.state).toBe('withdrawn');
  expect((await publish()).status).toBe(409);
  await decide(publisher, 'approve', 1);
  const stranger = await team.person('Someone', ['author']);
  const other = await atCommandLine(service, team.team_id, stranger.id);
  expect((await decide(other, 'withdraw', 1)).status).toBe(403);
});

test('applies two concurrent decisions one after the other, and rejects a decision after a save in between', async () => {
  await decide(author, 'request', 1);
  const [saved, approved] = await Promise.all([save(team.author.speaks), decide(publisher, 'approve', 1)]);
  expect(saved.status).toBe(200);
  expect([200, 409]).toContain(approved.status);
  expect((await publish()).status).toBe(409);
  const both = await Promise.all([decide(publisher, 'approve', 2), decide(admin, 'approve', 2)]);
  expect(both.map(({ body }) => body.state)).toEqual(['approved', 'approved']);
  expect(new Set(both.map(({ body }) => body.decided_by?.name)).size).toBe(1);
});

test('refuses a request for approval if the trail has errors, is archived or already live, or if no rule requires it', async () => {
  await team.author.speaks.put(`/v1/trails/${id}/document`, { title: 'Bare' }, { 'If-Match': '*' });
  const bare = await decide(author, 'request', 2);
  expect([bare.status, slugOf(bare)]).toEqual([422, 'validation']);
  await save(team.author.speaks);
  await team.publisher.speaks.post(`/v1/trails/${id}/archive`);
  expect(slugOf(await decide(author, 'request', 3))).toBe('conflict');
  await team.publisher.speaks.post(`/v1/trails/${id}/unarchive`);
  await decide(publisher, 'approve', 3);
  await publish();
  expect((await decide(author, 'request', 3)).body).toMatchObject({ detail: expect.stringContaining('see this') });
  await admin.patch('/manage/v1/catalog-rules', { approval_required: false });
  await save(team.author.speaks, 'One more');
  expect((await decide(author, 'request', 4)).status).toBe(409);
  expect((await publish()).status).toBe(200);
});

test('names the field of invalid input, and lets only administrators change the rule', async () => {
  for (const body of [{}, { revision: 'one' }, { revision: 0 }, { revision: 1, note: 'x'.repeat(501) }]) {
    const refused = await author.post(`/manage/v1/trails/${id}/approval/request`, body);
    expect([refused.status, JSON.stringify(body).slice(0, 30)]).toEqual([422, JSON.stringify(body).slice(0, 30)]);
  }
  expect((await publisher.patch('/manage/v1/catalog-rules', { approval_required: false })).status).toBe(403);
  expect((await author.get('/manage/v1/catalog-rules')).body).toMatchObject({ approval_required: true });
  const member = await atCommandLine(service, team.team_id, team.member.id);
  expect((await member.get(`/manage/v1/trails/${id}/approval`)).status).toBe(403);
});

test("keeps another workspace's rule and trails separate", async () => {
  const nextDoor = await service.team();
  const theirs = await atCommandLine(service, nextDoor.team_id, nextDoor.publisher.id);
  expect((await theirs.get('/manage/v1/catalog-rules')).body).toMatchObject({ approval_required: false });
  for (const action of ['request', 'approve', 'withdraw']) expect((await decide(theirs, action, 1)).status).toBe(404);
  expect((await theirs.get(`/manage/v1/trails/${id}/approval`)).status).toBe(404);
  expect((await stands(author)).state).toBe('not_requested');
});

const open = (who: Speaker = publisher) => who.patch<Refused>(`/console/v1/trails/${id}`, { visibility: 'all_teams' });
const restrict = () => publisher.patch(`/console/v1/trails/${id}`, { visibility: 'restricted' });
const decideFor = (who: Speaker, action: string, revision: number, audience?: string) =>
  who.post<Approval & { readonly audience: string }>(`/manage/v1/trails/${id}/approval/${action}`, {
    ...about(revision),
    ...(audience && { audience }),
  });

test("opens a live restricted trail to everyone only after another person's approval", async () => {
  await restrict();
  await decideFor(author, 'request', 1);
  expect((await decideFor(publisher, 'approve', 1)).body.audience).toBe('restricted');
  expect((await publish()).status).toBe(200);
  const refused = await open();
  expect([refused.status, slugOf(refused), refused.body.missing]).toEqual([409, 'conflict', ['approval']]);
  expect(refused.body.detail).toContain('Opening a live trail to more people');
  expect((await team.publisher.speaks.patch(`/v1/trails/${id}`, { visibility: 'all_teams' })).status).toBe(409);
  expect((await decideFor(author, 'request', 1)).status).toBe(409);
  const asked = await decideFor(author, 'request', 1, 'all_teams');
  expect(asked.body).toMatchObject({ state: 'requested', audience: 'all_teams' });
  expect((await open()).status).toBe(409);
  expect(slugOf(await decideFor(author, 'approve', 1))).toBe('forbidden');
  expect((await decideFor(admin, 'approve', 1)).body).toMatchObject({ state: 'approved', audience: 'all_teams' });
  expect((await open()).status).toBe(200);
  expect((await restrict()).status).toBe(200);
});

test('does not publish to everyone what was approved for a few, but allows the reverse', async () => {
  await restrict();
  await decideFor(publisher, 'approve', 1);
  expect((await open()).status).toBe(200);
  const refused = await publish();
  expect([refused.status, refused.body.missing]).toEqual([409, ['approval']]);
  expect(refused.body.detail).toContain('approved for fewer people');
  expect((await decideFor(publisher, 'approve', 1)).body.audience).toBe('restricted');
  expect((await decideFor(publisher, 'approve', 1, 'all_teams')).body.audience).toBe('all_teams');
  await restrict();
  expect((await publish()).status).toBe(200);
});

test('does not open a live trail on the basis of an approval for its newer draft', async () => {
  await restrict();
  await decideFor(publisher, 'approve', 1);
  await publish();
  await save(team.author.speaks);
  await decideFor(publisher, 'approve', 2, 'all_teams');
  const refused = await open();
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('the draft has changed since')]);
  await publish();
  expect((await open()).status).toBe(200);
});

test('keeps the audience of a request that was sent back and then approved', async () => {
  await restrict();
  await decideFor(author, 'request', 1, 'all_teams');
  expect((await decideFor(publisher, 'withdraw', 1)).body).toMatchObject({ state: 'withdrawn', audience: 'all_teams' });
  expect((await decideFor(publisher, 'approve', 1)).body).toMatchObject({ state: 'approved', audience: 'all_teams' });
  expect((await open()).status).toBe(200);
  expect((await publish()).status).toBe(200);
});

test('opens a live trail without approval if there is no rule, and names the field of an invalid audience', async () => {
  await admin.patch('/manage/v1/catalog-rules', { approval_required: false });
  await restrict();
  await publish();
  expect((await open()).status).toBe(200);
  expect((await decideFor(publisher, 'approve', 1, 'everybody')).status).toBe(422);
});

test("does not overrule another person's decision that the caller has not seen", async () => {
  const sends = (who: Speaker, action: string, state: string) =>
    who.post<Approval>(`/manage/v1/trails/${id}/approval/${action}`, { revision: 1, seen: { state } });
  await decide(author, 'request', 1);
  expect((await sends(publisher, 'approve', 'requested')).status).toBe(200);
  const late = await sends(admin, 'withdraw', 'requested');
  expect([late.status, slugOf(late), (await stands(admin)).state]).toEqual([409, 'conflict', 'approved']);
  expect((await sends(admin, 'approve', 'requested')).status).toBe(200);
  expect((await sends(admin, 'withdraw', 'approved')).status).toBe(200);
  expect((await sends(publisher, 'approve', 'requested')).status).toBe(409);
  expect((await stands(admin)).state).toBe('withdrawn');
  expect((await sends(publisher, 'approve', 'withdrawn')).status).toBe(200);
});

test('does not replace an approval that the requester has not seen', async () => {
  await restrict();
  const asks = (state: string) =>
    author.post<Approval>(`/manage/v1/trails/${id}/approval/request`, {
      ...{ revision: 1, audience: 'all_teams', seen: { state } },
    });
  expect((await decideFor(publisher, 'approve', 1, 'restricted')).status).toBe(200);
  const late = await asks('not_requested');
  expect([late.status, slugOf(late), (await stands(admin)).state]).toEqual([409, 'conflict', 'approved']);
  expect((await asks('approved')).status).toBe(200);
  expect((await stands(admin)).state).toBe('requested');
});

const groupOf = async (display_name: string) =>
  (await admin.post<{ id: string }>('/manage/v1/groups', { display_name })).body.id;
const openTo = (group_id: string) => admin.post<Refused>(`/manage/v1/trails/${id}/groups`, { group_id });
const decideForGroups = (who: Speaker, action: string, group_ids: readonly string[]) =>
  who.post<Approval & { readonly group_ids: readonly string[] }>(`/manage/v1/trails/${id}/approval/${action}`, {
    ...{ revision: 1, audience: 'restricted', group_ids },
  });

test('requires approval before a group gets a live trail, but not before a group loses it', async () => {
  const [sales, support] = [await groupOf('Sales'), await groupOf('Support')];
  await publisher.patch(`/console/v1/trails/${id}`, { visibility: 'restricted' });
  await openTo(sales);
  expect((await decide(publisher, 'approve', 1)).body).toMatchObject({ audience: 'restricted', group_ids: [sales] });
  expect((await publish()).status).toBe(200);
  const refused = await openTo(support);
  expect([refused.status, refused.body.missing]).toEqual([409, ['approval']]);
  expect((await decideForGroups(author, 'request', [sales, support])).body.state).toBe('requested');
  expect((await openTo(support)).status).toBe(409);
  expect((await decideForGroups(publisher, 'approve', [sales, support])).body.group_ids).toEqual([sales, support]);
  expect((await openTo(support)).status).toBe(200);
  expect((await admin.delete(`/manage/v1/trails/${id}/groups/${sales}`)).status).toBe(200);
});

test('needs approval before a set opens a live trail to a group, from either side', async () => {
  const sales = await groupOf('Sales');
  const makeSet = async (name: string) => (await admin.post<{ id: string }>('/manage/v1/trail-sets', { name })).body.id;
  const [with_group, with_trail] = [await makeSet('One'), await makeSet('Other')];
  await publisher.patch(`/console/v1/trails/${id}`, { visibility: 'restricted' });
  await decide(publisher, 'approve', 1);
  expect((await publish()).status).toBe(200);
  await admin.put(`/manage/v1/trail-sets/${with_group}/groups/${sales}`, {});
  await admin.put(`/manage/v1/trail-sets/${with_trail}/trails`, { trail_ids: [id] });
  const openings = () =>
    Promise.all([
      admin.put(`/manage/v1/trail-sets/${with_group}/trails`, { trail_ids: [id] }),
      admin.put(`/manage/v1/trail-sets/${with_trail}/groups/${sales}`, {}),
    ]);
  expect((await openings()).map(({ status }) => status)).toEqual([409, 409]);
  const asked = (set: string, wanted: object) =>
    author.post<{ requested: object[]; changed: object[] }>(`/manage/v1/trail-sets/${set}/approval`, wanted);
  expect((await asked(with_trail, {})).body).toEqual({ requested: [], changed: [] });
  const answers = [await asked(with_trail, { group_ids: [sales] }), await asked(with_group, { trail_ids: [id] })];
  expect(answers.map(({ body }) => body.requested)).toMatchObject([[{ id }], [{ id }]]);
  expect(await stands(publisher)).toMatchObject({ state: 'requested', group_names: ['Sales'] });
  await decideForGroups(publisher, 'approve', [sales]);
  expect((await openings()).map(({ status }) => status)).toEqual([200, 200]);
});

test('returns the trails of a set whose draft is ahead instead of asking for them', async () => {
  const sales = await groupOf('Sales');
  const { body } = await admin.post<{ id: string }>('/manage/v1/trail-sets', { name: 'One' });
  await publisher.patch(`/console/v1/trails/${id}`, { visibility: 'restricted' });
  await decide(publisher, 'approve', 1);
  await publish();
  await admin.put(`/manage/v1/trail-sets/${body.id}/trails`, { trail_ids: [id] });
  await save(team.author.speaks);
  const asked = await author.post(`/manage/v1/trail-sets/${body.id}/approval`, { group_ids: [sales] });
  expect(asked.body).toMatchObject({ requested: [], changed: [{ id, title: 'Another title' }] });
});

test('does not publish a revision that was approved before a group was added', async () => {
  await publisher.patch(`/console/v1/trails/${id}`, { visibility: 'restricted' });
  await decide(publisher, 'approve', 1);
  expect((await openTo(await groupOf('Sales'))).status).toBe(200);
  const refused = await publish();
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('fewer people')]);
});

test('lets only members of the named group approve, until the group is deleted', async () => {
  const group_id = await groupOf('Legal');
  expect((await admin.patch('/manage/v1/catalog-rules', { approver_group_id: group_id })).status).toBe(200);
  const refused = await decide(publisher, 'approve', 1);
  expect([refused.status, (await stands(publisher)).obstacle]).toEqual([403, expect.stringContaining('"Legal"')]);
  await admin.post(`/manage/v1/groups/${group_id}/members`, { add: [team.publisher.id] });
  expect((await decide(publisher, 'approve', 1)).body.state).toBe('approved');
  expect((await decide(admin, 'approve', 1)).status).toBe(403);
  expect((await admin.delete(`/manage/v1/groups/${group_id}`)).status).toBe(204);
  expect((await admin.get('/manage/v1/catalog-rules')).body).toMatchObject({ approver_group_id: null });
  const { body } = await admin.get<{ items: { kind: string }[] }>('/manage/v1/audit');
  expect(body.items.slice(0, 2).map(({ kind }) => kind)).toEqual(['team.group.deleted', 'catalog.rules_changed']);
  expect((await stands(admin)).obstacle).toBeNull();
});

test('refuses a group of another workspace as the approving group', async () => {
  const other = await service.team();
  const theirs = await atCommandLine(service, other.team_id, other.admin.id);
  const { body } = await theirs.post<{ id: string }>('/manage/v1/groups', { display_name: 'Theirs' });
  const refused = await admin.patch('/manage/v1/catalog-rules', { approver_group_id: body.id });
  expect([refused.status, slugOf(refused)]).toEqual([404, 'not-found']);
});

test('approves only the audience of the request that the approver saw', async () => {
  const sales = await groupOf('Sales');
  await publisher.patch(`/console/v1/trails/${id}`, { visibility: 'restricted' });
  const seen = async () => {
    const { state, audience, group_ids } = (await stands(publisher)) as Approval & Readonly<Record<string, unknown>>;
    return { state, audience, group_ids };
  };
  const approve = (saw: object) =>
    publisher.post<Approval>(`/manage/v1/trails/${id}/approval/approve`, { revision: 1, seen: saw });
  const unasked = await seen();
  await openTo(sales);
  expect((await approve(unasked)).status).toBe(409);
  await decideForGroups(author, 'request', []);
  const forNoGroup = await seen();
  await decideForGroups(author, 'request', [sales]);
  const forSales = await seen();
  expect([(await approve(forNoGroup)).status, (await stands(publisher)).state]).toEqual([409, 'requested']);
  await author.post(`/manage/v1/trails/${id}/approval/request`, { revision: 1, audience: 'all_teams' });
  expect([(await approve(forSales)).status, (await stands(publisher)).state]).toEqual([409, 'requested']);
  expect((await approve(await seen())).body).toMatchObject({ state: 'approved', audience: 'all_teams' });
});

test('lets only the named group send back what others asked for or approved', async () => {
  const group_id = await groupOf('Legal');
  await admin.post(`/manage/v1/groups/${group_id}/members`, { add: [team.admin.id] });
  await admin.patch('/manage/v1/catalog-rules', { approver_group_id: group_id });
  await decide(author, 'request', 1);
  expect((await decide(publisher, 'withdraw', 1)).status).toBe(403);
  expect((await decide(admin, 'approve', 1)).status).toBe(200);
  expect((await decide(publisher, 'withdraw', 1)).status).toBe(403);
  expect((await decide(admin, 'withdraw', 1)).body.state).toBe('withdrawn');
});

/** A member without any other role, in the group that approves. */
async function legalMember(): Promise<Speaker> {
  const group_id = await groupOf('Legal');
  await admin.post(`/manage/v1/groups/${group_id}/members`, { add: [team.member.id] });
  await admin.patch('/manage/v1/catalog-rules', { approver_group_id: group_id });
  return atCommandLine(service, team.team_id, team.member.id);
}
const rights = async (who: Speaker) =>
  (await who.get<{ approves_trails: boolean }>('/manage/v1/session')).body.approves_trails;
const requests = async (who: Speaker) => (await who.get<{ items: object[] }>('/manage/v1/reader/approvals')).body.items;
const reads = async (who: Speaker) => [
  (await who.get(`/console/v1/trails/${id}`)).status,
  (await who.get(`/manage/v1/trails/${id}/approval`)).status,
];

test('lets a member of the named group without any role read a trail that waits, and approve it', async () => {
  const legal = await legalMember();
  expect([await rights(legal), await rights(author), await rights(publisher)]).toEqual([true, false, false]);
  expect([await reads(legal), await requests(legal)]).toEqual([[403, 403], []]);
  expect((await decide(legal, 'approve', 1)).status).toBe(403);
  await decide(author, 'request', 1, 'Please check');
  expect(await requests(legal)).toMatchObject([{ id, requested_by: { name: team.author.name } }]);
  expect([await requests(author), await requests(publisher)]).toEqual([[], []]);
  expect([await reads(legal), (await stands(legal)).obstacle]).toEqual([[200, 200], null]);
  const saved = await legal.put(`/console/v1/trails/${id}/document`, readyDocument('Mine'), { 'If-Match': '*' });
  expect(saved.status).toBe(403);
  expect((await decide(legal, 'approve', 1, 'Fine')).body).toMatchObject({ state: 'approved', answer: 'Fine' });
  expect([await requests(legal), await reads(legal)]).toEqual([[], [200, 200]]);
  expect((await publish()).status).toBe(200);
  await save(team.author.speaks);
  expect(await reads(legal)).toEqual([403, 403]);
});

test('lets a member of the named group send a request back, until they leave the group', async () => {
  const legal = await legalMember();
  await decide(author, 'request', 1);
  expect((await decide(legal, 'withdraw', 1, 'Too long')).body).toMatchObject({ state: 'withdrawn' });
  await decide(author, 'request', 1);
  const { body } = await admin.get<{ approver_group_id: string }>('/manage/v1/catalog-rules');
  await admin.post(`/manage/v1/groups/${body.approver_group_id}/members`, { remove: [team.member.id] });
  expect([await rights(legal), await reads(legal), await requests(legal)]).toEqual([false, [403, 403], []]);
  expect([(await decide(legal, 'approve', 1)).status, (await decide(legal, 'withdraw', 1)).status]).toEqual([403, 403]);
});

test("lets the members of the named group decide about their own workspace's trails only", async () => {
  await decide(author, 'request', 1);
  const other = await service.team();
  const boss = await atCommandLine(service, other.team_id, other.admin.id);
  const { body } = await boss.post<{ id: string }>('/manage/v1/groups', { display_name: 'Theirs' });
  await boss.post(`/manage/v1/groups/${body.id}/members`, { add: [other.member.id] });
  await boss.patch('/manage/v1/catalog-rules', { approval_required: true, approver_group_id: body.id });
  const stranger = await atCommandLine(service, other.team_id, other.member.id);
  expect([await rights(stranger), await reads(stranger), await requests(stranger)]).toEqual([true, [403, 403], []]);
  expect((await decide(stranger, 'approve', 1)).status).toBe(403);
});

test('names the groups that the request is about', async () => {
  const sales = await groupOf('Sales');
  await publisher.patch(`/console/v1/trails/${id}`, { visibility: 'restricted' });
  await openTo(sales);
  await decide(author, 'request', 1);
  expect(await stands(publisher)).toMatchObject({ group_names: ['Sales'], approver_group: null });
});

test('stores the fingerprint of the approved content, which the skill carries and a changed byte breaks', async () => {
  const approved = await decide(publisher, 'approve', 1);
  const fingerprint = (approved.body as unknown as { fingerprint: string }).fingerprint;
  expect(fingerprint).toMatch(/^sha256:[0-9a-f]{64}$/);
  const log = await admin.get<{ items: { after: object }[] }>(`/manage/v1/audit?subject_id=${id}`);
  expect(log.body.items[0]?.after).toMatchObject({ revision: 1, fingerprint });
  await publish();
  const answer = await fetch(`${service.address}/mcp/downloads/skills.zip`, {
    headers: { Authorization: `Bearer ${team.author.key}` },
  });
  const files = await readArchive(Buffer.from(await answer.arrayBuffer()));
  const head = files.find(({ bytes }) => bytes.includes(fingerprint));
  expect(head?.path).toMatch(/SKILL\.md$/);
  // An earlier revision in the request is never replaced by the current one.
  await save(team.author.speaks);
  expect((await decide(publisher, 'approve', 1)).status).toBe(409);
  expect((await stands(publisher)).state).toBe('outdated');
});
