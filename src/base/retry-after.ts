// How long another server asks to be left alone for.
import { httpDate } from './http-date.ts';

/**
 * Milliseconds from `now` that Retry-After asks for, in whole seconds or as a date (RFC 9110, section 10.2.3): zero or
 * less for a date that has passed. Undefined: it is neither, whatever else JavaScript would take it for.
 */
export function retryAfterOf(header: string, now: number): number | undefined {
  const text = header.trim();
  const wait = /^\d+$/.test(text) ? Number(text) * 1_000 : httpDate(text) - now;
  return Number.isNaN(wait) ? undefined : wait;
}
