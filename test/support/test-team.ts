// A workspace for one test, created through the rooms: its Owner, people in every role, and a key for each of them.

import type { By } from '../../src/audit/audit-log.ts';
import { newId } from '../../src/base/id.ts';
import { createApiKey } from '../../src/credentials/api-credentials.ts';
import { accountOf, findAccountByEmail, proveByPerson, setOperator } from '../../src/directory/accounts/accounts.ts';
import { SVC_CATALOG_ID } from '../../src/directory/catalog.ts';
import { acceptInvitation, addOrInvite } from '../../src/directory/joining/invitations.ts';
import { addMember } from '../../src/directory/members/members.ts';
import { SCOPES } from '../../src/directory/roles.ts';
import type { Database, Tx } from '../../src/storage/database.ts';
import { createWorkspace } from '../../src/workspaces/workspace.ts';
import type { Speaker } from './speaker.ts';

export interface TestPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly key: string;
  readonly key_id: string;
  /** The client that uses this person's key. */
  readonly speaks: Speaker;
}

export interface TestTeam {
  readonly team_id: string;
  readonly owner: TestPerson;
  readonly admin: TestPerson;
  readonly author: TestPerson;
  readonly publisher: TestPerson;
  readonly member: TestPerson;
  /** Adds a person with direct roles and a key with all scopes. Using a name again creates another person. */
  person(name: string, roles?: readonly string[]): Promise<TestPerson>;
  /** Creates another key for a person. */
  key(account_id: string, options?: KeyOptions): Promise<{ id: string; key: string; speaks: Speaker }>;
}

export interface TeamOptions {
  readonly name?: string;
  readonly plan?: string;
  readonly seat_limit?: number | null;
}

export interface KeyOptions {
  readonly scopes?: readonly string[];
  readonly expires_at?: string | null;
  readonly name?: string;
}

export interface TeamDeps {
  readonly database: Database;
  readonly now: () => number;
  /** The client that uses this key. */
  readonly speakerOf: (key: string) => Speaker;
}

export const BY_TEST: By = {
  account_id: null,
  actor: { kind: 'system', id: null, name: 'test' },
  request_id: 'test',
};

/**
 * Creates the workspace in one transaction. Every email address is new, because an account is one person across the
 * whole service.
 */
export async function makeTeam(deps: TeamDeps, options: TeamOptions = {}): Promise<TestTeam> {
  const wanted = {
    name: options.name ?? `Acme ${newId().slice(-12)}`,
    owner: { email: addressOf('Olive Owner'), name: 'Olive Owner' },
    plan: options.plan ?? 'enterprise',
    seat_limit: options.seat_limit ?? null,
  };
  const { inTransaction } = deps.database;
  return inTransaction(async (tx) => {
    const { team_id, owner_id } = await createWorkspace(tx, wanted, BY_TEST);
    const joining = joiningPeople(deps, team_id);
    return {
      team_id,
      owner: await joining.known(tx, owner_id, 'Olive Owner', wanted.owner.email),
      admin: await joining.person(tx, 'Ada Admin', ['admin']),
      author: await joining.person(tx, 'Arthur Author', ['author']),
      publisher: await joining.person(tx, 'Paula Publisher', ['publisher']),
      member: await joining.person(tx, 'Max Member'),
      person: (name, roles) => inTransaction((another) => joining.person(another, name, roles)),
      key: (account_id, of) => inTransaction((another) => joining.key(another, account_id, of)),
    };
  });
}

const addressOf = (name: string): string =>
  `${name.toLowerCase().replaceAll(' ', '.')}.${newId().slice(-12)}@acme.test`;

/** Returns functions that create people, in a workspace or in the service, and their keys. */
function joiningPeople({ now, speakerOf }: TeamDeps, team_id: string) {
  const key = async (tx: Tx, account_id: string, of: KeyOptions = {}) => {
    const { name = 'test', scopes = SCOPES, expires_at = null } = of;
    const made = await createApiKey(tx, team_id, { account_id, name, scopes, expires_at }, now(), BY_TEST);
    return { ...made, speaks: speakerOf(made.key) };
  };
  const known = async (tx: Tx, id: string, name: string, email: string): Promise<TestPerson> => {
    const made = await key(tx, id);
    return { id, name, email, key: made.key, key_id: made.id, speaks: made.speaks };
  };
  const person = async (tx: Tx, name: string, roles: readonly string[] = []): Promise<TestPerson> => {
    const email = addressOf(name);
    return known(tx, await addMember(tx, team_id, { email, name, roles }, BY_TEST), name, email);
  };
  return { key, known, person };
}

/** Creates an operator of the service with a key for the service-wide catalog. */
export async function makeOperator(deps: TeamDeps): Promise<TestPerson> {
  const email = `operator.${newId().slice(-12)}@cairn.test`;
  return deps.database.inTransaction(async (tx) => {
    const { account_id } = await accountOf(tx, email, 'Otto Operator');
    await setOperator(tx, account_id, true, BY_TEST);
    return joiningPeople(deps, SVC_CATALOG_ID).known(tx, account_id, 'Otto Operator', email);
  });
}

/**
 * Adds an account of another workspace to a team as a person would: they prove the address and accept the invitation
 * themselves.
 */
export async function joinByInvitation(
  database: Database,
  now: number,
  team_id: string,
  person: { readonly email: string; readonly roles?: readonly string[] },
): Promise<void> {
  await database.inTransaction(async (tx) => {
    const wanted = { email: person.email, name: 'As invited', roles: person.roles ?? [] };
    const added = await addOrInvite(tx, team_id, wanted, now, BY_TEST);
    const account = await findAccountByEmail(tx, person.email);
    if (!('invitation' in added) || account === undefined) return;
    await proveByPerson(tx, account.account_id, account.proof_number);
    const invited = { account_id: account.account_id, email: account.email, vouched_by: null };
    await acceptInvitation(tx, invited, added.invitation.id, now, BY_TEST);
  });
}
