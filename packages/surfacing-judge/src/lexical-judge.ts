// The embedded judge (Decision 28): offline, deterministic, no model. It puts the lexical parts together and turns
// rankings into verdicts.

import { THRESHOLD } from './constants.ts';
import { builtEncoder, type SentenceEncoder } from './encoder/sentence-encoder.ts';
import { DIMENSIONS } from './encoder/transformer.ts';
import { builtEverydayRows, everydayRows } from './everyday-rows.ts';
import { featureOf, isCounted, KINDS, kindOf } from './feature-numbers.ts';
import { type FeatureTable, featureTable } from './feature-table.ts';
import { type FeatureReader, featureReader } from './features.ts';
import { holds, type IndexedTrail, type IndexedUnits, indexTrail, indexUnits } from './indexed-trail.ts';
import type { CatalogView, FoundTrail, Judge, Verdict } from './judge.ts';
import type { JudgedTrail } from './judged-trail.ts';
import { type LiveCatalog, liveCatalog } from './live-catalog.ts';
import { type Meaning, meaning } from './meaning.ts';
import { offeredConfidence } from './offered-confidence.ts';
import { type RankedTrail, type Ranking, rankPrompt } from './prompt-ranking.ts';
import { NO_WORDS, NOTHING_RELATES, type ReasonWriter, reasonWriter, referTo } from './reason.ts';
import { type FeatureCounts, type Statistics, statistics } from './statistics.ts';
import { type UnitVectors, unitVectors } from './vectors.ts';
import { everydayPhrases, everydayPrompts } from './word-lists.ts';

export interface LexicalJudge extends Judge {
  /** The probability from which a trail is offered. */
  readonly threshold: number;
  /** An empty catalog whose trails this judge can compare. */
  emptyCatalog(): LiveCatalog;
  /** The ranking behind a verdict, for calibration and for short lists. `subject` null: live trails only. */
  rank(catalog: CatalogView, subject: JudgedTrail | null, prompt: string, mayUse?: (id: string) => boolean): Ranking;
  /** The meaning of texts; undefined where there is no encoder, and all goes by words. */
  readonly meaning: Meaning | undefined;
}

/** `threshold` is the probability from which a trail is offered; 0.45 is a sound choice for an eager workspace. */
export interface LexicalSettings {
  readonly threshold?: number;
  readonly background?: readonly string[];
  /** The one that was built beside the package where it is left out; null goes by words alone. */
  readonly encoder?: SentenceEncoder | EncoderSource | null;
  /** Called once where the encoder cannot be read (a damaged file): everything goes by words then. */
  readonly reportDamage?: (failure: unknown) => void;
}

/** Opens an encoder at the first use of the judge; undefined where there is none. Throws where it is damaged. */
export type EncoderSource = () => SentenceEncoder | undefined;

// A live trail beside the best one is shown to an employee from this probability on.
const ALSO_OFFERED = 0.2;
const SLICE_MILLISECONDS = 10;

export function lexicalJudge(settings: LexicalSettings = {}): LexicalJudge {
  const threshold = settings.threshold ?? THRESHOLD;
  let laid: Baseline | undefined;
  // Laid for the first verdict: no start has to wait for it.
  const baseline = (): Baseline => {
    laid ??= baselineOf(settings);
    return laid;
  };
  const candidateSetFor = (view: CatalogView, subject: IndexedTrail | undefined, mayUse: (id: string) => boolean) => {
    const { background, everyday, measures, meaning } = baseline();
    const admits = (id: string): boolean => id !== subject?.trail.id && !view.hidden.has(id) && mayUse(id);
    const measure = measures(view, subject);
    return { catalogs: view.catalogs, measure, background, everyday, meaning, subject, admits };
  };
  const everyTrail = (): boolean => true;
  const indexed = (view: CatalogView, subject: JudgedTrail): IndexedTrail => {
    const { read, meaning } = baseline();
    return indexTrail(subject, read, meaning?.trail(subject, liveVersion(view, subject)) ?? null);
  };

  return {
    threshold,
    get meaning() {
      return baseline().meaning;
    },
    emptyCatalog: () => liveCatalog(baseline().read, baseline().postingIdf2),
    rank(view, subject, prompt, mayUse = everyTrail) {
      const draft = subject === null ? undefined : indexed(view, subject);
      return rankPrompt(prompt, candidateSetFor(view, draft, mayUse), baseline().read);
    },
    async judge(view, subject, prompts, signal) {
      const { read, meaning } = baseline();
      await meaning?.prepare(subject, liveVersion(view, subject), signal);
      const draft = indexed(view, subject);
      const verdicts: Verdict[] = [];
      let candidates = candidateSetFor(view, draft, everyTrail);
      let sliceEnd = performance.now() + SLICE_MILLISECONDS;
      for (const prompt of prompts) {
        if (performance.now() > sliceEnd) {
          await new Promise(setImmediate);
          signal?.throwIfAborted();
          candidates = candidateSetFor(view, draft, everyTrail);
          sliceEnd = performance.now() + SLICE_MILLISECONDS;
        }
        const ranking = rankPrompt(prompt, candidates, read);
        verdicts.push(verdictOn(subject, ranking, threshold, reasonWriter(candidates.measure, read)));
      }
      return verdicts;
    },
    async find(view, prompt, wanted) {
      const { read } = baseline();
      const candidates = candidateSetFor(view, undefined, wanted.mayUse);
      const ranking = rankPrompt(prompt, candidates, read);
      return offers(ranking, wanted.atLeast ?? threshold, reasonWriter(candidates.measure, read)).slice(
        0,
        wanted.limit,
      );
    },
  };
}

/** What every verdict rests on: the reader of words, and the everyday prompts with what they tell of features. */
interface Baseline {
  readonly read: FeatureReader;
  readonly background: IndexedUnits;
  readonly everyday: UnitVectors | undefined;
  readonly meaning: Meaning | undefined;
  /** Squared idf over the everyday prompts alone, the measure of postings. */
  readonly postingIdf2: (feature: number) => number;
  readonly measures: (view: CatalogView, subject: IndexedTrail | undefined) => Statistics;
}

function openEncoder({ encoder = builtEncoder, reportDamage }: LexicalSettings): SentenceEncoder | undefined {
  if (typeof encoder !== 'function') return encoder ?? undefined;
  try {
    return encoder();
  } catch (failure) {
    reportDamage?.(failure);
    return undefined;
  }
}

function baselineOf(settings: LexicalSettings): Baseline {
  const read = featureReader();
  const { background: prompts } = settings;
  const encoder = openEncoder(settings);
  const known = encoder && meaning(encoder, read.isForeign);
  const texts = prompts ?? everydayPrompts();
  const all = prompts ?? [...texts, ...everydayPhrases()];
  const built = prompts === undefined ? builtEverydayRows() : undefined;
  const rows = known === undefined ? null : everydayRows(known, all, built);
  const background = indexUnits(
    texts.map((text) => ({ kind: 'background', text, weight: 0 })),
    read,
    rows?.subarray(0, texts.length * DIMENSIONS) ?? null,
  );
  const weights = all.map(() => 1);
  const counts = everydayCounts(background);
  return {
    read,
    background,
    everyday: rows === null ? undefined : unitVectors(rows, weights),
    meaning: known,
    postingIdf2: everydayIdf2(background, statistics([counts])),
    measures: measuresOf(counts),
  };
}

/** The statistics of a view, kept while its catalogs stay as they are; with a subject, its own fresh ones. */
function measuresOf(everyday: FeatureCounts): (view: CatalogView, subject: IndexedTrail | undefined) => Statistics {
  const kept = new WeakMap<LiveCatalog, { editions: string; measure: Statistics }>();
  return (view, subject) => {
    if (subject !== undefined)
      return statistics([...view.catalogs, everyday, countsOf(subject)], replaced(view, subject));
    const counted = view.measuredBy ?? view.catalogs;
    const [first] = counted;
    const editions = counted.map((catalog) => catalog.edition).join();
    const known = first === undefined ? undefined : kept.get(first);
    if (known?.editions === editions) return known.measure;
    const measure = statistics([...counted, everyday]);
    if (first !== undefined) kept.set(first, { editions, measure });
    return measure;
  };
}

const liveVersion = (view: CatalogView, { id }: JudgedTrail): IndexedTrail | undefined => {
  for (const catalog of view.catalogs) {
    const live = catalog.find(id);
    if (live !== undefined) return live;
  }
  return undefined;
};

function replaced(view: CatalogView, subject: IndexedTrail): FeatureCounts | undefined {
  for (const catalog of view.catalogs) {
    const live = catalog.find(subject.trail.id);
    if (live !== undefined) return countsOf(live);
  }
  return undefined;
}

/** How many everyday prompts hold a feature. */
function everydayCounts(background: IndexedUnits): FeatureCounts {
  const table = numbered(background);
  const frequencies = new Int32Array(background.features.length);
  for (const place of background.members) frequencies[place] = (frequencies[place] ?? 0) + 1;
  return { counted: background.units.length, frequency: (feature) => frequencies[table.find(feature)] ?? 0 };
}

/** Squared idf over the everyday prompts alone, the measure of postings, worked out once. */
function everydayIdf2(background: IndexedUnits, measure: Statistics): (feature: number) => number {
  const table = numbered(background);
  const known = Float64Array.from(background.features, (feature) => measure.idf2(feature));
  const unknown = Float64Array.from(Object.values(KINDS), (kind) => measure.idf2(featureOf(kind, 0)));
  return (feature) => known[table.find(feature)] ?? unknown[kindOf(feature)] ?? 0;
}

function numbered(background: IndexedUnits): FeatureTable {
  const table = featureTable();
  for (const feature of background.features) table.add(feature);
  return table;
}

/** A trail counts once, however many of its texts hold a feature. */
const countsOf = (indexed: IndexedUnits): FeatureCounts => ({
  counted: 1,
  frequency: (feature) => (isCounted(feature) && holds(indexed, feature) ? 1 : 0),
});

function verdictOn(subject: JudgedTrail, ranking: Ranking, threshold: number, write: ReasonWriter): Verdict {
  const ref = { id: subject.id, title: subject.title };
  const own = ranking.scored.find((one) => one.indexed.trail.id === subject.id);
  const top = ranking.scored[0];
  if (own === undefined || top === undefined) {
    return { would_surface: false, confidence: 0, reason: NO_WORDS, candidates: [ref], winner: null };
  }
  const reached = top.confidence >= threshold && top.listed !== 'no_match';
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

// From here on the no-match example, not the lack of likeness, is what kept the trail back.
const VETO_NAMED = 0.15;

function offers(ranking: Ranking, threshold: number, write: ReasonWriter): FoundTrail[] {
  const [top] = ranking.scored;
  if (top === undefined || top.confidence < threshold || top.listed === 'no_match') return [];
  return ranking.scored
    .filter((one) => one === top || (one.confidence >= ALSO_OFFERED && one.listed !== 'no_match'))
    .map((one) => ({
      ...referTo(one),
      confidence: Math.round(one.confidence * 10_000) / 10_000,
      reason: write.offered(ranking, one),
    }));
}
