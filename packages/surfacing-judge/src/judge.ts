// What any judge answers: whether a trail would be offered for an employee's prompt, and which trail would be instead.
import type { JudgedTrail } from './judged-trail.ts';
import type { LiveCatalog } from './live-catalog.ts';

/** Contract 2.7 TrailRef. */
export interface CandidateRef {
  readonly id: string;
  readonly title: string;
}

/**
 * The live trails a verdict is given against (Decision 26): a workspace's own and the service-wide ones it sees.
 * Drafts and archived trails are in neither. `hidden` names live trails that the asker does not see: every answer is
 * the one that a catalog without them would give.
 */
export interface CatalogView {
  readonly catalogs: readonly LiveCatalog[];
  readonly hidden: ReadonlySet<string>;
  /**
   * The view whose trails tell how rare a word is; this one where it is left out. A view that differs from another in a
   * trail or two is measured by that other, whose weights are known already.
   */
  readonly measuredBy?: Pick<CatalogView, 'catalogs' | 'hidden'>;
  /** The catalog whose budget pays for a language model; nobody's where it is left out. */
  readonly payer?: string;
}

/**
 * One verdict (contract 2.7 SurfacingTestResource): `confidence` is a probability with four decimals, `winner` is live.
 */
export interface Verdict {
  readonly would_surface: boolean;
  readonly confidence: number;
  readonly reason: string;
  readonly candidates: readonly CandidateRef[];
  readonly winner: CandidateRef | null;
}

/** A live trail offered to an employee. */
export interface FoundTrail extends CandidateRef {
  readonly confidence: number;
  readonly reason: string;
}

/** Which live trails may be offered, and how many. */
export interface OfferOptions {
  readonly limit: number;
  /** Only these trails compete: an employee is offered nothing that they may not see. */
  readonly mayUse: (id: string) => boolean;
  /** The probability from which a trail is offered at all; the judge's own threshold where it is left out. */
  readonly atLeast?: number;
}

export interface Judge {
  /** One verdict a prompt, for `subject` as given, whatever version of it is live. */
  judge(
    catalog: CatalogView,
    subject: JudgedTrail,
    prompts: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly Verdict[]>;
  /** The live trails to offer for a prompt, best first; none where none fits. */
  find(
    catalog: CatalogView,
    prompt: string,
    wanted: OfferOptions,
    signal?: AbortSignal,
  ): Promise<readonly FoundTrail[]>;
}
