// The Overview in one request: open tasks, and recent figures on people, directory sync and trails.
import { Type } from '@sinclair/typebox';
import { Count, closed, Instant, Nullable, OneOf, Uuid } from '../../base/shape.ts';
import { SVC_CATALOG_ID } from '../../directory/catalog.ts';
import { canManage } from '../../directory/roles.ts';
import { ok } from '../../http/answers/answer.ts';
import { SHAPES } from '../../insight/delivery.ts';
import {
  firstDay,
  HAND_KINDS,
  handsNeeded,
  OVERVIEW_DAYS,
  type PeopleOverview,
  peopleOverview,
  type TrailsOverview,
  trailsOverview,
} from '../../workspaces/overview.ts';
import { type ManageDeps, operation, routes, teamOf } from '../session/session-endpoint.ts';
import type { SurfacingDeps } from './surfacing-routes.ts';

const Day = () => Type.String({ format: 'date' });
/** Inlined at each use, because a schema can define a shape's id only once. */
const days = <Members extends Parameters<typeof Type.Object>[0]>(members: Members, description: string) =>
  Type.Array(Type.Object({ day: Day(), ...members }, closed), { description });

const HandNeeded = Type.Object(
  {
    kind: OneOf(HAND_KINDS),
    id: Nullable(Uuid('The connection, the key or the trail.'), {
      description: 'Null for the workspace, or for several items.',
    }),
    name: Nullable(Type.String({ description: 'The name of the item, or of the first of several.' })),
    count: Count('Number of people, requests or trails.'),
    at: Nullable(Type.String(), { description: 'The time or day it refers to.' }),
  },
  { $id: 'HandNeeded', ...closed },
);

const Seats = Type.Object(
  {
    used: Count('Seats taken now.'),
    limit: Nullable(Count('Total seats.'), { description: 'Null if unlimited.' }),
    by_day: days({ used: Count('Seats taken at the end of the day.') }, 'Recorded days, including today.'),
  },
  closed,
);

const Sync = Type.Object(
  {
    connections: Count('Number of connected identity providers.'),
    last_sync_at: Nullable(Instant('The latest request from any of them.')),
    by_day: days(
      {
        ok: Count('Successful requests.'),
        refused: Count('Refused.'),
        failed: Count('Requests that failed in the service.'),
      },
      'The days with requests.',
    ),
  },
  closed,
);

const Use = Type.Object(
  {
    by_day: days(
      { shape: OneOf(SHAPES), deliveries: Count('Number of deliveries.') },
      'Days, for trails used by five or more people.',
    ),
    unanswered: Type.Array(Type.Object({ topic: Type.String(), questions: Count('Number of questions.') }, closed), {
      description: 'Topics that five or more people asked about without finding a trail, most frequent first.',
    }),
  },
  closed,
);

const ComingChange = Type.Object(
  {
    id: Uuid('The trail.'),
    title: Type.String(),
    action: OneOf(['publish', 'unpublish']),
    run_at: Instant('When.'),
    scheduled_by: Type.String({ description: 'Who scheduled it.' }),
  },
  closed,
);

const Overview = Type.Object(
  {
    days: Type.Integer({ description: 'The number of days covered, including today.' }),
    from: Day(),
    hands: Type.Array(HandNeeded, { description: 'Open tasks, the most urgent first.' }),
    trails: Type.Object({ draft: Count('Drafts.'), live: Count('Live.'), archived: Count('Archived.') }, closed),
    coming: Type.Object({ total: Count('Total count.'), items: Type.Array(ComingChange) }, closed),
    use: Use,
    seats: Nullable(Seats, { description: 'Null unless the caller manages the workspace.' }),
    sync: Nullable(Sync, { description: 'Null unless the caller manages the workspace.' }),
  },
  { $id: 'Overview', ...closed },
);

const getOverviewOperation = ({ clock, indexes }: Pick<ManageDeps, 'clock'> & Pick<SurfacingDeps, 'indexes'>) =>
  operation({
    id: 'getOverview',
    mayLag: true,
    summary: 'Open tasks and figures of the last 30 days',
    description: 'Authors see trails. The Owner and admins also see people and directory sync.',
    tag: 'Workspace',
    needs: 'team-author',
    answers: { 200: { description: 'The overview.', schema: Overview } },
    refusals: ['forbidden'],
    async handle(call) {
      const team_id = teamOf(call);
      // Authors start on this page and then open pages that use the judge.
      indexes.prepare([team_id, SVC_CATALOG_ID]);
      const now = clock();
      const trails = await trailsOverview(call.db, team_id, now);
      const people = canManage(call.caller.roles) ? await peopleOverview(call.db, team_id, now) : null;
      return ok({
        days: OVERVIEW_DAYS,
        from: firstDay(now),
        hands: handsNeeded(trails, people),
        ...trailsResource(trails),
        ...peopleResource(people),
      });
    },
  });

const trailsResource = ({ counts, coming, use }: TrailsOverview) => ({
  trails: counts,
  coming: {
    total: coming.total,
    items: coming.items.map(({ scheduled_by_name: scheduled_by, ...change }) => ({ ...change, scheduled_by })),
  },
  use,
});

function peopleResource(people: PeopleOverview | null) {
  if (people === null) return { seats: null, sync: null };
  const { seats, sync } = people;
  const heard = sync.connections.map(({ last_sync_at }) => last_sync_at).filter((at) => at !== null);
  return {
    seats,
    sync: { connections: sync.connections.length, last_sync_at: heard.sort().at(-1) ?? null, by_day: sync.by_day },
  };
}

export const overviewEndpoints = (deps: Pick<ManageDeps, 'clock'> & Pick<SurfacingDeps, 'indexes'>) =>
  routes({
    'GET /overview': getOverviewOperation(deps),
  });
