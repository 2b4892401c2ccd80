// Points in time as SCIM writes them (xsd:dateTime, RFC 7643 2.3.5): any zone, up to 7 digits of fraction and more.

/** A point in time: microseconds since the epoch, and the same as UTC text that PostgreSQL and people can read. */
export interface Instant {
  readonly micros: bigint;
  readonly text: string;
}

const SHAPE = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,20}))?)?([Zz]|[+-]\d\d:?\d\d)?)?$/;

// Beyond these years, to which an offset can lead, the text of a moment is none that PostgreSQL reads.
const EARLIEST = Date.parse('0001-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T23:59:59Z');

/**
 * Reads a date with or without time, fraction and zone; without a zone it is UTC. Digits beyond the microsecond are
 * cut, which is the resolution of the clocks and databases that it is compared with. Undefined when it is no date.
 */
export function findInstant(text: string): Instant | undefined {
  const match = SHAPE.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = match;
  const wall = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const seconds = Date.parse(`${wall}Z`);
  // Date.parse rolls 31 February over to March: only a date that reads back as itself is one.
  if (Number.isNaN(seconds) || new Date(seconds).toISOString().slice(0, 19) !== wall) return undefined;
  const offset = findOffset(zone);
  if (offset === undefined) return undefined;
  const digits = fraction.slice(0, 6).padEnd(6, '0');
  const utc = seconds - offset;
  if (utc < EARLIEST || utc > LATEST) return undefined;
  const moment = new Date(utc).toISOString();
  return { micros: BigInt(utc) * 1000n + BigInt(digits), text: `${moment.slice(0, -5)}.${digits}Z` };
}

// Milliseconds that the zone is ahead of UTC.
function findOffset(zone: string): number | undefined {
  if (zone === 'Z' || zone === 'z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 18 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
