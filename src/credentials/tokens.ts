// Bearer tokens as strings: how they are generated, recognized without a lookup, and hashed. Knows nothing about the
// kinds of credentials.
import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The prefixes of our tokens (contract 5.1, 5.6). Session tokens are opaque and have their own prefix. */
export type TokenPrefix =
  | 'svc_api_'
  | 'svc_scim_'
  | 'svc_session_'
  | 'svc_link_'
  | 'svc_oauth_'
  // Set-up link for a connection.
  | 'svc_setup_'
  // Client secret with which a connection's identity provider requests tokens.
  | 'svc_secret_';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECK_LENGTH = 6;
const SHAPE = /^[0-9A-Za-z]{38}$/;
/** How many characters of a key may be shown, to tell it apart from others (Decision 29). */
const SHOWN_LENGTH = 16;

export interface MintedToken {
  /** Shown once, never stored. */
  readonly token: string;
  /** The stored value: SHA-256, 32 bytes. */
  readonly hash: Buffer;
  /** The first 16 characters, which may be shown. */
  readonly prefix: string;
}

/**
 * Generates a token: prefix + 32 random base62 characters + 6 characters of CRC32 (Decision 29). If a secret seed of
 * 256 bits is given, the characters are derived from it.
 */
export function mintToken(prefix: TokenPrefix, seed?: string): MintedToken {
  const body = prefix + base62(RANDOM_LENGTH, seed === undefined ? (length) => randomBytes(length) : bytesOf(seed));
  const token = body + checkOf(body);
  return { token, hash: hashToken(token), prefix: token.slice(0, SHOWN_LENGTH) };
}

/** The SHA-256 of the token. A token has 190 random bits, so a plain hash cannot be reversed by guessing. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/**
 * True if the text has the format and checksum of a token with that prefix. Malformed texts are rejected without a
 * query.
 */
export function looksLikeToken(prefix: TokenPrefix, text: string): boolean {
  if (!text.startsWith(prefix) || !SHAPE.test(text.slice(prefix.length))) return false;
  return checkOf(text.slice(0, -CHECK_LENGTH)) === text.slice(-CHECK_LENGTH);
}

const bytesOf =
  (seed: string) =>
  (_length: number, round: number): Buffer =>
    hash('sha256', `${seed} ${round}`, 'buffer');

function base62(length: number, next: (length: number, round: number) => Buffer): string {
  let text = '';
  for (let round = 0; text.length < length; round += 1) {
    // 248 = 4 * 62: larger bytes would favor the first letters.
    for (const byte of next(length, round)) if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
  }
  return text;
}

function checkOf(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let place = 0; place < CHECK_LENGTH; place += 1) {
    text = ALPHABET[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
