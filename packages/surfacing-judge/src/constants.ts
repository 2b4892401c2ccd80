// Every number of the embedded judge that is a choice or was fitted; docs/judge.md says what each one buys.

/**
 * Shares of words (stems and concepts), pairs, character grams and fields of work in a similarity; scaled to 1 in use.
 */
export const BLOCK_WEIGHTS: readonly number[] = [0.52, 0.15, 0.34, 0.15];

/**
 * Share of its weight that a word keeps for itself where it stands for a concept; the concept has a word's full weight.
 */
export const CONCEPT_WORD_SHARE = 0.1;

/** Trails taken from the postings, and of those the ones compared closely. */
export const RETRIEVED = 16;
export const COMPARED = 6;

/** Rows of the ridge: about sixty positives in all, 3 to 12 a trail, and the nearest evidence against. */
export const ROWS = { positives: 66, fewest: 3, most: 12, noMatch: 3, background: 8 } as const;

/** Noise of a row: how little a single text is believed. */
export const NOISE = { positive: 2, noMatch: 10, background: 4, ownNoMatch: 1 } as const;

/** Fitted by bench/judge/fit.ts: log-odds that a compared trail is the right one. */
export const CALIBRATION = {
  intercept: -2.549,
  ridge: 1.58,
  centroid: 9.39,
  margin: 2.643,
  units: -0.51,
  wordLead: 4.93,
  nearest: -4.612,
} as const;

/** The share of meaning in a likeness, beside the words', where a prompt and all compared trails have vectors. */
export const MEANING_SHARE = 0.3;

/** Trails taken for their meaning, beside those taken from the postings. */
export const RETRIEVED_BY_MEANING = 8;

/** The everyday prompts nearest in meaning, whose mean likeness tells a generic prompt. */
export const NEAREST_EVERYDAY = 3;

/** How sharply a text is told to be near to an office task: the nearest counts e times as much as one so far behind. */
export const NEAR_TASK = 0.03;

/** Fitted as a choice, where meaning is compared too; `office` counts for a trail that says when it is for. */
export const CALIBRATION_WITH_MEANING = {
  intercept: -6.468,
  centroid: 7.394,
  units: -0.719,
  wordLead: 3.623,
  meaning: 6.939,
  meaningLead: -3.071,
  everyday: -3.56,
  office: 0.542,
  task: 4.06,
} as const;

/**
 * Chosen on the public validation prompts: a fit of choices alone gives it 1.4, with which labels that lie close
 * together are confused.
 */
export const MARGIN_WITH_MEANING = 2.4;

/**
 * Chosen on nineteen catalogs, a quarter of whose trails were published twice or nearly so: trails are copies of one
 * from the cosine `to` of their middles on, in part from `from` on. Of 6,026 pairs that people wrote as two trails one
 * in a hundred is beyond .69, and none beyond .82.
 */
export const SAME_TRAIL = { from: 0.75, to: 0.9 } as const;

/**
 * Chosen on the authored catalogs: what the likeness to everyday prompts beyond `from` tells against a trail that says
 * when it is for, in log-odds a unit, beside what it tells against every trail.
 */
export const DESCRIBED_EVERYDAY = { from: 0.4, strength: 10 } as const;

/**
 * Chosen on four authored catalogs, each left out in turn: log-odds of the surest trail, and what goes out instead;
 * straight lines between, the same outside.
 * No trail surfaces by it that would not without.
 */
export const SUREST_ODDS: readonly (readonly [odds: number, instead: number])[] = [
  [-5, -5],
  [-3, -1.4],
  [-1, -0.15],
  [0, 0],
  [1, 2.2],
  [2.5, 2.5],
];

/** Chosen, not fitted: how strongly a near no-match example speaks against a trail. */
export const VETO = { strength: 6, share: 0.6 } as const;

/** Chosen: what a keyword of a trail tells, in log-odds, where the prompt holds it whole and no other trail does. */
export const KEYWORD_STRENGTH = 1;

/**
 * Chosen: what it tells against a trail, in log-odds, that the prompt asks for a deed that the trail does not name. By
 * words alone it tells nothing: a deed in other words would be taken for another one.
 */
export const OTHER_ACT_STRENGTH = 2.7;

/**
 * Chosen: what it tells against a trail, in log-odds, that the prompt asks for nothing ("hi", "why") and that no text
 * of the trail does.
 */
export const HOLLOW_STRENGTH = 4;

/**
 * Chosen on trails alone in their catalog: what "none" weighs more, beside 1, for each trail fewer than COMPARED.
 * Prompts that a trail which is not there would have claimed fit none.
 */
export const ABSENT_RIVAL = 0.4;

/** The probability from which a trail is offered. */
export const THRESHOLD = 0.5;

/** Up to this many words a prompt is judged as a whole; beyond it only its windows are. */
export const WHOLE_PROMPT_WORDS = 48;
