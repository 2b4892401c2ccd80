// The basis of every verdict: the text reader, the encoder, and the everyday prompts with their feature counts. It is
// opened in steps, because that takes a tenth of a second.
import { openBuiltEncoder, type SentenceEncoder } from './encoder/sentence-encoder.ts';
import { DIMENSIONS } from './encoder/transformer.ts';
import { builtEverydayRows, everydayRows } from './everyday-rows.ts';
import { featureOf, isCounted, KINDS, kindOf } from './feature-numbers.ts';
import { type FeatureTable, featureTable } from './feature-table.ts';
import { type FeatureReader, openReader } from './features.ts';
import { holds, type IndexedTrail, type IndexedUnits, indexUnits } from './indexed-trail.ts';
import type { CatalogView } from './judge.ts';
import type { LiveCatalog } from './live-catalog.ts';
import { type Meaning, meaning } from './meaning.ts';
import { type OfficeDirection, trainedDirection } from './office-direction.ts';
import { type OfficeTasks, officeTasks, trainedTasks } from './office-tasks.ts';
import { type FeatureCounts, type Statistics, statistics } from './statistics.ts';
import type { Steps } from './steps.ts';
import { type UnitVectors, unitVectors } from './vectors.ts';
import { everydayPhrases, everydayPrompts } from './word-lists.ts';

export interface BaselineSettings {
  readonly background?: readonly string[];
  /** Defaults to the encoder in dist; null compares words only. */
  readonly encoder?: SentenceEncoder | EncoderSource | null;
  /** Called once if the encoder file is damaged. The judge then compares words only. */
  readonly reportDamage?: (failure: unknown) => void;
}

/** Opens an encoder when the judge is first used. Returns undefined if there is none, and throws if it is damaged. */
export type EncoderSource = () => SentenceEncoder | undefined;

export interface Baseline {
  readonly read: FeatureReader;
  readonly background: IndexedUnits;
  readonly everyday: UnitVectors | undefined;
  readonly office: OfficeDirection | undefined;
  readonly tasks: OfficeTasks | undefined;
  readonly meaning: Meaning | undefined;
  /** Squared idf based on the everyday prompts only, which is the measure for postings. */
  readonly postingIdf2: (feature: number) => number;
  readonly measures: (view: CatalogView, subject: IndexedTrail | undefined) => Statistics;
}

export function* openBaseline(settings: BaselineSettings): Steps<Baseline> {
  const read = yield* openReader();
  const { background: prompts } = settings;
  const encoder = yield* openEncoder(settings);
  yield;
  const known = encoder && meaning(encoder, read);
  const texts = prompts ?? everydayPrompts();
  const all = prompts ?? [...texts, ...everydayPhrases()];
  const built = prompts === undefined ? builtEverydayRows() : undefined;
  // The build treats these prompts as English, even if words are in the lists of other languages.
  const rows = encoder === undefined ? null : yield* everydayRows(meaning(encoder), all, built);
  yield;
  const background = indexUnits(
    texts.map((text) => ({ kind: 'background', text, weight: 0 })),
    read,
    rows?.subarray(0, texts.length * DIMENSIONS) ?? null,
  );
  yield;
  const weights = all.map(() => 1);
  const everyday = rows === null ? undefined : unitVectors(rows, weights);
  const office = rows === null ? undefined : trainedDirection();
  const tasks = rows === null ? undefined : officeTasks(trainedTasks());
  yield;
  const counts = everydayCounts(background);
  const postingIdf2 = everydayIdf2(background, statistics(counts));
  return { read, background, everyday, office, tasks, meaning: known, postingIdf2, measures: measuresOf(counts) };
}

function* openEncoder({ encoder, reportDamage }: BaselineSettings): Steps<SentenceEncoder | undefined> {
  if (encoder !== undefined && typeof encoder !== 'function') return encoder ?? undefined;
  try {
    return encoder === undefined ? yield* openBuiltEncoder() : encoder();
  } catch (failure) {
    reportDamage?.(failure);
    return undefined;
  }
}

/** The number of views whose statistics are cached. Readers differ in which trails are hidden from them. */
const KEPT_VIEWS = 4;

interface KeptMeasure {
  readonly editions: string;
  readonly hidden: ReadonlySet<string>;
  /** The counts of hidden trails. */
  readonly without: readonly FeatureCounts[];
  readonly measure: Statistics;
}

/**
 * The statistics of a view, cached until its catalogs change. If there is a subject, they are computed separately.
 * Hidden trails never count, because confidence would otherwise reveal words of trails that the reader may not see.
 */
function measuresOf(everyday: FeatureCounts): (view: CatalogView, subject: IndexedTrail | undefined) => Statistics {
  const kept = new WeakMap<LiveCatalog, KeptMeasure[]>();
  const keptFor = ({ catalogs, hidden }: Pick<CatalogView, 'catalogs' | 'hidden'>): KeptMeasure => {
    const editions = catalogs.map((catalog) => catalog.edition).join();
    const [first] = catalogs;
    const known = (first && kept.get(first))?.filter((one) => one.editions === editions) ?? [];
    const before = known.find((one) => areSame(one.hidden, hidden));
    const own = before ?? freshMeasure(editions, catalogs, hidden, everyday);
    if (first !== undefined) kept.set(first, [own, ...known.filter((one) => one !== own)].slice(0, KEPT_VIEWS));
    return own;
  };
  return (view, subject) => {
    const measured = view.measuredBy ?? view;
    const { measure, without } = keptFor(measured);
    // With its live version, the subject changes no count. Verdicts on many live trails then share all weights.
    if (subject === undefined || isCountedIn(measured, subject)) return measure;
    const trails = [...measured.catalogs, countsOf(subject)];
    return statistics(everyday, trails, [...without, ...replaced(measured, subject)]);
  };
}

function freshMeasure(
  editions: string,
  catalogs: readonly LiveCatalog[],
  hidden: ReadonlySet<string>,
  everyday: FeatureCounts,
): KeptMeasure {
  const without = catalogs.map((catalog) => catalog.countsOf(hidden)).filter(({ counted }) => counted > 0);
  return { editions, hidden, without, measure: statistics(everyday, catalogs, without) };
}

const areSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one === other || (one.size === other.size && [...one].every((id) => other.has(id)));

/** True if the subject is a live trail itself, and is part of the counts. */
const isCountedIn = ({ catalogs, hidden }: Pick<CatalogView, 'catalogs' | 'hidden'>, { trail }: IndexedTrail) =>
  !hidden.has(trail.id) &&
  catalogs.map((catalog) => catalog.find(trail.id)).find((live) => live !== undefined)?.trail === trail;

/** The counts of the subject's live version, if it is part of the counts. */
function replaced(
  { catalogs, hidden }: Pick<CatalogView, 'catalogs' | 'hidden'>,
  { trail }: IndexedTrail,
): FeatureCounts[] {
  if (hidden.has(trail.id)) return [];
  for (const catalog of catalogs) {
    const live = catalog.find(trail.id);
    if (live !== undefined) return [countsOf(live)];
  }
  return [];
}

/** Number of everyday prompts with a feature. */
function everydayCounts(background: IndexedUnits): FeatureCounts {
  const table = numbered(background);
  const frequencies = new Int32Array(background.features.length);
  for (const place of background.members) frequencies[place] = (frequencies[place] ?? 0) + 1;
  return { counted: background.units.length, frequency: (feature) => frequencies[table.find(feature)] ?? 0 };
}

/** Squared idf based on the everyday prompts only, which is the measure for postings. Computed once. */
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

/** Counts a trail only once, even if several of its texts have the feature. */
const countsOf = (indexed: IndexedUnits): FeatureCounts => ({
  counted: 1,
  frequency: (feature) => (isCounted(feature) && holds(indexed, feature) ? 1 : 0),
});
