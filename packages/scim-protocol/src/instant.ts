// Points in time in SCIM's format (xsd:dateTime, RFC 7643 2.3.5): any zone, with or without a fraction.

/** A point in time, in microseconds since the epoch and as UTC text that PostgreSQL can parse. */
export interface Instant {
  readonly micros: bigint;
  readonly text: string;
}

const SHAPE = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,20}))?)?([Zz]|[+-]\d\d:?\d\d)?)?$/;

// An offset can move the instant out of this range of years, and PostgreSQL cannot parse the resulting text.
const EARLIEST = Date.parse('0001-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T23:59:59Z');

/**
 * Parses a date with optional time, fraction and zone (default UTC). Truncates to microseconds, the resolution of
 * database timestamps. Undefined if the text is not a date.
 */
export function findInstant(text: string): Instant | undefined {
  const match = SHAPE.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = match;
  const wall = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const seconds = Date.parse(`${wall}Z`);
  // Date.parse turns February 31 into March, so check that the date reads back unchanged.
  if (Number.isNaN(seconds) || new Date(seconds).toISOString().slice(0, 19) !== wall) return undefined;
  const offset = findOffset(zone);
  if (offset === undefined) return undefined;
  const digits = fraction.slice(0, 6).padEnd(6, '0');
  const utc = seconds - offset;
  if (utc < EARLIEST || utc > LATEST) return undefined;
  const moment = new Date(utc).toISOString();
  return { micros: BigInt(utc) * 1000n + BigInt(digits), text: `${moment.slice(0, -5)}.${digits}Z` };
}

// The zone's offset from UTC in milliseconds.
function findOffset(zone: string): number | undefined {
  if (zone === 'Z' || zone === 'z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 18 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
