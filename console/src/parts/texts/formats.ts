// Date and time formats, each created on first use, because creating the first one takes as long as the rest of the
// page's start.
import { DAY_MS, HOUR_MS } from './durations.ts';
import { locale } from './language.ts';
import { t } from './t.ts';

interface Format {
  format(date: Date | number): string;
}

/** A date format in the local time zone. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Format {
  let made: Intl.DateTimeFormat | undefined;
  return {
    format(date) {
      made ??= new Intl.DateTimeFormat(locale(), options);
      return made.format(date);
    },
  };
}

const DAY = dateFormat({ dateStyle: 'medium' });

/** A date, or the local date of a timestamp, as "Nov 22, 2026". */
export const onDay = (at: string): string => DAY.format(new Date(at.length === 10 ? `${at}T12:00:00` : at));

let relative: Intl.RelativeTimeFormat | undefined;
const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', 60_000],
];

/**
 * "3 hours ago" within a week, otherwise the date. Past times never appear in the future, or the other way around,
 * because the clock of this computer may be minutes off.
 */
export function roughly(at: string, now: number, isAhead: boolean): string {
  const away = (isAhead ? Math.max : Math.min)(0, Date.parse(at) - now);
  if (Math.abs(away) > 7 * DAY_MS) return onDay(at);
  for (const [unit, length] of STEPS) {
    if (Math.abs(away) < length) continue;
    relative ??= new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
    return relative.format(Math.round(away / length), unit);
  }
  return isAhead ? t('in a moment') : t('just now');
}
