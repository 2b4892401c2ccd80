// A loopback issuer with a discovery document, keys, and signed assertions. Tests can change what it publishes and
// whether it responds.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

export interface SigningIssuer {
  readonly issuer: string;
  /** Signs the claims unchanged. `header` replaces `alg`, `kid` and `typ`. */
  sign(claims: JWTPayload, header?: Readonly<Record<string, string>>): Promise<string>;
  /** Signs with an unpublished key under the published key's name. */
  forge(claims: JWTPayload): Promise<string>;
  /** From now on it accepts requests but never responds. */
  fallSilent(): void;
  close(): Promise<void>;
}

export async function signingIssuer(): Promise<SigningIssuer> {
  const own = await generateKeyPair('ES256');
  const other = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let isSilent = false;
  const answer = (response: ServerResponse, body: object): void => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  server.on('request', (request, response) => {
    if (isSilent) return;
    if (request.url === '/keys') return answer(response, { keys: [jwk] });
    answer(response, { issuer, jwks_uri: `${issuer}/keys` });
  });
  const signed = (claims: JWTPayload, key: CryptoKey, header: Readonly<Record<string, string>> = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'one', ...header }).sign(key);
  return {
    issuer,
    sign: (claims, header) => signed(claims, own.privateKey, header),
    forge: (claims) => signed(claims, other.privateKey),
    fallSilent: () => {
      isSilent = true;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
