// Usage statistics for authors: figures for the workspace and for single trails.

import { Type } from '@sinclair/typebox';
import { FEWEST_PEOPLE } from '../../base/fewest-people.ts';
import { closed, ids, Nullable, OneOf, Uuid } from '../../base/shape.ts';
import { ok } from '../../http/answers/answer.ts';
import { SHAPES } from '../../insight/delivery.ts';
import { keepQuestions, readInsight, readTrailInsight } from '../../insight/insight.ts';
import { lastToolCall } from '../../insight/tool-calls.ts';
import { byOf, type ManageDeps, operation, routes, teamOf } from '../session/session-endpoint.ts';

const Deliveries = Nullable(
  Type.Integer({ description: `How often it was used; null if fewer than ${FEWEST_PEOPLE} people used it.` }),
);
const HelpfulRate = Nullable(
  Type.Number({
    description: `The share of helpful votes, from 0 to 1; null if there are fewer than ${FEWEST_PEOPLE} votes.`,
  }),
);

export const InsightResource = Type.Object(
  {
    days: Type.Integer({ description: 'The number of days counted, including today.' }),
    keep_questions: Type.Boolean({ description: 'Whether the texts of unanswered questions are stored.' }),
    used: Type.Array(
      Type.Object(
        { id: Uuid('The trail.'), title: Type.String(), deliveries: Deliveries, helpful_rate: HelpfulRate },
        closed,
      ),
      { description: 'Used trails, most used first.' },
    ),
    never_used: Type.Array(Type.Object({ id: Uuid('The trail.'), title: Type.String() }, closed)),
    unanswered: Type.Array(
      Type.Object({ topic: Type.String(), questions: Type.Integer(), samples: Type.Array(Type.String()) }, closed),
      { description: 'Topics that five or more people asked about without finding a trail, most frequent first.' },
    ),
  },
  { $id: 'InsightResource', ...closed },
);

const TrailInsightResource = Type.Object(
  {
    days: Type.Integer(),
    deliveries: Deliveries,
    helpful_rate: HelpfulRate,
    by_day: Type.Array(
      Type.Object({ day: Type.String({ format: 'date' }), shape: OneOf(SHAPES), deliveries: Type.Integer() }, closed),
    ),
  },
  { $id: 'TrailInsightResource', ...closed },
);

const SettingsBody = Type.Object({ keep_questions: Type.Boolean() }, { $id: 'InsightSettingsBody', ...closed });
const TAG = 'Insight';

const ConnectResource = Type.Object(
  {
    address: Type.String({ format: 'uri', description: 'The URL to connect an AI tool to.' }),
    workspace_address: Type.String({ format: 'uri', description: 'The URL for this workspace only.' }),
    last_call_at: Nullable(Type.String({ format: 'date-time' }), {
      description: "When one of the caller's AI tools last called, accurate to five minutes; null if never.",
    }),
  },
  { $id: 'ConnectResource', ...closed },
);

const getInsightOperation = ({ clock }: ManageDeps) =>
  operation({
    id: 'getInsight',
    mayLag: true,
    summary: "Usage of the workspace's trails",
    description: 'Counts deliveries, not people. Figures appear once they cover at least five people.',
    tag: TAG,
    needs: 'team-author',
    answers: { 200: { description: 'Used and unused trails, and unanswered topics.', schema: InsightResource } },
    refusals: ['forbidden'],
    handle: async (call) => ok(await readInsight(call.db, teamOf(call), clock())),
  });

const getTrailInsightOperation = ({ clock }: ManageDeps) =>
  operation({
    id: 'getTrailInsight',
    mayLag: true,
    summary: 'Usage of one trail',
    tag: TAG,
    needs: 'team-author',
    params: ids('trail_id'),
    answers: { 200: { description: 'The figures of the trail.', schema: TrailInsightResource } },
    refusals: ['forbidden', 'not-found'],
    handle: async (call) => ok(await readTrailInsight(call.db, teamOf(call), call.params.trail_id, clock())),
  });

const updateInsightSettingsOperation = ({ clock }: ManageDeps) =>
  operation({
    id: 'updateInsightSettings',
    summary: 'Choose whether to store the texts of unanswered questions',
    description: 'Off by default. Turning it off deletes stored texts immediately.',
    tag: TAG,
    needs: 'admin',
    body: { schema: SettingsBody, example: { keep_questions: false } },
    answers: { 200: { description: 'The current figures.', schema: InsightResource } },
    refusals: ['validation'],
    async handle(call) {
      const { keep_questions } = await call.json(SettingsBody);
      return call.commit(async (tx) => {
        await keepQuestions(tx, teamOf(call), keep_questions, byOf(call));
        return ok(await readInsight(tx, teamOf(call), clock()));
      });
    },
  });

const getConnectOperation = ({ baseUrl }: ManageDeps) =>
  operation({
    id: 'getConnect',
    summary: "The caller's MCP URLs and latest call",
    tag: TAG,
    needs: 'member',
    answers: { 200: { description: 'The URLs and the latest call.', schema: ConnectResource } },
    refusals: [],
    async handle(call) {
      const team_id = teamOf(call);
      const address = `${baseUrl}/mcp`;
      const last_call_at = await lastToolCall(call.db, team_id, call.caller.account_id);
      return ok({ address, workspace_address: `${address}/${team_id}`, last_call_at });
    },
  });

export const insightEndpoints = (deps: ManageDeps) =>
  routes({
    'GET /connect': getConnectOperation(deps),
    'GET /insight': getInsightOperation(deps),
    'GET /trails/:trail_id/insight': getTrailInsightOperation(deps),
    'PATCH /insight/settings': updateInsightSettingsOperation(deps),
  });
