// Standard Webhooks 1.0.0 signatures: `v1` (HMAC-SHA256, a shared secret) and `v1a` (ed25519, a public key). The signed
// text is `id.timestamp.body`, with the body exactly as sent.
import { createHmac, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export const SIGNINGS = ['hmac-sha256', 'ed25519'] as const;
export type Signing = (typeof SIGNINGS)[number];

/** The signing secret (to be sealed) and the verification key for the receiver. They are the same for `hmac-sha256`. */
export interface SigningKey {
  readonly secret: string;
  readonly verification: string;
}

const SECRET_BYTES = 32;
/** The PKCS #8 prefix of a 32-byte ed25519 key (RFC 8410 section 10.3). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Creates a key: `whsec_…`, or for ed25519 `whsk_…` with its public half `whpk_…`. */
export function mintSigningKey(signing: Signing): SigningKey {
  if (signing === 'hmac-sha256') {
    const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
    return { secret, verification: secret };
  }
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { d = '' } = privateKey.export({ format: 'jwk' });
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return { secret: `whsk_${inBase64(d)}`, verification: `whpk_${inBase64(x)}` };
}

export interface Message {
  /** The event's id, the same for every attempt. */
  readonly id: string;
  /** The time of this attempt, in seconds since the epoch. */
  readonly timestamp: number;
  readonly body: string;
}

/** The three headers. There is one signature per secret, so that receivers can change theirs at any time. */
export const signedHeaders = (message: Message, secrets: readonly string[]): Readonly<Record<string, string>> => ({
  'webhook-id': message.id,
  'webhook-timestamp': String(message.timestamp),
  'webhook-signature': secrets.map((secret) => signatureOf(message, secret)).join(' '),
});

function signatureOf({ id, timestamp, body }: Message, secret: string): string {
  const [prefix = '', key = ''] = secret.split('_', 2);
  const bytes = Buffer.from(key, 'base64');
  const text = `${id}.${timestamp}.${body}`;
  if (prefix === 'whsec') return `v1,${createHmac('sha256', bytes).update(text).digest('base64')}`;
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, bytes]), format: 'der', type: 'pkcs8' });
  return `v1a,${sign(null, Buffer.from(text), privateKey).toString('base64')}`;
}

const inBase64 = (base64url: string): string => Buffer.from(base64url, 'base64url').toString('base64');
