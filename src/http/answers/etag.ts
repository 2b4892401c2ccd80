// Entity tags and their preconditions (RFC 9110, sections 8.8.3, 13.1.1 and 13.1.2; Decision 9).

import { isRefusal, refuse } from '../../base/refusal.ts';
import { t } from '../../base/texts/t.ts';

/** A parsed If-Match or If-None-Match: all listed tags, or `*`. */
export type TagList = '*' | readonly { readonly weak: boolean; readonly tag: string }[];

/** Empty list elements are ignored (RFC 9110, section 5.6.1.2). */
const LISTED = /^[\s,]*(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"\s*(?:,|$)/;

/**
 * Parses the header. Rejects a bare `3` and other malformed values with `bad-request` and explains the required quotes.
 */
export function parseTags(name: string, value: string): TagList {
  if (value.trim() === '*') return '*';
  const tags: { weak: boolean; tag: string }[] = [];
  let rest = value;
  while (/[^\s,]/.test(rest)) {
    const found = LISTED.exec(rest);
    if (found === null)
      throw refuse(
        'bad-request',
        t('{name} must be *, or quoted entity tags such as "3"; {value} is not.', {
          name,
          value: JSON.stringify(value.slice(0, 60)),
        }),
      );
    tags.push({ weak: found[1] !== undefined, tag: found[2] ?? '' });
    rest = rest.slice(found[0].length);
  }
  if (tags.length === 0)
    throw refuse('bad-request', t('{name} is empty. Send *, or a quoted entity tag such as "3".', { name }));
  return tags;
}

export const revisionTag = (revision: number): string => `"${revision}"`;

/** Weak comparison, for If-None-Match. */
export const matchesWeakly = (tags: TagList, tag: string): boolean =>
  tags === '*' || tags.some((listed) => listed.tag === tag);

/** Strong comparison, for If-Match: a weak tag never matches. */
export const matchesStrongly = (tags: TagList, tag: string): boolean =>
  tags === '*' || tags.some((listed) => !listed.weak && listed.tag === tag);

/**
 * Whether If-None-Match matches the current state, by weak comparison. If `tag` is undefined, only `*` matches. A
 * missing or malformed header matches nothing.
 */
export function isHeldTag(header: string | undefined, tag: string | undefined): boolean {
  if (header === undefined) return false;
  try {
    const tags = parseTags('If-None-Match', header);
    return tags === '*' || (tag !== undefined && matchesWeakly(tags, tag));
  } catch (thrown) {
    if (isRefusal(thrown)) return false;
    throw thrown;
  }
}
