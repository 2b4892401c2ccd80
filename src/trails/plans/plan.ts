// A plan for a catalog: trails to create or save, and trails to archive, all at once or not at all.
import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { ValidationIssue } from '../../base/issue.ts';
import { Seen } from '../../base/seen.ts';
import { Nullable, OneOf, Uuid } from '../../base/shape.ts';
import { TEXT_LIMITS } from '../../directory/checked.ts';
import { TrailDocument } from '../document/document.ts';
import { LIMITS } from '../document/limits.ts';
import { STATED_AUDIENCE, type StatedAudience } from '../readers/stated-audience.ts';
import { VISIBILITIES, type Visibility } from '../visibility.ts';

export const MAX_PLANNED = 1_000;

const closed = { additionalProperties: false } as const;
const Revision = (description: string) =>
  Nullable(Type.Integer({ format: 'int32', minimum: 1, maximum: 2_147_483_647, description }));

const OF_TRAIL = {
  trail_id: Type.Optional(Nullable(Uuid('The trail to save; absent or null to create one.'))),
  revision: Type.Optional(
    Revision('The revision that the plan was made from. If the trail is at another one, nothing is applied.'),
  ),
  visibility: Type.Optional(Nullable(OneOf(VISIBILITIES), { description: 'Absent or null leaves it unchanged.' })),
  ...STATED_AUDIENCE,
  seen: Seen(STATED_AUDIENCE),
};
const OF_PLAN = {
  archive: Type.Optional(
    Type.Array(
      Type.Object(
        {
          trail_id: Uuid('The trail to archive.'),
          revision: Type.Optional(Revision('The revision that the plan was made from.')),
        },
        closed,
      ),
      { maxItems: MAX_PLANNED, description: 'The trails to archive.' },
    ),
  ),
  publish: Type.Optional(
    Type.Boolean({ default: false, description: 'Publish the trails, or only save their drafts.' }),
  ),
  apply: Type.Optional(
    Type.Boolean({ default: false, description: 'Apply the plan as a whole, or only report what it would do.' }),
  ),
  skip_examples: Type.Optional(
    Type.Boolean({ default: false, description: 'Do not run examples, and publish without their verdicts.' }),
  ),
  note: Type.Optional(
    Nullable(Type.String({ maxLength: LIMITS.note.max, description: 'A note for the published versions.' })),
  ),
};
const setWords = {
  name: Type.String({ minLength: 1, maxLength: 120, description: 'The name of the set.' }),
  description: Type.String({ maxLength: TEXT_LIMITS.description, description: 'Shown to employees.' }),
};
const MAX_OF_SETS = 200;
const PlannedSetShape = Type.Object(
  {
    set_id: Type.Optional(Nullable(Uuid('The set to change; absent or null to create one, which needs a name.'))),
    name: Type.Optional(setWords.name),
    description: Type.Optional(setWords.description),
    trails: Type.Optional(
      Type.Array(
        Type.Union([
          Uuid('A trail.'),
          Type.Integer({ minimum: 0, maximum: MAX_PLANNED - 1, description: 'Its place in `trails` of this plan.' }),
        ]),
        { maxItems: MAX_OF_SETS, description: 'The trails of the set, in order. Absent leaves them unchanged.' },
      ),
    ),
    ...STATED_AUDIENCE,
    seen: Seen({
      ...setWords,
      trail_ids: Type.Array(Uuid('A trail.'), { maxItems: MAX_OF_SETS }),
      ...STATED_AUDIENCE,
    }),
  },
  closed,
);
const OF_SETS = {
  sets: Type.Optional(
    Type.Array(PlannedSetShape, {
      maxItems: MAX_OF_SETS,
      description: 'Sets to create or change, in order. Sets that are left out follow them.',
    }),
  ),
  delete_sets: Type.Optional(
    Type.Array(Uuid('A set.'), { maxItems: MAX_OF_SETS, description: 'The sets to delete. Their trails stay.' }),
  ),
  seen_set_ids: Type.Optional(
    Type.Array(Uuid('A set.'), {
      maxItems: MAX_OF_SETS,
      description: 'All sets in order, as you saw them. If the list has changed since, nothing is applied.',
    }),
  ),
};
const listOf = <Shape extends TSchema>(shape: Shape) =>
  Type.Array(shape, { maxItems: MAX_PLANNED, description: 'The trails to create or save.' });

export const PlanBody = Type.Object(
  { trails: listOf(Type.Object({ ...OF_TRAIL, document: TrailDocument }, closed)), ...OF_PLAN, ...OF_SETS },
  { ...closed, $id: 'PlanBody' },
);
/** The same with any documents, which the door validates in the order of their places. */
export const PlanAround = Type.Object(
  { trails: listOf(Type.Object({ ...OF_TRAIL, document: Type.Unknown() }, closed)), ...OF_PLAN, ...OF_SETS },
  closed,
);

/** An audience to state, and the parts of it that the plan was made from. */
export interface PlannedAudience extends StatedAudience {
  readonly seen: StatedAudience;
}

export interface PlannedTrail {
  readonly trail_id: string | null;
  readonly revision: number | null;
  readonly document: TrailDocument;
  readonly visibility: Visibility | null;
  readonly audience: PlannedAudience;
}

/** A set to create or change. Absent members stay unchanged. */
export interface PlannedSet {
  readonly set_id: string | null;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** Ids of trails, or places in the plan's `trails`. */
  readonly trails?: readonly (string | number)[] | undefined;
  readonly audience: PlannedAudience;
  readonly seen: {
    readonly name?: string | undefined;
    readonly description?: string | undefined;
    readonly trail_ids?: readonly string[] | undefined;
  };
}

export interface PlannedSets {
  readonly list: readonly PlannedSet[];
  readonly deleted: readonly string[];
  /** The sets in order when the plan was made; undefined if that does not matter. */
  readonly seen?: readonly string[] | undefined;
}

export interface Plan {
  readonly trails: readonly PlannedTrail[];
  readonly sets: PlannedSets;
  readonly archive: readonly { readonly trail_id: string; readonly revision: number | null }[];
  readonly publish: boolean;
  readonly note: string | null;
}

const ACTIONS = ['create', 'save', 'unchanged'] as const;

/** What the plan does with one trail. */
export const PlannedChange = Type.Object(
  {
    action: OneOf(ACTIONS, { description: 'What happens to the draft.' }),
    trail_id: Nullable(Uuid('The trail; null until it is created.')),
    revision: Nullable(
      Type.Integer({ format: 'int32', description: 'The revision afterwards; null until the trail is created.' }),
    ),
    visibility: OneOf(VISIBILITIES, { description: 'Who can see the trail afterwards.' }),
    is_live: Type.Boolean({ description: 'True if employees see the trail afterwards.' }),
    publishes: Type.Boolean({ description: 'True if this plan publishes a version.' }),
    changed_fields: Type.Array(Type.String(), { description: 'The fields of the document that change.' }),
    prompt_ids: Type.Array(Type.String(), { description: 'The ids of the prompts, in order.' }),
    publish_issues: Type.Array(ValidationIssue, { description: 'Errors prevent the publication.' }),
  },
  { $id: 'PlannedChange' },
);
export type PlannedChange = Static<typeof PlannedChange>;
