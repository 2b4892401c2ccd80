// Connections: the identity providers that provision a team. A team may have several. See credentials/scim-tokens.ts
// for their tokens, and the room provisioning for the data they send.

import { normalForm } from '@cairn/scim-protocol/normal-form';
import { type By, differenceOf, recordChange } from '../../audit/audit-log.ts';
import { newId } from '../../base/id.ts';
import { refuse } from '../../base/refusal.ts';
import { requireSeen, type SeenOf } from '../../base/seen.ts';
import { t } from '../../base/texts/t.ts';
import { type Db, type Tx, violatedConstraint } from '../../storage/database.ts';
import { checkedName, TEXT_LIMITS } from '../checked.ts';
import { grantToAllManagers } from '../managers/managers.ts';
import { type Connection, type IdentityProvider, subjectOf } from './connection.ts';
import * as store from './connection-store.ts';

export { countSyncedGroups, findConnectionTeam, listConnections } from './connection-store.ts';

/** Creates a connection. Fails with `uniqueness` if the team has one with that name, ignoring case. */
export async function createConnection(
  tx: Tx,
  teamId: string,
  name: string,
  by: By,
  provider: IdentityProvider = 'other',
): Promise<Connection> {
  const checked = checkedName('name', name, TEXT_LIMITS.connection);
  const made = await store.insertConnection(tx, teamId, newId(), checked, normalForm(checked), provider);
  if (made === undefined) throw nameTaken(checked);
  await recordChange(tx, teamId, 'team.connection.created', subjectOf(made), by, {
    after: { name: checked, provider },
  });
  return made;
}

/** Fails with `not-found`. */
export async function getConnection(db: Db, teamId: string, connectionId: string): Promise<Connection> {
  return (await store.findConnection(db, teamId, connectionId)) ?? noSuchConnection();
}

const SETTINGS = [
  'name',
  'provider',
  'enabled',
  'paused',
  'strict',
  'manager_visibility',
  'moves_external_id',
  'keeps_requests',
  'declared_attributes',
  'attribute_mapping',
] as const;

export type ConnectionChanges = {
  readonly [Key in keyof Omit<Connection, 'connection_id' | 'confirmed_at' | 'created_at'>]?: Connection[Key];
} & { readonly seen?: SeenOf<Pick<Connection, 'name' | 'provider'>> };

/**
 * Changes a connection's name or settings. Absent fields stay unchanged. Turning on manager visibility grants the
 * Manager role to everyone with direct reports. Turning it off revokes nothing. If nothing changes, nothing is written.
 * Fails with `uniqueness`, and with `conflict` if a field has changed since the caller read it.
 */
export async function changeConnection(
  tx: Tx,
  teamId: string,
  connectionId: string,
  { seen, ...input }: ConnectionChanges,
  by: By,
): Promise<Connection> {
  const found = await lockConnection(tx, teamId, connectionId);
  requireSeen(seen, found);
  const name = input.name === undefined ? found.name : checkedName('name', input.name, TEXT_LIMITS.connection);
  const next = { ...found, ...input, name };
  const difference = differenceOf(SETTINGS, found, next);
  if (difference === undefined) return found;
  await store.updateConnection(tx, teamId, next, normalForm(name)).catch((thrown: unknown) => {
    throw violatedConstraint(thrown) === 'connections_name' ? nameTaken(name) : thrown;
  });
  await recordChange(tx, teamId, 'team.connection.updated', subjectOf(found), by, difference);
  if (next.manager_visibility && !found.manager_visibility) await grantToAllManagers(tx, teamId, connectionId, by);
  return next;
}

/** Records that an admin confirmed the locked connection. Audited as `team.connection.confirmed`. */
export async function markConfirmed(tx: Tx, teamId: string, held: Connection, at: string, by: By): Promise<Connection> {
  const confirmed = (await store.markConfirmed(tx, teamId, held.connection_id, at)) ?? noSuchConnection();
  await recordChange(tx, teamId, 'team.connection.confirmed', subjectOf(held), by, { after: { confirmed_at: at } });
  return confirmed;
}

/**
 * Deletes a connection with its tokens, records and log. Its people and groups stay and are managed in the service from
 * then on. provisioning/delete-connection.ts also handles people who are provisioned by another connection, too.
 */
export async function deleteConnection(tx: Tx, teamId: string, connectionId: string, by: By): Promise<void> {
  const found = await lockConnection(tx, teamId, connectionId);
  await store.deleteConnection(tx, teamId, connectionId);
  const before = Object.fromEntries(SETTINGS.map((key) => [key, found[key]]));
  await recordChange(tx, teamId, 'team.connection.deleted', subjectOf(found), by, { before });
}

/**
 * Locks the connection until the transaction ends, so that its tokens are created one at a time. Fails with
 * `not-found`.
 */
export async function lockConnection(tx: Tx, teamId: string, connectionId: string): Promise<Connection> {
  return (await store.lockConnection(tx, teamId, connectionId)) ?? noSuchConnection();
}

function noSuchConnection(): never {
  throw refuse('not-found', 'There is no such connection in this workspace.');
}
const nameTaken = (name: string): Error =>
  refuse('uniqueness', t('The workspace already has a connection named "{name}". Choose another name.', { name }), {
    field: 'name',
  });
