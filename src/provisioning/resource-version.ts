// Conditional requests for SCIM resources (RFC 7644 3.14).
import { etag, hasIfNoneMatch, passesIfMatch } from '@cairn/scim-protocol/etag';
import { ScimError } from '@cairn/scim-protocol/scim-error';

/** Fails with 412 if If-Match does not name this version. */
export function requireVersion(ifMatch: string | undefined, version: string): void {
  if (passesIfMatch(ifMatch, BigInt(version))) return;
  const sentence = `The resource has changed and is now at version ${etag(BigInt(version))}. Read it again.`;
  throw new ScimError(412, undefined, sentence);
}

/** True if If-None-Match shows that the client already has this version. */
export const isKnownVersion = (ifNoneMatch: string | undefined, version: string): boolean =>
  hasIfNoneMatch(ifNoneMatch, BigInt(version));
