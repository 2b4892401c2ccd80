// `cairn scim selftest`: the dialects of six identity providers, rehearsed at a connection.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { selftest } from '../../src/cli/scim-selftest.ts';
import { sql } from '../../src/storage/sql.ts';
import { bareConnection, connect } from '../doors/scim/support/connection.ts';
import { BY_TEST } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

interface Report {
  readonly result: string;
  readonly requirements: readonly { requirement: string; result: string; evidence: string }[];
  readonly steps: readonly { provider: string; step: string; request: string; result: string; evidence: string }[];
}

async function run(connectionId: string): Promise<{ report: Report; code: number | undefined }> {
  let code: number | undefined;
  const exitWith = (given: number): void => {
    code = given;
  };
  const { app, config, clock } = service;
  const context = { database: app.database, config, now: clock(), by: BY_TEST, note: () => {}, exitWith };
  return { report: (await selftest(context, connectionId)) as Report, code };
}

const rows = async (team_id: string) =>
  service.app.database.rows(sql`
    select (select count(*) from members where team_id = ${team_id}) as members,
      (select count(*) from groups where team_id = ${team_id}) as groups,
      (select count(*) from audit_entries where team_id = ${team_id}) as entries`);

test('passes every step and meets every requirement, twice, and stores nothing', async () => {
  const okta = await bareConnection(service);
  const before = await rows(okta.team_id);
  for (const _ of [1, 2]) {
    const { report, code } = await run(okta.connection_id);
    expect(report.steps.filter(({ result }) => result !== 'ok')).toEqual([]);
    expect(report.requirements.filter(({ result }) => result === 'failed')).toEqual([]);
    expect(new Set(report.steps.map(({ provider }) => provider)).size).toBe(6);
    expect(report.result).toMatch(/^ok, \d+ steps$/);
    expect(code).toBeUndefined();
  }
  expect(await rows(okta.team_id)).toEqual(before);
});

test('says which steps and requirements fail, e.g. without a free seat or at a strict connection', async () => {
  const full = await bareConnection(service, { seat_limit: 1 });
  const { report, code } = await run(full.connection_id);
  expect(code).toBe(1);
  expect(report.steps.find(({ step }) => step.startsWith('creates a user'))).toMatchObject({
    result: 'failed',
    evidence: expect.stringContaining('409: '),
  });
  expect(report.requirements.find(({ requirement }) => requirement === 'Creates users')?.result).toBe('failed');
  const strict = await connect(service, full.team_id, 'Strict', { strict: true });
  expect((await run(strict.connection_id)).report.result).toContain('failed');
  await expect(run(newId())).rejects.toMatchObject({ slug: 'not-found' });
});
