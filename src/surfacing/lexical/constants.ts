// Every number of the embedded judge that is a choice or was fitted; docs/judge.md says what each one buys.

/** Shares of words (stems and concepts), stem pairs and character grams in a similarity. */
export const BLOCK_WEIGHTS: readonly number[] = [0.47, 0.15, 0.38];

/** Trails taken from the postings, and of those the ones compared closely. */
export const RETRIEVED = 12;
export const COMPARED = 6;

/** Rows of the ridge: about a hundred positives in all, 3 to 12 a trail, and the nearest evidence against. */
export const ROWS = { positives: 100, fewest: 3, most: 12, noMatch: 3, background: 8 } as const;

/** Noise of a row: how little a single text is believed. */
export const NOISE = { positive: 2, noMatch: 10, background: 4, ownNoMatch: 1 } as const;

/** Fitted by bench/judge/fit.ts: log-odds that a compared trail is the right one. */
export const CALIBRATION = {
  intercept: -3.871,
  ridge: 0.318,
  centroid: 6.321,
  margin: 4.083,
  units: -0.37,
  coverage: 2.666,
} as const;

/** Chosen, not fitted: the lead that a trail without rivals is credited with. */
export const ALONE_MARGIN = 0.25;

/** Chosen, not fitted: how strongly a near no-match example speaks against a trail. */
export const VETO = { strength: 6, share: 0.6 } as const;

/** The probability from which a trail is offered. */
export const THRESHOLD = 0.5;

/** Up to this many words a prompt is judged as a whole; beyond it only its windows are. */
export const WHOLE_PROMPT_WORDS = 80;
