// Parses the pause that another server asks for.
import { httpDate } from './http-date.ts';

/**
 * Milliseconds from `now` until the time in Retry-After, given in whole seconds or as a date (RFC 9110, section
 * 10.2.3). Zero or less for past dates. Undefined for anything else, even if JavaScript could parse it.
 */
export function retryAfterOf(header: string, now: number): number | undefined {
  const text = header.trim();
  const wait = /^\d+$/.test(text) ? Number(text) * 1_000 : httpDate(text) - now;
  return Number.isNaN(wait) ? undefined : wait;
}
