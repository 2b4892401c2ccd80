// Passwords as text to keep: scrypt (RFC 7914), its parameters and salt beside the hash, so that they can be raised
// without locking anybody out. Knows no person.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

interface Cost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** 32 MB and about a quarter of a second a guess. */
const COST: Cost = { N: 32_768, r: 8, p: 3 };
const HASH_BYTES = 32;
const SALT_BYTES = 16;
/** Nobody's password: checked for people who have none, so that they cannot be told by the time of an answer. */
export const NOBODYS_HASH = textOf(COST, Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES));

/** `scrypt$N$r$p$salt$hash`, the last two in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return textOf(COST, salt, await derive(password, salt, COST, HASH_BYTES));
}

/** True when the password is the one that was hashed; takes as long when it is not. */
export async function matchesPassword(password: string, stored: string): Promise<boolean> {
  const [algorithm, N, r, p, salt, hash] = stored.split('$');
  if (algorithm !== 'scrypt' || salt === undefined || hash === undefined) return false;
  const expected = Buffer.from(hash, 'base64url');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  return timingSafeEqual(expected, await derive(password, Buffer.from(salt, 'base64url'), cost, expected.length));
}

function textOf({ N, r, p }: Cost, salt: Buffer, hash: Buffer): string {
  return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** One Unicode form, so that the same keys on another system make the same password. */
const derive = (password: string, salt: Buffer, cost: Cost, length: number): Promise<Buffer> =>
  new Promise((done, fail) => {
    const maxmem = 256 * cost.N * cost.r;
    scrypt(password.normalize('NFKC'), salt, length, { ...cost, maxmem }, (failure, hash) =>
      failure === null ? done(hash) : fail(failure),
    );
  });
