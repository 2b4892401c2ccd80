// Every number of the embedded judge that is a choice or was fitted; docs/judge.md says what each one buys.

/** Shares of words (stems and concepts), stem pairs and character grams in a similarity. */
export const BLOCK_WEIGHTS: readonly number[] = [0.52, 0.12, 0.36];

/** Share of its weight that a word keeps for itself where it stands for a concept; the concept has a word's full weight. */
export const CONCEPT_WORD_SHARE = 0.2;

/** Trails taken from the postings, and of those the ones compared closely. */
export const RETRIEVED = 16;
export const COMPARED = 6;

/** Rows of the ridge: about sixty positives in all, 3 to 12 a trail, and the nearest evidence against. */
export const ROWS = { positives: 66, fewest: 3, most: 12, noMatch: 3, background: 8 } as const;

/** Noise of a row: how little a single text is believed. */
export const NOISE = { positive: 2, noMatch: 10, background: 4, ownNoMatch: 1 } as const;

/** Fitted by bench/judge/fit.ts: log-odds that a compared trail is the right one. */
export const CALIBRATION = {
  intercept: -3.211,
  ridge: 1.045,
  centroid: 5.743,
  margin: 2.825,
  units: -0.565,
  wordLead: 5.182,
} as const;

/** Chosen, not fitted: how strongly a near no-match example speaks against a trail. */
export const VETO = { strength: 6, share: 0.6 } as const;

/** The probability from which a trail is offered. */
export const THRESHOLD = 0.5;

/** Up to this many words a prompt is judged as a whole; beyond it only its windows are. */
export const WHOLE_PROMPT_WORDS = 80;
