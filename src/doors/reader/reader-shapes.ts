// Responses of the employees' API: published snapshots, never drafts.

import { type Static, Type } from '@sinclair/typebox';
import { FEWEST_PEOPLE } from '../../base/fewest-people.ts';
import { closed, Nullable, OneOf } from '../../base/shape.ts';
import { NOT_BLANK } from '../../base/text.ts';
import { DEFAULT_BODY_LIMIT } from '../../http/bodies/body.ts';
import { type FoundTrails, MAX_CANDIDATES } from '../../surfacing/find-trails.ts';
import { TrailDocument } from '../../trails/document/document.ts';
import { MAX_COMMENT, MAX_COMMENTS } from '../../trails/readers/feedback.ts';
import { ReadableTrail, readableMembers, readableTrail } from '../../trails/readers/readable-trail.ts';

export const Featured = Type.Array(Type.String({ format: 'uuid' }), {
  description: "Trails that the reader's groups feature, on this page or others, in order.",
});

export const ReadableTrailList = Type.Object(
  {
    items: Type.Array(ReadableTrail),
    next_cursor: Type.Optional(Type.String()),
    favourites: Type.Array(Type.String({ format: 'uuid' }), {
      description: "The reader's favorites, on this page or others, newest first.",
    }),
    featured: Featured,
  },
  { $id: 'ReadableTrailList', ...closed },
);

export const ReadableSetList = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          id: Type.String({ format: 'uuid' }),
          name: Type.String(),
          description: Type.String(),
          trail_ids: Type.Array(Type.String({ format: 'uuid' }), {
            description: 'Its trails that the reader sees, in order.',
          }),
        },
        closed,
      ),
    ),
  },
  { $id: 'ReadableSetList', ...closed },
);

export const ApprovalRequestList = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          id: Type.String({ format: 'uuid' }),
          title: Type.String(),
          requested_by: Nullable(Type.Object({ id: Type.String({ format: 'uuid' }), name: Type.String() }, closed)),
          requested_at: Nullable(Type.String({ format: 'date-time' })),
        },
        closed,
      ),
    ),
  },
  { $id: 'ApprovalRequestList', ...closed },
);

export const ReadableTrailDetail = Type.Object(
  {
    ...readableMembers,
    document: TrailDocument,
    feedback_enabled: Type.Boolean({ description: 'Whether the trail asks for feedback.' }),
    my_feedback: Nullable(OneOf(['helpful', 'not_helpful']), { description: "The reader's vote on this version." }),
    my_comment: Type.String({ description: 'The sentence with the vote; empty if there is none.' }),
    owner: Nullable(Type.String(), { description: 'The name of the person to ask about the trail.' }),
    is_favourite: Type.Boolean({ description: 'Whether it is a favorite of the reader.' }),
  },
  { $id: 'ReadableTrailDetail', ...closed },
);

export const FeedbackBody = Type.Object(
  {
    helpful: Type.Boolean(),
    comment: Type.Optional(
      Type.String({ maxLength: MAX_COMMENT, description: 'A sentence for the authors, who see no name.' }),
    ),
  },
  { $id: 'FeedbackBody', ...closed },
);

const Votes = Nullable(Type.Integer(), { description: `Null if fewer than ${FEWEST_PEOPLE} people voted.` });

export const FeedbackCounts = Type.Object(
  {
    items: Type.Array(Type.Object({ version: Type.Integer(), helpful: Votes, not_helpful: Votes }, closed)),
    comments: Type.Array(
      Type.Object(
        {
          version: Type.Integer(),
          helpful: Type.Boolean(),
          comment: Type.String({ description: 'A sentence for the authors.' }),
          given_at: Type.String({ format: 'date-time', description: 'When the person voted.' }),
        },
        closed,
      ),
      { maxItems: MAX_COMMENTS, description: 'The latest comments, newest first.' },
    ),
  },
  { $id: 'FeedbackCounts', ...closed },
);

export const FindBody = Type.Object(
  {
    text: Type.String({
      minLength: 1,
      maxLength: DEFAULT_BODY_LIMIT,
      ...NOT_BLANK,
      description: 'What the employee is about to do. The judge reads the first 4,000 characters.',
    }),
  },
  { $id: 'FindBody', ...closed },
);
export type FindBody = Static<typeof FindBody>;

export const FindAnswer = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          trail: ReadableTrail,
          confidence: Type.Number({ description: 'The probability that this trail is the right one.' }),
          reason: Type.String(),
        },
        closed,
      ),
      { maxItems: MAX_CANDIDATES, description: 'Best first; empty if no trail fits.' },
    ),
    is_sure: Type.Boolean({ description: 'Whether the first trail fits for sure. Otherwise the person chooses.' }),
  },
  { $id: 'FindAnswer', ...closed },
);

export const foundTrails = ({ found, isSure }: FoundTrails) => ({
  items: found.map(({ row, confidence, reason }) => ({ trail: readableTrail(row), confidence, reason })),
  is_sure: isSure,
});
