// Password hashes: scrypt (RFC 7914), stored with parameters and salt so that the cost can be raised without locking
// people out. Hashes are queued because they are the most expensive work that strangers can cause.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FairTurns, Visitor } from '../base/fair-turns.ts';
import type { Deriver } from './derivation-threads.ts';

interface Cost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** Each guess costs 32 MB and about a quarter of a second. */
const COST: Cost = { N: 32_768, r: 8, p: 3 };
const HASH_BYTES = 32;
const SALT_BYTES = 16;
/** Matches no password. Checked for people without a password, so that response times don't reveal them. */
export const NOBODYS_HASH = textOf(COST, Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES));

/** Both methods fail with `not-ready`, before doing any work, if too many visitors are waiting. */
export interface PasswordHasher {
  /** `scrypt$N$r$p$salt$hash`, the last two in base64url. */
  hash(password: string, visitor: Visitor): Promise<string>;
  /**
   * True if this password was hashed. Takes the same time either way. `find` reads the stored hash when it is the
   * visitor's turn.
   */
  matches(password: string, find: () => Promise<string>, visitor: Visitor): Promise<boolean>;
}

export function passwordHasher({ derive }: Pick<Deriver, 'derive'>, turns: FairTurns): PasswordHasher {
  /** NFKC, so that the same keys pressed on another system give the same password. */
  const derived = (password: string, salt: Buffer, cost: Cost, length: number): Promise<Buffer> =>
    derive({ password: password.normalize('NFKC'), salt, length, ...cost });
  return {
    async hash(password, visitor) {
      const salt = randomBytes(SALT_BYTES);
      return textOf(COST, salt, await turns.run(visitor, () => derived(password, salt, COST, HASH_BYTES)));
    },
    matches: (password, find, visitor) =>
      turns.run(visitor, async () => {
        const [algorithm, N, r, p, salt, hash] = (await find()).split('$');
        if (algorithm !== 'scrypt' || salt === undefined || hash === undefined) return false;
        const expected = Buffer.from(hash, 'base64url');
        const cost = { N: Number(N), r: Number(r), p: Number(p) };
        return timingSafeEqual(
          expected,
          await derived(password, Buffer.from(salt, 'base64url'), cost, expected.length),
        );
      }),
  };
}

function textOf({ N, r, p }: Cost, salt: Buffer, hash: Buffer): string {
  return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}
