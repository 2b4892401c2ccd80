// /Users (RFC 7644 3.2 to 3.7).

import { readResource } from '@cairn/scim-protocol/dialects';
import { etag } from '@cairn/scim-protocol/etag';
import { readPatch } from '@cairn/scim-protocol/patch-request';
import { refuseFullTeam } from '../../directory/members/members.ts';
import { noContent } from '../../http/answers/answer.ts';
import { isKnownVersion } from '../../provisioning/resource-version.ts';
import { userTypeOf } from '../../provisioning/scim-context.ts';
import { unshownSteps, unshownValues } from '../../provisioning/unshown-values.ts';
import { createNewMember, createUser } from '../../provisioning/users/create-user.ts';
import type { UserRow } from '../../provisioning/users/user-record-store.ts';
import { userResource } from '../../provisioning/users/user-resource.ts';
import { getUser, patchUser, removeUser, replaceUser } from '../../provisioning/users/user-sync.ts';
import { bodiless, resourceAnswer } from './scim-answer.ts';
import { type ScimDeps, scimContextOf } from './scim-deps.ts';
import { CHANGES, operation, routes, type ScimEndpoint } from './scim-door.ts';
import { projectionOf } from './search-query.ts';

const createUserOperation = (deps: ScimDeps) =>
  operation({
    id: 'createUser',
    summary: 'Create a user.',
    needs: CHANGES,
    async handle(call) {
      const context = scimContextOf(deps, call);
      const body = await call.object();
      call.note({ body, resource_name: body.userName });
      const sent = readResource(userTypeOf(context), body, context);
      const projection = projectionOf(userTypeOf(context), call.query, context);
      const answer = (row: UserRow) => {
        const user = userResource(context, row);
        call.note({ resource_id: row.record_id, unshown: unshownValues(sent, user) });
        return resourceAnswer(201, userTypeOf(context), user, projection);
      };
      const newMember = await call.confirmedBy((check) => createNewMember(deps.arrivals, context, sent, check));
      if (newMember !== undefined) return answer(newMember);
      return call.commit(async (tx) => answer(await createUser(tx, context, sent))).catch(refuseFullTeam);
    },
  });

const readUserOperation = (deps: ScimDeps) =>
  operation({
    id: 'readUser',
    summary: 'Get a user.',
    async handle(call) {
      const context = scimContextOf(deps, call);
      const projection = projectionOf(userTypeOf(context), call.query, context);
      const row = await getUser(call.db, context, call.params.id ?? '');
      if (isKnownVersion(call.header('if-none-match'), row.version)) return bodiless(304, etag(BigInt(row.version)));
      return resourceAnswer(200, userTypeOf(context), userResource(context, row), projection);
    },
  });

const replaceUserOperation = (deps: ScimDeps) =>
  operation({
    id: 'replaceUser',
    summary: 'Replace a user.',
    needs: CHANGES,
    async handle(call) {
      const context = scimContextOf(deps, call);
      const body = await call.object();
      call.note({ body, resource_name: body.userName });
      const sent = readResource(userTypeOf(context), body, context);
      const projection = projectionOf(userTypeOf(context), call.query, context);
      return call.commit(async (tx) => {
        const user = userResource(
          context,
          await replaceUser(tx, context, call.params.id ?? '', call.header('if-match'), sent),
        );
        call.note({ unshown: unshownValues(sent, user) });
        return resourceAnswer(200, userTypeOf(context), user, projection);
      });
    },
  });

const updateUserOperation = (deps: ScimDeps) =>
  operation({
    id: 'updateUser',
    summary: 'Change attributes of a user.',
    needs: CHANGES,
    async handle(call) {
      const context = scimContextOf(deps, call);
      const body = await call.object();
      call.note({ body });
      const steps = readPatch(userTypeOf(context), body, { strict: context.strict, allowsUnproven: true });
      const projection = projectionOf(userTypeOf(context), call.query, context);
      return call.commit(async (tx) => {
        const user = userResource(
          context,
          await patchUser(tx, context, call.params.id ?? '', call.header('if-match'), steps),
        );
        call.note({ unshown: unshownSteps(userTypeOf(context), steps, user) });
        return resourceAnswer(200, userTypeOf(context), user, projection);
      });
    },
  });

const deleteUserOperation = (deps: ScimDeps) =>
  operation({
    id: 'deleteUser',
    summary: 'Delete a user from the directory.',
    needs: CHANGES,
    handle(call) {
      const context = scimContextOf(deps, call);
      return call.commit(async (tx) => {
        call.note({ resource_name: await removeUser(tx, context, call.params.id ?? '', call.header('if-match')) });
        return noContent();
      });
    },
  });

/** The endpoints for single users. search-routes.ts has the lists. */
export const userEndpoints = (deps: ScimDeps): ScimEndpoint[] =>
  routes({
    'POST /Users': createUserOperation(deps),
    'GET /Users/:id': readUserOperation(deps),
    'PUT /Users/:id': replaceUserOperation(deps),
    'PATCH /Users/:id': updateUserOperation(deps),
    'DELETE /Users/:id': deleteUserOperation(deps),
  });
