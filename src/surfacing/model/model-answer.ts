// The answers a model may give: one choice from an enumeration. Anything else is malformed.
import { quote } from '@cairn/surfacing-judge/reason';
import type { ShortListed } from './short-list.ts';

const CERTAINTIES = ['high', 'medium', 'low'] as const;
export type Certainty = (typeof CERTAINTIES)[number];

/** A model's answer. `best` is null if no trail fits, `reason` is null if the model's sentence is not safe to show. */
export interface ModelAnswer {
  readonly best: string | null;
  readonly certainty: Certainty;
  readonly reason: string | null;
}

/** The JSON Schema members of an answer about trails with these aliases. */
export const answerMembers = (aliases: readonly string[]) => ({
  best: { type: 'string' as const, enum: [...aliases, 'NONE'] },
  certainty: { type: 'string' as const, enum: [...CERTAINTIES] },
  reason: { type: 'string' as const },
});

/** The JSON Schema of an object with exactly these members. */
export const closedObject = <Members extends Readonly<Record<string, object>>>(members: Members) => ({
  type: 'object' as const,
  properties: { ...members },
  required: Object.keys(members),
  additionalProperties: false,
});

/** The checked answer with the id of the chosen trail; undefined if malformed. */
export function checkedAnswer(value: unknown, list: readonly ShortListed[], nonce: string): ModelAnswer | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { best, certainty, reason } = value as Readonly<Record<string, unknown>>;
  const chosen = list.find((one) => one.alias === best);
  if (chosen === undefined && best !== 'NONE') return undefined;
  const sure = CERTAINTIES.find((one) => one === certainty);
  if (sure === undefined || typeof reason !== 'string') return undefined;
  return { best: chosen?.trail.id ?? null, certainty: sure, reason: presentable(reason, list, nonce) };
}

/** URLs (with or without a scheme), markup, and characters that change how a line reads. */
const UNFIT = [
  /\b(?:https?|ftp|mailto|javascript|data|file|tel):|www\.|\/\//iu,
  /[\p{L}\p{N}-]+[.．](?:\p{L}{2,}|xn--)/u,
  /[<>{}[\]`|\\]|\*\*|__|^\s*#|\]\(|&#?\w+;/u,
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u,
];
const MAX_LENGTH = 200;

/** Models repeat their input, so sentences with URLs, markup or the data markers are not shown. */
function presentable(reason: string, list: readonly ShortListed[], nonce: string): string | null {
  const sentence = reason.trim();
  if (sentence === '' || [...sentence].length > MAX_LENGTH || sentence.includes(nonce)) return null;
  if (UNFIT.some((pattern) => pattern.test(sentence))) return null;
  const titleOf = (alias: string): string => {
    const named = list.find((one) => one.alias === alias);
    return named === undefined ? 'another trail' : quote(named.trail.title);
  };
  return sentence.replace(/\bT[1-9]\d{0,2}\b/g, titleOf);
}
