// Dynamic registration (RFC 7591). Every copy of an AI tool registers with the same metadata. Public clients have no
// secret, so identical registrations share one client, and only new clients count against the limits.

import { DAY_MS } from '../../base/clock.ts';
import { parseJson } from '../../base/json.ts';
import { refuse } from '../../base/refusal.ts';
import { t } from '../../base/texts/t.ts';
import { artifactHash, findArtifact, keepNewClient, putArtifact } from '../../credentials/oauth-artifacts.ts';
import type { Answer } from '../../http/answers/answer.ts';
import { strangerOf } from '../../http/endpoint/stranger.ts';
import { networkOf } from '../../http/incoming/client-address.ts';
import { askServer } from './bridge.ts';
import { requireType } from './client-form.ts';
import { asClientMetadata } from './client-metadata.ts';
import { hostOf } from './client-name.ts';
import type { OauthDeps } from './oauth-deps.ts';
import type { OauthCall } from './oauth-door.ts';
import type { OpenServer } from './provider.ts';

const KIND = 'Registration';
/** After this time, an identical registration gets a new client. */
const SHARED_LIFETIME_MS = 180 * DAY_MS;

type Metadata = Readonly<Record<string, unknown>>;

/** Fails with `forbidden`, `bad-request`, `unsupported-media-type`, `payload-too-large` and `rate-limited`. */
export async function register(deps: OauthDeps, open: OpenServer, call: OauthCall): Promise<Answer> {
  if (!deps.registration)
    throw refuse('forbidden', 'Clients cannot register here. Use a client ID metadata document instead.');
  const server = await open();
  requireType(call, 'application/json');
  const given = parseJson(await call.bytes());
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw refuse('bad-request', 'The body must be a JSON object.');
  const { client_id: _, client_secret: __, ...metadata } = asClientMetadata({ ...given }, 'client_secret_basic');
  const hash = sharedHash(metadata);
  const shared = hash === undefined ? undefined : await findShared(deps, hash, metadata);
  if (shared !== undefined) return shared;
  await takeTurn(deps, call, metadata);
  const request = { method: 'POST', url: '/oauth/register', body: JSON.stringify(metadata) };
  const answer = await deps.requests.run(strangerOf(call), () => askServer(server, deps.publicUrl, call, request));
  if (hash !== undefined && answer.status === 201) await keepShared(deps, hash, answer);
  return answer;
}

/**
 * A value that is the same for all registrations that can share a client. Undefined if the client has a secret or a key
 * of its own.
 */
function sharedHash(metadata: Metadata): Buffer | undefined {
  const { token_endpoint_auth_method: method, jwks, jwks_uri, redirect_uris } = metadata;
  if (method !== 'none' || jwks !== undefined || jwks_uri !== undefined || !Array.isArray(redirect_uris))
    return undefined;
  const comparable = { ...metadata, redirect_uris: redirect_uris.map(withoutLocalPort) };
  return artifactHash(JSON.stringify(Object.entries(comparable).sort(([one], [other]) => (one < other ? -1 : 1))));
}

/** A program on a person's machine listens on any port, which requests may vary (RFC 8252, section 7.3). */
function withoutLocalPort(address: unknown): unknown {
  if (typeof address !== 'string' || !URL.canParse(address) || hostOf(address) !== '') return address;
  const url = new URL(address);
  url.port = '';
  return url.href;
}

/** The response that the first of these clients got, but with this client's redirect URIs. */
async function findShared(deps: OauthDeps, hash: Buffer, metadata: Metadata): Promise<Answer | undefined> {
  const answer = (await findArtifact(deps.database, KIND, hash))?.payload;
  const isKept = answer !== undefined && (await keepNewClient(deps.database, String(answer.client_id), deps.clock()));
  if (!isKept) return undefined;
  return {
    status: 201,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' },
    body: { ...answer, redirect_uris: metadata.redirect_uris },
  };
}

async function keepShared({ database, clock }: OauthDeps, hash: Buffer, answer: Answer): Promise<void> {
  const { bytes } = answer.body as { readonly bytes: Buffer };
  const payload: Metadata = JSON.parse(bytes.toString('utf8'));
  await putArtifact(database, KIND, hash, { payload, expires_at: clock() + SHARED_LIFETIME_MS });
}

/**
 * Counts a new client against two limits: that of the address, and that of the address together with the host of its
 * first redirect URI.
 */
async function takeTurn({ limiter }: OauthDeps, call: OauthCall, { redirect_uris }: Metadata): Promise<void> {
  const address = `address:${networkOf(call.address)}`;
  const host = hostOf(String(Array.isArray(redirect_uris) ? redirect_uris[0] : ''));
  for (const [policy, key] of [
    ['registration-host', `${address} ${host}`],
    ['registration', address],
  ] as const) {
    const { allowed, retryAfterS } = await limiter.take(policy, key);
    if (!allowed)
      throw refuse(
        'rate-limited',
        t('Too many new clients from this address. Wait {retryAfterS} s.', { retryAfterS }),
        {
          retry_after: retryAfterS,
        },
      );
  }
}
