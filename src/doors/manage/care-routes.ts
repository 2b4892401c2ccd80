// Who answers for a trail, by when it is to be reviewed, and what waits for somebody in the catalog.
import { type Static, Type } from '@sinclair/typebox';
import { Seen } from '../../base/seen.ts';
import { Count, closed, Email, Instant, ids, Nullable, Uuid } from '../../base/shape.ts';
import { ok } from '../../http/answers/answer.ts';
import { changeCare, getCare, waitingTrails } from '../../trails/care/care.ts';
import type { CareRow } from '../../trails/care/care-store.ts';
import { personRef, TrailStatus } from '../../trails/trail.ts';
import {
  byOf,
  catalogOf,
  type ManageDeps,
  type ManageEndpoint,
  operation,
  routes,
} from '../session/session-endpoint.ts';

const TAG = 'Authoring';
const Day = (description: string) => Type.String({ format: 'date', description });
export const TrailOwner = Type.Object({ id: Uuid('The person.'), name: Type.String() }, closed);

const TrailCare = Type.Object(
  {
    owner: Nullable(TrailOwner, { description: 'Named, or else who created the trail; null: nobody.' }),
    owner_is_active: Type.Boolean({ description: 'False where the owner is no active member any more.' }),
    review_by: Nullable(Day('By when the trail is to be looked at again.')),
    reviewed_at: Nullable(Instant('When it was last reviewed.')),
    reviewed_by: Nullable(Type.String({ description: 'By whom.' })),
  },
  { $id: 'TrailCare', ...closed },
);

const TrailCareBody = Type.Object(
  {
    owner_id: Type.Optional(Nullable(Uuid('An active member; null: nobody. Absent: stays.'))),
    owner_email: Type.Optional(
      Email({ minLength: 1, maxLength: 320, description: 'The owner by e-mail address, in place of owner_id.' }),
    ),
    review_by: Type.Optional(Nullable(Day('A day; null: no review. Absent: stays.'))),
    reviewed: Type.Optional(Type.Boolean({ description: 'True: I have just reviewed it.' })),
    seen: Seen({ owner_id: Nullable(Uuid('Null: nobody.')), review_by: Nullable(Day('Null: no review.')) }),
  },
  { $id: 'TrailCareBody', ...closed },
);
type TrailCareBody = Static<typeof TrailCareBody>;

const Waiting = (description: string) =>
  Type.Object(
    {
      total: Count('How many in all.'),
      items: Type.Array(
        Type.Object(
          {
            id: Uuid('The trail.'),
            title: Type.String(),
            status: TrailStatus,
            owner: Nullable(TrailOwner),
            review_by: Nullable(Day('By when.')),
          },
          closed,
        ),
      ),
    },
    { ...closed, description },
  );

const WaitingTrails = Type.Object(
  {
    reviews: Waiting('To be reviewed within two weeks, or overdue; the earliest first.'),
    approvals: Waiting("Another person's approval is asked for."),
    failed_schedules: Waiting('A scheduled publication or unpublication failed.'),
    failing_examples: Waiting('The last run of the examples of the present draft failed.'),
  },
  { $id: 'WaitingTrails', ...closed },
);

const getTrailCareOperation = operation({
  id: 'getTrailCare',
  summary: 'Who answers for a trail, and when it is to be reviewed',
  tag: TAG,
  needs: 'author',
  params: ids('trail_id'),
  answers: { 200: { description: 'Owner and review.', schema: TrailCare } },
  refusals: ['not-found'],
  handle: async (call) => ok(careResource(await getCare(call.db, catalogOf(call), call.params.trail_id))),
});

const changeTrailCareOperation = operation({
  id: 'changeTrailCare',
  summary: 'Name who answers for a trail, set its review, or say that it was reviewed',
  tag: TAG,
  needs: 'author',
  params: ids('trail_id'),
  body: { schema: TrailCareBody, example: { review_by: '2027-01-31', reviewed: true } },
  answers: { 200: { description: 'Owner and review.', schema: TrailCare } },
  refusals: ['not-found', 'validation', 'conflict', 'unprocessable'],
  async handle(call) {
    const wanted: TrailCareBody = await call.json(TrailCareBody);
    return call.commit(async (tx) =>
      ok(careResource(await changeCare(tx, catalogOf(call), call.params.trail_id, wanted, byOf(call)))),
    );
  },
});

const listWaitingTrailsOperation = ({ clock }: Pick<ManageDeps, 'clock'>) =>
  operation({
    id: 'listWaitingTrails',
    summary: 'Trails that wait for somebody: reviews, approvals, schedules that failed',
    tag: TAG,
    needs: 'author',
    answers: { 200: { description: 'At most 20 of each kind, with how many there are.', schema: WaitingTrails } },
    refusals: [],
    async handle(call) {
      const waiting = await waitingTrails(call.db, catalogOf(call), clock());
      const shown = ({ total, items }: typeof waiting.reviews) => ({
        total,
        items: items.map(({ owner_id, owner_name, ...trail }) => ({
          ...trail,
          owner: personRef(owner_id, owner_name),
        })),
      });
      return ok({
        reviews: shown(waiting.reviews),
        approvals: shown(waiting.approvals),
        failed_schedules: shown(waiting.failed_schedules),
        failing_examples: shown(waiting.failing_examples),
      });
    },
  });

const careResource = ({ owner_id, owner_name, owner_is_active, reviewed_by_name, ...care }: CareRow) => ({
  ...care,
  owner: personRef(owner_id, owner_name),
  owner_is_active,
  reviewed_by: reviewed_by_name,
});

export const careEndpoints = (deps: Pick<ManageDeps, 'clock'>): ManageEndpoint[] =>
  routes({
    'GET /trails/:trail_id/care': getTrailCareOperation,
    'PATCH /trails/:trail_id/care': changeTrailCareOperation,
    'GET /trails/waiting': listWaitingTrailsOperation(deps),
  });
