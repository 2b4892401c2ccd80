// The employees' side: the published trails that this person may see, the question "what are you about to do?", and
// whether a trail helped. No handler here reads a draft but the counts for authors, which hold none.

import type { Judge } from '@cairn/surfacing-judge/judge';
import { SVC_CATALOG_ID } from '../../directory/catalog.ts';
import { noContent, ok } from '../../http/answer.ts';
import type { Call } from '../../http/endpoint.ts';
import type { SessionCaller } from '../../identity/sessions.ts';
import type { CatalogIndexes } from '../../surfacing/catalog-index.ts';
import { type FullDocument, parseDocument } from '../../trails/document.ts';
import { feedbackCounts, giveFeedback, ownFeedback } from '../../trails/feedback.ts';
import type { ReaderIdentity, VisibleTrailRow } from '../../trails/visible-trail-store.ts';
import { getVisibleTrail, hiddenFromReader, listVisibleTrails } from '../../trails/visible-trails.ts';
import { catalogOf, endpoint, ids, type ManageEndpoint, teamOf } from '../manage/manage-endpoint.ts';
import {
  FeedbackBody,
  FeedbackCounts,
  FindAnswer,
  FindBody,
  ReadableTrailDetail,
  ReadableTrailList,
} from './reader-shapes.ts';

export interface ReaderDeps {
  readonly judge: Judge;
  readonly indexes: CatalogIndexes;
}

const TAG = 'Reading';
const MOST_FOUND = 3;

export const readerEndpoints = (deps: ReaderDeps): ManageEndpoint[] => [
  listReadable,
  getReadable,
  putFeedback,
  deleteFeedback,
  getFeedbackCounts,
  findTrails(deps),
];

const listReadable = endpoint({
  method: 'GET',
  path: '/reader/trails',
  id: 'listReadableTrails',
  summary: 'The published trails that I may see',
  tag: TAG,
  needs: 'member',
  answers: {
    200: { description: "The workspace's in their order, then the service-wide ones.", schema: ReadableTrailList },
  },
  refusals: [],
  async handle(call) {
    const rows = await listVisibleTrails(call.db, readerOf(call));
    return ok({ items: rows.map((row) => headOf(row, parseDocument(row.document))) });
  },
});

const getReadable = endpoint({
  method: 'GET',
  path: '/reader/trails/:trail_id',
  id: 'getReadableTrail',
  summary: 'One published trail',
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
    const my_feedback = vote === null ? null : vote ? 'helpful' : 'not_helpful';
    // An example says how the trail is found, not how it is used: authors see it, readers do not.
    const shown = { ...document, trigger: { ...document.trigger, examples: [] } };
    return ok({ ...headOf(row, document), document: shown, feedback_enabled: document.feedback_enabled, my_feedback });
  },
});

const putFeedback = endpoint({
  method: 'PUT',
  path: '/reader/trails/:trail_id/feedback',
  id: 'giveFeedback',
  summary: 'Say whether a trail helped',
  description: 'Once a person and version; a second vote replaces the first.',
  tag: TAG,
  needs: 'member',
  params: ids('trail_id'),
  body: { schema: FeedbackBody, example: { helpful: true } },
  answers: { 204: { description: 'Kept.' } },
  refusals: ['not-found', 'conflict', 'validation'],
  async handle(call) {
    const { helpful } = await call.json(FeedbackBody);
    return call.commit(async (tx) => {
      await giveFeedback(tx, readerOf(call), call.params.trail_id, helpful);
      return noContent();
    });
  },
});

const deleteFeedback = endpoint({
  method: 'DELETE',
  path: '/reader/trails/:trail_id/feedback',
  id: 'takeFeedbackBack',
  summary: 'Take my vote back',
  tag: TAG,
  needs: 'member',
  params: ids('trail_id'),
  answers: { 204: { description: 'Taken back, or there was none.' } },
  refusals: ['not-found', 'conflict'],
  handle: (call) =>
    call.commit(async (tx) => {
      await giveFeedback(tx, readerOf(call), call.params.trail_id, null);
      return noContent();
    }),
});

const getFeedbackCounts = endpoint({
  method: 'GET',
  path: '/trails/:trail_id/feedback',
  id: 'getFeedbackCounts',
  summary: 'How many found a trail helpful',
  tag: TAG,
  needs: 'author',
  params: ids('trail_id'),
  answers: { 200: { description: 'Counts a version, newest first.', schema: FeedbackCounts } },
  refusals: ['not-found'],
  handle: async (call) => ok({ items: await feedbackCounts(call.db, catalogOf(call), call.params.trail_id) }),
});

const findTrails = ({ judge, indexes }: ReaderDeps): ManageEndpoint =>
  endpoint({
    method: 'POST',
    path: '/find',
    id: 'findTrails',
    summary: 'What are you about to do?',
    description: 'The live trails for a prompt that this person may see, best first, or honestly none.',
    tag: TAG,
    needs: 'member',
    idempotent: false,
    body: { schema: FindBody, example: { text: 'summarise the interview with a candidate' } },
    answers: { 200: { description: 'What fits.', schema: FindAnswer } },
    refusals: ['validation', 'judge-unavailable'],
    async handle(call) {
      const { text, limit } = await call.json(FindBody);
      const reader = readerOf(call);
      const hidden = await hiddenFromReader(call.db, reader);
      const view = await indexes.view([reader.team_id, SVC_CATALOG_ID], hidden);
      const wanted = { limit: limit ?? MOST_FOUND, mayUse: (id: string) => !hidden.has(id) };
      const found = await judge.find(view, text, wanted, call.signal());
      const visible = new Map((await listVisibleTrails(call.db, reader)).map((row) => [row.trail_id, row]));
      const items = found.flatMap(({ id, confidence, reason }) => {
        const row = visible.get(id); // gone again since the index caught up: not offered
        return row === undefined ? [] : [{ trail: headOf(row, parseDocument(row.document)), confidence, reason }];
      });
      return ok({ items });
    },
  });

const readerOf = (call: Pick<Call<SessionCaller>, 'caller' | 'requestId'>): ReaderIdentity => ({
  team_id: teamOf(call),
  account_id: call.caller.account_id,
});

const headOf = (row: VisibleTrailRow, document: FullDocument) => ({
  id: row.trail_id,
  catalog: row.catalog_id === SVC_CATALOG_ID ? 'svc' : 'team',
  title: document.title,
  target_role: document.target_role,
  description: document.description,
  tools: document.tools,
  version: row.version,
  published_at: row.published_at,
});
