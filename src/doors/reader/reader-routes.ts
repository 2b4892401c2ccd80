// The employees' API: visible published trails, the question "what are you about to do?", and feedback. Handlers never
// read drafts. The only exception is counts for authors, which contain no text.
import { Type } from '@sinclair/typebox';
import { ids } from '../../base/shape.ts';
import { SVC_CATALOG_ID } from '../../directory/catalog.ts';
import { bringsBody, noContentAfter, ok } from '../../http/answers/answer.ts';
import type { Db } from '../../storage/database.ts';
import { type FindDeps, findTrailsFor } from '../../surfacing/find-trails.ts';
import { getCare } from '../../trails/care/care.ts';
import { parseDocument } from '../../trails/document/full-document.ts';
import { favouritesOf, visibleFavouritesOf } from '../../trails/readers/favourites.ts';
import { feedbackComments, feedbackCounts, giveFeedback, ownFeedback } from '../../trails/readers/feedback.ts';
import { readableDocument, readableTrail } from '../../trails/readers/readable-trail.ts';
import {
  featuredFor,
  getVisibleTrail,
  listVisibleTrails,
  type VisiblePlace,
  type VisibleTrailRow,
} from '../../trails/readers/visible-trails.ts';
import { setsFor } from '../../trails/sets/set-audience.ts';
import { declaredPage, PAGE_QUERY, pageAnswer } from '../session/pages.ts';
import { catalogOf, type ManageDeps, operation, routes } from '../session/session-endpoint.ts';
import { listMyApprovalsOperation } from './approval-list-routes.ts';
import { addFavouriteOperation, removeFavouriteOperation } from './favourite-routes.ts';
import { readerOf } from './reader-of.ts';
import {
  FeedbackBody,
  FeedbackCounts,
  FindAnswer,
  FindBody,
  foundTrails,
  ReadableSetList,
  ReadableTrailDetail,
  ReadableTrailList,
} from './reader-shapes.ts';

export type ReaderDeps = FindDeps & Pick<ManageDeps, 'cursorKeys'>;

const TAG = 'Reading';

const listReadableTrailsOperation = ({ cursorKeys, indexes }: ReaderDeps) =>
  operation({
    id: 'listReadableTrails',
    summary: 'List the published trails I can see',
    tag: TAG,
    needs: 'member',
    query: Type.Object(PAGE_QUERY),
    answers: {
      200: declaredPage("The workspace's trails in order, then the service-wide ones.", ReadableTrailList),
    },
    refusals: ['bad-request'],
    async handle(call) {
      const reader = readerOf(call);
      // Above the list is "what are you about to do?", which people who see the list will soon use.
      indexes.prepare([reader.team_id, SVC_CATALOG_ID]);
      const page = await pageAnswer(
        call,
        cursorKeys(),
        (after: VisiblePlace | null, count) => listVisibleTrails(call.db, reader, after, count),
        ({ catalog_id, sort_order, trail_id }) => ({ catalog_id, sort_order, trail_id }),
        (row) => readableTrail(row),
      );
      const favourites = await visibleFavouritesOf(call.db, reader);
      return { ...page, body: { ...(page.body as object), favourites, featured: await featuredFor(call.db, reader) } };
    },
  });

const listReadableSetsOperation = operation({
  id: 'listReadableSets',
  summary: 'List the sets of trails that are for me',
  tag: TAG,
  needs: 'member',
  answers: { 200: { description: 'In order, without sets in which I see no trail.', schema: ReadableSetList } },
  refusals: [],
  handle: async (call) => ok({ items: await setsFor(call.db, readerOf(call)) }),
});

const getReadableTrailOperation = ({ deliveries }: ReaderDeps) =>
  operation({
    id: 'getReadableTrail',
    summary: 'Get a published trail',
    tag: TAG,
    needs: 'member',
    params: ids('trail_id'),
    answers: { 200: { description: 'The version that employees see.', schema: ReadableTrailDetail } },
    refusals: ['not-found'],
    async handle(call) {
      const reader = readerOf(call);
      const row = await getVisibleTrail(call.db, reader, call.params.trail_id);
      const document = parseDocument(row.document);
      const vote = await ownFeedback(call.db, reader, row);
      const my_feedback = vote === undefined ? null : vote.helpful ? 'helpful' : 'not_helpful';
      const answer = ok({
        ...readableTrail(row, document),
        document: readableDocument(document),
        feedback_enabled: document.feedback_enabled,
        my_feedback,
        my_comment: vote?.comment ?? '',
        owner: await ownerName(call.db, row),
        is_favourite: (await favouritesOf(call.db, reader)).includes(row.trail_id),
      });
      const { trail_id, version } = row;
      if (bringsBody(call, answer)) deliveries.delivered({ ...reader, trail_id, version, shape: 'console' });
      return answer;
    },
  });

/** The owner, whom a reader can ask. Null for the service-wide catalog, whose operators are strangers. */
async function ownerName(db: Db, { catalog_id, trail_id }: VisibleTrailRow): Promise<string | null> {
  if (catalog_id === SVC_CATALOG_ID) return null;
  const { owner_name, owner_is_active } = await getCare(db, catalog_id, trail_id);
  return owner_is_active ? owner_name : null;
}

const giveFeedbackOperation = operation({
  id: 'giveFeedback',
  summary: 'Say whether a trail helped',
  description: 'One vote per person and version; a new vote replaces the previous one and its comment.',
  tag: TAG,
  needs: 'member',
  params: ids('trail_id'),
  body: { schema: FeedbackBody, example: { helpful: false, comment: 'Step 2 needs the new price list.' } },
  answers: { 204: { description: 'The vote is saved.' } },
  refusals: ['not-found', 'conflict', 'validation'],
  async handle(call) {
    const { helpful, comment = '' } = await call.json(FeedbackBody);
    return noContentAfter(call, (tx) =>
      giveFeedback(tx, readerOf(call), call.params.trail_id, helpful, comment.trim()),
    );
  },
});

const takeFeedbackBackOperation = operation({
  id: 'takeFeedbackBack',
  summary: 'Delete my vote',
  tag: TAG,
  needs: 'member',
  params: ids('trail_id'),
  answers: { 204: { description: 'There is no vote.' } },
  refusals: ['not-found', 'conflict'],
  handle: (call) => noContentAfter(call, (tx) => giveFeedback(tx, readerOf(call), call.params.trail_id, null)),
});

const getFeedbackCountsOperation = operation({
  id: 'getFeedbackCounts',
  summary: 'Get feedback on a trail',
  tag: TAG,
  needs: 'author',
  params: ids('trail_id'),
  answers: { 200: { description: 'Counts and comments, newest first.', schema: FeedbackCounts } },
  refusals: ['not-found'],
  async handle(call) {
    const [catalogId, { trail_id }] = [catalogOf(call), call.params];
    const items = await feedbackCounts(call.db, catalogId, trail_id);
    return ok({ items, comments: await feedbackComments(call.db, catalogId, trail_id) });
  },
});

const findTrailsOperation = (deps: ReaderDeps) =>
  operation({
    id: 'findTrails',
    summary: 'Find trails for a task',
    description: 'The visible live trails that fit the prompt or may fit it, best first; none if nothing fits.',
    tag: TAG,
    needs: 'member',
    idempotent: false,
    body: { schema: FindBody, example: { text: 'summarise the interview with a candidate' } },
    answers: { 200: { description: 'The matches.', schema: FindAnswer } },
    refusals: ['validation', 'judge-unavailable'],
    async handle(call) {
      const { text } = await call.json(FindBody);
      return ok(foundTrails(await findTrailsFor(deps, call.db, readerOf(call), { text }, call.signal())));
    },
  });

export const readerEndpoints = (deps: ReaderDeps) =>
  routes({
    'GET /reader/trails': listReadableTrailsOperation(deps),
    'GET /reader/sets': listReadableSetsOperation,
    'GET /reader/approvals': listMyApprovalsOperation,
    'GET /reader/trails/:trail_id': getReadableTrailOperation(deps),
    'PUT /reader/trails/:trail_id/favourite': addFavouriteOperation,
    'DELETE /reader/trails/:trail_id/favourite': removeFavouriteOperation,
    'PUT /reader/trails/:trail_id/feedback': giveFeedbackOperation,
    'DELETE /reader/trails/:trail_id/feedback': takeFeedbackBackOperation,
    'GET /trails/:trail_id/feedback': getFeedbackCountsOperation,
    'POST /find': findTrailsOperation(deps),
  });
