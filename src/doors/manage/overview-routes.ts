// The Overview in one request: what needs a hand, and how people, directory sync and trails did lately.
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
import { type ManageDeps, type ManageEndpoint, operation, routes, teamOf } from '../session/session-endpoint.ts';
import type { SurfacingDeps } from './surfacing-routes.ts';

const Day = () => Type.String({ format: 'date' });
/** Written out where it is used: a schema names a shape by its id only once. */
const days = <Members extends Parameters<typeof Type.Object>[0]>(members: Members, description: string) =>
  Type.Array(Type.Object({ day: Day(), ...members }, closed), { description });

const HandNeeded = Type.Object(
  {
    kind: OneOf(HAND_KINDS),
    id: Nullable(Uuid('The connection, the key or the trail.'), { description: 'null: the workspace, or several.' }),
    name: Nullable(Type.String({ description: 'Its name; of several the first.' })),
    count: Count('How many people, requests or trails.'),
    at: Nullable(Type.String(), { description: 'The moment or day that it is about.' }),
  },
  { $id: 'HandNeeded', ...closed },
);

const Seats = Type.Object(
  {
    used: Count('Taken now.'),
    limit: Nullable(Count('Of how many.'), { description: 'null: no limit.' }),
    by_day: days({ used: Count('Taken at the end of the day.') }, 'The days that were noted, today included.'),
  },
  closed,
);

const Sync = Type.Object(
  {
    connections: Count('Identity providers connected.'),
    last_sync_at: Nullable(Instant('When one of them was last heard.')),
    by_day: days(
      { ok: Count('Requests done.'), refused: Count('Refused.'), failed: Count('Failed here.') },
      'The days with requests.',
    ),
  },
  closed,
);

const Use = Type.Object(
  {
    by_day: days(
      { shape: OneOf(SHAPES), deliveries: Count('How often trails were used.') },
      'Of trails that five people or more used.',
    ),
    unanswered: Type.Array(Type.Object({ topic: Type.String(), questions: Count('How many.') }, closed), {
      description: 'Topics that five people or more asked for in vain, most asked first.',
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
    scheduled_by: Type.String({ description: 'By whom.' }),
  },
  closed,
);

const Overview = Type.Object(
  {
    days: Type.Integer({ description: 'The days that the figures go back, today included.' }),
    from: Day(),
    hands: Type.Array(HandNeeded, { description: 'What needs a hand, the most urgent first.' }),
    trails: Type.Object({ draft: Count('Drafts.'), live: Count('Live.'), archived: Count('Archived.') }, closed),
    coming: Type.Object({ total: Count('In all.'), items: Type.Array(ComingChange) }, closed),
    use: Use,
    seats: Nullable(Seats, { description: 'null for who does not manage the workspace.' }),
    sync: Nullable(Sync, { description: 'null for who does not manage the workspace.' }),
  },
  { $id: 'Overview', ...closed },
);

const getOverviewOperation = ({ clock, indexes }: Pick<ManageDeps, 'clock'> & Pick<SurfacingDeps, 'indexes'>) =>
  operation({
    id: 'getOverview',
    mayLag: true,
    summary: 'What needs a hand, and how the workspace did in the last 30 days',
    description: 'Authors see the trails; the Owner and the admins people and directory sync too.',
    tag: 'Workspace',
    needs: 'team-author',
    answers: { 200: { description: 'The overview.', schema: Overview } },
    refusals: ['forbidden'],
    async handle(call) {
      const team_id = teamOf(call);
      // Authors begin here, and go on to what asks the judge.
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

export const overviewEndpoints = (deps: Pick<ManageDeps, 'clock'> & Pick<SurfacingDeps, 'indexes'>): ManageEndpoint[] =>
  routes({
    'GET /overview': getOverviewOperation(deps),
  });
