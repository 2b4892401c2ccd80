// A workspace verifies a domain itself with a TXT record, but never one that another workspace has verified.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { type Problem, slugOf } from '../../support/speaker.ts';
import { type World, world } from '../../support/world.ts';
import { managedTeam } from './support.ts';

interface Claim {
  readonly domain: string;
  readonly record_name: string;
  readonly record_value: string;
  readonly problem: string | null;
  readonly checked_at: string | null;
}

/** The DNS of the test: the TXT records of a name, or an error code. */
const records = new Map<string, string[][] | string>();

let service: World;
beforeAll(async () => {
  const resolveTxt = async (name: string): Promise<string[][]> => {
    const texts = records.get(name) ?? 'ENOTFOUND';
    if (typeof texts === 'string') throw Object.assign(new Error(texts), { code: texts });
    return texts;
  };
  service = await world({}, { resolveTxt });
});
afterAll(() => service.close());
/** The domain is different in each test and attempt, because a verified domain stays with its workspace. */
let acme: string;
beforeEach(() => {
  records.clear();
  acme = `acme-${newId()}.example`;
});

const claims = '/manage/v1/domain-claims';

test('claims a domain, verifies it by its record, and removes the claim', async () => {
  const { asAdmin } = await managedTeam(service);
  const claim = await asAdmin.post<Claim>(claims, { domain: ` ${acme.toUpperCase()} ` });
  expect(claim.status).toBe(201);
  const { domain, record_name, record_value } = claim.body;
  expect([domain, record_name]).toEqual([acme, `_cairn-verification.${acme}`]);
  expect((await asAdmin.post<Claim>(claims, { domain })).body.record_value).toBe(record_value);

  const missing = await asAdmin.post<Problem>(`${claims}/${domain}/verify`);
  expect([missing.status, missing.body.detail]).toEqual([
    422,
    expect.stringContaining(`no TXT record at ${record_name}`),
  ]);
  expect((await asAdmin.get<{ items: Claim[] }>(claims)).body.items).toMatchObject([
    { domain, problem: missing.body.detail, checked_at: expect.any(String) },
  ]);
  records.set(record_name, [['another text'], [record_value.slice(0, 9), record_value.slice(9)]]);
  const verified = await asAdmin.post<{ items: object[] }>(`${claims}/${domain}/verify`);
  expect(verified.body.items).toMatchObject([{ domain }]);
  expect((await asAdmin.get<{ items: Claim[] }>(claims)).body.items).toEqual([]);
  const audit = await asAdmin.get<{ items: object[] }>('/manage/v1/audit?kind=team.domain_added');
  expect(audit.body.items).toMatchObject([{ actor: { name: 'Ada Admin' }, after: { domain } }]);
});

test('explains a wrong record, an unreachable DNS and an invalid domain', async () => {
  const { asAdmin } = await managedTeam(service);
  const { record_name, record_value } = (await asAdmin.post<Claim>(claims, { domain: acme })).body;
  records.set(record_name, [['cairn-verification=wrong']]);
  const wrong = await asAdmin.post<Problem>(`${claims}/${acme}/verify`);
  expect([slugOf(wrong), wrong.body.detail]).toEqual(['unprocessable', expect.stringContaining(record_value)]);
  records.set(record_name, 'ETIMEOUT');
  const silent = await asAdmin.post<Problem>(`${claims}/${acme}/verify`);
  expect([silent.status, silent.body.detail]).toEqual([422, expect.stringContaining('does not answer')]);
  for (const domain of ['', 'localhost', 'http://acme.example', 'acme.example/x', '*.example', 'a'.repeat(250)])
    expect([domain, (await asAdmin.post(claims, { domain })).status]).toEqual([domain, 422]);
});

test('reveals nothing to a second claimant before the proof, returns 409 after it, and does not move the domain', async () => {
  const [one, other] = [await managedTeam(service), await managedTeam(service)];
  const first = (await one.asAdmin.post<Claim>(claims, { domain: acme })).body;
  const second = (await other.asAdmin.post<Claim>(claims, { domain: acme })).body;
  expect(second.record_value).not.toBe(first.record_value);
  records.set(first.record_name, [[first.record_value]]);
  // The record of one workspace proves nothing for the other.
  const refused = await other.asAdmin.post<Problem>(`${claims}/${acme}/verify`);
  expect([slugOf(refused), refused.body.detail]).toEqual(['unprocessable', expect.not.stringContaining('workspace')]);
  await one.asAdmin.post(`${claims}/${acme}/verify`);
  records.set(first.record_name, [[first.record_value], [second.record_value]]);
  expect(slugOf(await other.asAdmin.post(`${claims}/${acme}/verify`))).toBe('conflict');
  expect((await other.asAdmin.get<{ items: object[] }>('/manage/v1/domains')).body.items).toEqual([]);
});

test('gives the domain to one of two concurrent claimants', async () => {
  const teams = [await managedTeam(service), await managedTeam(service)];
  const made = await Promise.all(teams.map(({ asAdmin }) => asAdmin.post<Claim>(claims, { domain: acme })));
  records.set(
    `_cairn-verification.${acme}`,
    made.map(({ body }) => [body.record_value]),
  );
  const answers = await Promise.all(teams.map(({ asAdmin }) => asAdmin.post(`${claims}/${acme}/verify`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('removes a claim, returns 404 for unclaimed domains and those of other workspaces, and allows twenty', async () => {
  const [one, other] = [await managedTeam(service), await managedTeam(service)];
  for (let n = 0; n < 20; n += 1) await one.asAdmin.post(claims, { domain: `many-${n}.example` });
  expect(slugOf(await one.asAdmin.post(claims, { domain: 'many-20.example' }))).toBe('conflict');
  for (const path of [`${claims}/many-0.example`, `${claims}/none.example`])
    expect((await other.asAdmin.delete(path)).status).toBe(404);
  expect((await other.asAdmin.post(`${claims}/many-0.example/verify`)).status).toBe(404);
  expect((await one.asAdmin.delete(`${claims}/many-0.example`)).status).toBe(204);
  expect((await one.asAdmin.get<{ items: object[] }>(claims)).body.items).toHaveLength(19);
  expect((await one.asMember.post(claims, { domain: 'member.example' })).status).toBe(403);
});
