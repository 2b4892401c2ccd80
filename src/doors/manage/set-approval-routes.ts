// Asks for approval of the trails that a set would open to more groups.
import { type Static, Type } from '@sinclair/typebox';
import { closed, ids, Uuid } from '../../base/shape.ts';
import { ok } from '../../http/answers/answer.ts';
import type { LockedTrail } from '../../trails/readers/group-grant-store.ts';
import { requestSetApproval } from '../../trails/sets/set-approval.ts';
import type { TrailRules } from '../../trails/trail-rules.ts';
import { byOf, operation, routes, teamOf } from '../session/session-endpoint.ts';

interface SetApprovalDeps {
  readonly rules: TrailRules;
}

const MAX_IDS = 200;
const SetApprovalBody = Type.Object(
  {
    trail_ids: Type.Optional(Type.Array(Uuid('A trail.'), { maxItems: MAX_IDS, uniqueItems: true })),
    group_ids: Type.Optional(Type.Array(Uuid('A group.'), { maxItems: MAX_IDS, uniqueItems: true })),
  },
  { $id: 'TrailSetApprovalBody', ...closed, description: 'Trails and groups that you want to add to the set.' },
);
const NamedTrails = (description: string) =>
  Type.Array(Type.Object({ id: Uuid('The trail.'), title: Type.String() }, closed), { description });
const SetApproval = Type.Object(
  {
    requested: NamedTrails('Trails that wait for approval since then.'),
    changed: NamedTrails('Trails whose draft must be published first, because an approval covers the live revision.'),
  },
  { $id: 'TrailSetApproval', ...closed },
);
const requestSetApprovalOperation = ({ rules }: SetApprovalDeps) =>
  operation({
    tag: 'Authoring',
    needs: 'team-author',
    id: 'requestTrailSetApproval',
    summary: 'Request approval for the live trails that a set would open to more groups',
    params: ids('set_id'),
    body: { schema: SetApprovalBody, example: {} },
    answers: { 200: { description: 'What was requested.', schema: SetApproval } },
    refusals: ['validation', 'not-found', 'conflict'],
    async handle(call) {
      const { trail_ids = [], group_ids = [] }: Static<typeof SetApprovalBody> = await call.json(SetApprovalBody);
      const wanted = { trail_ids, group_ids };
      return call.commit(async (tx) => {
        const found = await requestSetApproval(tx, teamOf(call), call.params.set_id, wanted, byOf(call), rules);
        return ok({ requested: found.requested.map(namedTrail), changed: found.changed.map(namedTrail) });
      });
    },
  });

const namedTrail = ({ trail_id, title }: LockedTrail) => ({ id: trail_id, title });

export const setApprovalEndpoints = (deps: SetApprovalDeps) =>
  routes({ 'POST /trail-sets/:set_id/approval': requestSetApprovalOperation(deps) });
