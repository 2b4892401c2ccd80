// What every verdict of a judge rests on: the reader of words, the encoder, and the everyday prompts with what they
// tell of features. Opened in steps, since all of it takes a tenth of a second.
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
  /** The one that was built beside the package where it is left out; null goes by words alone. */
  readonly encoder?: SentenceEncoder | EncoderSource | null;
  /** Called once where the encoder cannot be read (a damaged file): everything goes by words then. */
  readonly reportDamage?: (failure: unknown) => void;
}

/** Opens an encoder at the first use of the judge; undefined where there is none. Throws where it is damaged. */
export type EncoderSource = () => SentenceEncoder | undefined;

export interface Baseline {
  readonly read: FeatureReader;
  readonly background: IndexedUnits;
  readonly everyday: UnitVectors | undefined;
  readonly office: OfficeDirection | undefined;
  readonly tasks: OfficeTasks | undefined;
  readonly meaning: Meaning | undefined;
  /** Squared idf over the everyday prompts alone, the measure of postings. */
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
  // They are English, whatever the lists of other languages say of their words, as the build takes them to be.
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

/** Views of a catalog whose statistics are kept: readers differ in which trails are hidden from them. */
const KEPT_VIEWS = 4;

interface KeptMeasure {
  readonly editions: string;
  readonly hidden: ReadonlySet<string>;
  /** The counts of what is hidden. */
  readonly without: readonly FeatureCounts[];
  readonly measure: Statistics;
}

/**
 * The statistics of a view, kept while its catalogs stay as they are; with a subject, its own fresh ones. Hidden trails
 * count nowhere: else a reader would learn from confidences which words stand in trails that are not for them.
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
    if (subject === undefined) return measure;
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

/** What the live version of the subject counts, where it counts at all. */
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
