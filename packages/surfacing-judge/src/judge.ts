// The interface of every judge: whether a trail would be offered for a prompt, and which trail would be offered
// instead.
import type { JudgedTrail } from './judged-trail.ts';
import type { LiveCatalog } from './live-catalog.ts';

/** Contract 2.7 TrailRef. */
export interface CandidateRef {
  readonly id: string;
  readonly title: string;
}

/**
 * The live trails for a verdict (Decision 26): a workspace's own and the visible service-wide ones, without drafts and
 * archived trails. `hidden` names live trails that the caller may not see. Every result is the same as from a catalog
 * without them.
 */
export interface CatalogView {
  readonly catalogs: readonly LiveCatalog[];
  readonly hidden: ReadonlySet<string>;
  /**
   * The view whose trails determine how rare a word is. Defaults to this view. A view that differs in one or two trails
   * uses the weights of another view, because these are already computed.
   */
  readonly measuredBy?: Pick<CatalogView, 'catalogs' | 'hidden'>;
  /** The catalog whose budget pays for a language model; no budget is charged if omitted. */
  readonly payer?: string;
}

/**
 * One verdict (contract 2.7 SurfacingTestResource). `confidence` is a probability with four decimals, and `winner` is
 * live.
 */
export interface Verdict {
  readonly would_surface: boolean;
  readonly confidence: number;
  readonly reason: string;
  readonly candidates: readonly CandidateRef[];
  readonly winner: CandidateRef | null;
}

/** A live trail for an employee. */
export interface FoundTrail extends CandidateRef {
  readonly confidence: number;
  readonly reason: string;
  /** True if callers who could choose need no other candidates. */
  readonly isSure: boolean;
}

/** Which live trails may be offered, and how many. */
export interface OfferOptions {
  readonly limit: number;
  /** Only these trails compete, so that employees are offered only trails that they may see. */
  readonly mayUse: (id: string) => boolean;
  /** The minimum probability of the first trail; defaults to the judge's threshold. */
  readonly atLeast?: number;
  /**
   * The caller chooses among the trails, so unlikely ones are offered too. Without `atLeast`, the first trail may be
   * unlikely too if the prompt asks for work (`ASKS_FOR_WORK`) and is not `isPlain`.
   */
  readonly isChoice?: boolean;
  /** The prompt names its task in a plain sentence, so a trail that fits is likely. */
  readonly isPlain?: boolean;
}

export interface Judge {
  /** One verdict per prompt, for `subject` as given, regardless of which version of it is live. */
  judge(
    catalog: CatalogView,
    subject: JudgedTrail,
    prompts: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly Verdict[]>;
  /** The live trails for a prompt, best first; empty if none fits. */
  find(
    catalog: CatalogView,
    prompt: string,
    wanted: OfferOptions,
    signal?: AbortSignal,
  ): Promise<readonly FoundTrail[]>;
}
