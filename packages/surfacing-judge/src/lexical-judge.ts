// The embedded judge (Decision 28): offline, deterministic, without a language model. Combines the lexical parts and
// turns rankings into verdicts.

import type { CandidateSet } from './assess.ts';
import { type Baseline, type BaselineSettings, openBaseline } from './baseline.ts';
import { mayFitAny } from './candidate-gate.ts';
import { CHOICE, THRESHOLD } from './constants.ts';
import { closeReadings } from './held-trails.ts';
import { type IndexedTrail, indexTrail } from './indexed-trail.ts';
import type { CatalogView, FoundTrail, Judge, OfferOptions, Verdict } from './judge.ts';
import type { JudgedTrail } from './judged-trail.ts';
import { type LiveCatalog, liveCatalog } from './live-catalog.ts';
import type { Meaning } from './meaning.ts';
import { fourDecimals, offeredConfidence } from './offered-confidence.ts';
import { isOffered, type RankedTrail, type Ranking, rankPrompt } from './prompt-ranking.ts';
import { NO_WORDS, NOTHING_RELATES, type ReasonWriter, reasonWriter, referTo } from './reason.ts';
import { atOnce, inTurns, SLICE_MILLISECONDS, type Steps } from './steps.ts';

export interface LexicalJudge extends Judge {
  /** The minimum probability of an offered trail. */
  readonly threshold: number;
  /**
   * Opens the basis of all verdicts in steps that yield to other work. If this is not called first, other calls open it
   * without yielding.
   */
  ready(): Promise<void>;
  /** An empty catalog for this judge. */
  emptyCatalog(): LiveCatalog;
  /** The ranking behind a verdict, without yielding, for calibration. A null `subject` means live trails only. */
  rank(catalog: CatalogView, subject: JudgedTrail | null, prompt: string, mayUse?: (id: string) => boolean): Ranking;
  /** The same, yielding to other work. */
  rankInTurns(catalog: CatalogView, prompt: string, among?: Among): Promise<Ranking>;
  /** The result of `judge` together with the rankings, so that each prompt is ranked only once for both. */
  verdicts(
    catalog: CatalogView,
    subject: JudgedTrail,
    prompts: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly RankedVerdict[]>;
  /** The result of `find` for the prompt of this ranking. */
  offers(catalog: CatalogView, ranking: Ranking, wanted: Omit<OfferOptions, 'mayUse'>): FoundTrail[];
  /** Encodes texts; undefined without an encoder, to compare words only. */
  readonly meaning: Meaning | undefined;
}

/** Competitors in addition to the live trails. */
export interface Among {
  /** A draft that takes the place of its live version. */
  readonly subject?: JudgedTrail | null;
  readonly mayUse?: ((id: string) => boolean) | undefined;
}

/** A verdict with its ranking. */
export interface RankedVerdict {
  readonly verdict: Verdict;
  readonly ranking: Ranking;
}

/** `threshold` is the minimum probability of an offered trail; 0.45 suits workspaces that want more offers. */
export interface LexicalSettings extends BaselineSettings {
  readonly threshold?: number;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
  /** Memory for closely read trails. */
  readonly readingBytes?: number;
}

/** The minimum probability for a further trail in an employee's list. */
export const ALSO_OFFERED = 0.2;

export function lexicalJudge(settings: LexicalSettings = {}): LexicalJudge {
  const threshold = settings.threshold ?? THRESHOLD;
  const now = settings.now ?? (() => performance.now());
  const opening = openedOnce(() => openBaseline(settings));
  const readings = closeReadings(settings.readingBytes);
  // Opened for the first verdict, so that startup does not wait for it.
  const baseline = (): Baseline => atOnce(opening());
  const rankSteps = (
    view: CatalogView,
    subject: IndexedTrail | undefined,
    prompt: string,
    mayUse: MayUse = everyTrail,
  ) => rankPrompt(prompt, candidateSetFor(baseline(), view, subject, mayUse), baseline().read);

  const draftOf = (view: CatalogView, subject: JudgedTrail | null): IndexedTrail | undefined =>
    subject === null ? undefined : indexedDraft(baseline(), view, subject);

  const rankedInTurns: LexicalJudge['rankInTurns'] = async (view, prompt, { subject = null, mayUse } = {}) => {
    const begun = editionsOf(view);
    const draft = draftOf(view, subject);
    const ranking = await inTurns(rankSteps(view, draft, prompt, mayUse), now);
    // Starts over if a catalog changed during the comparison.
    return editionsOf(view) === begun ? ranking : atOnce(rankSteps(view, draft, prompt, mayUse));
  };

  const verdicts: LexicalJudge['verdicts'] = async (view, subject, prompts, signal) => {
    await baseline().meaning?.prepare(subject, liveVersion(view, subject), signal);
    return verdictsInSlices(baseline(), { view, subject, prompts, threshold, now, signal });
  };
  const offers: LexicalJudge['offers'] = (view, ranking, { limit, atLeast, isChoice = false, isPlain = false }) => {
    const { measures, read } = baseline();
    const write = reasonWriter(measures(view, undefined), read);
    const others = isChoice ? 0 : ALSO_OFFERED;
    const first = isChoice && !isPlain && mayFitAny(ranking) ? 0 : threshold;
    return offersOf(ranking, { first: atLeast ?? first, others }, write).slice(0, limit);
  };

  return {
    threshold,
    get meaning() {
      return baseline().meaning;
    },
    ready: async () => void (await inTurns(opening(), now)),
    emptyCatalog: () => liveCatalog(baseline().read, baseline().postingIdf2, readings),
    rank(view, subject, prompt, mayUse) {
      return atOnce(rankSteps(view, draftOf(view, subject), prompt, mayUse));
    },
    rankInTurns: rankedInTurns,
    verdicts,
    offers,
    judge: async (...asked) => (await verdicts(...asked)).map(({ verdict }) => verdict),
    async find(view, prompt, wanted, signal) {
      const ranking = await rankedInTurns(view, prompt, wanted);
      signal?.throwIfAborted();
      return offers(view, ranking, wanted);
    },
  };
}

type MayUse = (id: string) => boolean;

const everyTrail: MayUse = () => true;

/**
 * The candidates of a prompt: the trails of the view without hidden ones, and the draft in place of its live version.
 */
function candidateSetFor(
  { background, everyday, office, tasks, measures, meaning }: Baseline,
  view: CatalogView,
  subject: IndexedTrail | undefined,
  mayUse: MayUse,
): Omit<CandidateSet, 'holders'> {
  const admits = (id: string): boolean => id !== subject?.trail.id && !view.hidden.has(id) && mayUse(id);
  const measure = measures(view, subject);
  const { catalogs, hidden } = view;
  return { catalogs, measure, background, everyday, office, tasks, meaning, subject, admits, hidden };
}

/** The subject, read closely. A trail that is live itself has been read before. */
function indexedDraft({ read, meaning }: Baseline, view: CatalogView, subject: JudgedTrail): IndexedTrail {
  const live = liveVersion(view, subject);
  if (live?.trail === subject && (meaning === undefined || live.vectors !== null)) return live;
  return indexTrail(subject, read, meaning?.trail(subject, live) ?? null);
}

interface JudgedPrompts {
  readonly view: CatalogView;
  readonly subject: JudgedTrail;
  readonly prompts: readonly string[];
  readonly threshold: number;
  readonly now: () => number;
  readonly signal: AbortSignal | undefined;
}

/** One verdict per prompt. Yields in between, so the catalog may have changed by the end. */
async function verdictsInSlices(
  baseline: Baseline,
  { view, subject, prompts, threshold, now, signal }: JudgedPrompts,
): Promise<RankedVerdict[]> {
  const draft = indexedDraft(baseline, view, subject);
  const verdicts: RankedVerdict[] = [];
  let candidates = candidateSetFor(baseline, view, draft, everyTrail);
  let edition = editionsOf(view);
  let sliceEnd = now() + SLICE_MILLISECONDS;
  for (const prompt of prompts) {
    if (now() > sliceEnd) {
      await new Promise(setImmediate);
      signal?.throwIfAborted();
      // Keeps the weights of compared trails as long as they are valid.
      if (editionsOf(view) !== edition) candidates = candidateSetFor(baseline, view, draft, everyTrail);
      edition = editionsOf(view);
      sliceEnd = now() + SLICE_MILLISECONDS;
    }
    let ranking = await inTurns(rankPrompt(prompt, candidates, baseline.read), now);
    if (editionsOf(view) !== edition) {
      // The catalog changed during the comparison.
      candidates = candidateSetFor(baseline, view, draft, everyTrail);
      edition = editionsOf(view);
      ranking = atOnce(rankPrompt(prompt, candidates, baseline.read));
    }
    const verdict = verdictOn(subject, ranking, threshold, reasonWriter(candidates.measure, baseline.read));
    verdicts.push({ verdict, ranking });
  }
  return verdicts;
}

/** Steps that all callers share and that run once. After a failure the next caller starts again. */
function openedOnce<Value>(open: () => Steps<Value>): () => Steps<Value> {
  let steps: Steps<Value> | undefined;
  let opened: { readonly value: Value } | undefined;
  return function* () {
    while (opened === undefined) {
      steps ??= open();
      try {
        const step = steps.next();
        if (step.done === true) opened = { value: step.value };
      } catch (failure) {
        steps = undefined;
        throw failure;
      }
      yield;
    }
    return opened.value;
  };
}

/** Changes with every edit of the view's catalogs. */
const editionsOf = ({ catalogs }: CatalogView): string => catalogs.map(({ edition }) => edition).join();

const liveVersion = (view: CatalogView, { id }: JudgedTrail): IndexedTrail | undefined => {
  for (const catalog of view.catalogs) {
    const live = catalog.find(id);
    if (live !== undefined) return live;
  }
  return undefined;
};

function verdictOn(subject: JudgedTrail, ranking: Ranking, threshold: number, write: ReasonWriter): Verdict {
  const ref = { id: subject.id, title: subject.title };
  const own = ranking.scored.find((one) => one.indexed.trail.id === subject.id);
  const top = ranking.scored[0];
  if (own === undefined || top === undefined) {
    return { would_surface: false, confidence: 0, reason: NO_WORDS, candidates: [ref], winner: null };
  }
  const reached = isOffered(top, threshold);
  const winner = reached && top !== own ? top : undefined;
  return {
    would_surface: reached && top === own,
    confidence: offeredConfidence(own.confidence, top === own ? 0 : top.confidence, reached && top === own, threshold),
    reason: reasonFor(ranking, own, winner, reached && top === own, write),
    candidates: [ref, ...ranking.scored.filter((one) => one !== own).map(referTo)],
    winner: winner === undefined ? null : referTo(winner),
  };
}

function reasonFor(
  ranking: Ranking,
  own: RankedTrail,
  winner: RankedTrail | undefined,
  surfaces: boolean,
  write: ReasonWriter,
): string {
  if (surfaces) return write.surfaces(ranking, own);
  if (own.listed === 'no_match' || own.signals.veto > VETO_NAMED) return write.refused(ranking, own);
  if (winner !== undefined) return write.beaten(ranking, own, winner);
  return own.close.centroid === 0 ? NOTHING_RELATES : write.weak(ranking, own);
}

// At this confidence or above, a trail was held back by a no-match example and not by a lack of similarity.
const VETO_NAMED = 0.15;

function offersOf(
  ranking: Ranking,
  least: { readonly first: number; readonly others: number },
  write: ReasonWriter,
): FoundTrail[] {
  const [top] = ranking.scored;
  if (!isOffered(top, least.first)) return [];
  return ranking.scored
    .filter((one) => one === top || isOffered(one, least.others))
    .map((one) => ({
      ...referTo(one),
      confidence: fourDecimals(one.confidence),
      reason: write.offered(ranking, one),
      isSure: one.confidence >= CHOICE.sure,
    }));
}
