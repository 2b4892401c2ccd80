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
export type Grant = Schemas['GrantResource'];
export type ExampleRun = Schemas['RunExamplesResource'];
export type SurfacingVerdict = Schemas['SurfacingTestResource'];
export type UploadedImage = Schemas['ContentAssetResource'];
export type AuthoringGuide = Schemas['AuthoringGuide'];
export type Me = Schemas['MeResponse'];
export type ValidationIssue = Schemas['ValidationIssue'];
export type ProblemDetails = Schemas['ProblemDetails'];
