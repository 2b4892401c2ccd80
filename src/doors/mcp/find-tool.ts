// The tool that finds the trail for a task. If the judge is sure, the tool returns that trail. Otherwise the caller, a
// language model that knows the conversation, chooses from candidates.
import { Type } from '@sinclair/typebox';
import { closed, Nullable } from '../../base/shape.ts';
import { NOT_BLANK } from '../../base/text.ts';
import { type FindDeps, findTrailsFor, MAX_CANDIDATES } from '../../surfacing/find-trails.ts';
import { readableMembers, readableTrail } from '../../trails/readers/readable-trail.ts';
import { Candidate, candidatesOf, chosenFrom, HOW_TO_CHOOSE } from './candidates.ts';
import type { Tool } from './tool.ts';
import { readerOf, requireReader } from './visit.ts';

export interface FindToolDeps extends FindDeps {
  /** The AI tools that a trail can be made for. */
  readonly providerIds: readonly string[];
}

const Match = Type.Object(
  {
    ...readableMembers,
    confidence: Type.Number({ description: 'The probability, 0 to 1, that this trail is the right one.' }),
    reason: Type.String({ description: 'What the prompt matched, in one sentence.' }),
  },
  closed,
);

const Found = Type.Object(
  {
    trail: Nullable(Match, { description: 'The trail to use, if one fits for sure.' }),
    may_fit: Type.Array(Candidate, {
      maxItems: MAX_CANDIDATES,
      description: 'If none fits for sure: trails to choose from, best first. Empty if none may fit.',
    }),
    how_to_choose: Type.Optional(Type.String()),
    chosen_from: Type.Optional(Type.String({ description: 'Pass it to get_trail with the id you chose.' })),
  },
  closed,
);

export const findTool = (deps: FindToolDeps): Tool => ({
  name: 'find_trail',
  title: 'Find the trail for a task',
  description:
    'Looks up whether this company has a trail (a tested guide with ready prompts) for what the person is ' +
    'about to do. Call it when they start a work task. `trail` fits: read it with get_trail. `may_fit` lists ' +
    'candidates: pick one or none. If both are empty, go on without one.',
  askedAbout: 'find_trail',
  alwaysLoad: true,
  input: Type.Object(
    {
      prompt: Type.String({ ...NOT_BLANK, description: 'Their own words.' }),
      task: Type.Optional(Type.String({ description: 'Always add it: their task in one plain English sentence.' })),
      tool: Type.Optional(
        Type.String({
          enum: [...deps.providerIds],
          description: 'The AI tool in use.',
        }),
      ),
    },
    closed,
  ),
  output: Found,
  annotations: { readOnlyHint: true, idempotentHint: true },
  offered: ({ call }) => readerOf(call) !== undefined,
  async run({ call }, { prompt, task, tool }) {
    const query = { text: String(prompt), task: optionalText(task), tool: optionalText(tool) };
    const { found, isSure } = await findTrailsFor(deps, call.db, requireReader(call), query, call.signal());
    const [best] = found;
    if (best === undefined) return { trail: null, may_fit: [] };
    const { row, confidence, reason } = best;
    if (isSure) return { trail: { ...readableTrail(row), confidence, reason }, may_fit: [] };
    return {
      trail: null,
      may_fit: candidatesOf(found.map((one) => one.row)),
      how_to_choose: HOW_TO_CHOOSE,
      chosen_from: chosenFrom(found.map((one) => one.row.trail_id)),
    };
  },
});

const optionalText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
