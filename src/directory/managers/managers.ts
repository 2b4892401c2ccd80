// Reporting lines from the identity provider, and the Manager role that sync grants for them (contract 3.3). Cycles are
// stored as received. Only reporting-chart.ts follows the chain.
import { normalForm } from '@cairn/scim-protocol/normal-form';
import { auditEvent, type By, recordAuditEvents, recordChange } from '../../audit/audit-log.ts';
import type { Tx } from '../../storage/database.ts';
import * as store from './manager-store.ts';

export { forgetManager, selectFormerReports } from './manager-store.ts';

/** A manager as a connection names them, and the account that the name refers to. Null if no one here has that name. */
export interface NamedManager {
  readonly ref: string;
  readonly account_id: string | null;
}

/**
 * Sets or (null) clears a member's manager on behalf of a connection. A manager who is not here yet is stored by name
 * and resolved when that person arrives. May grant the Manager role. Returns whether anything changed.
 */
export async function setManager(
  tx: Tx,
  teamId: string,
  connectionId: string,
  accountId: string,
  manager: NamedManager | null,
  by: By,
): Promise<boolean> {
  const ref = manager === null ? null : normalForm(manager.ref);
  const change = await store.updateManager(tx, teamId, accountId, manager?.account_id ?? null, ref);
  if (change === undefined) return false;
  const next = change.after_id;
  const subject = { kind: 'user', id: accountId, name: change.name };
  await recordChange(tx, teamId, 'team.member.manager_changed', subject, by, {
    before: { manager_id: change.before_id, manager_ref: change.before_ref },
    after: { manager_id: next, manager_ref: ref },
  });
  if (change.before_id !== null && change.before_id !== next) await store.forgetManager(tx, teamId, change.before_id);
  if (next !== null) await grantManagerRoles(tx, teamId, connectionId, [next], by);
  return true;
}

/**
 * Call this when a person arrives or is renamed. Assigns the reports that await one of `names` (record id, userName,
 * externalId, e-mail; ignoring case). Takes a single statement if there are none.
 */
export async function resolveReports(
  tx: Tx,
  teamId: string,
  connectionId: string,
  accountId: string,
  names: readonly string[],
  by: By,
): Promise<void> {
  const reports = await store.updateAwaiting(tx, teamId, connectionId, names.map(normalForm), accountId);
  if (reports.length === 0) return;
  await recordAuditEvents(
    tx,
    reports.map(({ account_id, name }) =>
      auditEvent(teamId, 'team.member.manager_changed', { kind: 'user', id: account_id, name }, by, {
        before: { manager_id: null },
        after: { manager_id: accountId },
      }),
    ),
  );
  await grantManagerRoles(tx, teamId, connectionId, [accountId], by);
}

/**
 * Call this when manager visibility is turned on. Grants the Manager role to everyone with direct reports in the
 * connection.
 */
export async function grantToAllManagers(tx: Tx, teamId: string, connectionId: string, by: By): Promise<void> {
  const managers = await store.selectManagersOf(tx, teamId, connectionId);
  const ids = managers.map(({ account_id }) => account_id);
  if (ids.length > 0) await grantManagerRoles(tx, teamId, connectionId, ids, by);
}

async function grantManagerRoles(
  tx: Tx,
  teamId: string,
  connectionId: string,
  managerIds: readonly string[],
  by: By,
): Promise<void> {
  const granted = await store.insertManagerRoles(tx, teamId, connectionId, managerIds);
  await recordAuditEvents(
    tx,
    granted.map(({ account_id, name }) =>
      auditEvent(teamId, 'team.member.manager_role_granted', { kind: 'user', id: account_id, name }, by, {
        after: { role: 'manager', origin: 'sync', connection_id: connectionId },
      }),
    ),
  );
}
