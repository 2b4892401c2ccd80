// Scheduled publications and unpublications of a trail.
import { type Static, Type } from '@sinclair/typebox';
import { Seen } from '../../base/seen.ts';
import { closed, Instant, ids, Nullable, OneOf, Uuid } from '../../base/shape.ts';
import { noContentAfter, ok } from '../../http/answers/answer.ts';
import { LIMITS } from '../../trails/document/limits.ts';
import { noteOf } from '../../trails/publication/note.ts';
import type { ScheduleRow } from '../../trails/schedules/schedule-store.ts';
import { cancelSchedule, listSchedules, scheduleAction } from '../../trails/schedules/schedules.ts';
import type { TrailRules } from '../../trails/trail-rules.ts';
import { byOf, catalogOf, type ManageDeps, operation, routes } from '../session/session-endpoint.ts';

export interface ScheduleRouteDeps extends Pick<ManageDeps, 'clock'> {
  readonly rules: TrailRules;
}

const TAG = 'Authoring';
const Action = OneOf(['publish', 'unpublish']);
const Params = Type.Object({ trail_id: Uuid('The trail.'), action: Action });

const Schedule = Type.Object(
  {
    action: Action,
    at: Instant('When.'),
    revision: Nullable(Type.Integer({ description: 'The revision to publish; null for an unpublication.' })),
    note: Nullable(Type.String({ description: 'The note of the version.' })),
    scheduled_by: Type.Object(
      { id: Uuid('The person who scheduled it; their rights are checked when it runs.'), name: Type.String() },
      closed,
    ),
    scheduled_at: Instant('When it was scheduled.'),
    state: OneOf(['waiting', 'done', 'failed']),
    outcome: Nullable(Type.String({ description: 'Why it failed.' })),
    finished_at: Nullable(Instant('When it ran or was given up.')),
  },
  { $id: 'TrailSchedule', ...closed },
);
const ScheduleList = Type.Object({ items: Type.Array(Schedule) }, { $id: 'TrailScheduleList', ...closed });

const ScheduleBody = Type.Object(
  {
    at: Instant('When to run it, at most a year ahead.'),
    revision: Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'The revision you were viewing.' }),
    note: Type.Optional(
      Nullable(Type.String({ maxLength: LIMITS.note.max, description: 'A note for the list of versions.' })),
    ),
    seen: Seen({ scheduled_at: Nullable(Instant('Null if none of this kind was scheduled.')) }),
  },
  { $id: 'TrailScheduleBody', ...closed },
);
const CancelQuery = Type.Object({
  scheduled_at: Type.Optional(Instant('The schedule as you last saw it. Returns 409 if it has changed since.')),
});
type ScheduleBody = Static<typeof ScheduleBody>;

const answers = { 200: { description: "The trail's schedules, by time.", schema: ScheduleList } };

const listTrailSchedulesOperation = operation({
  id: 'listTrailSchedules',
  forEditors: true,
  summary: 'List schedules of a trail and their outcomes',
  tag: TAG,
  needs: 'author',
  params: ids('trail_id'),
  answers,
  refusals: ['not-found'],
  handle: async (call) =>
    ok({ items: (await listSchedules(call.db, catalogOf(call), call.params.trail_id)).map(scheduleResource) }),
});

const scheduleTrailOperation = ({ rules, clock }: ScheduleRouteDeps) =>
  operation({
    id: 'scheduleTrail',
    summary: 'Schedule a publication or unpublication',
    description:
      'Publishes exactly this revision, within seconds of the set time. Fails with a reason, and publishes ' +
      'nothing, if the trail was saved or archived since, approval is missing or the person lost the role.',
    tag: TAG,
    needs: 'publisher',
    params: Params,
    body: { schema: ScheduleBody, example: { at: '2027-01-04T08:00:00Z', revision: 7, note: 'For the new year' } },
    answers,
    refusals: ['not-found', 'conflict', 'validation'],
    async handle(call) {
      const { at, revision, note, seen }: ScheduleBody = await call.json(ScheduleBody);
      const { trail_id, action } = call.params;
      const wanted = { trail_id, action, at, revision, note: noteOf(note?.trim()), ...(seen && { seen }) };
      return call.commit(async (tx) => {
        const rows = await scheduleAction(tx, catalogOf(call), wanted, byOf(call), rules, clock());
        return ok({ items: rows.map(scheduleResource) });
      });
    },
  });

const cancelTrailScheduleOperation = operation({
  id: 'cancelTrailSchedule',
  summary: 'Cancel a schedule',
  tag: TAG,
  needs: 'publisher',
  params: Params,
  query: CancelQuery,
  answers: { 204: { description: 'Nothing of this kind is scheduled anymore.' } },
  refusals: ['bad-request', 'not-found', 'conflict'],
  handle: (call) =>
    noContentAfter(call, (tx) =>
      cancelSchedule(tx, { catalog_id: catalogOf(call), ...call.params }, byOf(call), call.query),
    ),
});

const scheduleResource = ({ run_at, scheduled_by, scheduled_by_name, catalog_id, trail_id, ...row }: ScheduleRow) => ({
  ...row,
  at: run_at,
  scheduled_by: { id: scheduled_by, name: scheduled_by_name },
});

export const scheduleEndpoints = (deps: ScheduleRouteDeps) =>
  routes({
    'GET /trails/:trail_id/schedules': listTrailSchedulesOperation,
    'PUT /trails/:trail_id/schedules/:action': scheduleTrailOperation(deps),
    'DELETE /trails/:trail_id/schedules/:action': cancelTrailScheduleOperation,
  });
