// Compares one text with a catalog: retrieves trails, compares them closely, scores them and calibrates the scores. It
// does not split prompts or write sentences.
import { byScore, type RetrievedTrail } from './best-retrieved.ts';
import { calibrated, type Signals } from './calibration.ts';
import { NONE_SAME, type Sameness, samenessOf } from './choice.ts';
import { COMPARED, NEAREST_EVERYDAY, RETRIEVED, RETRIEVED_BY_MEANING } from './constants.ts';
import type { FeatureReader } from './features.ts';
import type { IndexedTrail, IndexedUnits } from './indexed-trail.ts';
import type { LiveCatalog } from './live-catalog.ts';
import type { Meaning } from './meaning.ts';
import { type OfficeDirection, officeOdds } from './office-direction.ts';
import type { OfficeTasks } from './office-tasks.ts';
import { actSignal, hasHollowText, keywordRarity, ownSignals } from './own-signals.ts';
import { ridgeScores } from './ridge.ts';
import { ridgeRows } from './ridge-rows.ts';
import { type Closeness, closeness } from './similarity.ts';
import type { QueryWeights, Statistics } from './statistics.ts';
import type { Steps } from './steps.ts';
import { surestChance } from './surest.ts';
import { likenesses, type PromptVector, type UnitVectors } from './vectors.ts';

/** The candidates for a text. `subject` competes without being live. `admits` selects the live competitors. */
export interface CandidateSet {
  readonly catalogs: readonly LiveCatalog[];
  readonly measure: Statistics;
  readonly background: IndexedUnits;
  /** Encoded everyday prompts and phrases; undefined without an encoder. */
  readonly everyday: UnitVectors | undefined;
  /** Separates office prompts from everyday ones; undefined without an encoder. */
  readonly office: OfficeDirection | undefined;
  /** Office tasks to compare texts with; undefined without an encoder. */
  readonly tasks: OfficeTasks | undefined;
  /** Encodes texts; undefined without an encoder. */
  readonly meaning: Meaning | undefined;
  readonly subject: IndexedTrail | undefined;
  readonly admits: (id: string) => boolean;
  /** Live trails to treat as absent. */
  readonly hidden: ReadonlySet<string>;
  /** Trails that list the whole prompt as an example. They are always compared. */
  readonly holders: readonly IndexedTrail[];
}

/** A compared trail with the numbers behind its confidence. */
export interface ScoredCandidate {
  readonly indexed: IndexedTrail;
  readonly close: Closeness;
  readonly signals: Signals;
  readonly confidence: number;
}

/** A text that was read with the statistics of a candidate set, and the rough score of its best trail. */
export interface Reading {
  readonly text: string;
  readonly query: QueryWeights;
  /** The word features in text order. */
  readonly words: readonly number[];
  readonly acts: readonly number[];
  /** Best first. In very small catalogs, this includes trails that have no word in common with the text. */
  readonly nearest: readonly NearTrail[];
  readonly score: number;
  /** The vector of the text; undefined if it has none or there is no encoder. */
  readonly vector: PromptVector | undefined;
  /** The trails with the nearest vectors, best first. */
  readonly alike: readonly IndexedTrail[];
}

/** A trail with its rough score. */
interface NearTrail {
  readonly indexed: IndexedTrail;
  readonly score: number;
}

/** Reads a text and finds the trails worth comparing by words. `byMeaning` adds the nearest ones by meaning. */
export function* readText(text: string, candidates: CandidateSet, read: FeatureReader): Steps<Reading> {
  const query = candidates.measure.queryWeights(read.features(text));
  const best = (catalog: LiveCatalog) => catalog.nearest(query, RETRIEVED, candidates.admits, candidates.hidden);
  const found = yield* retrieved(candidates.catalogs, best, RETRIEVED);
  const words = read.words(text).map((word) => word.feature);
  const score = found[0]?.score ?? 0;
  return { text, query, words, acts: read.acts(text), nearest: found, score, vector: undefined, alike: [] };
}

/** Adds the vector of the text. This is a separate step, because encoding costs more than reading all the words. */
export function* byMeaning(reading: Reading, { meaning, catalogs, admits }: CandidateSet): Steps<Reading> {
  const vector = meaning?.query(reading.text);
  if (vector === undefined) return reading;
  yield;
  const best = (catalog: LiveCatalog) => catalog.alike(vector, RETRIEVED_BY_MEANING, admits);
  const alike = yield* retrieved(catalogs, best, RETRIEVED_BY_MEANING);
  return { ...reading, vector, alike: alike.map(({ indexed }) => indexed) };
}

/** The best trails from all catalogs. Each step reads one trail closely. */
function* retrieved(
  catalogs: readonly LiveCatalog[],
  bestOf: (catalog: LiveCatalog) => readonly RetrievedTrail[],
  take: number,
): Steps<NearTrail[]> {
  const best = catalogs.flatMap((catalog) => bestOf(catalog).map((one) => ({ ...one, catalog })));
  const found: NearTrail[] = [];
  for (const { catalog, id, score } of best.sort(byScore).slice(0, take)) {
    yield;
    const indexed = catalog.find(id);
    if (indexed !== undefined) found.push({ indexed, score });
  }
  return found;
}

/** The compared trails, highest confidence first. They always include the subject. */
export function* scoreCandidates(
  reading: Reading,
  candidates: CandidateSet,
  read: FeatureReader,
): Steps<ScoredCandidate[]> {
  const compared = yield* closest(reading, candidates);
  if (compared.length === 0) return [];
  const withMeaning = compared.every(({ close }) => close.meaning !== null);
  const { background, measure } = candidates;
  const vector = withMeaning ? reading.vector : undefined;
  const everyday = closeness(reading.query, background, measure, vector);
  yield;
  const ridge = ridgeScores(
    ridgeRows(compared, { indexed: background, close: everyday }),
    compared.length,
    withMeaning,
  );
  yield;
  const same = withMeaning ? samenessOf(compared.map(({ indexed }) => indexed.vectors)) : NONE_SAME;
  const coverage = compared.map(({ close }) => close.coverage);
  const meanings = compared.map(({ close }) => close.meaning ?? 0);
  const generic = vector === undefined ? 0 : everydayLikeness(vector, candidates.everyday);
  const { office: direction } = candidates;
  const office = vector === undefined || direction === undefined ? 0 : officeOdds(vector, direction);
  const likeness = taskLikeness(vector, candidates.tasks);
  const isHollow = read.isHollow(reading.text);
  const signals = compared.map(
    ({ indexed, close }, at): Signals => ({
      ...ridgeSignals(ridge, at, same),
      ...ownSignals(indexed, close),
      keyword: keywordRarity(reading.words, indexed, measure),
      act: actSignal(reading.acts, indexed, read),
      hollow: isHollow && !hasHollowText(indexed, read),
      wordLead: (coverage[at] ?? 0) - bestRival(coverage, at, same) / 2,
      meaningLead: leadOf(meanings, at, same),
      everyday: generic,
      office,
      task: likeness(indexed),
    }),
  );
  const confidences = calibrated(signals, same);
  const scored = compared
    .flatMap(({ indexed, close }, at) => {
      const [own, confidence] = [signals[at], confidences[at]];
      return own === undefined || confidence === undefined ? [] : { indexed, close, signals: own, confidence };
    })
    .sort(byConfidence);
  const isLifted = withMeaning && reading.vector?.isTranslated === false && scored.length >= COMPARED;
  return isLifted ? scored.map(lifted) : scored;
}

/**
 * Raises the confidence of the best trail among many if it has a trigger text, because such trails are right more often
 * than their signals suggest. Does not apply to prompts that were translated word by word.
 */
function lifted(one: ScoredCandidate, rank: number): ScoredCandidate {
  return rank === 0 && one.signals.described ? { ...one, confidence: surestChance(one.confidence) } : one;
}

/** How similar the prompt and a trail are in terms of office tasks. */
function taskLikeness(
  vector: PromptVector | undefined,
  tasks: OfficeTasks | undefined,
): (indexed: IndexedTrail) => number {
  if (vector === undefined || tasks === undefined) return () => 0;
  const shares = tasks.shares(vector);
  return ({ vectors }) => (vectors === null ? 0 : tasks.likeness(shares, vectors));
}

/** The mean similarity of the nearest everyday prompts. */
function everydayLikeness(vector: PromptVector, everyday: UnitVectors | undefined): number {
  if (everyday === undefined) return 0;
  const nearest = likenesses(vector, everyday.rows, everyday.lengths).sort().slice(-NEAREST_EVERYDAY);
  return nearest.reduce((sum, one) => sum + one, 0) / Math.max(1, nearest.length);
}

// Takes the nearest trails by centroid. The subject, trails that list the prompt, and trails with a rare keyword that
// the prompt contains are always compared.
function* closest(reading: Reading, candidates: CandidateSet): Steps<Compared[]> {
  const bound = new Set([...(candidates.subject === undefined ? [] : [candidates.subject]), ...candidates.holders]);
  const near = reading.nearest.filter(({ indexed, score }) => score > 0 && !bound.has(indexed));
  const alike = new Set([...near.map(({ indexed }) => indexed), ...reading.alike.filter((one) => !bound.has(one))]);
  const all = [...bound, ...alike];
  const compared = yield* compare(all, bound, reading, candidates.measure, reading.vector);
  // Compares meaning for all trails or for none, because a partial comparison would favor trails with vectors.
  if (compared.every(({ close }) => close.meaning !== null)) return compared;
  return yield* compare(all, bound, reading, candidates.measure, undefined);
}

/**
 * Deliberately defined at module level: if a generator is created per text, V8 gives it a hidden class that keeps
 * everything in its scope alive until the next full collection.
 */
function* compare(
  trails: readonly IndexedTrail[],
  bound: ReadonlySet<IndexedTrail>,
  { query, words }: Reading,
  measure: Statistics,
  vector: PromptVector | undefined,
): Steps<Compared[]> {
  const all: Compared[] = [];
  for (const indexed of trails) {
    const close = closeness(query, indexed, measure, vector);
    if (bound.has(indexed) || close.centroid > 0) all.push({ indexed, close });
    yield;
  }
  const isNamed = ({ indexed }: Compared): boolean => keywordRarity(words, indexed, measure) >= RARE_KEYWORD;
  return all.sort(byCentroid).filter((one, rank) => rank < COMPARED || bound.has(one.indexed) || isNamed(one));
}

/** A keyword that is at least this rare identifies its trail. */
const RARE_KEYWORD = 0.7;

interface Compared {
  readonly indexed: IndexedTrail;
  readonly close: Closeness;
}

function ridgeSignals(ridge: readonly number[], at: number, same: Sameness): Pick<Signals, 'ridge' | 'margin'> {
  return { ridge: ridge[at] ?? -1, margin: leadOf(ridge, at, same, -1) };
}

/** Without rivals, a trail gains nothing from its lead. */
function leadOf(values: readonly number[], at: number, same: Sameness, least = 0): number {
  const rivalry = values.reduce((most, _, other) => (other === at ? most : Math.max(most, 1 - same(at, other))), 0);
  return rivalry * ((values[at] ?? least) - bestRival(values, at, same, least));
}

/** The highest value of the other trails, or the lowest possible value if there are none. Copies are not rivals. */
function bestRival(values: readonly number[], at: number, same: Sameness, least = 0): number {
  let best = least;
  for (const [other, value] of values.entries()) {
    if (other !== at) best = Math.max(best, least + (1 - same(at, other)) * (value - least));
  }
  return best;
}

/** Best first. Rounding depends on the order of additions, so equal scores are sorted by id. */
export const byConfidence = (one: ScoredCandidate, other: ScoredCandidate): number =>
  step(other.confidence) - step(one.confidence) || byId(one.indexed, other.indexed);

const step = (confidence: number): number => Math.round(confidence * 1e9);

const byCentroid = (one: Compared, other: Compared): number =>
  other.close.centroid - one.close.centroid || byId(one.indexed, other.indexed);

const byId = (one: IndexedTrail, other: IndexedTrail): number => (one.trail.id < other.trail.id ? -1 : 1);
