// Requests about what the caller has seen (RFC 9110, sections 13.1.2 to 13.1.4 and 15.4.5; Decision 10): the one place
// that judges them, for every door but SCIM, whose preconditions are those of its protocol's library.

import { Readable } from 'node:stream';
import { httpDate } from '../../base/http-date.ts';
import type { HeaderReader } from '../incoming/incoming.ts';
import type { Answer } from './answer.ts';
import { isHeldTag } from './etag.ts';

/** How a read that asks `unlessHeld` declares it: its headers, and its answer beside 200. */
export const IF_NONE_MATCH = { 'If-None-Match': { description: 'ETags of what you hold; * is any.' } } as const;
export const HELD_ANSWER = { 304: { description: 'What you hold is what there is.' } } as const;

/**
 * The answer to a read, or 304 where the caller holds it: If-None-Match names its ETag, or is `*` and there is
 * something. What has no ETag is named by `*` alone. Where the answer has Last-Modified, If-Modified-Since must agree,
 * and alone decides where it comes alone; one that is no date is none.
 */
export function unlessHeld(call: HeaderReader, answer: Answer): Answer {
  const { headers = {}, body } = answer;
  if (answer.status !== 200 || !isHeld(call, headers)) return answer;
  if (body !== undefined && 'stream' in body && body.stream instanceof Readable) body.stream.destroy();
  const kept = Object.entries(headers).filter(([name]) => !OF_THE_BODY.test(name));
  return { status: 304, headers: Object.fromEntries(kept) };
}

/**
 * Whether what was last modified at `modified`, an HTTP-date, may be changed under that If-Unmodified-Since: it has not
 * moved since then. One that is no date asks nothing (section 13.1.4).
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

/** What stands between the quotes of an entity tag. */
const opaque = (etag: string | undefined): string | undefined =>
  etag?.slice(etag.indexOf('"') + 1, etag.lastIndexOf('"'));
