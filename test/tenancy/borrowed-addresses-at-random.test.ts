// Random sequences of everything that a workspace can do with addresses, mixed with the steps of others. No credential
// of its people ever opens the other workspace, whose admins and provider name only addresses of other people.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { isRefusal } from '../../src/base/refusal.ts';
import { changePerson, findAccountByEmail } from '../../src/directory/accounts/accounts.ts';
import { createConnection } from '../../src/directory/connections/connections.ts';
import { admitPerson } from '../../src/directory/joining/account-link.ts';
import { acceptInvitation, addOrInvite, listOwnInvitations } from '../../src/directory/joining/invitations.ts';
import { deactivateMember, getMember, reactivateMember, removeMember } from '../../src/directory/members/members.ts';
import { addDomain, removeDomain } from '../../src/directory/teams/domains.ts';
import { type DeviceConsent, deviceConsent, openDeviceSession } from '../../src/identity/device-session.ts';
import { createLoginLink, createMemberLink, redeemLoginLink } from '../../src/identity/login-links.ts';
import { giveWorkspace } from '../../src/identity/ownership.ts';
import { changePassword, checkPassword, findPassword, preparePasswordChange } from '../../src/identity/passwords.ts';
import { bySession, getSessionCaller, mintSessionToken } from '../../src/identity/sessions.ts';
import { invitedPerson, openSession, switchWorkspace } from '../../src/identity/sign-in.ts';
import type { Database, Tx } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { createWorkspace } from '../../src/workspaces/workspace.ts';
import { byConnection } from '../directory/support.ts';
import { openTestDatabase } from '../support/database.ts';
import { runs } from '../support/runs.ts';
import { BY_TEST } from '../support/test-team.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const NOW = Date.now();
const REQUEST = { id: 'request', origin: { address: '192.0.2.1', device: 'test' } };
const HASHER = {
  hash: async (password: string) => `hash of ${password}`,
  matches: async (password: string, find: () => Promise<string>) => (await find()) === `hash of ${password}`,
};
const [OWN_PASSWORD, OTHERS_PASSWORD] = ['amber kettle 52 violin porch', 'seven quiet lamps over dunes 9'];

/** Addresses of other people. The first one is in the verified domain of the workspace that must stay closed. */
const OTHERS = ['cfo@home.test', 'vip@neutral.test'];
/** Addresses that really belong to the people of the attacking workspace. */
const OWN = ['mia@lender.test', 'max@mail.test', 'moe@mail.test'];
const ALL = [...OTHERS, ...OWN];

interface Team {
  readonly id: string;
  readonly connection_id: string;
}

/** One sequence, in a transaction that is undone. */
interface Run {
  readonly tx: Tx;
  /** The workspace that must stay closed. */
  readonly home: Team;
  /** The attacking workspace. */
  readonly lender: Team;
  /** Accounts that have belonged to the attacking workspace, then the credentials of its people. */
  readonly people: string[];
  readonly links: string[];
  readonly sessions: string[];
  readonly consents: DeviceConsent[];
}

const pick = <One>(all: readonly One[], index: number): One => {
  const one = all[index % all.length];
  if (one === undefined) throw new Nothing();
  return one;
};
class Nothing extends Error {}

/** Returns undefined if the step was refused, or if its person, link or session does not exist yet. */
async function attempt<Answer>(tx: Tx, work: () => Promise<Answer>, isKept = true): Promise<Answer | undefined> {
  await tx.rows(sql`savepoint step`);
  const answer = await Promise.resolve()
    .then(work)
    .catch((thrown: unknown) => {
      if (thrown instanceof Nothing || isRefusal(thrown)) return undefined;
      throw thrown;
    });
  await tx.rows(isKept && answer !== undefined ? sql`release savepoint step` : sql`rollback to savepoint step`);
  return answer;
}

const calling = ({ tx }: Run, token: string) => getSessionCaller(tx, token, NOW);
const person = (email: string) => ({ email, name: 'P', given_name: '', family_name: '' });
const provision = async ({ tx }: Run, team: Team, email: string) => {
  const membership = { status: 'active', connection_id: team.connection_id } as const;
  return (await admitPerson(tx, team.id, person(email), membership, byConnection(team.connection_id))).account_id;
};

/** Signs in as the doors do, with a link. Returns the session's token. */
async function follow({ tx }: Run, token: string, team_id?: string): Promise<string> {
  const link = await redeemLoginLink(tx, token, NOW);
  const wanted = { ...link, method: 'link', team_id: link.team_id ?? team_id } as const;
  return (await openSession(tx, wanted, NOW, REQUEST)).token;
}

/** Signs in as the doors do, with an address and the password of the attacking workspace's people. */
async function enterPassword({ tx }: Run, email: string, team_id?: string): Promise<string> {
  const visitor = { key: email, isKnown: true };
  const known = await checkPassword(HASHER, () => findPassword(tx, email), OWN_PASSWORD, visitor);
  const { account_id, proof_number } = known;
  const signIn = { account_id, proof_number, confined: known.team_id !== null, method: 'password' } as const;
  return (await openSession(tx, { ...signIn, team_id: known.team_id ?? team_id }, NOW, REQUEST)).token;
}

async function setPassword(run: Run, session: string, new_password: string): Promise<void> {
  const caller = await calling(run, session);
  const wanted = { current_password: OWN_PASSWORD, new_password };
  const change = await preparePasswordChange(run.tx, HASHER, caller, wanted, NOW);
  await changePassword(run.tx, caller, change, NOW, bySession(caller, 'request'));
}

/** Accepts every invitation to the session's person; returns the workspaces. */
async function acceptAll(run: Run, session: string): Promise<string[]> {
  const caller = await calling(run, session);
  const invited = await invitedPerson(run.tx, caller);
  const joined: string[] = [];
  for (const { id, team_id } of await listOwnInvitations(run.tx, invited, NOW)) {
    await acceptInvitation(run.tx, invited, id, NOW, bySession(caller, 'request'));
    joined.push(team_id);
  }
  return joined;
}

async function ofMember({ tx, lender }: Run, account: string, change: typeof deactivateMember | typeof removeMember) {
  const { connection_id } = await getMember(tx, lender.id, account);
  await change(tx, lender.id, account, connection_id, BY_TEST);
}

type Step = (run: Run, one: number, other: number) => Promise<unknown>;
const STEPS: Readonly<Record<string, Step>> = {
  provision: async (run, one) => run.people.push(await provision(run, run.lender, pick(ALL, one))),
  async add({ tx, lender, people }, one) {
    const added = await addOrInvite(tx, lender.id, { email: pick(ALL, one), name: 'P', roles: [] }, NOW, BY_TEST);
    if ('account_id' in added) people.push(added.account_id);
  },
  rename: ({ tx, lender, people }, one, other) =>
    changePerson(tx, lender.id, pick(people, one), person(pick(ALL, other)), byConnection(lender.connection_id)),
  remove: (run, one) => ofMember(run, pick(run.people, one), removeMember),
  deactivate: (run, one) => ofMember(run, pick(run.people, one), deactivateMember),
  reactivate: (run, one) => ofMember(run, pick(run.people, one), reactivateMember),
  transfer: ({ tx, lender, people }, one) => giveWorkspace(tx, lender.id, pick(people, one), BY_TEST),
  'verify a domain': ({ tx, lender }) => addDomain(tx, lender.id, 'lender.test', BY_TEST),
  'give up a domain': ({ tx, lender }) => removeDomain(tx, lender.id, 'lender.test', BY_TEST),
  'link by an admin': async ({ tx, lender, people, links }, one) =>
    links.push((await createMemberLink(tx, lender.id, pick(people, one), NOW, BY_TEST)).token),
  'link by an operator': async ({ tx, links }, one) =>
    links.push((await createLoginLink(tx, { email: pick(OWN, one) }, NOW, BY_TEST)).token),
  follow: async (run, one) => run.sessions.push(await follow(run, pick(run.links, one))),
  'set a password': (run, one) => setPassword(run, pick(run.sessions, one), OWN_PASSWORD),
  'enter the password': async (run, one) => run.sessions.push(await enterPassword(run, pick(ALL, one))),
  'go to another workspace': async (run, one) => {
    const caller = await calling(run, pick(run.sessions, one));
    run.sessions.push((await switchWorkspace(run.tx, caller, run.lender.id, NOW, REQUEST)).token);
  },
  'allow a program': async (run, one) =>
    run.consents.push(await deviceConsent(run.tx, await calling(run, pick(run.sessions, one)))),
  async 'open the program'(run, one) {
    const session = { ...pick(run.consents, one), kind: 'cli', program: 'p', token: mintSessionToken() } as const;
    await openDeviceSession(run.tx, session, NOW, REQUEST);
    run.sessions.push(session.token);
  },
  accept: (run, one) => acceptAll(run, pick(run.sessions, one)),
  'be invited at home': ({ tx, home }, one) =>
    addOrInvite(tx, home.id, { email: pick(OTHERS, one), name: 'P', roles: ['admin'] }, NOW, BY_TEST),
  'be provisioned at home': (run) => provision(run, run.home, pick(OTHERS, 0)),
  async 'be removed at home'({ tx, home }, one) {
    const account = await findAccountByEmail(tx, pick(OTHERS, one));
    if (account === undefined) return;
    const { connection_id } = await getMember(tx, home.id, account.account_id);
    await removeMember(tx, home.id, account.account_id, connection_id, BY_TEST);
  },
  // The real owner of the address, whom an operator knows.
  async 'arrive as the owner of the address'(run, one, other) {
    const { token } = await createLoginLink(run.tx, { email: pick(OTHERS, one) }, NOW, BY_TEST);
    const session = await follow(run, token);
    if (other % 2 === 0) await setPassword(run, session, OTHERS_PASSWORD);
    arrivals += (await acceptAll(run, session)).filter((team) => team === run.home.id).length;
  },
};
let arrivals = 0;

/** Returns how people of the attacking workspace get into the other one, or undefined. */
async function wayIn(run: Run): Promise<string | undefined> {
  const { tx, home, sessions, links } = run;
  const opens = (work: () => Promise<unknown>) => attempt(tx, work, false).then((answer) => answer !== undefined);
  for (const session of sessions) {
    const caller = await attempt(tx, () => calling(run, session), false);
    if (caller === undefined) continue;
    if (caller.team_id === home.id) return 'a session is there';
    if (await opens(() => switchWorkspace(tx, caller, home.id, NOW, REQUEST))) return 'a session goes there';
    const joined = await attempt(tx, () => acceptAll(run, session), false);
    if (joined?.includes(home.id)) return 'a session accepts the invitation';
  }
  const isThere = async (work: () => Promise<string>) => (await attempt(tx, work, false)) === home.id;
  const teamOf = async (token: string) => (await calling(run, token)).team_id ?? '';
  for (const link of links)
    if (await isThere(async () => teamOf(await follow(run, link, home.id)))) return 'a link leads there';
  for (const email of ALL)
    if (await isThere(async () => teamOf(await enterPassword(run, email, home.id)))) return `the password of ${email}`;
  return undefined;
}

async function workspace(tx: Tx, name: string): Promise<Team> {
  const owner = { email: `owner.${newId()}@${name}.test`, name: 'Olga' };
  const { team_id } = await createWorkspace(tx, { name, owner, plan: 'enterprise', seat_limit: null }, BY_TEST);
  return { id: team_id, connection_id: (await createConnection(tx, team_id, 'Okta', BY_TEST)).connection_id };
}

/** The attacking workspace has one person, whose password works everywhere. */
async function begin(tx: Tx): Promise<Run> {
  const [home, lender] = [await workspace(tx, 'home'), await workspace(tx, 'lender')];
  await addDomain(tx, home.id, 'home.test', BY_TEST);
  const run: Run = { tx, home, lender, people: [], links: [], sessions: [], consents: [] };
  const [, own = ''] = OWN;
  run.people.push(await provision(run, lender, own));
  const { token } = await createLoginLink(tx, { email: own }, NOW, BY_TEST);
  run.sessions.push(await follow(run, token));
  await setPassword(run, pick(run.sessions, 0), OWN_PASSWORD);
  return run;
}

// After these steps, the other workspace invites and provisions the addresses, and their real owners sign in.
const step = fc.record({
  do: fc.constantFrom(...Object.keys(STEPS), 'rename', 'rename'),
  one: fc.nat(11),
  other: fc.nat(11),
});

test('never lets a credential of one workspace open another, in any sequence of steps', async () => {
  arrivals = 0;
  const undo = new Error('undo');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      await database
        .inTransaction(async (tx) => {
          const run = await begin(tx);
          const take = (what: string, one: number, other: number) =>
            attempt(tx, async () => (await STEPS[what]?.(run, one, other)) ?? true);
          for (const { do: what, one, other } of steps) await take(what, one, other);
          for (const what of ['be invited at home', 'be provisioned at home', 'arrive as the owner of the address']) {
            for (const one of OTHERS.keys()) await take(what, one, one);
            expect(await wayIn(run)).toBeUndefined();
          }
          throw undo;
        })
        .catch((thrown: unknown) => {
          if (thrown !== undo) throw thrown;
        });
    }),
    { numRuns: runs(30) },
  );
  // The real owners of the addresses can sign in.
  expect(arrivals).toBeGreaterThan(0);
});
