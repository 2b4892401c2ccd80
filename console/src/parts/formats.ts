// Formats of dates and times, each made with the first text that needs it: the first of a window takes as long as the
// rest of its start. Pure.

interface Format {
  format(date: Date | number): string;
}

/** A format of dates in the reader's language. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Format {
  let made: Intl.DateTimeFormat | undefined;
  return {
    format(date) {
      made ??= new Intl.DateTimeFormat(undefined, options);
      return made.format(date);
    },
  };
}

const DAY = dateFormat({ dateStyle: 'medium' });

/** A day, or the day of a moment, as "22 Nov 2026". */
export const onDay = (at: string): string => DAY.format(new Date(at.length === 10 ? `${at}T12:00:00` : at));
