// Preconditions on the version of a resource (RFC 7644 3.14).
import { etag, hasIfNoneMatch, passesIfMatch } from '@cairn/scim-protocol/etag';
import { ScimError } from '@cairn/scim-protocol/scim-error';

/** Refuses with 412 when If-Match names other versions than this one. */
export function requireVersion(ifMatch: string | undefined, version: string): void {
  if (passesIfMatch(ifMatch, BigInt(version))) return;
  const sentence = `The resource changed meanwhile: it is at version ${etag(BigInt(version))} now. Read it again.`;
  throw new ScimError(412, undefined, sentence);
}

/** True when the client says in If-None-Match that it has this version already. */
export const isKnownVersion = (ifNoneMatch: string | undefined, version: string): boolean =>
  hasIfNoneMatch(ifNoneMatch, BigInt(version));
