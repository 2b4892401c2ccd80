// The postings of a trail: its words and concepts, each with its weight in the trail's centroid.

import type { FeatureReader } from './features.ts';
import type { JudgedTrail } from './judged-trail.ts';
import { MAX_WEIGHT } from './postings.ts';
import type { Features, SharedFeatures } from './shared-features.ts';
import { trailUnits, type Unit } from './trail-units.ts';

/** The positive terms of a trail, sorted, and their weights (1 to MAX_WEIGHT). */
export interface PostedTerms {
  readonly features: Features;
  readonly weights: Int32Array;
}

/**
 * The terms of a trail under a fixed measure of words (squared idf), so that edits do not change other trails' weights.
 */
export function postedTerms(trail: JudgedTrail, read: FeatureReader, idf2Of: (feature: number) => number): PostedTerms {
  const units = trailUnits(trail).filter((unit) => unit.weight > 0);
  const shared = read.terms(units.map((unit) => unit.text));
  const { features } = shared;
  const idf2 = new Float64Array(features.length);
  for (let at = 0; at < idf2.length; at++) idf2[at] = idf2Of(features[at] ?? 0);
  const centroid = centroidOf(units, shared, idf2);
  let square = 0;
  for (let at = 0; at < centroid.length; at++) square += (idf2[at] ?? 0) * (centroid[at] ?? 0) ** 2;
  const scale = FULL_WEIGHT / Math.sqrt(square);
  const weights = new Int32Array(features.length);
  for (let at = 0; at < weights.length; at++) {
    weights[at] = Math.max(1, Math.min(MAX_WEIGHT, Math.round((centroid[at] ?? 0) * scale)));
  }
  return { features, weights };
}

// idf is at least 1, so a weight divided by the norm is at most about 1. Rare terms stay far below that.
const FULL_WEIGHT = 4 * MAX_WEIGHT;

function centroidOf(units: readonly Unit[], shared: SharedFeatures, idf2: Float64Array): Float64Array {
  const { starts, members } = shared;
  const centroid = new Float64Array(idf2.length);
  for (const [number, unit] of units.entries()) {
    const from = starts[number] ?? 0;
    const to = starts[number + 1] ?? 0;
    let sum = 0;
    for (let at = from; at < to; at++) sum += idf2[members[at] ?? 0] ?? 0;
    const share = sum > 0 ? unit.weight / Math.sqrt(sum) : 0;
    for (let at = from; at < to; at++) {
      const place = members[at] ?? 0;
      centroid[place] = (centroid[place] ?? 0) + share;
    }
  }
  return centroid;
}
