// A delivery: a published trail reached a person in some form (Decision 70).
import { createHash } from 'node:crypto';
import { dayOf } from '../base/clock.ts';

/**
 * Shown in the console, found by a question, chosen by an AI tool from the candidates for a question, read as a skill
 * or document, read as a filled-in prompt, or downloaded.
 */
export const SHAPES = ['console', 'find', 'choice', 'skill', 'prompt', 'zip'] as const;
export type DeliveryShape = (typeof SHAPES)[number];

export interface Delivery {
  readonly team_id: string;
  /** Null if the caller is not signed in. The delivery counts, but no person does. */
  readonly account_id: string | null;
  readonly trail_id: string;
  readonly version: number;
  readonly shape: DeliveryShape;
}

/** A question without a matching trail. */
export interface UnansweredQuestion {
  readonly team_id: string;
  readonly account_id: string;
  readonly text: string;
}

/**
 * A pseudonymous mark that distinguishes the people counted for one subject in one month. Marks are deleted once there
 * are five people.
 */
export const markOf = (accountId: string, subject: string, month: string): string =>
  createHash('sha256').update(`${accountId}/${subject}/${month}`).digest('hex').slice(0, 16);

/** The first day of the month of that time in UTC: `2026-11-01`. */
export const monthOf = (now: number): string => `${dayOf(now).slice(0, 7)}-01`;
