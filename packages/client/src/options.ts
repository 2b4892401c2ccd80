// Validates callers' options. Null counts as omitted, like undefined. Unusable values throw a TypeError that names the
// option before anything is sent.
import { MAX_TIMER_MS, type RetryPolicy } from './retry.ts';

/** All members optional. */
export type Given<Options> = { readonly [Name in keyof Options]?: Options[Name] | undefined };

/** The required URL of a service. */
export function urlOption(value: unknown): URL {
  const url = URL.canParse(String(value)) ? new URL(String(value)) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url;
  throw new TypeError(
    `The option url must be the URL of a Cairn, such as https://cairn.example. It is ${shown(value)}.`,
  );
}

/** Returns a number in the given range, or `usual` if omitted. */
export function numberOption(name: string, value: unknown, usual: number, least = 0, most = Infinity): number {
  if (!isGiven(value)) return usual;
  if (typeof value === 'number' && value >= least && value <= most) return value;
  const range = most === Infinity ? `a number from ${least}` : `a number from ${least} to ${most}`;
  throw unusable(name, range, value);
}

/** The timeout of an attempt in milliseconds. */
export const timeoutOption = (value: unknown, usual: number): number =>
  Math.ceil(numberOption('timeoutMs', value, usual, 1, MAX_TIMER_MS));

export function retriesOption(value: Given<RetryPolicy> | null | undefined, usual: RetryPolicy): RetryPolicy {
  if (!isGiven(value)) return usual;
  if (typeof value !== 'object') throw unusable('retries', 'an object', value);
  return {
    most: numberOption('retries.most', value.most, usual.most),
    longestWaitMs: numberOption('retries.longestWaitMs', value.longestWaitMs, usual.longestWaitMs),
  };
}

/** The Idempotency-Key, `false` for a change without one, or undefined if omitted. */
export function keyOption(value: unknown): string | false | undefined {
  if (!isGiven(value)) return undefined;
  if (value === false || typeof value === 'string') return value;
  throw unusable('idempotencyKey', 'a string, or false', value);
}

/** The value of If-Match; undefined if omitted. */
export function revisionOption(value: unknown): string | undefined {
  if (!isGiven(value)) return undefined;
  if (value === '*') return value;
  if (Number.isSafeInteger(value)) return `"${value}"`;
  throw unusable('ifMatch', 'a revision (a whole number), or "*"', value);
}

/** Returns the function, or `usual` if omitted. */
export function functionOption<Fn>(name: string, value: Fn | null | undefined, usual: Fn): Fn {
  if (!isGiven(value)) return usual;
  if (typeof value === 'function') return value;
  throw unusable(name, 'a function', value);
}

/** A path appended to the URL. Without a leading slash, it would become part of the host name. */
export function pathOption(value: unknown, usual: string): string {
  if (!isGiven(value)) return usual;
  if (typeof value === 'string' && (value === '' || value.startsWith('/'))) return value;
  throw unusable('path', 'a string that starts with /', value);
}

/** Drops omitted headers, which `fetch` would send as the word "undefined". */
export const headersOption = (value: Readonly<Record<string, string | undefined>> | null | undefined) =>
  Object.fromEntries(Object.entries(value ?? {}).filter((entry): entry is [string, string] => isGiven(entry[1])));

/** False for omitted values: undefined, and null as used by JSON and databases. */
export const isGiven = <Value>(value: Value | null | undefined): value is Value =>
  value !== undefined && value !== null;

const unusable = (name: string, wanted: string, value: unknown): TypeError =>
  new TypeError(`The option ${name} must be ${wanted}, or be left out. It is ${shown(value)}.`);

const shown = (value: unknown): string =>
  typeof value === 'string'
    ? JSON.stringify(value)
    : typeof value === 'number' || !isGiven(value)
      ? String(value)
      : `a ${typeof value}`;
