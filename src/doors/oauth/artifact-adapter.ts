// The authorization server's storage for everything but access tokens. Ids are bearers (codes, refresh tokens, device
// codes), so rows are found by their hash and hold none; an id that was reached by another way is a handle that only we
// can make.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Adapter, Payload } from 'oidc-provider';
import {
  artifactHash,
  consumeArtifact,
  deleteArtifact,
  deleteByGrant,
  findArtifact,
  findByUserCode,
  putArtifact,
  UNUSED_CLIENT_LIFETIME_MS,
} from '../../credentials/oauth-artifacts.ts';
import type { OauthDeps } from './oauth-deps.ts';

const HANDLE = 'handle.';

/** `kind` is what the server calls it, e.g. `RefreshToken`. `reused` makes the error for what was used before. */
export function artifactAdapter(deps: OauthDeps, kind: string, reused: (grantId: string) => Promise<Error>): Adapter {
  const { database, clock } = deps;
  const hashOf = (id: string): Buffer => handleHash(deps, id) ?? artifactHash(id);
  return {
    async upsert(id, payload, expiresIn) {
      const { jti: _, ...rest } = payload;
      const lifetime = kind === 'Client' ? UNUSED_CLIENT_LIFETIME_MS : (expiresIn ?? 0) * 1_000;
      await putArtifact(database, kind, hashOf(id), {
        payload: kind === 'Client' ? withoutSecret(rest) : rest,
        grant_id: text(payload.grantId),
        user_code: text(payload.userCode),
        expires_at: lifetime > 0 ? clock() + lifetime : undefined,
      });
    },
    async find(id) {
      const found = await findArtifact(database, kind, hashOf(id));
      if (found === undefined) return undefined;
      if (kind === 'Client') return { ...found.payload };
      return { ...found.payload, jti: id, ...(found.is_consumed ? { consumed: true } : {}) };
    },
    async findByUserCode(code) {
      const found = await findByUserCode(database, kind, code);
      if (found === undefined) return undefined;
      return { ...found.payload, jti: handleOf(deps, found.hash), ...(found.is_consumed ? { consumed: true } : {}) };
    },
    findByUid: async () => undefined,
    async consume(id) {
      if (await consumeArtifact(database, kind, hashOf(id), clock())) return;
      // Two came with the same one at the same moment: as with any second use, everything made from it ends.
      const found = await findArtifact(database, kind, hashOf(id));
      throw await reused(text(found?.payload.grantId) ?? '');
    },
    async destroy(id) {
      await deleteArtifact(database, kind, hashOf(id));
    },
    revokeByGrantId: (grantId) => deleteByGrant(database, kind, grantId),
  };
}

/** Signed-in browsers are known by the console's session alone: the server keeps none of its own. */
export const noSessions: Adapter = {
  upsert: async () => {},
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => {},
  destroy: async () => {},
  revokeByGrantId: async () => {},
};

/** What is stored of a client's secret, and what a secret that is sent is compared by. */
export const secretDigest = (secret: string): string => `sha256:${artifactHash(secret).toString('base64url')}`;

const withoutSecret = (client: Payload): Payload =>
  typeof client.client_secret === 'string' ? { ...client, client_secret: secretDigest(client.client_secret) } : client;

function handleOf({ secret }: OauthDeps, hash: Buffer): string {
  const body = hash.toString('base64url');
  return `${HANDLE}${body}.${createHmac('sha256', secret()).update(`handle ${body}`).digest('base64url')}`;
}

/** The hash in a handle of ours; undefined for anything else. */
function handleHash(deps: OauthDeps, id: string): Buffer | undefined {
  if (!id.startsWith(HANDLE)) return undefined;
  const hash = Buffer.from(id.slice(HANDLE.length).split('.')[0] ?? '', 'base64url');
  const expected = Buffer.from(handleOf(deps, hash));
  const given = Buffer.from(id);
  return given.length === expected.length && timingSafeEqual(given, expected) ? hash : undefined;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
