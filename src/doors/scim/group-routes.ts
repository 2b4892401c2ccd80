// /Groups (RFC 7644 3.2 to 3.7).

import { readResource } from '@cairn/scim-protocol/dialects';
import { etag } from '@cairn/scim-protocol/etag';
import { readPatch } from '@cairn/scim-protocol/patch-request';
import { type Projection, wants } from '@cairn/scim-protocol/projection';
import { GROUP_TYPE } from '@cairn/scim-protocol/resource-type';
import { type KeyedSemaphore, keyedSemaphore, semaphore } from '../../base/semaphore.ts';
import type { Answer } from '../../http/answers/answer.ts';
import { noContent } from '../../http/answers/answer.ts';
import { groupPieces, MEMBERS_AT_ONCE } from '../../provisioning/groups/group-pieces.ts';
import type { GroupRow } from '../../provisioning/groups/group-record-store.ts';
import { groupResource } from '../../provisioning/groups/group-resource.ts';
import {
  createGroup,
  getGroup,
  namesMembers,
  removeGroup,
  replaceGroup,
} from '../../provisioning/groups/group-sync.ts';
import { patchInTurn } from '../../provisioning/groups/patch-in-turn.ts';
import {
  type PreparedGroup,
  preparedCreation,
  preparedDeletion,
  preparedReplacement,
  writeGroup,
} from '../../provisioning/groups/prepared-group.ts';
import { wholeGroup } from '../../provisioning/groups/whole-group.ts';
import { reachOf } from '../../provisioning/lists/listed-types.ts';
import { isKnownVersion } from '../../provisioning/resource-version.ts';
import type { ScimContext } from '../../provisioning/scim-context.ts';
import type { Tx } from '../../storage/database.ts';
import { endGroupRights } from '../../trails/sets/set-audience.ts';
import { bodiless, inPieces, resourceAnswer } from './scim-answer.ts';
import { type ScimDeps, scimContextOf } from './scim-deps.ts';
import { CHANGES, GROUP_BODY_LIMIT, operation, routes, type ScimCall, type ScimEndpoint } from './scim-door.ts';
import { projectionOf } from './search-query.ts';

/** The response to a PATCH of a larger group has no body, because clients do not need so many members back. */
const MAX_MEMBERS_IN_RESPONSE = 200;

/** For requests that contain members, which can be large. */
const withMembers = { needs: CHANGES, bodyLimit: GROUP_BODY_LIMIT } as const;

const createGroupOperation = (deps: ScimDeps) =>
  operation({
    ...withMembers,
    id: 'createGroup',
    summary: 'Create a group.',
    async handle(call) {
      const context = scimContextOf(deps, call);
      const body = await call.object();
      call.note({ body, resource_name: body.displayName });
      const sent = readResource(GROUP_TYPE, body, context);
      const projection = projectionOf(GROUP_TYPE, call.query, context);
      const commit = (prepared?: PreparedGroup) =>
        call.commit(async (tx) => {
          const id = await createGroup(tx, context, sent, prepared);
          call.note({ resource_id: id });
          return whole(201, tx, context, id, projection, prepared?.members);
        });
      const prepare = () => preparedCreation(call.database, context, sent);
      return deps.groupWrites(context.team_id, () => writeGroup(call.database, context, prepare, commit));
    },
  });

const readGroupOperation = (deps: ScimDeps) =>
  operation({
    id: 'readGroup',
    summary: 'Get a group.',
    async handle(call) {
      const context = scimContextOf(deps, call);
      const projection = projectionOf(GROUP_TYPE, call.query, context);
      const reach = reachOf(projection);
      const id = idOf(call);
      const row = await (reach === 'all'
        ? wholeGroup(call.database, context, id)
        : getGroup(call.db, context, id, reach));
      if (isKnownVersion(call.header('if-none-match'), row.version)) return bodiless(304, etag(BigInt(row.version)));
      return groupAnswer(200, context, row, projection);
    },
  });

const replaceGroupOperation = (deps: ScimDeps) =>
  operation({
    ...withMembers,
    id: 'replaceGroup',
    summary: 'Replace a group.',
    async handle(call) {
      const context = scimContextOf(deps, call);
      const body = await call.object();
      call.note({ body, resource_name: body.displayName });
      const sent = readResource(GROUP_TYPE, body, context);
      const projection = projectionOf(GROUP_TYPE, call.query, context);
      const [id, ifMatch, isWhole] = [idOf(call), call.header('if-match'), namesMembers(body)];
      const prepare = async () =>
        isWhole ? preparedReplacement(call.database, context, id, ifMatch, sent) : undefined;
      const commit = (prepared?: PreparedGroup) =>
        call.commit(async (tx) => {
          await replaceGroup(tx, context, id, ifMatch, sent, isWhole, prepared);
          return whole(200, tx, context, id, projection, prepared?.members);
        });
      return turnsOf(deps, call)(id, () => writeGroup(call.database, context, prepare, commit));
    },
  });

const updateGroupOperation = (deps: ScimDeps) =>
  operation({
    ...withMembers,
    id: 'updateGroup',
    summary: 'Change the name or members of a group.',
    async handle(call) {
      const context = scimContextOf(deps, call);
      const body = await call.object();
      call.note({ body });
      const steps = readPatch(GROUP_TYPE, body, { strict: context.strict, allowsUnproven: true });
      const projection = projectionOf(GROUP_TYPE, call.query, context);
      const isMinimal = /\breturn *= *"?minimal\b/i.test(call.header('prefer') ?? '');
      const reach = isMinimal || !wants(projection, 'members') ? 'none' : MAX_MEMBERS_IN_RESPONSE + 1;
      const asked = { id: idOf(call), ifMatch: call.header('if-match'), steps, reach } as const;
      const commit = (work: (tx: Tx) => Promise<GroupRow>) =>
        call.commit(async (tx) => patched(context, await work(tx), projection, isMinimal));
      return patchInTurn(turnsOf(deps, call), call.database, context, asked, commit);
    },
  });

const deleteGroupOperation = (deps: ScimDeps) =>
  operation({
    id: 'deleteGroup',
    summary: 'Delete a group.',
    needs: CHANGES,
    handle(call) {
      const context = scimContextOf(deps, call);
      const [id, ifMatch] = [idOf(call), call.header('if-match')];
      const prepare = () => preparedDeletion(call.database, context, id, ifMatch);
      const commit = (prepared?: PreparedGroup) =>
        call.commit(async (tx) => {
          call.note({ resource_name: await removeGroup(tx, context, id, ifMatch, endGroupRights, prepared) });
          return noContent();
        });
      return turnsOf(deps, call)(id, () => writeGroup(call.database, context, prepare, commit));
    },
  });

/** Per workspace. Each write runs many statements and uses a database connection for that long. */
const WRITES_AT_ONCE = 4;

/** Limits concurrent group writes per workspace, so that a workspace that pushes many does not hold up others. */
export const openGroupWrites = (): KeyedSemaphore => keyedSemaphore(() => semaphore(WRITES_AT_ONCE));

/** Waits for the group's turn first, so that waiting writes of one group use only one slot of the workspace. */
const turnsOf =
  ({ groupInTurn, groupWrites }: ScimDeps, { caller }: ScimCall): KeyedSemaphore =>
  (id, work, turn) =>
    groupInTurn(id, () => groupWrites(caller.team_id, work), turn);

/** 204 if the client asked for it (RFC 7240) or if the body would be large. Otherwise 200 with the group. */
function patched(context: ScimContext, row: GroupRow, projection: Projection, isMinimal: boolean): Answer {
  const isLong = countOf(row) > MAX_MEMBERS_IN_RESPONSE;
  if (isMinimal || isLong) return bodiless(204, etag(BigInt(row.version)));
  return resourceAnswer(200, GROUP_TYPE, groupResource(context, row), projection);
}

async function whole(
  status: 200 | 201,
  tx: Tx,
  context: ScimContext,
  id: string,
  projection: Projection,
  members: readonly string[] | undefined,
): Promise<Answer> {
  const reach = reachOf(projection);
  // The request already contains the members. Reading all members of a large group back would block other requests.
  const row = await getGroup(tx, context, id, members === undefined ? reach : 'none');
  const known = members === undefined || reach === 'none' ? row.members : JSON.stringify(members);
  return groupAnswer(status, context, { ...row, members: known }, projection);
}

/** The group, in pieces if it has many members. Serializing it all at once would block other requests. */
function groupAnswer(status: 200 | 201, context: ScimContext, row: GroupRow, projection: Projection): Answer {
  if (countOf(row) <= MEMBERS_AT_ONCE)
    return resourceAnswer(status, GROUP_TYPE, groupResource(context, row), projection);
  const head = resourceAnswer(status, GROUP_TYPE, groupResource(context, { ...row, members: null }), projection);
  return { ...head, ...inPieces(groupPieces(context, row, projection)) };
}

const countOf = ({ members }: GroupRow): number => (members === null ? 0 : JSON.parse(members).length);

const idOf = (call: ScimCall): string => call.params.id ?? '';

/** The endpoints of single groups. search-routes.ts has the lists. */
export const groupEndpoints = (deps: ScimDeps): ScimEndpoint[] =>
  routes({
    'POST /Groups': createGroupOperation(deps),
    'GET /Groups/:id': readGroupOperation(deps),
    'PUT /Groups/:id': replaceGroupOperation(deps),
    'PATCH /Groups/:id': updateGroupOperation(deps),
    'DELETE /Groups/:id': deleteGroupOperation(deps),
  });
