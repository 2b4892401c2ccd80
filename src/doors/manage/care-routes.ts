// Owners and reviews of trails, and the catalog's open tasks.
import { type Static, Type } from '@sinclair/typebox';
import { Seen } from '../../base/seen.ts';
import { Count, closed, Email, Instant, ids, Nullable, Uuid } from '../../base/shape.ts';
import { ok } from '../../http/answers/answer.ts';
import { changeCare, getCare, waitingTrails } from '../../trails/care/care.ts';
import type { CareRow } from '../../trails/care/care-store.ts';
import { personRef, TrailStatus } from '../../trails/trail.ts';
import { byOf, catalogOf, type ManageDeps, operation, routes } from '../session/session-endpoint.ts';

const TAG = 'Authoring';
const Day = (description: string) => Type.String({ format: 'date', description });
export const TrailOwner = Type.Object({ id: Uuid('The person.'), name: Type.String() }, closed);

const TrailCare = Type.Object(
  {
    owner: Nullable(TrailOwner, { description: 'The named owner, or else the creator; null if there is neither.' }),
    owner_is_active: Type.Boolean({ description: 'False if the owner is no longer an active member.' }),
    review_by: Nullable(Day('The date of the next review.')),
    reviewed_at: Nullable(Instant('When the trail was last reviewed.')),
    reviewed_by: Nullable(Type.String({ description: 'Who reviewed it.' })),
  },
  { $id: 'TrailCare', ...closed },
);

const TrailCareBody = Type.Object(
  {
    owner_id: Type.Optional(Nullable(Uuid('An active member; null removes the owner. Default: unchanged.'))),
    owner_email: Type.Optional(
      Email({ minLength: 1, maxLength: 320, description: 'The owner by e-mail address, instead of owner_id.' }),
    ),
    review_by: Type.Optional(Nullable(Day('The date of the next review; null removes it. Default: unchanged.'))),
    reviewed: Type.Optional(Type.Boolean({ description: 'True marks the trail as reviewed now.' })),
    seen: Seen({
      owner_id: Nullable(Uuid('Null if there is no owner.')),
      review_by: Nullable(Day('Null if no review is planned.')),
    }),
  },
  { $id: 'TrailCareBody', ...closed },
);
type TrailCareBody = Static<typeof TrailCareBody>;

const Waiting = (description: string) =>
  Type.Object(
    {
      total: Count('Total count.'),
      items: Type.Array(
        Type.Object(
          {
            id: Uuid('The trail.'),
            title: Type.String(),
            status: TrailStatus,
            owner: Nullable(TrailOwner),
            review_by: Nullable(Day('The due date.')),
          },
          closed,
        ),
      ),
    },
    { ...closed, description },
  );

const WaitingTrails = Type.Object(
  {
    reviews: Waiting('Trails to review within two weeks, or overdue; the earliest first.'),
    approvals: Waiting("Trails waiting for another person's approval."),
    failed_schedules: Waiting('Trails with a failed scheduled publication or unpublication.'),
    failing_examples: Waiting('Trails whose current draft failed its latest example run.'),
  },
  { $id: 'WaitingTrails', ...closed },
);

const getTrailCareOperation = operation({
  id: 'getTrailCare',
  summary: 'The owner and next review of a trail',
  tag: TAG,
  needs: 'author',
  params: ids('trail_id'),
  answers: { 200: { description: 'The owner and review.', schema: TrailCare } },
  refusals: ['not-found'],
  handle: async (call) => ok(careResource(await getCare(call.db, catalogOf(call), call.params.trail_id))),
});

const changeTrailCareOperation = operation({
  id: 'changeTrailCare',
  summary: "Set a trail's owner or next review, or mark it as reviewed",
  tag: TAG,
  needs: 'author',
  params: ids('trail_id'),
  body: { schema: TrailCareBody, example: { review_by: '2027-01-31', reviewed: true } },
  answers: { 200: { description: 'The owner and review.', schema: TrailCare } },
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
    summary: 'Trails that need attention: reviews, approvals, failed schedules',
    tag: TAG,
    needs: 'author',
    answers: { 200: { description: 'At most 20 of each kind, with the total count.', schema: WaitingTrails } },
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

export const careEndpoints = (deps: Pick<ManageDeps, 'clock'>) =>
  routes({
    'GET /trails/:trail_id/care': getTrailCareOperation,
    'PATCH /trails/:trail_id/care': changeTrailCareOperation,
    'GET /trails/waiting': listWaitingTrailsOperation(deps),
  });
