// How trails are used, for those who write them: figures of the workspace and of one trail.

import { Type } from '@sinclair/typebox';
import { FEWEST_PEOPLE } from '../../base/fewest-people.ts';
import { closed, ids, Nullable, OneOf, Uuid } from '../../base/shape.ts';
import { ok } from '../../http/answers/answer.ts';
import { SHAPES } from '../../insight/delivery.ts';
import { keepQuestions, readInsight, readTrailInsight } from '../../insight/insight.ts';
import { lastToolCall } from '../../insight/tool-calls.ts';
import { byOf, type ManageDeps, type ManageEndpoint, operation, routes, teamOf } from '../session/session-endpoint.ts';

const Deliveries = Nullable(
  Type.Integer({ description: `How often it was used; null while fewer than ${FEWEST_PEOPLE} people did.` }),
);
const HelpfulRate = Nullable(
  Type.Number({ description: `The part, 0 to 1, of votes that say it helped; null below ${FEWEST_PEOPLE} votes.` }),
);

export const InsightResource = Type.Object(
  {
    days: Type.Integer({ description: 'The days that deliveries are counted over, today included.' }),
    keep_questions: Type.Boolean({ description: 'Whether texts of questions without a trail are kept.' }),
    used: Type.Array(
      Type.Object(
        { id: Uuid('The trail.'), title: Type.String(), deliveries: Deliveries, helpful_rate: HelpfulRate },
        closed,
      ),
      { description: 'Trails that were used, most used first.' },
    ),
    never_used: Type.Array(Type.Object({ id: Uuid('The trail.'), title: Type.String() }, closed)),
    unanswered: Type.Array(
      Type.Object({ topic: Type.String(), questions: Type.Integer(), samples: Type.Array(Type.String()) }, closed),
      { description: 'Topics that five people or more asked for in vain, most asked first.' },
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
    address: Type.String({ format: 'uri', description: 'What an AI tool connects to.' }),
    workspace_address: Type.String({ format: 'uri', description: 'The same for this workspace alone.' }),
    last_call_at: Nullable(Type.String({ format: 'date-time' }), {
      description: 'When an AI tool of the caller last called, to five minutes; null where none ever did.',
    }),
  },
  { $id: 'ConnectResource', ...closed },
);

const getInsightOperation = ({ clock }: ManageDeps) =>
  operation({
    id: 'getInsight',
    mayLag: true,
    summary: 'How the trails of the workspace are used',
    description: 'Deliveries are counted, not people; a figure is shown once five people are behind it.',
    tag: TAG,
    needs: 'team-author',
    answers: { 200: { description: 'Used, never used, and asked for in vain.', schema: InsightResource } },
    refusals: ['forbidden'],
    handle: async (call) => ok(await readInsight(call.db, teamOf(call), clock())),
  });

const getTrailInsightOperation = ({ clock }: ManageDeps) =>
  operation({
    id: 'getTrailInsight',
    mayLag: true,
    summary: 'How one trail is used',
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
    summary: 'Keep the texts of questions without a trail, or not',
    description: 'Off by default. Switched off again, the texts that were kept are deleted at once.',
    tag: TAG,
    needs: 'admin',
    body: { schema: SettingsBody, example: { keep_questions: false } },
    answers: { 200: { description: 'The figures, as they are now.', schema: InsightResource } },
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
    summary: 'What my AI tool connects to, and whether it has',
    tag: TAG,
    needs: 'member',
    answers: { 200: { description: 'The addresses and the last call.', schema: ConnectResource } },
    refusals: [],
    async handle(call) {
      const team_id = teamOf(call);
      const address = `${baseUrl}/mcp`;
      const last_call_at = await lastToolCall(call.db, team_id, call.caller.account_id);
      return ok({ address, workspace_address: `${address}/${team_id}`, last_call_at });
    },
  });

export const insightEndpoints = (deps: ManageDeps): ManageEndpoint[] =>
  routes({
    'GET /connect': getConnectOperation(deps),
    'GET /insight': getInsightOperation(deps),
    'GET /trails/:trail_id/insight': getTrailInsightOperation(deps),
    'PATCH /insight/settings': updateInsightSettingsOperation(deps),
  });
