// Turns the signals of a compared trail into the probability that it is the right one.
import { type Sameness, sharesOf } from './choice.ts';
import {
  ABSENT_RIVAL,
  CALIBRATION,
  CALIBRATION_WITH_MEANING,
  COMPARED,
  DESCRIBED_EVERYDAY,
  HOLLOW_STRENGTH,
  KEYWORD_STRENGTH,
  MARGIN_WITH_MEANING,
  OTHER_ACT_STRENGTH,
  VETO,
} from './constants.ts';

/** The input of the calibration: see docs/judge.md. */
export interface Signals {
  readonly ridge: number;
  readonly centroid: number;
  /** The lead in `ridge` over the best rival; null without rivals. */
  readonly margin: number;
  readonly units: number;
  /** The weighted share of the text's words that the trail uses. */
  readonly coverage: number;
  /** That share minus half of the best rival's share. */
  readonly wordLead: number;
  /**
   * The similarity of the trail's nearest text. If centroids are equally similar, it counts against a trail that only
   * one text supports.
   */
  readonly nearest: number;
  readonly veto: number;
  /** The similarity in meaning to the whole trail; null if meaning was not compared. */
  readonly meaning: number | null;
  /** That similarity minus the best rival's, or 0 without rivals. */
  readonly meaningLead: number;
  /** Similarity in meaning to the nearest everyday prompts. */
  readonly everyday: number;
  /** Log-odds, by meaning, that the prompt is an office task and not an everyday request. */
  readonly office: number;
  /** How similar the prompt and the trail are in terms of office tasks, from 0 to 1. */
  readonly task: number;
  /** True if the trail has a trigger text and is not just a list of examples. */
  readonly described: boolean;
  /** Of the trail's keywords that appear in full in the text, how rare the rarest one is, from 0 to 1. */
  readonly keyword: number;
  /** Whether the requested act is one that the trail names, another one, or unknown. */
  readonly act: 'same' | 'other' | 'untold';
  /** True if neither the text nor any text of the trail asks for anything. */
  readonly hollow: boolean;
}

/**
 * The calibrated probabilities of the compared trails. If compared by words, each trail is judged separately. If
 * compared by meaning, at most one trail is right, and each gets its share of that choice. `same` identifies copies.
 */
export function calibrated(compared: readonly Signals[], same?: Sameness): number[] {
  const meanings = compared.flatMap(({ meaning }) => meaning ?? []);
  if (meanings.length < compared.length) return compared.map((signals) => 1 / (1 + Math.exp(-wordOdds(signals))));
  const none = Math.log(1 + ABSENT_RIVAL * Math.max(0, COMPARED - compared.length));
  return sharesOf(
    compared.map((signals, at) => meaningOdds(signals, meanings[at] ?? 0) - none),
    same,
  );
}

function meaningOdds(signals: Signals, meaning: number): number {
  return (
    CALIBRATION_WITH_MEANING.intercept +
    CALIBRATION_WITH_MEANING.centroid * Math.sqrt(signals.centroid) +
    marginOdds(signals) +
    CALIBRATION_WITH_MEANING.units * Math.log(Math.min(20, Math.max(1, signals.units))) +
    CALIBRATION_WITH_MEANING.wordLead * signals.wordLead +
    CALIBRATION_WITH_MEANING.meaning * meaning +
    CALIBRATION_WITH_MEANING.meaningLead * signals.meaningLead +
    CALIBRATION_WITH_MEANING.everyday * signals.everyday +
    (signals.described ? CALIBRATION_WITH_MEANING.office * signals.office : 0) +
    CALIBRATION_WITH_MEANING.task * signals.task +
    describedOdds(signals) +
    chosenOdds(signals)
  );
}

/** The effect of the ridge margin if meaning was compared. */
export const marginOdds = ({ margin }: Signals): number => MARGIN_WITH_MEANING * margin;

function wordOdds(signals: Signals): number {
  return (
    CALIBRATION.intercept +
    CALIBRATION.ridge * signals.ridge +
    CALIBRATION.centroid * Math.sqrt(signals.centroid) +
    CALIBRATION.margin * signals.margin +
    CALIBRATION.units * Math.log(Math.min(20, Math.max(1, signals.units))) +
    CALIBRATION.wordLead * signals.wordLead +
    CALIBRATION.nearest * Math.sqrt(signals.nearest) +
    chosenOdds(signals)
  );
}

/** The extra effect, chosen by hand, of similarity to everyday prompts on a trail with a trigger text. */
export const describedOdds = ({ described, everyday }: Signals): number =>
  described ? -DESCRIBED_EVERYDAY.strength * Math.max(0, everyday - DESCRIBED_EVERYDAY.from) : 0;

/** Terms chosen by hand: no-match examples, rare keywords, other acts, and prompts without a request. */
export function chosenOdds({ veto, keyword, act, hollow, meaning }: Signals): number {
  const otherAct = meaning !== null && act === 'other' ? OTHER_ACT_STRENGTH : 0;
  return KEYWORD_STRENGTH * keyword - otherAct - (hollow ? HOLLOW_STRENGTH : 0) - VETO.strength * veto;
}
