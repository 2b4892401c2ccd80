// HTTP dates (RFC 9110, section 5.6.7), and the delay in another server's Retry-After.

/**
 * The time of an HTTP-date in any of its three formats, in milliseconds since 1970. NaN for anything else, even if
 * JavaScript could parse it.
 */
export function httpDate(text: string): number {
  if (FIXED_OR_RFC_850.test(text)) return Date.parse(text);
  return ASCTIME.test(text) ? Date.parse(`${text} GMT`) : Number.NaN; // This format has no time zone and means UTC.
}

const FIXED_OR_RFC_850 = /^(?:\w{3}, \d\d \w{3} \d{4}|\w{6,9}, \d\d-\w{3}-\d\d) \d\d:\d\d:\d\d GMT$/;
const ASCTIME = /^\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/;

/**
 * Milliseconds from `now` until the time in Retry-After, given in whole seconds or as a date (RFC 9110, section
 * 10.2.3). Zero or less for past dates. Undefined for anything else, even if JavaScript could parse it.
 */
export function retryAfterOf(header: string, now: number): number | undefined {
  const text = header.trim();
  const wait = /^\d+$/.test(text) ? Number(text) * 1_000 : httpDate(text) - now;
  return Number.isNaN(wait) ? undefined : wait;
}
