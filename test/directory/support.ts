// Creates a new team for each directory test, in the test file's own database.

import type { AuditEntry } from '../../src/audit/audit-entry.ts';
import type { By } from '../../src/audit/audit-log.ts';
import { readAudit } from '../../src/audit/read-audit.ts';
import { newId } from '../../src/base/id.ts';
import { createConnection } from '../../src/directory/connections/connections.ts';
import { type ChangedMembers, replaceMembersOf } from '../../src/directory/groups/group-members.ts';
import { lockOwnGroup } from '../../src/directory/groups/groups.ts';
import { admitPerson } from '../../src/directory/joining/account-link.ts';
import type { Source } from '../../src/directory/member.ts';
import { refuseFullTeam } from '../../src/directory/members/members.ts';
import type { Database, Tx } from '../../src/storage/database.ts';
import { createWorkspace } from '../../src/workspaces/workspace.ts';

export const byAdmin: By = {
  account_id: null,
  actor: { kind: 'person', id: newId(), name: 'Ada Admin' },
  request_id: 'req-admin',
};

export const byConnection = (connectionId: string): By => ({
  account_id: null,
  actor: { kind: 'connection', id: connectionId, name: 'Okta', token_id: newId() },
  request_id: 'req-sync',
});

/** Makes exactly these people the members of a group, as its identity provider would. */
export const replaceMembers = async (
  tx: Tx,
  teamId: string,
  groupId: string,
  accountIds: readonly string[],
  source: Source,
  by: By,
): Promise<ChangedMembers> =>
  replaceMembersOf(tx, teamId, await lockOwnGroup(tx, teamId, groupId, source), accountIds, by);

/** An unused email address. */
export const someEmail = (domain = 'example.com'): string => `p${newId()}@${domain}`;

export interface TestTeam {
  readonly team_id: string;
  readonly owner_id: string;
  readonly connection_id: string;
  readonly by: By;
  /** Provisions a new person and returns the account's id. */
  provision(name?: string, email?: string): Promise<string>;
  /** The audit entries of a kind (or with its prefix), newest first. */
  audit(kind: string): Promise<AuditEntry[]>;
}

export async function freshTeam(database: Database, seats: number | null = null): Promise<TestTeam> {
  const made = await database.inTransaction(async (tx) => {
    const owner = { email: someEmail(), name: 'Olga Owner' };
    const team = await createWorkspace(tx, { name: 'Acme', owner, plan: 'enterprise', seat_limit: seats }, byAdmin);
    const connection = await createConnection(tx, team.team_id, 'Okta', byAdmin);
    return { ...team, connection_id: connection.connection_id };
  });
  const by = byConnection(made.connection_id);
  return {
    ...made,
    by,
    provision: (name = 'Pat Person', email = someEmail()) =>
      database
        .inTransaction(async (tx) => {
          const person = { email, name, given_name: '', family_name: '' };
          const membership = { status: 'active', connection_id: made.connection_id } as const;
          return (await admitPerson(tx, made.team_id, person, membership, by)).account_id;
        })
        .catch(refuseFullTeam),
    audit: (kind) => readAudit(database, made.team_id, { kind }, { after: null, limit: 1_000 }),
  };
}
