// Verifies signatures with independent code: the reference library for Node, Python's own hmac, and Node's ed25519.
import { execFileSync } from 'node:child_process';
import { createPublicKey, verify } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { mintSigningKey, signedHeaders } from '../../src/webhooks/signature.ts';

const message = {
  id: '01970000-0000-7000-8000-000000000001',
  timestamp: Math.floor(Date.now() / 1_000),
  body: '{"type":"trail.saved","text":"ä – 👣"}',
};

const hasPython = ((): boolean => {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

const PYTHON = `
import base64, hashlib, hmac, sys, json
case = json.load(sys.stdin)
key = base64.b64decode(case["secret"].removeprefix("whsec_"))
text = f'{case["id"]}.{case["timestamp"]}.'.encode() + case["body"].encode()
expected = "v1," + base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()
print(any(hmac.compare_digest(expected, one) for one in case["signature"].split(" ")))
`;

describe('a shared secret (v1)', () => {
  const { secret, verification } = mintSigningKey('hmac-sha256');
  const headers = signedHeaders(message, [secret]);

  test('is the one with which the receiver verifies', () => {
    expect(verification).toBe(secret);
    expect(secret).toMatch(/^whsec_/);
  });
  test('verifies with the reference library', () => {
    expect(new Webhook(verification).verify(message.body, headers)).toEqual(JSON.parse(message.body));
  });
  test('does not verify another body, id, time or secret', () => {
    const hook = new Webhook(verification);
    expect(() => hook.verify(`${message.body} `, headers)).toThrow();
    expect(() => hook.verify(message.body, { ...headers, 'webhook-id': 'other' })).toThrow();
    expect(() => hook.verify(message.body, { ...headers, 'webhook-timestamp': `${message.timestamp - 1}` })).toThrow();
    expect(() => new Webhook(mintSigningKey('hmac-sha256').secret).verify(message.body, headers)).toThrow();
  });
  test('verifies with the old and the new secret during a rotation', () => {
    const next = mintSigningKey('hmac-sha256');
    const both = signedHeaders(message, [next.secret, secret]);
    for (const known of [verification, next.verification])
      expect(new Webhook(known).verify(message.body, both)).toEqual(JSON.parse(message.body));
  });
  test.runIf(hasPython)("verifies with Python's hmac", () => {
    const verified = (text: string) =>
      execFileSync('python3', ['-c', PYTHON], {
        input: JSON.stringify({
          ...message,
          body: text,
          secret: verification,
          signature: headers['webhook-signature'],
        }),
        encoding: 'utf8',
      }).trim();
    expect(verified(message.body)).toBe('True');
    expect(verified(`${message.body} `)).toBe('False');
  });
});

describe('a public key (v1a)', () => {
  const { secret, verification } = mintSigningKey('ed25519');
  const headers = signedHeaders(message, [secret]);
  const publicKey = createPublicKey({
    key: {
      kty: 'OKP',
      crv: 'Ed25519',
      x: Buffer.from(verification.replace('whpk_', ''), 'base64').toString('base64url'),
    },
    format: 'jwk',
  });
  const signature = Buffer.from(headers['webhook-signature']?.replace('v1a,', '') ?? '', 'base64');

  test('verifies with ed25519, and reveals nothing about the private key', () => {
    const text = (body: string) => Buffer.from(`${message.id}.${message.timestamp}.${body}`);
    expect(verify(null, text(message.body), publicKey, signature)).toBe(true);
    expect(verify(null, text('{}'), publicKey, signature)).toBe(false);
    expect(secret).toMatch(/^whsk_/);
    expect(verification).toMatch(/^whpk_/);
    expect(Buffer.from(verification.replace('whpk_', ''), 'base64')).toHaveLength(32);
  });
});
