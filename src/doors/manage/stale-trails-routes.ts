// Live trails that need attention: their review is due, or they have not been used for a long time.
import { Type } from '@sinclair/typebox';
import { Count, closed, Instant, Nullable, Uuid } from '../../base/shape.ts';
import { ok } from '../../http/answers/answer.ts';
import { UNUSED_DAYS, unusedTrails } from '../../insight/unused-trails.ts';
import { reviewsDue } from '../../trails/care/care.ts';
import { unsafeLiveTrails } from '../../trails/safety/live-findings.ts';
import type { TrailRules } from '../../trails/trail-rules.ts';
import { catalogOf, type ManageDeps, operation, routes } from '../session/session-endpoint.ts';

const MAX_TRAILS = 100;

export interface StaleTrailDeps extends Pick<ManageDeps, 'clock'> {
  readonly rules: TrailRules;
}

const StaleTrails = Type.Object(
  {
    reviews: Type.Object(
      {
        total: Count('Total count.'),
        items: Type.Array(
          Type.Object(
            { id: Uuid('The trail.'), title: Type.String(), review_by: Type.String({ format: 'date' }) },
            closed,
          ),
        ),
      },
      { ...closed, description: 'Trails to review within two weeks, or overdue; the earliest first.' },
    ),
    unsafe: Type.Object(
      {
        total: Count('Total count.'),
        complete: Type.Boolean({ description: 'False if the catalog has too many live trails to check them all.' }),
        items: Type.Array(
          Type.Object(
            {
              id: Uuid('The trail.'),
              title: Type.String(),
              errors: Count('Findings that would prevent a publication.'),
              warnings: Count('Other findings.'),
            },
            closed,
          ),
        ),
      },
      { ...closed, description: 'Live trails with safety findings by the current decisions; errors first.' },
    ),
    unused: Nullable(
      Type.Object(
        {
          days: Type.Integer({ description: 'Trails published at least this many days ago and not used since.' }),
          total: Count('Total count.'),
          items: Type.Array(
            Type.Object(
              { id: Uuid('The trail.'), title: Type.String(), published_at: Instant('When it was published.') },
              closed,
            ),
          ),
        },
        closed,
      ),
      { description: 'The oldest first; null in the service-wide catalog, whose use is counted by workspace.' },
    ),
  },
  { $id: 'StaleTrails', ...closed },
);

const listStaleTrailsOperation = ({ clock, rules }: StaleTrailDeps) =>
  operation({
    id: 'listStaleTrails',
    mayLag: true,
    summary: 'List trails with a due review, with safety findings, and unused live trails',
    tag: 'Surfacing',
    needs: 'author',
    answers: { 200: { description: 'At most 100 of each, with the total count.', schema: StaleTrails } },
    refusals: [],
    async handle(call) {
      const { team_id } = call.caller;
      const reviews = await reviewsDue(call.db, catalogOf(call), clock(), MAX_TRAILS);
      const unused = team_id === null ? null : await unusedTrails(call.db, team_id, clock());
      const { items, complete } = await unsafeLiveTrails(call.db, catalogOf(call), rules);
      return ok({
        reviews,
        unsafe: { total: items.length, complete, items: items.slice(0, MAX_TRAILS) },
        unused: unused && { days: UNUSED_DAYS, total: unused.length, items: unused.slice(0, MAX_TRAILS) },
      });
    },
  });

export const staleTrailEndpoints = (deps: StaleTrailDeps) =>
  routes({
    'GET /catalog-health/stale': listStaleTrailsOperation(deps),
  });
