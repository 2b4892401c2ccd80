// The audit entries about signing in, the log they belong to, and what ends when an operator is removed. Tests the room
// without HTTP, on two similar workspaces, and rolls back each action.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { By } from '../../src/audit/audit-log.ts';
import { readAudit } from '../../src/audit/read-audit.ts';
import { createGrant, findGrant } from '../../src/credentials/oauth-grants.ts';
import { setOperator } from '../../src/directory/accounts/accounts.ts';
import { SVC_CATALOG_ID } from '../../src/directory/catalog.ts';
import { originOf } from '../../src/http/endpoint/call-origin.ts';
import { deviceConsent, openDeviceSession } from '../../src/identity/device-session.ts';
import { createLoginLink, createMemberLink } from '../../src/identity/login-links.ts';
import { endMemberSession, endMemberSessions } from '../../src/identity/member-sessions.ts';
import { changeOperator } from '../../src/identity/operators.ts';
import { bySession, createSession, getSessionCaller, mintSessionToken } from '../../src/identity/sessions.ts';
import { openSession, reachable, signOut } from '../../src/identity/sign-in.ts';
import type { Database, Tx } from '../../src/storage/database.ts';
import { byAdmin } from '../directory/support.ts';
import { type TwoWorkspaces, twoWorkspaces } from '../directory/two-workspaces.ts';
import { openTestDatabase } from '../support/database.ts';

const NOW = Date.UTC(2031, 0, 1);
let database: Database;
let two: TwoWorkspaces;
beforeAll(async () => {
  database = await openTestDatabase();
  two = await twoWorkspaces(database);
});
afterAll(() => database.close());

/** Returns the result of `work`, in a transaction that is rolled back. */
async function undone<Answer>(work: (tx: Tx) => Promise<Answer>): Promise<Answer> {
  const undo = new Error('undo');
  const answers: Answer[] = [];
  await database
    .inTransaction(async (tx) => {
      answers.push(await work(tx));
      throw undo;
    })
    .catch((thrown: unknown) => {
      if (thrown !== undo) throw thrown;
    });
  const [answer] = answers;
  if (answer === undefined) throw new Error('nothing was answered');
  return answer;
}

const newest = async (tx: Tx, teamId: string) => {
  const [entry] = await readAudit(tx, teamId, {}, { after: null, limit: 1 });
  return entry && { kind: entry.kind, subject: entry.subject.id, after: entry.after, device: entry.actor.device };
};
const amy = () => two.one.people.amy;
const session = (tx: Tx, team_id: string | null, kind: 'app' | 'cli' = 'app', more: object = {}) =>
  createSession(tx, { team_id, account_id: amy(), kind, ...more }, NOW);
const byAmy = (): By => ({ ...byAdmin, account_id: amy() });

describe('the log of the workspace contains', () => {
  test.each([true, false])('a link, and whether its session is limited to the workspace: %s', async (confined) => {
    const entry = await undone(async (tx) => {
      if (confined) await createMemberLink(tx, two.one.id, amy(), NOW, byAdmin);
      else await createLoginLink(tx, { email: 'amy@one.test', team_id: two.one.id }, NOW, byAdmin);
      return newest(tx, two.one.id);
    });
    const after = { confined, expires_at: new Date(NOW + 15 * 60_000).toISOString() };
    expect(entry).toMatchObject({ kind: 'session.link_created', subject: amy(), after });
  });

  test('no link that works in every workspace of the person, because that is in the service’s log', async () => {
    const [ofTeam, ofService] = await undone(async (tx) => {
      await createLoginLink(tx, { email: 'amy@one.test' }, NOW, byAdmin);
      return [await newest(tx, two.one.id), await newest(tx, SVC_CATALOG_ID)];
    });
    expect(ofTeam?.kind).not.toBe('session.link_created');
    expect(ofService).toMatchObject({ kind: 'session.link_created', after: { confined: false } });
  });

  test("a program's session, with the program", async () => {
    const wanted = { account_id: amy(), catalog_id: two.one.id, activation: null, confined: true, proof_number: null };
    const entry = await undone(async (tx) => {
      const device = {
        ...wanted,
        kind: 'cli',
        program: 'Cairn on the command line',
        token: mintSessionToken(),
      } as const;
      await openDeviceSession(tx, device, NOW, { id: 'r', origin: { address: '192.0.2.7', device: 'cairn/1' } });
      return newest(tx, two.one.id);
    });
    expect(entry).toMatchObject({
      kind: 'session.device_opened',
      device: 'cairn/1',
      after: { kind: 'cli', program: 'Cairn on the command line' },
    });
  });

  test("a device name of three hundred characters, and a person's sign-out", async () => {
    const [opened, ended] = await undone(async (tx) => {
      const wanted = {
        account_id: amy(),
        team_id: two.one.id,
        method: 'link',
        confined: false,
        proof_number: 0,
      } as const;
      const origin = originOf({ address: 'a', headers: { 'user-agent': 'x'.repeat(301) } });
      const { caller } = await openSession(tx, wanted, NOW, { id: 'r', origin });
      const first = await newest(tx, two.one.id);
      await signOut(tx, caller, bySession(caller, 'r', { address: 'b', device: 'y' }));
      return [first, await newest(tx, two.one.id)];
    });
    expect(opened).toMatchObject({ kind: 'session.opened', after: { method: 'link' }, device: 'x'.repeat(300) });
    expect(ended).toMatchObject({ kind: 'session.ended', subject: amy(), device: 'y' });
  });

  test('how many sessions an admin has ended, not counting their own', async () => {
    const [ended, entry, own] = await undone(async (tx) => {
      const kept = await session(tx, two.one.id);
      await session(tx, two.one.id);
      await session(tx, two.one.id, 'cli');
      const count = await endMemberSessions(tx, two.one.id, amy(), kept.session_id, byAmy());
      const told = await newest(tx, two.one.id);
      await endMemberSession(tx, two.one.id, amy(), kept.session_id, byAmy());
      return [count, told, await newest(tx, two.one.id)];
    });
    expect([ended, entry, own]).toEqual([
      2,
      expect.objectContaining({ kind: 'team.member.signed_out', after: { sessions: 2 } }),
      expect.objectContaining({ kind: 'team.member.signed_out', after: { sessions: 1 } }),
    ]);
  });
});

test("does not restore an operator's sessions together with the operator role", async () => {
  const [token, grantId, here] = await undone(async (tx) => {
    await setOperator(tx, amy(), true, byAdmin);
    const [atService, inTeam] = [await session(tx, null), await session(tx, two.one.id)];
    const app = { client_id: 'c', client_name: 'C', client_host: '', resource: '/v1', scopes: ['trails:read'] };
    const wanted = { ...app, catalog_id: SVC_CATALOG_ID, account_id: amy(), origin: 'consent' } as const;
    const grant = await createGrant(tx, wanted, NOW, byAdmin);
    const before = await findGrant(tx, grant.grant_id, NOW);
    for (const isOperator of [false, true])
      await changeOperator(tx, amy(), isOperator, { ...byAdmin, account_id: null });
    const slug = await getSessionCaller(tx, atService.token, NOW).then(
      () => 'alive',
      () => 'ended',
    );
    const after = await findGrant(tx, grant.grant_id, NOW);
    return [slug, [before?.grant_id === grant.grant_id, after], await getSessionCaller(tx, inTeam.token, NOW)] as const;
  });
  expect([token, grantId, here.team_id]).toEqual(['ended', [true, undefined], two.one.id]);
});

test.each([true, false])('gives a program the limits of the session that allowed it: %s', async (confined) => {
  const consent = await undone(async (tx) => deviceConsent(tx, await session(tx, two.one.id, 'app', { confined })));
  expect(consent).toMatchObject({ account_id: amy(), catalog_id: two.one.id, confined });
});

test.each([
  ['link', false, ['a', 'own']],
  ['password', false, ['a', 'own']],
  [null, false, ['a', 'own']],
  ['sso', false, ['a', 'own', 'strict']],
  ['sso', true, ['strict']],
  ['link', true, ['strict']],
] as const)('sends a person who signed in by %s, limited to %s, to %j', (method, confined, names) => {
  const workspace = (name: string, sso_required: boolean, is_owner = false) => ({
    ...{ team_id: name, name, is_owner, sso_required, activation: 1 },
  });
  const all = [workspace('a', false), workspace('own', true, true), workspace('strict', true)];
  const caller = { team_id: 'strict' } as Parameters<typeof reachable>[1];
  const facts = { method, confined } as Parameters<typeof reachable>[2];
  expect(reachable(all, caller, facts).map(({ name }) => name)).toEqual(names);
});
