// People whose roles are not enough for an author's endpoint, but who may edit the trail in the path or decide about
// its approval. API keys at /v1 stay catalog-wide, so /v1 does not use this file.
import type { Caller } from '../../admission/caller.ts';
import { isUuid } from '../../base/id.ts';
import type { Scope } from '../../directory/roles.ts';
import type { OpenTo } from '../../http/endpoint/endpoint.ts';
import type { DoorRequest } from '../../http/incoming/incoming.ts';
import type { Db } from '../../storage/database.ts';
import { decidesAbout } from '../../trails/approval/approvers.ts';
import { editsAnyTrail, editsTrail } from '../../trails/readers/editors.ts';
import type { ReaderIdentity } from '../../trails/readers/visible-trails.ts';

type Endpoint = Pick<OpenTo<string>, 'forEditors' | 'forApprovers'>;
type Request = Pick<DoorRequest, 'params'>;

/** True if the endpoint is open to the person because of the trail in the path. */
export async function isOpenToEditor(db: Db, who: ReaderIdentity, endpoint: Endpoint, request: Request) {
  const { team_id, account_id } = who;
  const trailId = request.params.trail_id?.toLowerCase();
  if (trailId === undefined) return endpoint.forEditors === true && editsAnyTrail(db, team_id, account_id);
  if (!isUuid(trailId)) return false;
  if (endpoint.forEditors === true && (await editsTrail(db, team_id, account_id, trailId))) return true;
  return endpoint.forApprovers === true && decidesAbout(db, team_id, account_id, trailId);
}

/**
 * The caller, with the scope that the endpoint needs if it is open to them as an editor or approver. `isEditor` is set
 * then. Runs no query if the roles are enough.
 */
export async function asEditor(
  caller: Caller,
  { needs, ...endpoint }: OpenTo<Scope>,
  request: Request,
  db: Db,
): Promise<Caller> {
  const { catalog, person, allowed, scopes } = caller;
  if (catalog.team_id === null || needs === undefined || allowed.has(needs) || !scopes.includes(needs)) return caller;
  const who = { team_id: catalog.team_id, account_id: person.account_id };
  if (!(await isOpenToEditor(db, who, endpoint, request))) return caller;
  return { ...caller, isEditor: true, allowed: new Set([...allowed, needs]) };
}
