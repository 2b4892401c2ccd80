// The shapes of trails in the API (contract 2.5-2.7): resources, their parts, and request bodies. The document is in
// document.ts.
import { type Static, Type } from '@sinclair/typebox';
import { ValidationIssue } from '../base/issue.ts';
import { Email, Instant, Nullable, OneOf, Uuid } from '../base/shape.ts';
import { TrailDocument } from './document/document.ts';
import { LIMITS } from './document/limits.ts';
import { LISTED_SHAPES } from './document/trail-fields.ts';
import { VISIBILITIES } from './visibility.ts';

const Int32 = (description: string, minimum = 0) =>
  Type.Integer({ format: 'int32', minimum, maximum: 2_147_483_647, description });
const Int64 = (description: string) => Type.Integer({ format: 'int64', minimum: 0, description });

export const TrailStatus = OneOf(['draft', 'live', 'archived'], {
  description: 'Employees see live trails, but not drafts or archived trails.',
});
const TrailVisibility = OneOf(VISIBILITIES, {
  description: 'Who sees the trail while it is live: everyone, or only people who were granted access.',
});

/** Contract 2.7. */
export const PersonRef = Type.Object(
  {
    id: Uuid('The person.'),
    name: Type.String({ description: 'The name, or the email address if no name is known.' }),
  },
  { $id: 'PersonRef', additionalProperties: false },
);
export type PersonRef = Static<typeof PersonRef>;

/** The person as returned, or null. */
export const personRef = (id: string | null, name: string | null): PersonRef | null =>
  id === null ? null : { id, name: name ?? '' };

/** Contract 2.7: the stored summary of the last example run. */
export const SurfacingTestsSummary = Type.Object(
  {
    last_run_at: Instant('When the examples were last run.'),
    all_pass: Type.Boolean(),
    failing: Type.Array(Type.Integer({ minimum: 0 }), { description: 'Indexes of the examples that failed.' }),
  },
  { $id: 'SurfacingTestsSummary', additionalProperties: false },
);
export type SurfacingTestsSummary = Static<typeof SurfacingTestsSummary>;

const trailMembers = {
  id: Uuid('The trail.'),
  ...LISTED_SHAPES,
  status: TrailStatus,
  visibility: TrailVisibility,
  grant_count: Int64('People or teams granted access when visibility is `restricted`.'),
  prompt_count: Int64('Prompts in the draft.'),
  sort_order: Int32('The place in the catalog.', -2_147_483_648),
  revision: Int32('Increments on every document save; doubles as the ETag.', 1),
  has_unpublished_changes: Type.Boolean({
    description: 'True if employees see a different revision, or none.',
  }),
  created_at: Instant('When the trail was created.'),
  updated_at: Instant('When anything visible about the trail last changed.'),
  created_by: Type.Optional(Nullable(PersonRef)),
  published_at: Type.Optional(Nullable(Instant('When the version that employees see was published.'))),
  published_revision: Type.Optional(Nullable(Int32('The revision that employees see.', 1))),
  published_version: Type.Optional(Nullable(Int32('The version that employees see.', 1))),
  surfacing_tests: Type.Optional(Nullable(SurfacingTestsSummary)),
};

/** Contract 2.5: a trail in a list. */
export const TrailResource = Type.Object(trailMembers, { $id: 'TrailResource', additionalProperties: false });
export type TrailResource = Static<typeof TrailResource>;

/** Contract 2.6: a trail with its draft and the issues that affect publication. */
export const TrailDetailResource = Type.Object(
  {
    ...trailMembers,
    document: TrailDocument,
    publish_issues: Type.Array(ValidationIssue, {
      description:
        'Errors block publishing, and warnings suggest better surfacing. Empty means publishing will succeed.',
    }),
  },
  { $id: 'TrailDetailResource', additionalProperties: false },
);
export type TrailDetailResource = Static<typeof TrailDetailResource>;

/** Contract 2.7. */
export const TrailListResponse = Type.Object(
  {
    items: Type.Array(TrailResource),
    next_cursor: Type.Optional(
      Nullable(Type.String({ description: 'Pass as `cursor` for the next page; absent on the last.' })),
    ),
  },
  { $id: 'TrailListResponse', additionalProperties: false },
);
export type TrailListResponse = Static<typeof TrailListResponse>;

/** Contract 2.7. */
export const ExistingTrailRef = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    title: Type.String(),
    target_role: Type.String(),
    status: TrailStatus,
  },
  { $id: 'ExistingTrailRef', additionalProperties: false },
);
export type ExistingTrailRef = Static<typeof ExistingTrailRef>;

/** Contract 2.7 GrantResource for a workspace catalog. */
export const UserGrant = Type.Object(
  {
    kind: Type.Literal('user'),
    user_id: Uuid('The person granted access.'),
    email: Type.String({ description: 'Empty if the person has none.' }),
    granted_at: Instant('When access was granted.'),
    name: Type.Optional(Nullable(Type.String())),
  },
  { $id: 'UserGrant', additionalProperties: false },
);
export type UserGrant = Static<typeof UserGrant>;

/** Contract 2.7 GrantResource for the service-wide catalog. */
export const TeamGrant = Type.Object(
  {
    kind: Type.Literal('team'),
    team_id: Uuid('The workspace granted access.'),
    team_name: Type.String(),
    granted_at: Instant('When access was granted.'),
  },
  { $id: 'TeamGrant', additionalProperties: false },
);
export type TeamGrant = Static<typeof TeamGrant>;

export const GrantResource = Type.Union([UserGrant, TeamGrant], {
  $id: 'GrantResource',
  discriminator: { propertyName: 'kind' },
});
export type GrantResource = Static<typeof GrantResource>;

/** Contract 2.7. */
export const VersionResource = Type.Object(
  {
    version: Int32('Increases with each version. Never reused.', 1),
    created_at: Instant('When it was published.'),
    is_live: Type.Boolean({ description: 'Whether employees currently see it.' }),
    created_by: Type.Optional(Nullable(PersonRef)),
    note: Type.Optional(Nullable(Type.String())),
  },
  { $id: 'VersionResource', additionalProperties: false },
);
export type VersionResource = Static<typeof VersionResource>;

/** Contract 2.7: a version is a full immutable snapshot (Decision 22). */
export const VersionDetailResource = Type.Object(
  {
    version: Int32('Increases with each version. Never reused.', 1),
    created_at: Instant('When it was published.'),
    is_live: Type.Boolean({ description: 'Whether employees currently see it.' }),
    document: TrailDocument,
    note: Type.Optional(Nullable(Type.String())),
  },
  { $id: 'VersionDetailResource', additionalProperties: false },
);
export type VersionDetailResource = Static<typeof VersionDetailResource>;

/** Contract 2.7. */
export const CreateTrailBody = Type.Object(
  {
    document: Type.Optional(Nullable(TrailDocument, { description: 'Validated as a draft.' })),
    title: Type.Optional(
      Nullable(Type.String({ maxLength: LIMITS.title.max }), {
        description: 'Used when the document is omitted or has no title.',
      }),
    ),
  },
  {
    $id: 'CreateTrailBody',
    additionalProperties: false,
    // Only for the OpenAPI document: doors/v1/request-bodies.ts finds the missing title.
    anyOf: [{ required: ['document'] }, { required: ['title'] }],
  },
);
export type CreateTrailBody = Static<typeof CreateTrailBody>;

/** Contract 2.7. Absent and null members stay unchanged. */
export const UpdateTrailBody = Type.Object(
  {
    sort_order: Type.Optional(Nullable(Int32('The place in the catalog.', -2_147_483_648))),
    visibility: Type.Optional(Nullable(TrailVisibility)),
  },
  { $id: 'UpdateTrailBody', additionalProperties: false },
);
export type UpdateTrailBody = Static<typeof UpdateTrailBody>;

/** Contract 2.7. */
export const AddGrantBody = Type.Object(
  {
    email: Email({
      minLength: 1,
      maxLength: 320,
      description: 'The email address of an active member of the workspace.',
    }),
  },
  { $id: 'AddGrantBody', additionalProperties: false },
);
export type AddGrantBody = Static<typeof AddGrantBody>;

/** The optional body of a publication (Decision 22). */
export const PublishBody = Type.Object(
  {
    note: Type.Optional(
      Nullable(Type.String({ maxLength: LIMITS.note.max, description: 'What changed, for the list of versions.' })),
    ),
  },
  { $id: 'PublishBody', additionalProperties: false },
);
export type PublishBody = Static<typeof PublishBody>;
