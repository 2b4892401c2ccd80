// Options as callers give them: null counts as left out, as undefined does; what cannot be meant is refused with a
// TypeError that names the option, before anything is sent.
import { MOST_TIMER_MS, type RetryPolicy } from './retry.ts';

/** Each member may be left out. */
export type Given<Options> = { readonly [Name in keyof Options]?: Options[Name] | undefined };

/** The address of a service, which no client can do without. */
export function urlOption(value: unknown): URL {
  const url = URL.canParse(String(value)) ? new URL(String(value)) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url;
  throw new TypeError(
    `The option url must be the address of a Cairn, such as https://cairn.example. It is ${shown(value)}.`,
  );
}

/** A number of that range, `usual` where it is left out. */
export function numberOption(name: string, value: unknown, usual: number, least = 0, most = Infinity): number {
  if (!isGiven(value)) return usual;
  if (typeof value === 'number' && value >= least && value <= most) return value;
  const range = most === Infinity ? `a number from ${least}` : `a number from ${least} to ${most}`;
  throw unusable(name, range, value);
}

/** Milliseconds of a try. */
export const timeoutOption = (value: unknown, usual: number): number =>
  Math.ceil(numberOption('timeoutMs', value, usual, 1, MOST_TIMER_MS));

export function retriesOption(value: Given<RetryPolicy> | null | undefined, usual: RetryPolicy): RetryPolicy {
  if (!isGiven(value)) return usual;
  if (typeof value !== 'object') throw unusable('retries', 'an object', value);
  return {
    most: numberOption('retries.most', value.most, usual.most),
    longestWaitMs: numberOption('retries.longestWaitMs', value.longestWaitMs, usual.longestWaitMs),
  };
}

/** `false` for a change that is to have none; undefined where it is left out. */
export function keyOption(value: unknown): string | false | undefined {
  if (!isGiven(value)) return undefined;
  if (value === false || typeof value === 'string') return value;
  throw unusable('idempotencyKey', 'a text, or false', value);
}

/** The value of If-Match; undefined where it is left out. */
export function revisionOption(value: unknown): string | undefined {
  if (!isGiven(value)) return undefined;
  if (value === '*') return value;
  if (Number.isSafeInteger(value)) return `"${value}"`;
  throw unusable('ifMatch', 'a revision (a whole number), or "*"', value);
}

/** A function, `usual` where it is left out. */
export function functionOption<Fn>(name: string, value: Fn | null | undefined, usual: Fn): Fn {
  if (!isGiven(value)) return usual;
  if (typeof value === 'function') return value;
  throw unusable(name, 'a function', value);
}

/** A path below the address: one without a slash at its beginning would become a part of the host's name. */
export function pathOption(value: unknown, usual: string): string {
  if (!isGiven(value)) return usual;
  if (typeof value === 'string' && (value === '' || value.startsWith('/'))) return value;
  throw unusable('path', 'a text that begins with /', value);
}

/** Without those that are left out, which `fetch` would send as the word "undefined". */
export const headersOption = (value: Readonly<Record<string, string | undefined>> | null | undefined) =>
  Object.fromEntries(Object.entries(value ?? {}).filter((entry): entry is [string, string] => isGiven(entry[1])));

/** False for what is left out: undefined, and the null that JSON and databases have for it. */
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
