// Dates as HTTP writes them (RFC 9110, section 5.6.7).

/**
 * The moment of an HTTP-date in any of its three forms, in milliseconds since 1970; NaN: no such date, whatever else
 * JavaScript would take it for.
 */
export function httpDate(text: string): number {
  if (FIXED_OR_RFC_850.test(text)) return Date.parse(text);
  return ASCTIME.test(text) ? Date.parse(`${text} GMT`) : Number.NaN; // names no zone and means UTC
}

const FIXED_OR_RFC_850 = /^(?:\w{3}, \d\d \w{3} \d{4}|\w{6,9}, \d\d-\w{3}-\d\d) \d\d:\d\d:\d\d GMT$/;
const ASCTIME = /^\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/;
