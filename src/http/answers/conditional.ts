// Conditional requests (RFC 9110, sections 13.1.2 to 13.1.4 and 15.4.5; Decision 10). All doors use this, except SCIM,
// whose protocol library checks preconditions.

import { Readable } from 'node:stream';
import { httpDate } from '../../base/http-date.ts';
import type { HeaderReader } from '../incoming/incoming.ts';
import type { Answer } from './answer.ts';
import { isHeldTag } from './etag.ts';

/** Declares the headers and the 304 response of reads that use `unlessHeld`. */
export const IF_NONE_MATCH = { 'If-None-Match': { description: 'ETags you have; * matches any.' } } as const;
export const HELD_ANSWER = {
  304: {
    description:
      'You have the current version. If the response has Last-Modified, send both validators: some changes, such as ' +
      'a publication, change only the date.',
  },
} as const;

/**
 * Returns the response, or 304 if the caller already has it: If-None-Match contains its ETag, or is `*` and the
 * resource exists. A response without an ETag only matches `*`. If the response has Last-Modified, If-Modified-Since
 * must match too; without If-None-Match it decides alone. Invalid dates are ignored.
 */
export function unlessHeld(call: HeaderReader, answer: Answer): Answer {
  const { headers = {}, body } = answer;
  if (answer.status !== 200 || !isHeld(call, headers)) return answer;
  if (body !== undefined && 'stream' in body && body.stream instanceof Readable) body.stream.destroy();
  const kept = Object.entries(headers).filter(([name]) => !OF_THE_BODY.test(name));
  return { status: 304, headers: Object.fromEntries(kept) };
}

/**
 * Whether If-Unmodified-Since allows a change of something last modified at `modified`, an HTTP date. Invalid dates are
 * ignored (section 13.1.4).
 */
export const isUnmodifiedSince = (since: string, modified: string): boolean => !(httpDate(modified) > httpDate(since));

const OF_THE_BODY = /^content-(?!location$)/i;

function isHeld({ header }: HeaderReader, headers: Readonly<Record<string, string>>): boolean {
  const [tags, date] = [header('if-none-match'), header('if-modified-since')];
  if (tags === undefined && date === undefined) return false;
  const since = httpDate(date ?? '');
  const isUnmodified = httpDate(headers['Last-Modified'] ?? '') <= since;
  if (tags === undefined) return isUnmodified;
  const isDateless = headers['Last-Modified'] === undefined || Number.isNaN(since);
  return isHeldTag(tags, opaque(headers.ETag)) && (isUnmodified || isDateless);
}

/** The text between the quotes of an entity tag. */
const opaque = (etag: string | undefined): string | undefined =>
  etag?.slice(etag.indexOf('"') + 1, etag.lastIndexOf('"'));
