// Grants, which decide who sees a restricted trail (contract 2.7, Decision 24): to people in a workspace's catalog, to
// workspaces in the service-wide catalog.

import type { By } from '../../audit/audit-log.ts';
import { refuse } from '../../base/refusal.ts';
import { SVC_CATALOG_ID } from '../../directory/catalog.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { nextStatus } from '../lifecycle.ts';
import type { GrantResource } from '../trail.ts';
import { recordTrail } from '../trail-audit-event.ts';
import type { TrailDetailRow } from '../trail-json.ts';
import { noteLiveChange, setGrantCount } from '../trail-write-store.ts';
import { getLockedTrail, noSuchTrail } from '../trails.ts';
import {
  findGrantedTeam,
  findGranteeByEmail,
  findGrants,
  type GrantRow,
  insertGrant,
  lockGrantedTrails,
  removeGrant,
} from './grant-store.ts';

/** The trail's grants, oldest first. Fails with `not-found` for an unknown trail. */
export async function listGrants(db: Db, catalogId: string, trailId: string): Promise<GrantResource[]> {
  const rows = (await findGrants(db, catalogId, trailId)) ?? noSuchTrail();
  return rows.map(grantOf);
}

/**
 * Grants the trail to the active member with that email address and returns all grants; idempotent. Fails with
 * `conflict` if the trail is archived, and with `unprocessable` if no member has that address or the catalog is the
 * service-wide one.
 */
export async function addUserGrant(
  tx: Tx,
  catalogId: string,
  trailId: string,
  email: string,
  by: By,
): Promise<GrantResource[]> {
  const trail = await lockForGrants(tx, catalogId, trailId);
  if (catalogId === SVC_CATALOG_ID) throw operatorsOnly();
  const person = await findGranteeByEmail(tx, catalogId, email);
  if (person === undefined)
    throw refuse(
      'unprocessable',
      'No active member of the workspace has this email address. Invite the person first, or correct the address.',
    );
  return addGrant(tx, catalogId, trail, 'user', person, by);
}

/**
 * Grants a restricted service-wide trail to a workspace; idempotent. Fails with `conflict`, and with `not-found` for
 * the workspace.
 */
export async function addTeamGrant(tx: Tx, trailId: string, teamId: string, by: By): Promise<GrantResource[]> {
  const trail = await lockForGrants(tx, SVC_CATALOG_ID, trailId);
  const team = await findGrantedTeam(tx, teamId);
  if (team === undefined) throw refuse('not-found', 'There is no workspace with this id.');
  return addGrant(tx, SVC_CATALOG_ID, trail, 'team', team, by);
}

const operatorsOnly = (): Error =>
  refuse(
    'unprocessable',
    'The service-wide catalog grants access to workspaces: an operator adds and removes them in the admin console.',
  );

/**
 * Revokes the person's access and returns the remaining grants. Fails like `removeTrailGrant`, and with
 * `unprocessable` in the service-wide catalog, whose grants are to workspaces (Decision 24).
 */
export async function removeUserGrant(
  tx: Tx,
  catalogId: string,
  trailId: string,
  accountId: string,
  by: By,
): Promise<GrantResource[]> {
  if (catalogId !== SVC_CATALOG_ID) return removeTrailGrant(tx, catalogId, trailId, accountId, by);
  await lockForGrants(tx, catalogId, trailId);
  throw operatorsOnly();
}

/** Revokes a person's or workspace's access and returns the remaining grants. Fails with `conflict`, `not-found`. */
export async function removeTrailGrant(
  tx: Tx,
  catalogId: string,
  trailId: string,
  granteeId: string,
  by: By,
): Promise<GrantResource[]> {
  const trail = await lockForGrants(tx, catalogId, trailId);
  const kind = catalogId === SVC_CATALOG_ID ? 'team' : 'user';
  if (!(await endGrant(tx, catalogId, trail, kind, granteeId, by))) {
    throw refuse(
      'not-found',
      kind === 'team' ? 'This workspace has no grant on this trail.' : 'This person has no grant on this trail.',
    );
  }
  return listGrants(tx, catalogId, trailId);
}

/** Removes the grants of a workspace that is about to be deleted, whatever the status of the trails. */
export async function endTeamGrants(tx: Tx, teamId: string, by: By): Promise<void> {
  for (const { trail_id } of await lockGrantedTrails(tx, SVC_CATALOG_ID, 'team', teamId)) {
    await endGrant(tx, SVC_CATALOG_ID, await getLockedTrail(tx, SVC_CATALOG_ID, trail_id), 'team', teamId, by);
  }
}

async function lockForGrants(tx: Tx, catalogId: string, trailId: string): Promise<TrailDetailRow> {
  const trail = await getLockedTrail(tx, catalogId, trailId);
  nextStatus(trail.status, 'edit');
  return trail;
}

async function addGrant(
  tx: Tx,
  catalogId: string,
  trail: TrailDetailRow,
  kind: GrantRow['kind'],
  { grantee_id, name }: { grantee_id: string; name: string },
  by: By,
): Promise<GrantResource[]> {
  if (await insertGrant(tx, catalogId, trail.trail_id, kind, grantee_id, by.account_id)) {
    await noteGrantChange(tx, catalogId, trail);
    await recordTrail(tx, catalogId, trail, 'trail.grant.added', by, { after: { kind, grantee_id, name } });
  }
  return listGrants(tx, catalogId, trail.trail_id);
}

/** Returns true if the locked trail had such a grant. */
async function endGrant(
  tx: Tx,
  catalogId: string,
  trail: TrailDetailRow,
  kind: GrantRow['kind'],
  granteeId: string,
  by: By,
): Promise<boolean> {
  const removed = await removeGrant(tx, catalogId, trail.trail_id, kind, granteeId);
  if (removed === undefined) return false;
  await noteGrantChange(tx, catalogId, trail);
  const before = { kind, grantee_id: granteeId, name: removed.name };
  await recordTrail(tx, catalogId, trail, 'trail.grant.removed', by, { before });
  return true;
}

async function noteGrantChange(tx: Tx, catalogId: string, trail: TrailDetailRow): Promise<void> {
  await setGrantCount(tx, catalogId, trail.trail_id);
  if (trail.status === 'live') await noteLiveChange(tx, catalogId, trail.trail_id);
}

const grantOf = ({ kind, grantee_id, granted_at, name, email }: GrantRow): GrantResource =>
  kind === 'team'
    ? { kind, team_id: grantee_id, team_name: name ?? '', granted_at }
    : { kind, user_id: grantee_id, email: email ?? '', granted_at, name };
