// Encrypts secrets that the service must read again, such as an identity provider's client secret. The key is derived
// from the service secret. If CAIRN_SECRET is set, the database alone does not reveal them. Otherwise the key is in the
// database too, which protects against a leaked row, export or log, but not against a stolen database.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Secrets } from '../base/secrets.ts';

export interface Sealer {
  /** AES-256-GCM. `place` is authenticated, so the sealed text cannot be used elsewhere. */
  seal(text: string, place: string): string;
  /** Returns the text, or undefined if it was sealed with an unknown secret or for another place. */
  open(sealed: string, place: string): string | undefined;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** `secrets` is a function because they may not be known until the database is open. */
export function sealerOf(secrets: () => Secrets): Sealer {
  return {
    seal(text, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keyOf(secrets()[0]), nonce).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed, place) {
      for (const secret of secrets()) {
        const text = opened(secret, sealed, place);
        if (text !== undefined) return text;
      }
      return undefined;
    },
  };
}

const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'cairn sealed secrets', 32));

function opened(secret: string, sealed: string, place: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  try {
    const cipher = createDecipheriv('aes-256-gcm', keyOf(secret), nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(place)).setAuthTag(tag);
    return cipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + cipher.final('utf8');
  } catch {
    return undefined;
  }
}
