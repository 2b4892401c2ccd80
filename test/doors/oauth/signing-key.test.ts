import { expect, test } from 'vitest';
import { signingKey } from '../../../src/doors/oauth/signing-key.ts';
import { world } from '../../support/world.ts';

// During an upgrade two releases run side by side. A client that has read the keys of one can verify signatures of the
// other, and finds the key by its name. The public key is derived from the private key.
test('derives the same key with the same name from a secret in every process and release', () => {
  const { d: _, ...key } = signingKey('the secret of a service');
  expect(key).toEqual({
    ...{ kty: 'EC', crv: 'P-256', use: 'sig', alg: 'ES256', kid: 'z9foCgWM3QN4jVX9' },
    x: 'pUrIzelUDw-5NH9AdInFA-b8mAnAvbGj_O94wKomJFA',
    y: '6XlEhYuzntIVVdLNxdDLJSFkJHV31j4zPBO0VqH1AmA',
  });
  expect(signingKey('the secret of another service').x).not.toBe(key.x);
});

test("publishes the previous secret's key too, and signs with the current one", async () => {
  const [current, former] = ['c'.repeat(32), 'f'.repeat(32)];
  const here = await world({ CAIRN_SECRET: current, CAIRN_SECRET_PREVIOUS: former });
  const { body } = await here.anyone.get<{ keys: { kid: string; d?: string }[] }>('/oauth/jwks');
  expect(body.keys.map(({ kid }) => kid)).toEqual([signingKey(current).kid, signingKey(former).kid]);
  expect(body.keys.some(({ d }) => d !== undefined)).toBe(false);
  await here.close();
});
