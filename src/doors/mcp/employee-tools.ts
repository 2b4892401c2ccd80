// MCP tools for employees: find a trail, read it, browse, and give feedback. They use published versions only (Decision
// 68).
import { Type } from '@sinclair/typebox';
import { closed, Nullable } from '../../base/shape.ts';
import type { FindDeps } from '../../surfacing/find-trails.ts';
import { TrailDocument } from '../../trails/document/document.ts';
import { parseDocument } from '../../trails/document/full-document.ts';
import { giveFeedback, ownFeedback } from '../../trails/readers/feedback.ts';
import { readableMembers, readableTrail } from '../../trails/readers/readable-trail.ts';
import { getVisibleTrail } from '../../trails/readers/visible-trails.ts';
import { type BrowseToolDeps, browseTool } from './browse-tool.ts';
import { wasOffered } from './candidates.ts';
import { type FindToolDeps, findTool } from './find-tool.ts';
import { type Tool, TrailId } from './tool.ts';
import { pageLink, type TrailPageDeps } from './trail-page.ts';
import { useTool } from './use-tool.ts';
import { readerOf, requireReader, type Visit } from './visit.ts';

/** In the order of use. Clients show tools in the order of the list. */
export const employeeTools = (deps: FindToolDeps & BrowseToolDeps & TrailPageDeps): Tool[] => [
  findTool(deps),
  getTrail(deps),
  useTool(deps),
  browseTool(deps),
  giveFeedbackTool,
];

const offered = ({ call }: Visit): boolean => readerOf(call) !== undefined;

const getTrail = ({ deliveries, baseUrl }: FindDeps & TrailPageDeps): Tool => ({
  name: 'get_trail',
  title: 'Read a trail',
  description:
    'Reads one published trail: what it is for, how to set the AI tool up, and its prompts with {{placeholders}}. ' +
    'Never invent values: use_trail asks for them.',
  askedAbout: 'find_trail',
  alwaysLoad: true,
  hasCard: true,
  input: Type.Object(
    {
      trail_id: { ...TrailId, description: 'The id from find_trail.' },
      chosen_from: Type.Optional(Type.String({ maxLength: 100, description: 'From find_trail, if you chose there.' })),
    },
    closed,
  ),
  output: Type.Object(
    {
      id: readableMembers.id,
      catalog: readableMembers.catalog,
      version: readableMembers.version,
      published_at: readableMembers.published_at,
      document: Type.Omit(TrailDocument, ['trigger']),
      when: Type.String({ description: 'When the trail applies.' }),
      my_feedback: Nullable(Type.String(), { description: 'helpful, not_helpful, or null: the vote on this version.' }),
    },
    closed,
  ),
  annotations: { readOnlyHint: true, idempotentHint: true },
  offered,
  links: ({ trail_id }) => [pageLink(baseUrl, String(trail_id))],
  async run({ call }, { trail_id, chosen_from }) {
    const reader = requireReader(call);
    const row = await getVisibleTrail(call.db, reader, String(trail_id));
    const shape = wasOffered(chosen_from, row.trail_id) ? 'choice' : 'skill';
    deliveries.delivered({ ...reader, trail_id: row.trail_id, version: row.version, shape });
    const { trigger, ...document } = parseDocument(row.document);
    const { id, catalog, version, published_at } = readableTrail(row);
    const vote = await ownFeedback(call.db, reader, row);
    return {
      ...{ id, catalog, version, published_at, document },
      when: trigger.when,
      my_feedback: vote === undefined ? null : vote.helpful ? 'helpful' : 'not_helpful',
    };
  },
});

const giveFeedbackTool: Tool = {
  name: 'give_feedback',
  title: 'Say whether a trail helped',
  description:
    "Saves whether the trail helped; a new vote replaces the person's previous one. Ask the person; never answer for " +
    'them.',
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
