// Safety findings at every door: what a save and a publication say about them, and accepting them.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DEFAULT_DECISIONS } from '../../../src/trails/checks/safety-checks.ts';
import { safetyInComment } from '../../../src/trails/checks/safety-comment.ts';
import { type Speaker, slugOf } from '../../support/speaker.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { atCommandLine } from './support.ts';

interface Issue {
  readonly severity: string;
  readonly field: string;
  readonly message: string;
}
interface Trail {
  readonly id: string;
  readonly revision: number;
  readonly publish_issues: readonly Issue[];
}
interface Safety {
  readonly revision: number;
  readonly findings: readonly {
    readonly id: string;
    readonly class: string;
    readonly standing: string;
    readonly obstacle: string | null;
    readonly acceptance: { readonly reason: string; readonly accepted_by: { readonly name: string } } | null;
  }[];
}

const SECRET = 'AKIAZ2QJ7XK4TWNP3RVB';
const withGuide = (setup_guide: string) => ({ ...readyDocument(), setup_guide });

let service: World;
let team: TestTeam;
let author: Speaker;
let publisher: Speaker;
let admin: Speaker;

beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());
beforeEach(async () => {
  team = await service.team();
  author = await atCommandLine(service, team.team_id, team.author.id);
  publisher = await atCommandLine(service, team.team_id, team.publisher.id);
  admin = await atCommandLine(service, team.team_id, team.admin.id);
});

const create = async (guide: string): Promise<Trail> =>
  (await team.author.speaks.post<Trail>('/v1/trails', { document: withGuide(guide) })).body;
const save = (id: string, guide: string) =>
  team.author.speaks.put<Trail>(`/v1/trails/${id}/document`, withGuide(guide), { 'If-Match': '*' });
const publish = (id: string) => team.publisher.speaks.post<{ issues: Issue[] }>(`/v1/trails/${id}/publish`);
const safety = async (who: Speaker, id: string) => (await who.get<Safety>(`/manage/v1/trails/${id}/safety`)).body;
const accept = async (who: Speaker, id: string, reason = 'Revoked in May', change: object = {}) => {
  const { revision, findings } = await safety(who, id);
  const body = { revision, finding: findings[0]?.id, reason, ...change };
  return who.post<Safety>(`/manage/v1/trails/${id}/safety/accept`, body);
};
const rules = (change: object) => admin.patch('/manage/v1/catalog-rules', change);
const issuesOf = async (id: string) => {
  const { publish_issues } = (await team.author.speaks.get<Trail>(`/v1/trails/${id}`)).body;
  return publish_issues.filter(({ field }) => field === 'setup_guide').map(({ severity }) => severity);
};

test('saves a secret, but does not publish it until another person accepts it with a reason', async () => {
  const { id, publish_issues } = await create(`Use ${SECRET}`);
  const issue = publish_issues.find(({ field }) => field === 'setup_guide');
  expect(issue?.severity).toBe('error');
  expect(JSON.stringify(publish_issues)).not.toContain(SECRET);
  const refused = await publish(id);
  expect([refused.status, refused.body.issues[0]?.field]).toEqual([422, 'setup_guide']);
  const own = await accept(author, id);
  expect([own.status, slugOf(own)]).toEqual([403, 'forbidden']);
  const accepted = await accept(publisher, id);
  expect(accepted.body.findings).toMatchObject([
    { standing: 'fine', acceptance: { reason: 'Revoked in May', accepted_by: { name: team.publisher.name } } },
  ]);
  expect(await issuesOf(id)).toEqual([]);
  expect((await publish(id)).status).toBe(200);
  // The acceptance covers the text, wherever it is, but no other one.
  expect((await save(id, `Now use ${SECRET} again`)).body.publish_issues).not.toContainEqual(issue);
  expect((await save(id, 'Use AKIAZ2QJ7XK4TWNP3RVC')).body.publish_issues.some((one) => one.severity === 'error')).toBe(
    true,
  );
});

test('keeps who accepted and who reopened a finding, with the reason, in the audit log', async () => {
  const { id } = await create(`Use ${SECRET}`);
  const { findings } = (await accept(publisher, id, '  Only an example ')).body;
  await author.post(`/manage/v1/trails/${id}/safety/reopen`, { revision: 1, finding: findings[0]?.id });
  const log = await admin.get<{ items: { kind: string; before: object; after: object }[] }>(
    `/manage/v1/audit?subject_id=${id}`,
  );
  expect(log.body.items.slice(0, 2)).toMatchObject([
    { kind: 'trail.finding_reopened', before: { reason: 'Only an example' } },
    { kind: 'trail.finding_accepted', after: { class: 'secrets', field: 'setup_guide', reason: 'Only an example' } },
  ]);
  expect(JSON.stringify(log.body)).not.toContain(SECRET);
  expect(await issuesOf(id)).toEqual(['error']);
  expect((await publish(id)).status).toBe(422);
});

test('follows the decision of the workspace for each class', async () => {
  const mail = 'Write to marta.kowalska@posteo.de';
  const { id } = await create(mail);
  expect(await issuesOf(id)).toEqual(['warning']);
  await rules({ safety: { personal_data: 'block' } });
  expect((await publish(id)).status).toBe(422);
  const blocked = await accept(publisher, id);
  expect([blocked.status, slugOf(blocked)]).toEqual([409, 'conflict']);
  await rules({ safety: { personal_data: 'second_person' } });
  expect((await safety(author, id)).findings).toMatchObject([{ standing: 'error', obstacle: expect.any(String) }]);
  await rules({ safety: { personal_data: 'allow' } });
  expect((await publish(id)).status).toBe(200);
  const { body } = await admin.get<{ safety: Record<string, string> }>('/manage/v1/catalog-rules');
  expect(body.safety).toMatchObject({ personal_data: 'allow', secrets: 'second_person', tag_characters: 'block' });
  await save(id, `${mail}!`);
  expect(await issuesOf(id)).toEqual([]);
});

test('does not count a person who accepted their own text as a second person', async () => {
  await rules({ safety: { secrets: 'warn' } });
  const { id } = await create(`Use ${SECRET}`);
  expect((await accept(author, id)).status).toBe(200);
  expect(await issuesOf(id)).toEqual([]);
  await rules({ safety: { secrets: 'second_person' } });
  expect((await publish(id)).status).toBe(422);
});

test('finds links outside the domains of the workspace', async () => {
  const { id } = await create('See https://wiki.corp-tools.net/a and https://other.test/b, ask ada.k@corp-tools.net');
  expect(await issuesOf(id)).toEqual(['warning']);
  await rules({ link_domains: ['corp-tools.net'] });
  const { body } = await save(
    id,
    'See https://wiki.corp-tools.net/a and https://other.test/b, ask ada.k@corp-tools.net now',
  );
  const found = body.publish_issues.filter(({ field }) => field === 'setup_guide');
  expect(found).toMatchObject([{ severity: 'warning', message: expect.stringContaining('links to other.test') }]);
  expect((await rules({ link_domains: ['Corp.Test/x'] })).status).toBe(422);
});

test('keeps the findings of an example run when a finding is accepted', async () => {
  const { id } = await create(`Use ${SECRET}`);
  await team.author.speaks.post(`/v1/trails/${id}/run-examples`, {});
  const before = (await team.author.speaks.get<Trail>(`/v1/trails/${id}`)).body.publish_issues;
  await accept(publisher, id);
  const after = (await team.author.speaks.get<Trail>(`/v1/trails/${id}`)).body.publish_issues;
  expect(after).toEqual(before.filter(({ field }) => field !== 'setup_guide'));
});

test('refuses garbage, stale revisions, unknown findings, and people who may not write', async () => {
  const { id } = await create(`Use ${SECRET}`);
  const { findings } = await safety(author, id);
  const finding = findings[0]?.id;
  const at = `/manage/v1/trails/${id}/safety/accept`;
  const answers = await Promise.all([
    publisher.post(at, { revision: 1, finding, reason: ' \u200b' }),
    publisher.post(at, { revision: 1, finding: 'x', reason: 'a' }),
    publisher.post(at, { revision: 1, finding: '0'.repeat(32), reason: 'a' }),
    publisher.post(at, { revision: 2, finding, reason: 'a' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 404, 409]);
  const other = await service.team();
  const stranger = await atCommandLine(service, other.team_id, other.publisher.id);
  expect((await stranger.post(at, { revision: 1, finding, reason: 'a' })).status).toBe(404);
  expect((await stranger.get(`/manage/v1/trails/${id}/safety`)).status).toBe(404);
});

test('applies the decisions to plans', async () => {
  const plan = { trails: [{ document: withGuide(`Use ${SECRET}`) }], archive: [], publish: true };
  const refused = await team.publisher.speaks.post<{ issues: Issue[] }>('/manage/v1/plans', plan);
  expect(refused.status, JSON.stringify(refused.body)).toBe(422);
});

test('states the decisions in the document schema, for checks without the service', async () => {
  await rules({ safety: { html_comments: 'block' }, link_domains: ['corp-tools.net'] });
  const { body } = await team.author.speaks.get<{ document_schema: { $comment: string } }>('/v1/authoring-guide');
  const { decisions, domains } = safetyInComment(body.document_schema.$comment);
  expect([decisions.html_comments, decisions.secrets, domains]).toEqual(['block', 'second_person', ['corp-tools.net']]);
  expect(safetyInComment('Safety check: {"secrets":"never","link_domains":1').decisions).toEqual(DEFAULT_DECISIONS);
  expect(safetyInComment('Safety check: {"secrets":"never","link_domains":1}').domains).toEqual([]);
});

test('lists live trails with findings by the current decisions, until someone accepts them', async () => {
  const unsafe = async () =>
    (await admin.get<{ unsafe: { total: number; items: object[] } }>('/manage/v1/catalog-health/stale')).body.unsafe;
  const { id } = await create('Write to marta.kowalska@posteo.de');
  expect((await unsafe()).total).toBe(0);
  await publish(id);
  expect(await unsafe()).toMatchObject({ total: 1, complete: true, items: [{ id, errors: 0, warnings: 1 }] });
  await rules({ safety: { personal_data: 'block' } });
  expect((await unsafe()).items).toMatchObject([{ id, errors: 1, warnings: 0 }]);
  await rules({ safety: { personal_data: 'second_person' } });
  await accept(publisher, id);
  expect((await unsafe()).total).toBe(0);
});
