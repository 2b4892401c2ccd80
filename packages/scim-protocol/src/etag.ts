// Resource versions as weak entity tags, `W/"7"`, and the preconditions If-Match and If-None-Match (RFC 7644 3.14, RFC
// 9110 13.1).
import { scimError } from './scim-error.ts';

/** The `meta.version` and ETag for a version number. */
export const etag = (version: number | bigint): string => `W/"${version}"`;

/** True if If-Match is absent, `*`, or lists this version (weak or strong). */
export const passesIfMatch = (header: string | undefined, version: number | bigint): boolean =>
  header === undefined || names(header, version, 'If-Match');

/** True if If-None-Match lists this version: the client's copy is current, so a read returns 304. */
export const hasIfNoneMatch = (header: string | undefined, version: number | bigint): boolean =>
  header !== undefined && names(header, version, 'If-None-Match');

// A list of entity tags. Empty elements are ignored (RFC 9110 5.6.1.2). Tags without quotes are accepted because some
// clients drop them.
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
