// The key that signs ID tokens. It is derived from the service's secret, so that all processes share it and nothing has
// to be stored.
import { createECDH, createHash, hkdfSync } from 'node:crypto';

/** An ES256 key as a JSON Web Key, with its private part. */
export function signingKey(secret: string): Readonly<Record<string, string>> {
  const curve = createECDH('prime256v1');
  // Fails if the number exceeds the curve's order. The probability is 1 in 2^32, and the secret never changes.
  curve.setPrivateKey(Buffer.from(hkdfSync('sha256', secret, '', 'cairn identity token key', 32)));
  const point = curve.getPublicKey();
  const part = (bytes: Buffer): string => bytes.toString('base64url');
  const [x, y] = [part(point.subarray(1, 33)), part(point.subarray(33))];
  const kid = createHash('sha256').update(point).digest('base64url').slice(0, 16);
  return { kty: 'EC', crv: 'P-256', use: 'sig', alg: 'ES256', kid, x, y, d: part(curve.getPrivateKey()) };
}
