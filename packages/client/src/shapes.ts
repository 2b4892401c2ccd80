// The shapes of /v1, from the generated types. Members added by newer services are passed through.
import type { components } from './generated/v1.ts';

type Schemas = components['schemas'];

export type TrailDocument = Schemas['TrailDocument'];
export type TrailSummary = Schemas['TrailResource'];
export type Trail = Schemas['TrailDetailResource'];
export type TrailStatus = TrailSummary['status'];
export type Visibility = TrailSummary['visibility'];
export type TrailPage = Schemas['TrailListResponse'];
export type CreateTrail = Schemas['CreateTrailBody'];
export type UpdateTrail = Schemas['UpdateTrailBody'];
export type Version = Schemas['VersionResource'];
export type VersionDetail = Schemas['VersionDetailResource'];
/** A kept revision of a draft, from `/manage/v1`. `changed_fields`: since the preceding one, or since `against`. */
export interface Revision {
  readonly revision: number;
  readonly saved_at: string;
  readonly saved_by: { readonly id: string; readonly name: string } | null;
  readonly is_current: boolean;
  readonly version: number | null;
  readonly changed_fields: readonly string[] | null;
}
export interface RevisionDetail extends Revision {
  readonly document: TrailDocument;
}
/** The members of these groups see a trail or a set, and may edit it. */
export interface GroupAccess {
  readonly name: string;
  readonly reach: 'available' | 'featured';
  readonly edits: boolean;
}
/** `editors` are addresses of people. People who only read are left out. */
export interface Audience {
  readonly groups: readonly GroupAccess[];
  readonly editors: readonly string[];
}
export interface AudiencePage {
  readonly items: readonly (Audience & { readonly trail_id: string })[];
  readonly next_cursor?: string;
}
export interface SetList {
  readonly items: readonly (Audience & {
    readonly set_id: string;
    readonly name: string;
    readonly description: string;
    readonly trail_ids: readonly string[];
  })[];
}
/** An audience to state. Absent members stay unchanged, and absent rights are `available` and false. */
export interface StatedAudience {
  readonly groups?: readonly (Partial<GroupAccess> & { readonly name: string })[] | undefined;
  readonly editors?: readonly string[] | undefined;
}
/** A set to create or change. Absent members stay unchanged. */
export interface PlannedSet extends StatedAudience {
  /** Omitted for a new set. */
  readonly set_id?: string | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** Ids of trails, or places in the plan's `trails`. */
  readonly trails?: readonly (string | number)[] | undefined;
  /** What the plan was made from. If it has changed since, nothing is applied. */
  readonly seen?:
    | (StatedAudience & {
        readonly name?: string | undefined;
        readonly description?: string | undefined;
        readonly trail_ids?: readonly string[] | undefined;
      })
    | undefined;
}
/** A plan for `/manage/v1/plans`: trails to create or save, and trails to archive. */
export interface Plan {
  readonly trails: readonly (StatedAudience & {
    /** Omitted for a new trail. */
    readonly trail_id?: string | undefined;
    /** The revision that the plan was made from. If the trail is at another one, nothing is applied. */
    readonly revision?: number | undefined;
    readonly document: TrailDocument;
    readonly visibility?: Visibility | undefined;
    /** The audience that the plan was made from. If it has changed since, nothing is applied. */
    readonly seen?: StatedAudience | undefined;
  })[];
  readonly sets?: readonly PlannedSet[] | undefined;
  readonly delete_sets?: readonly string[] | undefined;
  readonly seen_set_ids?: readonly string[] | undefined;
  readonly archive?: readonly { readonly trail_id: string; readonly revision?: number | undefined }[] | undefined;
  readonly publish?: boolean | undefined;
  readonly apply?: boolean | undefined;
  readonly skip_examples?: boolean | undefined;
  readonly note?: string | undefined;
}
export interface PlanResult {
  readonly applied: boolean;
  readonly trails: readonly {
    readonly action: 'create' | 'save' | 'unchanged';
    readonly trail_id: string | null;
    readonly revision: number | null;
    readonly visibility: Visibility;
    readonly is_live: boolean;
    readonly publishes: boolean;
    readonly changed_fields: readonly string[];
    readonly prompt_ids: readonly string[];
    readonly publish_issues: Trail['publish_issues'];
    readonly examples: ExampleRun['results'];
  }[];
  readonly all_pass: boolean;
  readonly lost_prompts: readonly {
    readonly trail: { readonly id: string; readonly title: string };
    readonly index: number;
    readonly text: string;
    readonly winner: { readonly id: string; readonly title: string } | null;
  }[];
  readonly complete: boolean;
}
export type Grant = Schemas['GrantResource'];
export type ExampleRun = Schemas['RunExamplesResource'];
export type SurfacingVerdict = Schemas['SurfacingTestResource'];
export type UploadedImage = Schemas['ContentAssetResource'];
export type AuthoringGuide = Schemas['AuthoringGuide'];
export type Me = Schemas['MeResponse'];
export type ValidationIssue = Schemas['ValidationIssue'];
export type ProblemDetails = Schemas['ProblemDetails'];
