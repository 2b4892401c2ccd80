// From what is told about a compared trail to the probability that it is the right one.
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
  /** The likeness in meaning to the trail as a whole; null where meaning was not compared. */
  readonly meaning: number | null;
  /** That likeness less the best rival's; 0 where there is no rival. */
  readonly meaningLead: number;
  /** How like the prompt is in meaning to the nearest everyday prompts. */
  readonly everyday: number;
  /** Log-odds, by its meaning, that the prompt asks for a task of an office and not for something everyday. */
  readonly office: number;
  /** How alike the prompt and the trail are in the office tasks that they are near to: 0..1. */
  readonly task: number;
  /** The trail says when it is for, and is not only a list of examples. */
  readonly described: boolean;
  /** How rare the rarest keyword of the trail is that the text holds whole: 0..1. */
  readonly keyword: number;
  /** What the text asks to have done: an act that the trail names, another deed, or nothing that could be told. */
  readonly act: 'same' | 'other' | 'untold';
  /** The text asks for nothing, and no text of the trail does. */
  readonly hollow: boolean;
}

/**
 * The calibrated probabilities of the compared trails. By words each is right or not for itself; by meaning one of them
 * is, or none: the share of each in that choice, where `same` tells copies of one trail.
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

/** What being ahead of the others by its texts tells for a trail that meaning was compared of. */
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

/** What likeness to everyday prompts tells beside, by choice, against a trail that says when it is for. */
export const describedOdds = ({ described, everyday }: Signals): number =>
  described ? -DESCRIBED_EVERYDAY.strength * Math.max(0, everyday - DESCRIBED_EVERYDAY.from) : 0;

/** What is added to the log-odds by choice: vetoes, rare keywords, other acts than the trail's, no request at all. */
export function chosenOdds({ veto, keyword, act, hollow, meaning }: Signals): number {
  const otherAct = meaning !== null && act === 'other' ? OTHER_ACT_STRENGTH : 0;
  return KEYWORD_STRENGTH * keyword - otherAct - (hollow ? HOLLOW_STRENGTH : 0) - VETO.strength * veto;
}
