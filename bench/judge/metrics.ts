// Metrics of judged prompts: the expected trail, the offered trail, and the confidence.
import { THRESHOLD } from '@cairn/surfacing-judge/constants';
import { seededRandom } from './random.ts';

/** One judged prompt. `right` is true if the expected trail comes first, and `expected` is null if no trail fits. */
export interface Judged {
  readonly expected: string | null;
  readonly offered: string | null;
  readonly confidence: number;
  readonly milliseconds: number;
}

/** The figures of one contender on one split. The first seven are the fields of `--json`. */
export interface Figures {
  readonly accuracy: number;
  readonly auroc: number;
  readonly recall: number;
  readonly far: number;
  readonly ece: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly fpr95: number;
}

const BINS = 10;

export const isRight = (one: Judged): boolean => one.expected !== null && one.expected === one.offered;

/** Whether an employee would see the trail. */
export const surfaces = ({ confidence }: Judged): boolean => confidence >= THRESHOLD;

export const surfacesRight = (one: Judged): boolean => isRight(one) && surfaces(one);

/** Percentages for accuracy, AUROC and FPR95; shares for recall, far and ece; milliseconds for latency. */
export function figuresOf(inScope: readonly Judged[], outOfScope: readonly Judged[]): Figures {
  const times = [...inScope, ...outOfScope].map((one) => one.milliseconds);
  return {
    accuracy: round(100 * share(inScope, isRight), 2),
    auroc: round(100 * auroc(inScope.map(confidenceOf), outOfScope.map(confidenceOf)), 2),
    recall: round(share(inScope, surfacesRight), 4),
    far: round(share(outOfScope, surfaces), 4),
    ece: round(calibrationError(inScope), 4),
    p50_ms: round(percentile(times, 0.5), 3),
    p99_ms: round(percentile(times, 0.99), 3),
    fpr95: round(100 * falsePositivesAt95(inScope.map(confidenceOf), outOfScope.map(confidenceOf)), 2),
  };
}

export const confidenceOf = (one: Judged): number => one.confidence;

/**
 * The probability that a positive has a higher score than a negative, with ties counted as half; 0.5 if there are no
 * positives or negatives.
 */
export function auroc(positives: readonly number[], negatives: readonly number[]): number {
  if (positives.length === 0 || negatives.length === 0) return 0.5;
  const all = [...positives.map((score) => ({ score, own: 1 })), ...negatives.map((score) => ({ score, own: 0 }))];
  all.sort((one, other) => one.score - other.score);
  let ranks = 0;
  for (let from = 0; from < all.length; ) {
    let to = from;
    while (to < all.length && all[to]?.score === all[from]?.score) to++;
    const rank = (from + 1 + to) / 2;
    for (let at = from; at < to; at++) ranks += rank * (all[at]?.own ?? 0);
    from = to;
  }
  return (ranks - (positives.length * (positives.length + 1)) / 2) / (positives.length * negatives.length);
}

/** The mean difference between confidence and the share of right answers in ten equal bins, weighted by their size. */
export function calibrationError(answers: readonly Judged[]): number {
  const gaps = new Float64Array(BINS);
  for (const one of answers) {
    const bin = Math.min(BINS - 1, Math.floor(one.confidence * BINS));
    gaps[bin] = (gaps[bin] ?? 0) + one.confidence - (isRight(one) ? 1 : 0);
  }
  return answers.length === 0 ? 0 : gaps.reduce((sum, gap) => sum + Math.abs(gap), 0) / answers.length;
}

const DRAWS = 300;

/** The median calibration error of a perfectly calibrated judge with these confidences. */
export function errorByChance(answers: readonly Judged[]): number {
  const random = seededRandom(17);
  const errors = Array.from({ length: DRAWS }, () =>
    calibrationError(
      answers.map((one) => ({ ...one, expected: 'drawn', offered: random.next() < one.confidence ? 'drawn' : null })),
    ),
  );
  return errors.sort((one, other) => one - other)[DRAWS / 2] ?? 0;
}

/** How often answers with similar confidence are right, in ten equal bins without the empty ones. */
export function reliabilityCurve(answers: readonly Judged[]): { confidence: string; answers: number; right: number }[] {
  return Array.from({ length: BINS }, (_, bin) => {
    const own = answers.filter((one) => Math.min(BINS - 1, Math.floor(one.confidence * BINS)) === bin);
    const confidence = `${bin / BINS} to ${(bin + 1) / BINS}`;
    return { confidence, answers: own.length, right: round(share(own, isRight), 2) };
  }).filter((one) => one.answers > 0);
}

/** The share of negatives at or above the score that 95 percent of the positives reach. */
function falsePositivesAt95(positives: readonly number[], negatives: readonly number[]): number {
  const bar = [...positives].sort((one, other) => one - other)[Math.floor(0.05 * positives.length)] ?? 0;
  return share(negatives, (score) => score >= bar);
}

/** Recall at the threshold where at most this share of the prompts that fit no trail surface one. */
export function recallWithin(unseen: readonly Judged[], generic: readonly number[], most: number): number {
  const bar = [...generic].sort((one, other) => other - one)[Math.floor(most * generic.length)] ?? 0;
  return share(unseen, (one) => isRight(one) && one.confidence > bar);
}

export function share<T>(items: readonly T[], holds: (item: T) => boolean): number {
  return items.length === 0 ? 0 : items.filter(holds).length / items.length;
}

export function percentile(values: readonly number[], at: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(at * sorted.length))] ?? 0;
}

export const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;
