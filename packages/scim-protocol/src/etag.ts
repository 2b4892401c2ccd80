// Versions of resources as weak entity tags, `W/"7"`, and the two preconditions on them (RFC 7644 3.14, RFC 9110 13.1).
import { scimError } from './scim-error.ts';

/** The `meta.version` and ETag of a resource at that version number. */
export const etag = (version: number | bigint): string => `W/"${version}"`;

/**
 * True when an If-Match header lets the request go on: it is absent, `*`, or names this version (weakly: W/ or not).
 */
export const passesIfMatch = (header: string | undefined, version: number | bigint): boolean =>
  header === undefined || names(header, version, 'If-Match');

/** True when an If-None-Match header says that the client has this version already: a read answers 304. */
export const hasIfNoneMatch = (header: string | undefined, version: number | bigint): boolean =>
  header !== undefined && names(header, version, 'If-None-Match');

// Entity tags in a list, whose empty elements mean nothing (RFC 9110, section 5.6.1.2). Some clients drop the quotes on
// the way, which is understood too.
const TAG = /[ \t,]*(?:(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"|(?:W\/)?([A-Za-z0-9._-]+)|$)[ \t]*(?:,|$)/y;

function names(header: string, version: number | bigint, name: string): boolean {
  if (header.trim() === '*') return true;
  const tag = new RegExp(TAG);
  let found = false;
  while (tag.lastIndex < header.length) {
    const match = tag.exec(header);
    if (!match)
      throw scimError('invalidValue', `${name} must be *, or entity tags such as W/"3" with commas between them.`);
    found ||= (match[1] ?? match[2]) === String(version);
  }
  return found;
}
