// Formats of dates and times, each made with the first text that needs it: the first of a window takes as long as the
// rest of its start. Pure.
import { english } from './digits.ts';
import { DAY_MS, HOUR_MS } from './durations.ts';

interface Format {
  format(date: Date | number): string;
}

/** A format of dates in the reader's zone. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Format {
  let made: Intl.DateTimeFormat | undefined;
  return {
    format(date) {
      made ??= new Intl.DateTimeFormat(english(), options);
      return made.format(date);
    },
  };
}

const DAY = dateFormat({ dateStyle: 'medium' });

/** A day, or the day of a moment, as "22 Nov 2026". */
export const onDay = (at: string): string => DAY.format(new Date(at.length === 10 ? `${at}T12:00:00` : at));

let relative: Intl.RelativeTimeFormat | undefined;
const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', 60_000],
];

/**
 * "3 hours ago" within a week, the date beyond it. What has happened is never to come, nor what is to come past: the
 * clock of this computer may be minutes away from the service's.
 */
export function roughly(at: string, now: number, isAhead: boolean): string {
  const away = (isAhead ? Math.max : Math.min)(0, Date.parse(at) - now);
  if (Math.abs(away) > 7 * DAY_MS) return onDay(at);
  for (const [unit, length] of STEPS) {
    if (Math.abs(away) < length) continue;
    relative ??= new Intl.RelativeTimeFormat(english(), { numeric: 'auto' });
    return relative.format(Math.round(away / length), unit);
  }
  return isAhead ? 'in a moment' : 'just now';
}
