// Formats of dates and times, each made with the first text that needs it: the first of a window takes as long as the
// rest of its start.

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
