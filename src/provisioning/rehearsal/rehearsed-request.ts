// One request of a rehearsal: runs it through the same functions as a request of the identity provider.
import { readResource } from '@cairn/scim-protocol/dialects';
import { isJsonObject, type JsonObject, memberNamed } from '@cairn/scim-protocol/json';
import { listResponse } from '@cairn/scim-protocol/list-response';
import { readPatch } from '@cairn/scim-protocol/patch-request';
import { project, readProjection } from '@cairn/scim-protocol/projection';
import { GROUP_TYPE, type ResourceType } from '@cairn/scim-protocol/resource-type';
import { scimError } from '@cairn/scim-protocol/scim-error';
import type { SearchRequest } from '@cairn/scim-protocol/search-request';
import type { EndRights } from '../../directory/groups/groups.ts';
import { refuseFullTeam } from '../../directory/members/members.ts';
import type { Tx } from '../../storage/database.ts';
import { attempt } from '../../storage/rolled-back.ts';
import { groupResource } from '../groups/group-resource.ts';
import { createGroup, getGroup, namesMembers, patchGroup, removeGroup, replaceGroup } from '../groups/group-sync.ts';
import { readListQuery } from '../lists/list-query.ts';
import { type ListedType, listResources } from '../lists/list-resources.ts';
import { LISTED_GROUPS, LISTED_USERS } from '../lists/listed-types.ts';
import { type ScimContext, userTypeOf } from '../scim-context.ts';
import { createUser } from '../users/create-user.ts';
import { userResource } from '../users/user-resource.ts';
import { getUser, patchUser, removeUser, replaceUser } from '../users/user-sync.ts';

/** A request as an identity provider would send it. */
export interface ScimRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly resource: 'User' | 'Group';
  /** Undefined for POST and for searches. */
  readonly id: string | undefined;
  /** The raw query of a GET. */
  readonly query?: string | undefined;
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
  /** The response to a request that succeeds; null without a body. */
  readonly answer: JsonObject | null;
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
    return { id: request.id ?? null, name: nameIn(request.body), answer: null, verdict };
  }
}

async function runUser(tx: Tx, context: ScimContext, request: ScimRequest): Promise<Reached> {
  const { method, id = '', body } = request;
  if (method === 'DELETE') return { id, name: await removeUser(tx, context, id, undefined), answer: null };
  if (method === 'GET' && request.id === undefined) return searched(tx, context, LISTED_USERS, request);
  return reached(userTypeOf(context), userResource(context, await resultingUser()), request);

  function resultingUser() {
    if (method === 'GET') return getUser(tx, context, id);
    if (method === 'POST')
      return createUser(tx, context, readResource(userTypeOf(context), body, context)).catch(refuseFullTeam);
    if (method === 'PUT')
      return replaceUser(tx, context, id, undefined, readResource(userTypeOf(context), body, context));
    return patchUser(tx, context, id, undefined, stepsOf(userTypeOf(context), body, context));
  }
}

async function runGroup(tx: Tx, context: ScimContext, request: ScimRequest, endRights: EndRights): Promise<Reached> {
  const { method, id = '' } = request;
  if (method === 'DELETE') return { id, name: await removeGroup(tx, context, id, undefined, endRights), answer: null };
  if (method === 'GET' && request.id === undefined) return searched(tx, context, LISTED_GROUPS, request);
  const group_id = await changedGroup(tx, context, request);
  return reached(GROUP_TYPE, groupResource(context, await getGroup(tx, context, group_id, MAX_MEMBERS)), request);
}

/** Members in responses. */
const MAX_MEMBERS = 200;

async function changedGroup(tx: Tx, context: ScimContext, { method, id = '', body }: ScimRequest): Promise<string> {
  if (method === 'GET') return id;
  if (method === 'PATCH') {
    const asked = { id, ifMatch: undefined, steps: stepsOf(GROUP_TYPE, body, context), reach: 'none' } as const;
    return (await patchGroup(tx, context, asked)).record_id;
  }
  const sent = readResource(GROUP_TYPE, body, context);
  if (method === 'POST') return createGroup(tx, context, sent);
  await replaceGroup(tx, context, id, undefined, sent, isJsonObject(body) && namesMembers(body));
  return id;
}

function reached(type: ResourceType, resource: JsonObject, { query = '' }: ScimRequest): Reached {
  const answer = project(type, resource, readProjection(type, searchOf(query)));
  return { id: String(resource.id), name: nameIn(resource), answer };
}

async function searched<Row extends { readonly record_id: string }>(
  tx: Tx,
  context: ScimContext,
  listed: ListedType<Row>,
  { query = '' }: ScimRequest,
): Promise<Reached> {
  const search = await readListQuery(tx, context, listed.type, searchOf(query));
  const deps = {
    cursorKeys: () => {
      throw scimError('invalidCursor', 'A rehearsal has no cursors. Use startIndex.');
    },
    clock: () => context.now,
    wholeGroup: (of: ScimContext, id: string) => getGroup(tx, of, id, 'all'),
  };
  const page = await listResources(deps, tx, context, listed, search);
  const resources = page.resources.filter((resource) => typeof resource !== 'function');
  return { id: null, name: null, answer: listResponse(search.page, { ...page, resources }) };
}

/** Reads the parameters that can change the response. */
function searchOf(query: string): SearchRequest {
  const parameters = new Map([...new URLSearchParams(query)].map(([name, value]) => [name.toLowerCase(), value]));
  const [filter, startIndex, count] = ['filter', 'startindex', 'count'].map((name) => parameters.get(name));
  const attributes = parameters.get('attributes');
  const excludedAttributes = parameters.get('excludedattributes');
  return { filter, startIndex, count, attributes, excludedAttributes, cursor: undefined };
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
  const { id, query } = request;
  return { ...request, body, id: id && replaced(id), query: query && replaced(query) };
}
