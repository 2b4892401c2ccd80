// Shows the trails that members of a group would see, before or after a trail is opened to them. Does not count as
// delivery of a trail.
import { Type } from '@sinclair/typebox';
import { ids } from '../../base/shape.ts';
import { getGroup } from '../../directory/groups/groups.ts';
import { ok } from '../../http/answers/answer.ts';
import { findTrailsFor } from '../../surfacing/find-trails.ts';
import { ReadableTrail, readableTrail } from '../../trails/readers/readable-trail.ts';
import { featuredFor, listVisibleTrails, type VisiblePlace } from '../../trails/readers/visible-trails.ts';
import { declaredPage, PAGE_QUERY, pageAnswer, pageOf } from '../session/pages.ts';
import { operation, routes, teamOf } from '../session/session-endpoint.ts';
import type { ReaderDeps } from './reader-routes.ts';
import { Featured, FindAnswer, FindBody, foundTrails } from './reader-shapes.ts';

const common = { tag: 'Authoring', needs: 'team-author', params: ids('group_id') } as const;

const previewHomeOperation = ({ cursorKeys }: ReaderDeps) =>
  operation({
    ...common,
    id: 'previewHome',
    summary: 'List what a person sees who is only in this group',
    query: Type.Object(PAGE_QUERY),
    answers: {
      200: declaredPage('A page in order.', pageOf(ReadableTrail, 'PreviewedTrailList', { featured: Featured })),
    },
    refusals: ['bad-request', 'not-found'],
    async handle(call) {
      const reader = { team_id: teamOf(call), group_id: call.params.group_id };
      await getGroup(call.db, reader.team_id, reader.group_id);
      const page = await pageAnswer(
        call,
        cursorKeys(),
        (after: VisiblePlace | null, count) => listVisibleTrails(call.db, reader, after, count),
        ({ catalog_id, sort_order, trail_id }) => ({ catalog_id, sort_order, trail_id }),
        (row) => readableTrail(row),
      );
      return { ...page, body: { ...(page.body as object), featured: await featuredFor(call.db, reader) } };
    },
  });

const previewFindOperation = (deps: ReaderDeps) =>
  operation({
    ...common,
    id: 'previewFind',
    summary: 'Find trails as a person who is only in this group',
    idempotent: false,
    body: { schema: FindBody, example: { text: 'summarise the interview with a candidate' } },
    answers: { 200: { description: 'The matches.', schema: FindAnswer } },
    refusals: ['validation', 'not-found', 'judge-unavailable'],
    async handle(call) {
      const reader = { team_id: teamOf(call), group_id: call.params.group_id };
      await getGroup(call.db, reader.team_id, reader.group_id);
      const { text } = await call.json(FindBody);
      return ok(foundTrails(await findTrailsFor(deps, call.db, reader, { text }, call.signal())));
    },
  });

export const previewEndpoints = (deps: ReaderDeps) =>
  routes({
    'GET /groups/:group_id/home': previewHomeOperation(deps),
    'POST /groups/:group_id/find': previewFindOperation(deps),
  });
