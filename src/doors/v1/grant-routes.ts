// Access to a restricted trail (contract 4.2): list, grant, revoke.

import { Type } from '@sinclair/typebox';
import { ok } from '../../http/answers/answer.ts';
import { HELD_ANSWER, IF_NONE_MATCH, unlessHeld } from '../../http/answers/conditional.ts';
import type { DeclaredAnswer } from '../../http/endpoint/endpoint.ts';
import { addUserGrant, listGrants, removeUserGrant } from '../../trails/readers/grants.ts';
import { AddGrantBody, GrantResource } from '../../trails/trail.ts';
import { EXAMPLE_GRANTS } from './examples.ts';
import { requirePreconditionsOn } from './preconditions.ts';
import { receiveJson } from './request-bodies.ts';
import { commitOnTrail, requestedTrail } from './trail-request.ts';
import { OPTIONAL_PRECONDITIONS, PathId, TrailParams } from './v1-deps.ts';
import { operation } from './v1-door.ts';

const TAG = 'Grants';

const grants = (description: string): DeclaredAnswer => ({
  description,
  schema: Type.Array(GrantResource),
  example: EXAMPLE_GRANTS,
  links: {
    trail: { operationId: 'getTrail', parameters: { trail_id: '$request.path.trail_id' } },
    remove: {
      operationId: 'removeTrailGrant',
      parameters: { trail_id: '$request.path.trail_id', user_id: '$response.body#/0/user_id' },
    },
  },
});

export const listTrailGrantsOperation = operation({
  id: 'listTrailGrants',
  summary: 'List grants',
  description: 'People in a workspace catalog, workspaces in the service-wide catalog; oldest first.',
  tag: TAG,
  needs: 'trails:read',
  params: TrailParams,
  headers: { ...IF_NONE_MATCH, ...OPTIONAL_PRECONDITIONS },
  answers: { 200: grants('All grants.'), ...HELD_ANSWER },
  refusals: ['bad-request', 'not-found', 'revision-conflict'],
  async handle(call) {
    const { trail_id } = call.params;
    const grantees = await listGrants(call.db, call.caller.catalog.catalog_id, trail_id);
    await requirePreconditionsOn(call, trail_id);
    return unlessHeld(call, ok(grantees));
  },
});

export const addTrailGrantOperation = operation({
  id: 'addTrailGrant',
  summary: 'Grant a member access',
  description:
    'By e-mail address, case-insensitive. Repeating a grant changes nothing. The admin console manages grants of ' +
    'the service-wide catalog.',
  tag: TAG,
  needs: 'trails:write',
  params: TrailParams,
  headers: OPTIONAL_PRECONDITIONS,
  body: { schema: AddGrantBody, example: { email: 'max.member@acme.example' } },
  answers: { 200: grants('All grants, including the new one.') },
  refusals: [
    ...(['bad-request', 'not-found', 'conflict', 'unsupported-media-type', 'payload-too-large'] as const),
    ...(['validation', 'unprocessable', 'revision-conflict'] as const),
  ],
  async handle(call) {
    await requestedTrail(call, receiveJson);
    const { email } = await call.json(AddGrantBody);
    return commitOnTrail(call, async (tx, catalogId, trailId, by) =>
      ok(await addUserGrant(tx, catalogId, trailId, email, by)),
    );
  },
});

export const removeTrailGrantOperation = operation({
  id: 'removeTrailGrant',
  summary: 'Revoke access',
  tag: TAG,
  needs: 'trails:write',
  params: Type.Object({ ...TrailParams.properties, user_id: PathId('The person whose access ends.') }),
  headers: OPTIONAL_PRECONDITIONS,
  answers: { 200: grants('The remaining grants.') },
  refusals: ['bad-request', 'not-found', 'conflict', 'revision-conflict', 'unprocessable'],
  handle: (call) =>
    commitOnTrail(call, async (tx, catalogId, trailId, by) =>
      ok(await removeUserGrant(tx, catalogId, trailId, call.params.user_id, by)),
    ),
});
