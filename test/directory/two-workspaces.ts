// Two similar workspaces that share one person. Reads and changes in one must not affect the other.

import { proveByPerson } from '../../src/directory/accounts/accounts.ts';
import { SVC_CATALOG_ID } from '../../src/directory/catalog.ts';
import { changeConnection, createConnection } from '../../src/directory/connections/connections.ts';
import { setGroupManagers, setGroupRoles } from '../../src/directory/groups/group-care.ts';
import { pushGroup } from '../../src/directory/groups/group-link.ts';
import { changeGroupMembers } from '../../src/directory/groups/group-members.ts';
import { createGroup } from '../../src/directory/groups/groups.ts';
import { admitPerson } from '../../src/directory/joining/account-link.ts';
import { acceptInvitation, addOrInvite } from '../../src/directory/joining/invitations.ts';
import { setManager } from '../../src/directory/managers/managers.ts';
import { addMember, deactivateMember } from '../../src/directory/members/members.ts';
import { claimDomain } from '../../src/directory/teams/domain-claims.ts';
import { addDomain } from '../../src/directory/teams/domains.ts';
import type { Database, Tx } from '../../src/storage/database.ts';
import { createWorkspace } from '../../src/workspaces/workspace.ts';
import { byAdmin, byConnection } from './support.ts';

export const NOW = Date.now();

export interface Workspace {
  readonly id: string;
  readonly okta: string;
  readonly entra: string;
  readonly people: Readonly<Record<'olga' | 'amy' | 'ben' | 'cid' | 'dan' | 'eve', string>>;
  /** Okta syncs `staff` and `field`; `board` is managed in the service. */
  readonly groups: Readonly<Record<'staff' | 'field' | 'board', string>>;
  /** The invitation of Gia, who belongs to a third workspace. */
  readonly invitation: string;
}

export interface TwoWorkspaces {
  readonly one: Workspace;
  readonly other: Workspace;
  readonly gia: string;
  /** The names of all ids, such as `amy@one`. */
  readonly names: ReadonlyMap<string, string>;
}

export async function twoWorkspaces(database: Database): Promise<TwoWorkspaces> {
  const names = new Map([[SVC_CATALOG_ID, 'service']]);
  const named = (name: string, id: string): string => {
    names.set(id, name);
    return id;
  };
  const gia = await database.inTransaction(async (tx) => {
    const away = { name: 'Away', owner: { email: 'gia@away.test', name: 'gia' }, plan: 'enterprise', seat_limit: 5 };
    const { team_id, owner_id } = await createWorkspace(tx, away, byAdmin);
    named('away', team_id);
    return named('gia', owner_id);
  });
  const one = await database.inTransaction((tx) => workspace(tx, named, 'one'));
  const other = await database.inTransaction((tx) => workspace(tx, named, 'other', one.people.amy));
  return { one, other, gia, names };
}

type Named = (name: string, id: string) => string;

/** Creates a workspace of six people, three groups and two connections. `shared` is invited and accepts. */
async function workspace(tx: Tx, named: Named, at: string, shared?: string): Promise<Workspace> {
  const team = { name: `Team ${at}`, owner: { email: `olga@${at}.test`, name: 'Olga' }, plan: 'enterprise' };
  const { team_id, owner_id } = await createWorkspace(tx, { ...team, seat_limit: 50 }, byAdmin);
  const [id, olga] = [named(at, team_id), named(`olga@${at}`, owner_id)];
  const okta = named(`okta@${at}`, (await createConnection(tx, id, 'Okta', byAdmin)).connection_id);
  const entra = named(`entra@${at}`, (await createConnection(tx, id, 'Entra', byAdmin)).connection_id);
  await changeConnection(tx, id, okta, { manager_visibility: true }, byAdmin);
  const provision = async (name: string, connection_id: string): Promise<string> => {
    const person = { email: `${name}@${at}.test`, name, given_name: name, family_name: 'P' };
    const membership = { status: 'active', connection_id } as const;
    return named(`${name}@${at}`, (await admitPerson(tx, id, person, membership, byAdmin)).account_id);
  };
  const [amy, ben, dan] = [await provision('amy', okta), await provision('ben', okta), await provision('dan', entra)];
  const byHand = { email: `cid@${at}.test`, name: 'cid', roles: ['author', 'publisher'] };
  const cid = named(`cid@${at}`, await addMember(tx, id, byHand, byAdmin));
  const eve = named(
    `eve@${at}`,
    await addMember(tx, id, { ...byHand, email: `eve@${at}.test`, name: 'eve', roles: ['author'] }, byAdmin),
  );
  await deactivateMember(tx, id, eve, null, byAdmin);
  const push = async (display_name: string, account_ids: readonly string[]): Promise<string> => {
    const pushed = await pushGroup(tx, id, okta, { display_name, account_ids }, byConnection(okta));
    return named(`${display_name.toLowerCase()}@${at}`, pushed.group_id);
  };
  const [staff, field] = [await push('Staff', [amy, ben, dan, cid]), await push('Field', [amy, ben])];
  const board = named(`board@${at}`, (await createGroup(tx, id, { display_name: 'Board' }, byAdmin)).group_id);
  await changeGroupMembers(tx, id, board, { add: [amy, cid], remove: [] }, null, byAdmin);
  await setGroupRoles(tx, id, staff, ['author'], byAdmin);
  await setGroupRoles(tx, id, board, ['admin', 'author'], byAdmin);
  await setGroupManagers(tx, id, staff, [cid, ben], byAdmin);
  await setGroupManagers(tx, id, board, [cid], byAdmin);
  const by = byConnection(okta);
  await setManager(tx, id, okta, amy, { ref: 'ben', account_id: ben }, by);
  await setManager(tx, id, okta, ben, { ref: 'late', account_id: null }, by);
  await setManager(tx, id, entra, dan, { ref: 'late', account_id: null }, byConnection(entra));
  await addDomain(tx, id, `${at}.test`, byAdmin);
  await claimDomain(tx, id, 'claimed.test');
  await claimDomain(tx, id, `${at}-only.test`);
  if (shared !== undefined) await invite(tx, id, shared);
  const gia = await addOrInvite(tx, id, { email: 'gia@away.test', name: 'gia', roles: ['author'] }, NOW, byAdmin);
  if (!('invitation' in gia)) throw new Error('gia was not invited');
  const invitation = named(`invitation@${at}`, gia.invitation.id);
  return { id, okta, entra, people: { olga, amy, ben, cid, dan, eve }, groups: { staff, field, board }, invitation };
}

/** Makes Amy of the first workspace a member of the second one too. */
async function invite(tx: Tx, id: string, shared: string): Promise<void> {
  const wanted = { email: 'amy@one.test', name: 'amy', roles: ['author', 'admin'] };
  const made = await addOrInvite(tx, id, wanted, NOW, byAdmin);
  if (!('invitation' in made)) throw new Error('amy was not invited');
  await proveByPerson(tx, shared, 0);
  const person = { account_id: shared, email: wanted.email, vouched_by: null };
  await acceptInvitation(tx, person, made.invitation.id, NOW, byAdmin);
}
