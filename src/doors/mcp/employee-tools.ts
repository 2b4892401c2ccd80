// MCP tools for employees: find a trail, read it, give feedback. Published versions only (Decision 68).
import { Type } from '@sinclair/typebox';
import { closed, Nullable } from '../../base/shape.ts';
import { NOT_BLANK } from '../../base/text.ts';
import { type FindDeps, findTrailsFor } from '../../surfacing/find-trails.ts';
import { TrailDocument } from '../../trails/document/document.ts';
import { parseDocument } from '../../trails/document/full-document.ts';
import { LIMITS } from '../../trails/document/limits.ts';
import { giveFeedback, ownFeedback } from '../../trails/readers/feedback.ts';
import { readableDocument, readableMembers, readableTrail } from '../../trails/readers/readable-trail.ts';
import { getVisibleTrail } from '../../trails/readers/visible-trails.ts';
import { IdArgument, type Tool } from './tool.ts';
import { readerOf, requireReader, type Visit } from './visit.ts';

const TrailId = IdArgument("The trail's id, as returned by find_trail.");

/** The best trail and up to two others. */
const MAX_FOUND = 3;

const Match = Type.Object(
  {
    ...readableMembers,
    confidence: Type.Number({ description: 'The probability, 0 to 1, that this trail is the right one.' }),
    reason: Type.String({ description: 'What the prompt matched, in one sentence.' }),
  },
  closed,
);

export interface EmployeeToolsDeps extends FindDeps {
  /** The AI tools that a trail can be for. */
  readonly providerIds: readonly string[];
}

export const employeeTools = (deps: EmployeeToolsDeps): Tool[] => [findTrail(deps), getTrail(deps), giveFeedbackTool];

const offered = ({ call }: Visit): boolean => readerOf(call) !== undefined;

const findTrail = (deps: EmployeeToolsDeps): Tool => ({
  name: 'find_trail',
  title: 'Find the trail for a task',
  description:
    'Looks up whether this company has a trail (a tested one-page guide with ready prompts) for what the person is ' +
    "about to do. Call it with the person's own words when they start a work task. Read the one that fits with " +
    'get_trail. `trail` is null when none fits: then go on without one.',
  askedAbout: 'find_trail',
  input: Type.Object(
    {
      prompt: Type.String({
        minLength: 1,
        maxLength: LIMITS.draft_text.max,
        ...NOT_BLANK,
        description: 'What the person wants to do, in their words.',
      }),
      tool: Type.Optional(
        Type.String({
          enum: [...deps.providerIds],
          description: 'The AI tool in use; trails made for other tools are left out.',
        }),
      ),
    },
    closed,
  ),
  output: Type.Object(
    {
      trail: Nullable(Match, { description: 'The trail to use, or null if none fits.' }),
      others: Type.Array(Match, { maxItems: MAX_FOUND - 1, description: 'Others that may fit, best first.' }),
    },
    closed,
  ),
  annotations: { readOnlyHint: true, idempotentHint: true },
  offered,
  async run({ call }, { prompt, tool }) {
    const query = { text: String(prompt), limit: MAX_FOUND, tool: tool === undefined ? undefined : String(tool) };
    const found = await findTrailsFor(deps, call.db, requireReader(call), query, call.signal());
    const [trail = null, ...others] = found.map(({ row, confidence, reason }) => ({
      ...readableTrail(row),
      confidence,
      reason,
    }));
    return { trail, others };
  },
});

const getTrail = ({ deliveries }: FindDeps): Tool => ({
  name: 'get_trail',
  title: 'Read a trail',
  description:
    'Reads one published trail: what it is for, how to set the AI tool up, and its prompts with {{placeholders}} to ' +
    'fill with what the person supplies. Ask the person for what is missing; never invent it.',
  askedAbout: 'find_trail',
  input: Type.Object({ trail_id: TrailId }, closed),
  output: Type.Object(
    {
      ...readableMembers,
      document: TrailDocument,
      feedback_enabled: Type.Boolean({ description: 'Whether the trail asks for feedback.' }),
      my_feedback: Nullable(Type.String(), { description: 'helpful, not_helpful, or null: the vote on this version.' }),
    },
    closed,
  ),
  annotations: { readOnlyHint: true, idempotentHint: true },
  offered,
  async run({ call }, { trail_id }) {
    const reader = requireReader(call);
    const row = await getVisibleTrail(call.db, reader, String(trail_id));
    deliveries.delivered({ ...reader, trail_id: row.trail_id, version: row.version, shape: 'skill' });
    const document = parseDocument(row.document);
    const vote = await ownFeedback(call.db, reader, row);
    return {
      ...readableTrail(row, document),
      document: readableDocument(document),
      feedback_enabled: document.feedback_enabled,
      my_feedback: vote === null ? null : vote ? 'helpful' : 'not_helpful',
    };
  },
});

const giveFeedbackTool: Tool = {
  name: 'give_feedback',
  title: 'Say whether a trail helped',
  description:
    'Saves whether the trail helped the person. Each person has one vote per version; a new vote replaces the ' +
    'previous one. Ask the person; never answer for them.',
  askedAbout: 'find_trail',
  input: Type.Object({ trail_id: TrailId, helpful: Type.Boolean() }, closed),
  output: Type.Object({ trail_id: Type.String(), helpful: Type.Boolean() }, closed),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  offered,
  async run({ call }, { trail_id, helpful }) {
    const reader = requireReader(call);
    await call.database.inTransaction((tx) => giveFeedback(tx, reader, String(trail_id), helpful === true));
    return { trail_id, helpful };
  },
};
