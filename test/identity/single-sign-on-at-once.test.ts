// Two people change single sign-on at the same time, or one changes it while another signs in. The second step is based
// on the result of the first, and no account is linked to a former provider.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal } from '../../src/base/refusal.ts';
import { addMember, removeMember } from '../../src/directory/members/members.ts';
import { addDomain } from '../../src/directory/teams/domains.ts';
import { deleteTeam } from '../../src/directory/teams/teams.ts';
import { sealerOf } from '../../src/identity/sealed-secret.ts';
import { findSingleSignOn, removeSingleSignOn, saveSingleSignOn } from '../../src/identity/single-sign-on.ts';
import { linkedAccount } from '../../src/identity/single-sign-on-links.ts';
import type { Database, Tx } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { byAdmin, freshTeam } from '../directory/support.ts';
import { openTestDatabase } from '../support/database.ts';
import { meanwhile } from '../support/meanwhile.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const DEPS = { publicUrl: 'https://cairn.test', sealer: sealerOf(() => ['a secret of the test']) };
const FIRST = { issuer: 'https://issuer.test', client_id: 'one' };
const LATER = Date.parse('2026-01-02');

/** A workspace with single sign-on, a person who can be linked, and the concurrent actions of two people. */
async function workspace() {
  const { team_id } = await freshTeam(database);
  const domain = `d${team_id.slice(-12)}.test`;
  const save = (tx: Tx, change: object, now = LATER) => {
    const wanted = { ...FIRST, client_secret: null, enabled: true, required: false, ...change };
    return saveSingleSignOn(tx, team_id, wanted, DEPS, now, byAdmin);
  };
  await database.inTransaction(async (tx) => {
    await addDomain(tx, team_id, domain, byAdmin);
    await save(tx, {}, Date.parse('2026-01-01'));
  });
  const nina = await database.inTransaction((tx) =>
    addMember(tx, team_id, { email: `nina@${domain}`, name: 'Nina', roles: [] }, byAdmin),
  );
  const { updated_at } = (await findSingleSignOn(database, team_id)) ?? { updated_at: '' };
  const subject = { issuer: FIRST.issuer, subject: 'nina', email: `nina@${domain}`, is_email_verified: true };
  const link = (tx: Tx, asked?: typeof FIRST) =>
    linkedAccount(tx, team_id, { ...subject, ...(asked && { asked }) }, LATER, 'request');
  const acts = {
    saved: (tx: Tx) => save(tx, { required: true, seen: { updated_at } }),
    'given another client': (tx: Tx) => save(tx, { client_id: 'two' }),
    'given another issuer': (tx: Tx) => save(tx, { issuer: 'https://other.test' }),
    'switched off': (tx: Tx) => save(tx, { enabled: false }),
    removed: (tx: Tx) => removeSingleSignOn(tx, team_id, byAdmin),
    'deleted with its workspace': (tx: Tx) => deleteTeam(tx, team_id, byAdmin),
    'left by her': (tx: Tx) => removeMember(tx, team_id, nina, null, byAdmin),
    'signed in by': (tx: Tx) => link(tx, FIRST),
    'vouched by': (tx: Tx) => link(tx),
  };
  const links = () => database.rows(sql`select from single_sign_on_links where team_id = ${team_id}`);
  return { acts, links };
}

type Act = keyof Awaited<ReturnType<typeof workspace>>['acts'];

test.each<[second: Act, first: Act, outcome: string, links: number]>([
  ['saved', 'removed', 'conflict', 0],
  ['saved', 'saved', 'conflict', 0],
  ['removed', 'saved', 'done', 0],
  ['removed', 'removed', 'not-found', 0],
  ['removed', 'signed in by', 'done', 0],
  ['given another client', 'signed in by', 'done', 0],
  ['given another issuer', 'vouched by', 'done', 0],
  ['saved', 'signed in by', 'done', 1],
  ['signed in by', 'removed', 'not-found', 0],
  ['signed in by', 'given another client', 'not-found', 0],
  ['signed in by', 'given another issuer', 'not-found', 0],
  ['signed in by', 'switched off', 'not-found', 0],
  ['signed in by', 'saved', 'done', 1],
  ['signed in by', 'left by her', 'forbidden', 0],
  ['vouched by', 'removed', 'not-found', 0],
  ['vouched by', 'switched off', 'not-found', 0],
  ['vouched by', 'given another client', 'done', 1],
  ['deleted with its workspace', 'signed in by', 'done', 0],
])('lets a person be %s while being %s: %s, with %i links', async (second, first, outcome, count) => {
  const { acts, links } = await workspace();
  const becomes = (): Promise<string> =>
    database.inTransaction<unknown>(acts[second]).then(
      () => 'done',
      (thrown: unknown) => (isRefusal(thrown) ? thrown.slug : String(thrown)),
    );
  expect(await meanwhile(database, acts[first], becomes)).toBe(outcome);
  expect(await links()).toHaveLength(count);
});
