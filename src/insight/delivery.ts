// A delivery: a published trail reached a person in some shape (Decision 70).
import { createHash } from 'node:crypto';
import { dayOf } from '../base/clock.ts';

/** In the console, found by a question, read as a skill or a document, as a filled prompt, in a download. */
export const SHAPES = ['console', 'find', 'skill', 'prompt', 'zip'] as const;
export type DeliveryShape = (typeof SHAPES)[number];

export interface Delivery {
  readonly team_id: string;
  /** Null where nobody is signed in: the delivery counts, and no person with it. */
  readonly account_id: string | null;
  readonly trail_id: string;
  readonly version: number;
  readonly shape: DeliveryShape;
}

/** A question that no trail answered. */
export interface UnansweredQuestion {
  readonly team_id: string;
  readonly account_id: string;
  readonly text: string;
}

/**
 * Tells five people apart without naming them: good for one subject and one month, and forgotten once there are five.
 */
export const markOf = (accountId: string, subject: string, month: string): string =>
  createHash('sha256').update(`${accountId}/${subject}/${month}`).digest('hex').slice(0, 16);

/** The first day of the month of that moment in UTC: `2026-11-01`. */
export const monthOf = (now: number): string => `${dayOf(now).slice(0, 7)}-01`;
