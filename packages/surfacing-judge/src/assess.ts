// One text against a catalog: retrieve, compare closely, score, calibrate. No prompts split, no sentences written here.
import { CALIBRATION, COMPARED, RETRIEVED, VETO } from './constants.ts';
import type { FeatureReader } from './features.ts';
import type { IndexedTrail, IndexedUnits } from './indexed-trail.ts';
import { byScore, type LiveCatalog, type Retrieved } from './live-catalog.ts';
import { ridgeScores } from './ridge.ts';
import { ridgeRows } from './ridge-rows.ts';
import { type Closeness, closeness } from './similarity.ts';
import type { QueryWeights, Statistics } from './statistics.ts';

/** What a text is judged against. `subject` competes although it is not live; `admits` says which live trails do. */
export interface CandidateSet {
  readonly catalogs: readonly LiveCatalog[];
  readonly measure: Statistics;
  readonly background: IndexedUnits;
  readonly subject: IndexedTrail | undefined;
  readonly admits: (id: string) => boolean;
  /** Trails that list the whole prompt as an example: they are compared however far they seem. */
  readonly holders: readonly IndexedTrail[];
}

/** A compared trail with the numbers behind its confidence. */
export interface ScoredCandidate {
  readonly indexed: IndexedTrail;
  readonly close: Closeness;
  readonly signals: Signals;
  readonly confidence: number;
}

/** What the calibration reads: see docs/judge.md. */
export interface Signals {
  readonly ridge: number;
  readonly centroid: number;
  /** The lead in `ridge` over the best rival; none where there is no rival. */
  readonly margin: number;
  readonly units: number;
  /** The share of the text's words, by what they tell, that the trail uses. */
  readonly coverage: number;
  /** That share less half of the best rival's. */
  readonly wordLead: number;
  /** The likeness of the nearest own text: at equal centroids it speaks against a trail that only one text supports. */
  readonly nearest: number;
  readonly veto: number;
}

/** A text read under an arena's statistics, with the rough closeness of its best trail. */
export interface Reading {
  readonly text: string;
  readonly query: QueryWeights;
  /** Best first; where there are very few trails, also those that share no word with the text. */
  readonly nearest: readonly Retrieved[];
  readonly score: number;
}

/** Reads a text and finds the trails worth comparing. */
export function readText(text: string, candidates: CandidateSet, read: FeatureReader): Reading {
  const query = candidates.measure.queryWeights(read.features(text));
  const found = candidates.catalogs
    .flatMap((catalog) => catalog.nearest(query, RETRIEVED, candidates.admits))
    .sort(byScore)
    .slice(0, RETRIEVED);
  return { text, query, nearest: found, score: found[0]?.score ?? 0 };
}

/** The compared trails of a reading, most confident first; the subject is always among them. */
export function scoreCandidates(reading: Reading, candidates: CandidateSet): ScoredCandidate[] {
  const compared = closest(reading, candidates);
  if (compared.length === 0) return [];
  const background = {
    indexed: candidates.background,
    close: closeness(reading.query, candidates.background, candidates.measure),
  };
  const rows = ridgeRows(compared, background);
  const ridge = ridgeScores(rows, compared.length);
  const coverage = compared.map(({ close }) => close.coverage);
  return compared
    .map(({ indexed, close }, at) => {
      const signals = {
        ...ridgeSignals(ridge, at),
        ...ownSignals(indexed, close),
        wordLead: lessHalfOfRival(coverage, at),
      };
      return { indexed, close, signals, confidence: calibrated(signals) };
    })
    .sort(byConfidence);
}

/** The calibrated probability of a trail with these signals. */
export function calibrated(signals: Signals): number {
  const odds =
    CALIBRATION.intercept +
    CALIBRATION.ridge * signals.ridge +
    CALIBRATION.centroid * Math.sqrt(signals.centroid) +
    CALIBRATION.margin * signals.margin +
    CALIBRATION.units * Math.log(Math.min(20, Math.max(1, signals.units))) +
    CALIBRATION.wordLead * signals.wordLead +
    CALIBRATION.nearest * Math.sqrt(signals.nearest) -
    VETO.strength * signals.veto;
  return 1 / (1 + Math.exp(-odds));
}

// The nearest by centroid; the subject and the holders of the very prompt are compared whatever their rank.
function closest(reading: Reading, candidates: CandidateSet): Compared[] {
  const compare = (indexed: IndexedTrail): Compared => ({
    indexed,
    close: closeness(reading.query, indexed, candidates.measure),
  });
  const bound = new Set([...(candidates.subject === undefined ? [] : [candidates.subject]), ...candidates.holders]);
  const near = reading.nearest
    .filter(({ indexed, score }) => score > 0 && !bound.has(indexed))
    .map(({ indexed }) => compare(indexed))
    .filter((one) => one.close.centroid > 0);
  const all = [...[...bound].map(compare), ...near].sort(byCentroid);
  return all.filter((one, rank) => rank < COMPARED || bound.has(one.indexed));
}

interface Compared {
  readonly indexed: IndexedTrail;
  readonly close: Closeness;
}

// A trail without rivals has won nothing by being ahead of them.
function ridgeSignals(ridge: readonly number[], at: number): Pick<Signals, 'ridge' | 'margin'> {
  const own = ridge[at] ?? -1;
  const rivals = ridge.filter((_, other) => other !== at);
  return { ridge: own, margin: rivals.length === 0 ? 0 : own - Math.max(-1, ...rivals) };
}

const lessHalfOfRival = (values: readonly number[], at: number): number =>
  (values[at] ?? 0) - Math.max(0, ...values.filter((_, other) => other !== at)) / 2;

function ownSignals(indexed: IndexedTrail, close: Closeness): Omit<Signals, 'ridge' | 'margin' | 'wordLead'> {
  let units = 0;
  let nearest = 0;
  let against = 0;
  for (const [number, unit] of indexed.units.entries()) {
    const similarity = close.units[number] ?? 0;
    if (unit.kind === 'no_match') {
      against = Math.max(against, similarity);
      continue;
    }
    nearest = Math.max(nearest, similarity);
    units++;
  }
  const veto = Math.max(0, against - VETO.share * nearest);
  return { centroid: close.centroid, units, coverage: close.coverage, nearest, veto };
}

const byConfidence = (one: ScoredCandidate, other: ScoredCandidate): number =>
  other.confidence - one.confidence || byId(one.indexed, other.indexed);

const byCentroid = (one: Compared, other: Compared): number =>
  other.close.centroid - one.close.centroid || byId(one.indexed, other.indexed);

const byId = (one: IndexedTrail, other: IndexedTrail): number => (one.trail.id < other.trail.id ? -1 : 1);
