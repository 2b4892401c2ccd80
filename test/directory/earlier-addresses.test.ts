// Addresses that an earlier release stored as they were written get the form of their mailbox: each once, beyond a page
// too; what another row has already is kept and told.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { findAccount, updateAccountAddress } from '../../src/directory/accounts/account-store.ts';
import { type KeptAddress, refoldAddresses } from '../../src/directory/accounts/refold-addresses.ts';
import { mailboxOf } from '../../src/directory/checked.ts';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { openTestDatabase } from '../support/database.ts';
import { freshTeam } from './support.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
// What a test, or an attempt at it, left.
beforeEach(async () => {
  await database.rows(sql`delete from invitations`);
  await database.rows(sql`delete from accounts where name in ('Ana', 'Many')`);
});

const nobody = (): never => {
  throw new Error('No mailbox has two addresses.');
};
const account = async (email: string): Promise<string> => {
  const id = newId();
  await database.rows(sql`insert into accounts (account_id, email, name) values (${id}, ${email}, 'Ana')`);
  return id;
};
const invitation = async (team_id: string, email: string): Promise<string> => {
  const id = newId();
  await database.rows(sql`
    insert into invitations (team_id, invitation_id, email, name, roles, invited_by, created_at, expires_at)
    values (${team_id}, ${id}, ${email}, 'Ana', '{}', 'Ada', now(), now() + interval '1 day')`);
  return id;
};
const invited = async (id: string): Promise<string | undefined> =>
  (await database.row<{ email: string }>(sql`select email from invitations where invitation_id = ${id}`))?.email;

test.each([
  ['Ana@München.de', 'Ana@xn--mnchen-3ya.de'],
  ['ana@xn--mnchen-3ya.de', 'ana@xn--mnchen-3ya.de'],
  ['Ana@Acme.Example', 'Ana@Acme.Example'],
  ['größe@acme.example', 'größe@acme.example'],
  ['größe@例え.テスト', 'größe@xn--r8jz45g.xn--zckzah'],
  ['ana@münchen.de#acme.example', 'ana@münchen.de#acme.example'],
  ['ana@ü\uff20acme.example', 'ana@ü\uff20acme.example'],
  ['ana@münchen.de\u3002', 'ana@münchen.de\u3002'],
  ['münchen', 'münchen'],
])('the mailbox of %j is %j', (written, mailbox) => {
  expect(mailboxOf(written)).toBe(mailbox);
  expect(mailboxOf(mailbox)).toBe(mailbox);
});

test('accounts and invitations change where the domain has other letters, others stay', async () => {
  const { team_id } = await freshTeam(database);
  const [ana, local] = [await account('Ana@München.test'), await account('größe@acme.test')];
  const asked = await invitation(team_id, 'bo@münchen.test');
  expect(await refoldAddresses(database, nobody)).toBe(2);
  expect((await findAccount(database, ana))?.email).toBe('Ana@xn--mnchen-3ya.test');
  expect((await findAccount(database, local))?.email).toBe('größe@acme.test');
  expect(await invited(asked)).toBe('bo@xn--mnchen-3ya.test');
  expect(await refoldAddresses(database, nobody)).toBe(0);
});

test('one whose mailbox another row has is kept and told', async () => {
  const { team_id } = await freshTeam(database);
  await account('ana@xn--zrich-kva.test');
  const twin = await account('ana@zürich.test');
  await invitation(team_id, 'bo@xn--zrich-kva.test');
  const again = await invitation(team_id, 'bo@zürich.test');
  const kept: KeptAddress[] = [];
  expect(await refoldAddresses(database, (row) => kept.push(row))).toBe(0);
  expect(kept).toEqual([{ account_id: twin }, { team_id, invitation_id: again }]);
});

test('of more people than a page holds each changes', async () => {
  await database.rows(sql`
    insert into accounts (account_id, email, name) select gen_random_uuid(), 'many' || n || '@größe.test', 'Many'
    from generate_series(1, 401) n`);
  expect(await refoldAddresses(database, nobody)).toBe(401);
});

test('somebody whose address moved meanwhile keeps the new one', async () => {
  const id = await account('cy@münchen.test');
  const read = await findAccount(database, id);
  if (read === undefined) throw new Error('The account is there.');
  await database.rows(sql`update accounts set email = 'cy@acme.test' where account_id = ${id}`);
  expect(await updateAccountAddress(database, read, 'cy@xn--mnchen-3ya.test')).toBe(false);
  expect((await findAccount(database, id))?.email).toBe('cy@acme.test');
});
