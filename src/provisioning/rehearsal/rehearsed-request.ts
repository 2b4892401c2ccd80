// One request of a rehearsal: runs it through the same functions as a request of the identity provider.
import { readResource } from '@cairn/scim-protocol/dialects';
import { isJsonObject, type JsonObject, memberNamed } from '@cairn/scim-protocol/json';
import { readPatch } from '@cairn/scim-protocol/patch-request';
import { GROUP_TYPE, type ResourceType, USER_TYPE } from '@cairn/scim-protocol/resource-type';
import type { EndRights } from '../../directory/groups/groups.ts';
import { refuseFullTeam } from '../../directory/members/members.ts';
import type { Tx } from '../../storage/database.ts';
import { attempt } from '../../storage/rolled-back.ts';
import { createGroup, getGroup, namesMembers, patchGroup, removeGroup, replaceGroup } from '../groups/group-sync.ts';
import type { ScimContext } from '../scim-context.ts';
import { createUser } from '../users/create-user.ts';
import { patchUser, removeUser, replaceUser } from '../users/user-sync.ts';

/** A change as an identity provider would send it. */
export interface ScimRequest {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly resource: 'User' | 'Group';
  /** Undefined for POST. */
  readonly id: string | undefined;
  readonly body: unknown;
  /** What later requests call the resource that a POST creates: a bulkId, or the id that it got at the time. */
  readonly known_as?: string | undefined;
}

/** The response to a refused request. */
export interface ScimVerdict {
  readonly status: number;
  readonly scim_type: string | null;
  readonly explanation: string;
}

/** The resource that a request created or changed. */
export interface Reached {
  readonly id: string | null;
  readonly name: string | null;
}

export interface RehearsalRules {
  /** Undefined for a bug, which ends the rehearsal. */
  readonly verdictOf: (thrown: unknown) => ScimVerdict | undefined;
  /** Ends what a deleted group opens. */
  readonly endRights: EndRights;
}

/** Runs the request. If it is refused, rolls it back and returns the verdict. */
export async function runRequest(
  tx: Tx,
  context: ScimContext,
  request: ScimRequest,
  { verdictOf, endRights }: RehearsalRules,
): Promise<Reached & { readonly verdict: ScimVerdict | undefined }> {
  const run = request.resource === 'User' ? runUser : runGroup;
  try {
    return { ...(await attempt(tx, () => run(tx, context, request, endRights))), verdict: undefined };
  } catch (thrown) {
    const verdict = verdictOf(thrown);
    if (verdict === undefined) throw thrown;
    return { id: request.id ?? null, name: nameIn(request.body), verdict };
  }
}

async function runUser(tx: Tx, context: ScimContext, { method, id = '', body }: ScimRequest): Promise<Reached> {
  if (method === 'DELETE') return { id, name: await removeUser(tx, context, id, undefined) };
  const row = await changedUser();
  return { id: row.record_id, name: nameIn(JSON.parse(row.attributes)) };

  function changedUser() {
    if (method === 'POST') return createUser(tx, context, readResource(USER_TYPE, body, context)).catch(refuseFullTeam);
    if (method === 'PUT') return replaceUser(tx, context, id, undefined, readResource(USER_TYPE, body, context));
    return patchUser(tx, context, id, undefined, stepsOf(USER_TYPE, body, context));
  }
}

async function runGroup(
  tx: Tx,
  context: ScimContext,
  { method, id = '', body }: ScimRequest,
  endRights: EndRights,
): Promise<Reached> {
  if (method === 'DELETE') return { id, name: await removeGroup(tx, context, id, undefined, endRights) };
  if (method === 'PATCH') {
    const asked = { id, ifMatch: undefined, steps: stepsOf(GROUP_TYPE, body, context), reach: 'none' } as const;
    const { attributes } = await patchGroup(tx, context, asked);
    return { id, name: nameIn(JSON.parse(attributes)) };
  }
  const sent = readResource(GROUP_TYPE, body, context);
  const isWhole = isJsonObject(body) && namesMembers(body);
  if (method === 'PUT') await replaceGroup(tx, context, id, undefined, sent, isWhole);
  const group_id = method === 'POST' ? await createGroup(tx, context, sent) : id;
  const { record_id, attributes } = await getGroup(tx, context, group_id, 'none');
  return { id: record_id, name: nameIn(JSON.parse(attributes)) };
}

const stepsOf = (type: ResourceType, body: unknown, { strict }: ScimContext) =>
  readPatch(type, body, { strict, allowsUnproven: true });

/** The userName of a user, or the displayName of a group. */
export function nameIn(resource: unknown): string | null {
  if (!isJsonObject(resource)) return null;
  const name = memberNamed(resource, 'userName') ?? memberNamed(resource, 'displayName');
  return typeof name === 'string' ? name : null;
}

const ID = /bulkId:[\w.-]{1,100}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** The request with the ids that resources have in this rehearsal. */
export function withIds(request: ScimRequest, ids: ReadonlyMap<string, string>): ScimRequest {
  if (ids.size === 0) return request;
  const replaced = (text: string): string => text.replaceAll(ID, (id) => ids.get(id.toLowerCase()) ?? id);
  const body: JsonObject | undefined =
    request.body === undefined ? undefined : JSON.parse(replaced(JSON.stringify(request.body)));
  return { ...request, body, id: request.id === undefined ? undefined : replaced(request.id) };
}
