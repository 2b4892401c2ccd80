// A plan: the steps that bring a catalog in line with the folder, and the drift that prevents some. It holds everything
// that `apply` needs except image bytes, so what was reviewed is what is applied.
import { readFile } from 'node:fs/promises';
import type { TrailDocument, Visibility } from '@cairn/client';
import { Type } from '@sinclair/typebox';
import { ifThere } from '../../base/files.ts';
import { jsonIn } from '../../base/json.ts';
import { refuse } from '../../base/refusal.ts';
import { faultIn, OneOf } from '../../base/shape.ts';
import { writeTo } from '../put-in-place.ts';
import type { AudienceChange, LockedAudience } from './audience-file.ts';
import { CATALOG, type CatalogName, FOLDER, type LockedImage } from './lock-file.ts';
import type { SetsChange } from './sets-file.ts';

interface OfTrail {
  /** Unique within the plan. */
  readonly id: string;
  readonly folder: string;
  readonly title: string;
}

/** The document to save. `images` are the images in the folder. Their URLs are null before the upload. */
interface Saved {
  readonly document: TrailDocument;
  readonly images: Readonly<Record<string, { readonly sha256: string; readonly url: string | null }>>;
}

export type Step = OfTrail &
  (
    | { readonly kind: 'upload'; readonly path: string; readonly sha256: string; readonly trail_id: string | null }
    | ({ readonly kind: 'create' } & Saved)
    | ({
        readonly kind: 'save';
        readonly trail_id: string;
        readonly revision: number;
        readonly fields: readonly string[];
        readonly difference: string;
      } & Saved)
    /** The folder was renamed; only the lock file changes. */
    | { readonly kind: 'move'; readonly from: string; readonly trail_id: string }
    | ({ readonly kind: 'audience'; readonly document: TrailDocument } & AudienceChange)
    | ({ readonly kind: 'sets' } & SetsChange)
    | { readonly kind: 'visibility'; readonly visibility: Visibility; readonly document: TrailDocument }
    /** The server's trail already matches the folder; only the lock file changes. */
    | ({ readonly kind: 'adopt'; readonly trail_id: string; readonly revision: number } & Saved & {
          readonly visibility: Visibility;
          readonly audience: LockedAudience | undefined;
        })
    | {
        readonly kind: 'publish';
        readonly examples: number;
        readonly revision: number | null;
        readonly document: TrailDocument;
      }
    | { readonly kind: 'archive'; readonly trail_id: string; readonly revision: number }
  );

/** A step before it is numbered. */
export type Draft = Step extends infer One ? (One extends Step ? Omit<One, 'id'> : never) : never;

/** The steps for a trail, or a reason to leave it alone. */
export interface Outcome {
  readonly steps: readonly Draft[];
  readonly drift?: string;
}

/** A trail that the plan leaves alone, because it has changed on the server. */
export interface Drift {
  readonly folder: string;
  readonly title: string;
  readonly sentence: string;
}

export interface TrailPlan {
  readonly format: 1;
  readonly id: string;
  readonly made_at: string;
  readonly catalog: CatalogName;
  readonly steps: readonly Step[];
  readonly drift: readonly Drift[];
  /** Information that requires no action, such as trails that exist only on the server. */
  readonly notes: readonly string[];
  /** Files that no command reads, although they look like a part of a trail. */
  readonly unread?: readonly string[];
}

export const writePlan = (file: string, plan: TrailPlan): Promise<void> =>
  writeTo(file, `${JSON.stringify(plan, null, 2)}\n`);

/** Reads a plan. Fails with `bad-request` if this release cannot read it as a plan. */
export async function readPlan(file: string): Promise<TrailPlan> {
  const text = await ifThere(readFile(file, 'utf8'));
  if (text === undefined)
    throw refuse('not-found', `There is no file ${file}. Make a plan with "cairn trails plan --out ${file}".`);
  const plan = jsonIn(text);
  const fault = faultIn(PLAN, plan);
  if (fault === undefined) return plan as TrailPlan;
  throw refuse(
    'bad-request',
    `${file} is not a plan of this release (${fault}). Make one with "cairn trails plan --out ${file}".`,
  );
}

/** Returns the lock file entries of a document's images after all uploads. */
export const lockedImages = (
  images: Saved['images'],
  uploads: Readonly<Record<string, string>>,
): Record<string, LockedImage> =>
  Object.fromEntries(
    Object.entries(images).map(([path, { sha256, url }]) => [path, { sha256, url: url ?? uploads[sha256] ?? '' }]),
  );

const SIGNS = {
  create: '+ create    ',
  save: '~ change    ',
  visibility: '~ visibility',
  audience: '~ audience  ',
  sets: '~ sets      ',
  adopt: '= take over ',
  move: '~ move      ',
  upload: '+ image     ',
  publish: '^ publish   ',
  archive: '- archive   ',
} as const satisfies Record<Step['kind'], string>;

const STEP = Type.Object({
  id: Type.String(),
  kind: OneOf(Object.keys(SIGNS)),
  folder: FOLDER,
  title: Type.String(),
});
/** The members of every step. The rest is trusted and not validated again. */
const PLAN = Type.Object({
  format: Type.Literal(1),
  id: Type.String(),
  catalog: CATALOG,
  steps: Type.Array(STEP),
  drift: Type.Array(Type.Object({})),
});

/** Formats the plan for people. */
export function planText(plan: TrailPlan): string {
  const lines = plan.steps.flatMap((step) => [`${SIGNS[step.kind]} ${step.folder}${detailOf(step)}`, ...moreOf(step)]);
  const drift = plan.drift.map(({ folder, sentence }) => `! drifted    ${folder}: ${sentence}`);
  const notes = plan.notes.map((note) => `  ${note}`);
  return [...lines, ...drift, ...unreadLines(plan.unread), ...notes, summaryOf(plan)].join('\n');
}

export const unreadLines = (unread: TrailPlan['unread'] = []): string[] =>
  unread.map((sentence) => `! not read   ${sentence}`);

function detailOf(step: Step): string {
  if (step.kind === 'save') return `  (${step.fields.join(', ')})`;
  if (step.kind === 'upload') return `/${step.path}`;
  if (step.kind === 'move') return `  (from ${step.from})`;
  if (step.kind === 'sets') return '';
  if (step.kind === 'visibility') return `  (${step.visibility})`;
  return `  “${step.title}”`;
}

function moreOf(step: Step): string[] {
  const lines =
    step.kind === 'save'
      ? step.difference.split('\n')
      : step.kind === 'audience' || step.kind === 'sets'
        ? step.changes
        : [];
  return lines.map((line) => `    ${line}`.trimEnd());
}

function summaryOf({ steps, drift }: TrailPlan): string {
  const count = (kind: Step['kind']): number => steps.filter((step) => step.kind === kind).length;
  if (steps.length === 0) return drift.length === 0 ? 'Nothing to do.' : `Nothing to do; ${drift.length} drifted.`;
  const counts = [
    ...(count('move') > 0 ? [`${count('move')} to move`] : []),
    `${count('create')} to create`,
    `${count('save') + count('visibility') + count('audience') + count('sets')} to change`,
    `${count('publish')} to publish`,
    `${count('archive')} to archive`,
    `${drift.length} drifted`,
  ];
  return `${counts.join(', ')}.`;
}
