// /Users (RFC 7644 3.2 to 3.7).

import { readResource } from '@cairn/scim-protocol/dialects';
import { etag } from '@cairn/scim-protocol/etag';
import { readPatch } from '@cairn/scim-protocol/patch-request';
import { USER_TYPE } from '@cairn/scim-protocol/resource-type';
import { refuseFullTeam } from '../../directory/members.ts';
import { type Answer, noContent } from '../../http/answer.ts';
import { keepHeld } from '../../provisioning/deactivation-guard.ts';
import { isKnownVersion } from '../../provisioning/resource-version.ts';
import type { ScimContext } from '../../provisioning/scim-context.ts';
import type { UserRow } from '../../provisioning/user-record-store.ts';
import { userResource } from '../../provisioning/user-resource.ts';
import {
  createNewMember,
  createUser,
  getUser,
  patchUser,
  removeUser,
  replaceUser,
} from '../../provisioning/user-sync.ts';
import type { Tx } from '../../storage/database.ts';
import { bodiless, resourceAnswer } from './scim-answer.ts';
import { type ScimDeps, scimContextOf } from './scim-deps.ts';
import { type ScimCall, type ScimEndpoint, scimEndpoint } from './scim-door.ts';
import { projectionOf } from './search-query.ts';

/** The endpoints of single users; lists are in search-routes.ts. */
export const userEndpoints = (deps: ScimDeps): ScimEndpoint[] => [
  scimEndpoint({
    method: 'POST',
    path: '/Users',
    id: 'createUser',
    summary: 'Provision a user.',
    handle: (call) => create(deps, call),
  }),
  scimEndpoint({
    method: 'GET',
    path: '/Users/:id',
    id: 'readUser',
    summary: 'One user.',
    handle: (call) => read(deps, call),
  }),
  scimEndpoint({
    method: 'PUT',
    path: '/Users/:id',
    id: 'replaceUser',
    summary: 'Replace a user.',
    handle: (call) => replace(deps, call),
  }),
  scimEndpoint({
    method: 'PATCH',
    path: '/Users/:id',
    id: 'updateUser',
    summary: 'Change some of a user.',
    handle: (call) => patch(deps, call),
  }),
  scimEndpoint({
    method: 'DELETE',
    path: '/Users/:id',
    id: 'deleteUser',
    summary: 'Remove a user from the directory.',
    handle: (call) => remove(deps, call),
  }),
];

async function create(deps: ScimDeps, call: ScimCall) {
  const context = scimContextOf(deps, call);
  const body = await call.object();
  call.note({ body, resource_name: body.userName });
  const sent = readResource(USER_TYPE, body, context);
  const projection = projectionOf(USER_TYPE, call.query);
  const answer = (row: UserRow) => {
    call.note({ resource_id: row.record_id });
    return resourceAnswer(201, USER_TYPE, userResource(context, row), projection);
  };
  const newMember = await call.confirmedBy((check) => createNewMember(deps.newcomers, context, sent, check));
  if (newMember !== undefined) return answer(newMember);
  return call.commit(async (tx) => answer(await createUser(tx, context, sent))).catch(refuseFullTeam);
}

async function read(deps: ScimDeps, call: ScimCall) {
  const context = scimContextOf(deps, call);
  const projection = projectionOf(USER_TYPE, call.query);
  const row = await getUser(call.db, context, call.params.id ?? '');
  if (isKnownVersion(call.header('if-none-match'), row.version)) return bodiless(304, etag(BigInt(row.version)));
  return resourceAnswer(200, USER_TYPE, userResource(context, row), projection);
}

async function replace(deps: ScimDeps, call: ScimCall) {
  const context = scimContextOf(deps, call);
  const body = await call.object();
  call.note({ body, resource_name: body.userName });
  const sent = readResource(USER_TYPE, body, context);
  const projection = projectionOf(USER_TYPE, call.query);
  return guarded(call, context, async (tx) => {
    const row = await replaceUser(tx, context, call.params.id ?? '', call.header('if-match'), sent);
    return resourceAnswer(200, USER_TYPE, userResource(context, row), projection);
  });
}

async function patch(deps: ScimDeps, call: ScimCall) {
  const context = scimContextOf(deps, call);
  const body = await call.object();
  call.note({ body });
  const steps = readPatch(USER_TYPE, body, { strict: context.strict, allowsUnproven: true });
  const projection = projectionOf(USER_TYPE, call.query);
  return guarded(call, context, async (tx) => {
    const row = await patchUser(tx, context, call.params.id ?? '', call.header('if-match'), steps);
    return resourceAnswer(200, USER_TYPE, userResource(context, row), projection);
  });
}

function remove(deps: ScimDeps, call: ScimCall) {
  const context = scimContextOf(deps, call);
  return guarded(call, context, async (tx) => {
    call.note({ resource_name: await removeUser(tx, context, call.params.id ?? '', call.header('if-match')) });
    return noContent();
  });
}

/** A change that may end a membership: what the guard holds is noted once the transaction is undone. */
const guarded = (call: ScimCall, context: ScimContext, work: (tx: Tx) => Promise<Answer>): Promise<Answer> =>
  call.commit(work).catch((thrown: unknown) => keepHeld(call.database, context, thrown));
