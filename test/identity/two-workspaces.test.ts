// Sessions, links and providers of people in two workspaces. Each change affects only the intended rows, and each read
// returns its own, before and after every moment. After a deliberate change, review the differences and accept them
// (`npx vitest run test/identity/two-workspaces.test.ts -u`).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { setOperator } from '../../src/directory/accounts/accounts.ts';
import { deactivateMember } from '../../src/directory/members/members.ts';
import * as links from '../../src/identity/login-link-store.ts';
import * as passwords from '../../src/identity/password-store.ts';
import type { NewSession } from '../../src/identity/session.ts';
import * as sessions from '../../src/identity/session-store.ts';
import * as signIn from '../../src/identity/sign-in-store.ts';
import * as sso from '../../src/identity/single-sign-on-store.ts';
import type { Database, Tx } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { byAdmin } from '../directory/support.ts';
import { type TwoWorkspaces, twoWorkspaces, type Workspace } from '../directory/two-workspaces.ts';
import { openTestDatabase } from '../support/database.ts';
import { named, touchedRows } from '../support/touched-rows.ts';

const at = (seconds: number): string => new Date(Date.UTC(2031, 0, 1) + seconds * 1_000).toISOString();
const hash = (text: string): Buffer => Buffer.from(text);
const SESSIONS = ['amy-here', 'amy-there', 'ben-here', 'operator', 'amy-late'] as const;
const ids = new Map(SESSIONS.map((name) => [name, newId()]));
const id = (name: (typeof SESSIONS)[number]): string => ids.get(name) ?? '';

let database: Database;
let two: TwoWorkspaces;
let names: ReadonlyMap<string, string>;
beforeAll(async () => {
  database = await openTestDatabase();
  two = await twoWorkspaces(database);
  names = new Map([...two.names, ...[...ids].map(([name, value]): [string, string] => [value, name])]);
  await database.inTransaction(async (tx) => {
    const { amy, ben } = two.one.people;
    await setOperator(tx, amy, true, byAdmin);
    await opened(tx, 'amy-here', two.one.id, amy, 20);
    await opened(tx, 'amy-there', two.other.id, amy, 30);
    await opened(tx, 'amy-late', two.one.id, amy, 40);
    await opened(tx, 'ben-here', two.one.id, ben, 20);
    await opened(tx, 'operator', null, amy, 20);
    for (const [name, expires] of [
      ['soon', 10],
      ['later', 20],
    ] as const)
      await links.insertLink(tx, { ...link(amy), token_hash: hash(name), expires_at: at(expires), now: at(0) });
    for (const account_id of [amy, ben])
      await passwords.putPassword(tx, { account_id, hash: 'first', team_id: null, proof_number: 0 }, null, at(0));
    for (const team of [two.one, two.other]) {
      await sso.putSettings(tx, team.id, settings('https://idp.test'));
      await sso.insertLink(tx, team.id, {
        issuer: 'https://idp.test',
        subject: 'amy',
        account_id: amy,
        linked_at: at(0),
      });
      for (const [name, expires] of [
        ['soon', 10],
        ['later', 20],
      ] as const)
        await sso.insertAttempt(tx, attempt(team.id, `${name} ${two.names.get(team.id)}`, expires, 0));
    }
    await sso.insertLink(tx, two.one.id, {
      issuer: 'https://idp.test',
      subject: 'ben',
      account_id: ben,
      linked_at: at(0),
    });
  });
});
afterAll(() => database.close());

type SessionName = (typeof SESSIONS)[number];
const opened = (tx: Tx, name: SessionName, team_id: string | null, account_id: string, expires: number, more = {}) =>
  sessions.insertSession(tx, {
    ...({ team_id, account_id, kind: 'app', method: 'link', ...more } as NewSession),
    ...{
      session_id: id(name),
      token_hash: hash(name),
      user_agent: name,
      created_at: at(0),
      last_seen_at: at(0),
      expires_at: at(expires),
    },
  });
const link = (account_id: string) => ({
  account_id,
  team_id: null,
  confined: false,
  proof_number: 0,
  activations: [1, 2],
});
const settings = (issuer: string) => ({
  ...{ issuer, client_id: 'client', sealed_secret: null, enabled: true, required: false, updated_at: at(0) },
});
const attempt = (team_id: string, name: string, expires: number, now: number) => ({
  ...{ team_id, state: name, nonce: 'nonce', code_verifier: 'verifier', return_to: '/', binding_hash: hash(name) },
  ...{ expires_at: at(expires), now: at(now) },
});
const called = (rows: Promise<readonly { readonly user_agent: string }[]>) =>
  rows.then((all) => all.map(({ user_agent }) => user_agent));

type Work = (tx: Tx, one: Workspace, other: Workspace) => Promise<unknown>;
const WORKS: Readonly<Record<string, Work>> = {
  'sees a session': (tx) => sessions.markSeen(tx, id('amy-here'), at(5), at(50)),
  'notes what a session wrote': (tx) => sessions.noteChange(tx, id('amy-here')),
  'ends a session': (tx, { people }) => sessions.endSession(tx, people.amy, id('amy-here')),
  'ends nobody else’s session': (tx, { people }) => sessions.endSession(tx, people.amy, id('ben-here')),
  'ends those in a workspace': (tx, one) => sessions.deleteSessionsIn(tx, one.id, one.people.amy, null, null),
  'ends those in a workspace but one': (tx, one) =>
    sessions.deleteSessionsIn(tx, one.id, one.people.amy, null, id('amy-late')),
  'ends one in a workspace': (tx, one) => sessions.deleteSessionsIn(tx, one.id, one.people.amy, id('amy-here'), null),
  'ends none of another workspace': (tx, one) =>
    sessions.deleteSessionsIn(tx, one.id, one.people.amy, id('amy-there'), null),
  'ends those of an operator': (tx, { people }) => sessions.deleteOperatorSessions(tx, people.amy),
  'ends all others': (tx, { people }) => signIn.deleteOtherSessions(tx, people.amy, null, id('amy-here')),
  'ends all others of a workspace': (tx, one) => signIn.deleteOtherSessions(tx, one.people.amy, one.id, id('amy-here')),
  'ends what ran out': (tx) => sessions.deleteExpiredSessions(tx, at(20)),
  'opens no session for who is deactivated, or no operator': async (tx, one) => [
    (await opened(tx, 'operator', one.id, one.people.eve, 20)) ?? 'none',
    (await opened(tx, 'operator', null, one.people.ben, 20)) ?? 'none',
    (await opened(tx, 'operator', two.other.id, one.people.ben, 20)) ?? 'none',
  ],
  'opens one that is confined': async (tx, one) => {
    await sessions.endSession(tx, one.people.amy, id('amy-here'));
    const session = await opened(tx, 'amy-here', one.id, one.people.amy, 20, { confined: true });
    return [session?.is_operator, session?.confined, session?.team_name];
  },
  'finds a session': async (tx) => {
    const found = async (name: SessionName, now: number) => {
      const caller = await sessions.findSession(tx, hash(name), at(now));
      return caller && `${caller.session_id} ${caller.is_operator} ${caller.team_name} ${[...caller.roles].sort()}`;
    };
    return [await found('amy-here', 19.999), await found('amy-here', 20), await found('operator', 0)];
  },
  'finds how a session was opened': async (tx, one) => {
    await sso.putSettings(tx, two.other.id, { ...settings('https://idp.test'), required: true });
    await tx.rows(sql`update passwords set team_id = ${one.id} where account_id = ${one.people.ben}`);
    const facts = (name: SessionName, team: string | null) => sessions.findSessionFacts(tx, team, id(name));
    return [
      await facts('amy-here', one.id),
      await facts('amy-there', two.other.id),
      await facts('ben-here', one.id),
      await facts('operator', null),
    ];
  },
  'lists sessions': async (tx, one, other) => {
    await sessions.markSeen(tx, id('amy-late'), at(6), at(40));
    const { amy } = one.people;
    return [
      await called(sessions.selectSessions(tx, one.id, amy, at(19.999))),
      await called(sessions.selectSessions(tx, one.id, amy, at(20))),
      await called(sessions.selectSessions(tx, other.id, amy, at(0))),
      await called(sessions.selectSessions(tx, null, amy, at(0))),
      (await called(signIn.selectOwnSessions(tx, amy, null, at(0)))).sort(),
      await called(signIn.selectOwnSessions(tx, amy, one.id, at(0))),
      await called(signIn.selectOwnSessions(tx, amy, one.id, at(20))),
    ];
  },
  'lists sessions of who was deactivated in one workspace, and is no operator': async (tx, one) => {
    await deactivateMember(tx, one.id, one.people.amy, one.okta, byAdmin);
    await setOperator(tx, one.people.amy, false, byAdmin);
    await tx.rows(sql`update members set status = 'active' where account_id = ${one.people.amy}`);
    return called(signIn.selectOwnSessions(tx, one.people.amy, null, at(0)));
  },
  'finds a person with their workspaces': async (tx, one, other) => {
    await sso.putSettings(tx, other.id, { ...settings('https://idp.test'), required: true });
    const found = async (account: string) => {
      const { is_operator, workspaces } = (await signIn.findPersonWithWorkspaces(tx, account)) ?? {};
      return [is_operator, workspaces?.map((each) => ({ ...each, activation: 0 }))];
    };
    return [
      await found(one.people.amy),
      await found(one.people.eve),
      await found(other.people.olga),
      await found(newId()),
    ];
  },
  'keeps a link, and forgets those that ran out': (tx, { people }) =>
    links.insertLink(tx, { ...link(people.ben), token_hash: hash('new'), expires_at: at(30), now: at(10) }),
  'takes a link': async (tx) => [
    await links.takeLink(tx, hash('later'), at(19.999)),
    await links.takeLink(tx, hash('later'), at(0)),
  ],
  'takes no link that ran out': (tx) => links.takeLink(tx, hash('later'), at(20)),
  'stores a password': (tx, one) =>
    passwords.putPassword(
      tx,
      { account_id: one.people.amy, hash: 'next', team_id: one.id, proof_number: 0 },
      'first',
      at(5),
    ),
  'stores none where another is there': (tx, { people }) =>
    passwords.putPassword(tx, { account_id: people.amy, hash: 'next', team_id: null, proof_number: 0 }, 'other', at(5)),
  'stores no first one twice': (tx, { people }) =>
    passwords.putPassword(tx, { account_id: people.amy, hash: 'next', team_id: null, proof_number: 0 }, null, at(5)),
  'finds passwords': async (tx, { people }) => [
    await passwords.findByEmail(tx, 'BEN@one.test'),
    (await passwords.findByEmail(tx, 'cid@one.test')) ?? 'none',
    await passwords.findByAccount(tx, people.amy),
  ],
  'changes settings': (tx, { id: team }) =>
    sso.putSettings(tx, team, { ...settings('https://new.test'), enabled: false }),
  'deletes settings': (tx, { id: team }) => sso.deleteSettings(tx, team),
  'finds settings and domains': async (tx, one, other) => {
    const before = await sso.findTeamOfDomain(tx, 'other.test');
    await sso.putSettings(tx, other.id, { ...settings('https://new.test'), enabled: false });
    return [
      ...[before, (await sso.findTeamOfDomain(tx, 'other.test')) ?? 'none', await sso.findTeamOfDomain(tx, 'one.test')],
      ...[(await sso.findTeamOfDomain(tx, 'away.test')) ?? 'none', await sso.countDomains(tx, one.id)],
      ...[(await sso.findSettings(tx, one.id))?.issuer, (await sso.findSettings(tx, other.id))?.issuer],
    ];
  },
  'finds who a subject is': async (tx, one, other) => [
    await sso.findLinked(tx, one.id, 'https://idp.test', 'amy'),
    (await sso.findLinked(tx, one.id, 'https://other.test', 'amy')) ?? 'nobody',
    (await sso.findLinked(tx, other.id, 'https://idp.test', 'ben')) ?? 'nobody',
  ],
  'finds who a subject is that was deactivated in one workspace': async (tx, one, other) => {
    const status = async (team: string) => (await sso.findLinked(tx, team, 'https://idp.test', 'amy'))?.status;
    await deactivateMember(tx, one.id, one.people.amy, one.okta, byAdmin);
    const here = [await status(one.id), await status(other.id)];
    await tx.rows(sql`
      update members set status = case when team_id = ${one.id} then 'active' else 'deactivated' end
      where account_id = ${one.people.amy}`);
    return [here, [await status(one.id), await status(other.id)]];
  },
  'finds who may be linked': async (tx, one, other) => {
    const linkable = async (team: string, email: string) => (await sso.findLinkable(tx, team, email)) ?? 'nobody';
    const provisioned = async (team: string, email: string) => (await sso.findProvisioned(tx, team, email)) ?? 'nobody';
    return [
      ...[await linkable(one.id, 'BEN@one.test'), await linkable(one.id, 'cid@one.test')],
      ...[await linkable(one.id, 'eve@one.test'), await linkable(other.id, 'amy@one.test')],
      ...[await provisioned(one.id, 'BEN@one.test'), await provisioned(one.id, 'cid@one.test')],
      ...[await provisioned(other.id, 'ben@one.test'), await provisioned(one.id, 'amy@other.test')],
    ];
  },
  'finds who vouches for apps': async (tx, one, other) => {
    const vouched = async (subject: string, email: string, team?: string) =>
      (await sso.selectVouchedTeams(tx, 'https://idp.test', subject, email, team)).map(({ team_id }) => team_id);
    const none = [await sso.isAnyVouching(tx), await vouched('amy', 'amy@one.test')];
    await tx.rows(
      sql`insert into oauth_policies (team_id, enterprise_managed, updated_at) values (${one.id}, true, now())`,
    );
    const first = [await sso.isVouching(tx, 'https://idp.test'), await sso.isVouching(tx, 'https://new.test')];
    const alone = await vouched('amy', 'amy@one.test');
    await tx.rows(
      sql`insert into oauth_policies (team_id, enterprise_managed, updated_at) values (${other.id}, true, now())`,
    );
    const both = [await vouched('amy', 'nobody@one.test'), await vouched('amy', 'nobody@one.test', other.id)];
    const provisioned = [await vouched('new', 'BEN@one.test'), await vouched('new', 'cid@one.test')];
    await sso.putSettings(tx, one.id, { ...settings('https://idp.test'), enabled: false });
    await sso.putSettings(tx, other.id, settings('https://new.test'));
    return [none, first, alone, both, provisioned, await vouched('amy', 'ben@one.test'), await sso.isAnyVouching(tx)];
  },
  'forgets the subject of one person': (tx, one) => sso.deleteLinks(tx, one.id, one.people.amy),
  'forgets all subjects': (tx, one) => sso.deleteLinks(tx, one.id, null),
  'links no subject twice, and no person': async (tx, one) => {
    const insert = (subject: string, account_id: string) =>
      sso.insertLink(tx, one.id, { issuer: 'https://idp.test', subject, account_id, linked_at: at(0) });
    return [
      await insert('amy', one.people.cid),
      await insert('amelie', one.people.amy),
      await insert('cid', one.people.cid),
    ];
  },
  'keeps an attempt, and forgets those that ran out': (tx, one) =>
    sso.insertAttempt(tx, attempt(one.id, 'new', 30, 10)),
  'takes an attempt': async (tx) => [
    (await sso.takeAttempt(tx, hash('later one'), at(20))) ?? 'none',
    await sso.takeAttempt(tx, hash('later one'), at(19.999)),
    (await sso.takeAttempt(tx, hash('later one'), at(0))) ?? 'none',
  ],
};

const TABLES = [
  'login_links',
  'passwords',
  'sessions',
  'single_sign_on',
  'single_sign_on_attempts',
  'single_sign_on_links',
];
const HASH = /\\+x[0-9a-f]+/g;
/** The position in the log is different each time. */
const LOG_PLACE = /(wrote_until)=\S+/;

test('changes and reads only the intended rows', async () => {
  const parts: string[] = [];
  for (const [what, work] of Object.entries(WORKS)) {
    let answer: unknown;
    const lines = await touchedRows(database, TABLES, names, async (tx) => {
      answer = await work(tx, two.one, two.other);
    });
    const answers = (Array.isArray(answer) ? answer : [answer]).filter((one) => one !== undefined);
    const told = answers.map((one) => `= ${named(JSON.stringify(one), names)}`);
    const readable = [...told, ...lines].map((line) =>
      line.replace(HASH, (text) => Buffer.from(text.replace(/^\\+x/, ''), 'hex').toString()).replace(LOG_PLACE, '$1'),
    );
    parts.push([what, ...readable.map((line) => `  ${line}`)].join('\n'));
  }
  await expect(`${parts.join('\n\n')}\n`).toMatchFileSnapshot('two-workspaces.txt');
});
