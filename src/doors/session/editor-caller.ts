// Editors in the authors' APIs: people whose roles are not enough, but who may edit the trail in the path. API keys at
// /v1 stay catalog-wide, so /v1 does not use this file.
import type { Caller } from '../../admission/caller.ts';
import { isUuid } from '../../base/id.ts';
import type { Scope } from '../../directory/roles.ts';
import type { DoorRequest } from '../../http/incoming/incoming.ts';
import type { Db } from '../../storage/database.ts';
import { editsAnyTrail, editsTrail } from '../../trails/readers/editors.ts';

interface Wanted {
  readonly needs?: Scope | undefined;
  readonly forEditors?: boolean | undefined;
}

/**
 * The caller, with the scope that the endpoint needs if they may edit the trail in the path. `isEditor` is set if they
 * may edit any trail, so that tools can be offered. Runs no query if the roles are enough.
 */
export async function asEditor(
  caller: Caller,
  { needs, forEditors }: Wanted,
  { params }: Pick<DoorRequest, 'params'>,
  db: Db,
): Promise<Caller> {
  const { catalog, person, allowed } = caller;
  if (catalog.team_id === null || allowed.has('trails:write') || !caller.scopes.includes('trails:write')) return caller;
  if (needs === undefined) {
    const isEditor = await editsAnyTrail(db, catalog.team_id, person.account_id);
    return isEditor ? { ...caller, isEditor } : caller;
  }
  const trailId = params.trail_id?.toLowerCase() ?? '';
  if (forEditors !== true || !isUuid(trailId)) return caller;
  if (!(await editsTrail(db, catalog.team_id, person.account_id, trailId))) return caller;
  return { ...caller, allowed: new Set([...allowed, needs]) };
}
