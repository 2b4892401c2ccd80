// The authorization server's storage for everything except access tokens. Ids are bearer secrets (codes, refresh
// tokens, device codes), so rows store only their hash. If the server finds a row without having the secret, it gets a
// handle instead of the id, which only this service can create.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Adapter, Context, Payload } from 'oidc-provider';
import type { Clock } from '../../base/clock.ts';
import {
  type Artifact,
  artifactHash,
  consumeArtifact,
  deleteArtifact,
  deleteByGrant,
  findArtifact,
  findByUserCode,
  NEW_CLIENT_LIFETIME_MS,
  type NewArtifact,
  putArtifact,
} from '../../credentials/oauth-artifacts.ts';
import { siteOf } from '../../http/incoming/client-address.ts';
import type { Tx } from '../../storage/database.ts';
import { fromStored, toStored } from './library-times.ts';
import type { OauthDeps } from './oauth-deps.ts';
import type { Writer, WritingRequest } from './request-writes.ts';
import { isRetryable, redeemingClient } from './retried-uses.ts';

const HANDLE = 'handle.';

export interface ArtifactHooks {
  /** Ends everything issued under a consent after something was reused. */
  end(tx: Tx, grantId: string, request: WritingRequest): Promise<void>;
  /** Creates the server's error for a pending request that has ended. */
  gone(): Error;
  /** Returns the current request. */
  contextOf(): Context | undefined;
}

/** `kind` is the server's name for it, e.g. `RefreshToken`. */
export function artifactAdapter(
  deps: OauthDeps,
  write: Writer,
  kind: string,
  { end, gone, contextOf }: ArtifactHooks,
): Adapter {
  const { database, clock } = deps;
  const hashOf = (id: string): Buffer => handleHash(deps, id) ?? artifactHash(id);
  const shownAs = (jti: string, artifact: Artifact): Payload => asPayload(jti, artifact, clock);
  const endFamily = async (tx: Tx, found: Artifact | undefined, request: WritingRequest): Promise<void> => {
    const grantId = text(found?.payload.grantId);
    if (grantId !== undefined) await end(tx, grantId, request);
  };
  return {
    async upsert(id, payload, expiresIn) {
      const artifact = stored(deps, kind, payload, expiresIn);
      await write({
        locks: 'artifact',
        run: (tx, { origin }) =>
          putArtifact(tx, kind, hashOf(id), { ...artifact, waiting: waitingOf(kind, payload, origin.address) }),
      });
    },
    async find(id) {
      const found = await findArtifact(database, kind, hashOf(id));
      if (found === undefined) return undefined;
      if (kind === 'Client') return { ...found.payload };
      const clientId = redeemingClient(contextOf());
      if (found.consumed_at === undefined || clientId === undefined) return shownAs(id, found);
      if (!isRetryable(found, clientId, clock())) {
        await write({ locks: 'grant', isEnding: true, run: (tx, request) => endFamily(tx, found, request) });
        return shownAs(id, found);
      }
      return { ...shownAs(id, found), consumed: undefined };
    },
    async findByUserCode(code) {
      const found = await findByUserCode(database, kind, code);
      return found === undefined ? undefined : shownAs(handleOf(deps.secrets()[0], found.hash), found);
    },
    findByUid: async () => undefined,
    consume: (id) =>
      write({
        locks: 'artifact',
        run: (tx) => consumeArtifact(tx, kind, hashOf(id), clock()),
        // The time for retries has ended since the request read it. Like any reuse, that ends what was issued from it.
        otherwise: async (tx, request) => endFamily(tx, await findArtifact(tx, kind, hashOf(id)), request),
      }),
    destroy: (id) =>
      write({
        locks: 'artifact',
        isEnding: true,
        async run(tx) {
          const wasThere = await deleteArtifact(tx, kind, hashOf(id));
          // Two concurrent requests found the same consent. Only the one that deletes it gets the code.
          if (!wasThere && kind === 'Interaction') throw gone();
        },
      }),
    revokeByGrantId: (grantId) =>
      write({ locks: 'artifact', isEnding: true, run: (tx) => deleteByGrant(tx, kind, grantId) }),
  };
}

const asPayload = (jti: string, { payload, consumed_at }: Artifact, clock: Clock): Payload => ({
  ...fromStored(payload, clock),
  jti,
  ...(consumed_at === undefined ? {} : { consumed: true }),
});

function stored({ clock }: OauthDeps, kind: string, payload: Payload, expiresIn: number | undefined) {
  const { jti: _, ...rest } = toStored(payload, clock);
  const lifetime = kind === 'Client' ? NEW_CLIENT_LIFETIME_MS : (expiresIn ?? 0) * 1_000;
  return {
    payload: kind === 'Client' ? withoutSecret(rest) : rest,
    grant_id: text(payload.grantId),
    user_code: text(payload.userCode),
    expires_at: lifetime > 0 ? clock() + lifetime : undefined,
  };
}

/** The console's session identifies the browser. The server keeps no sessions. */
export const noSessions: Adapter = {
  upsert: async () => {},
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => {},
  destroy: async () => {},
  revokeByGrantId: async () => {},
};

/** The stored form of a client secret, also used for comparison with a submitted secret. */
export const secretDigest = (secret: string): string => `sha256:${artifactHash(secret).toString('base64url')}`;

const withoutSecret = (client: Payload): Payload =>
  typeof client.client_secret === 'string' ? { ...client, client_secret: secretDigest(client.client_secret) } : client;

function handleOf(secret: string, hash: Buffer): string {
  const body = hash.toString('base64url');
  return `${HANDLE}${body}.${createHmac('sha256', secret).update(`handle ${body}`).digest('base64url')}`;
}

/** The hash in one of our handles. Undefined for anything else. */
function handleHash({ secrets }: OauthDeps, id: string): Buffer | undefined {
  if (!id.startsWith(HANDLE)) return undefined;
  const hash = Buffer.from(id.slice(HANDLE.length).split('.')[0] ?? '', 'base64url');
  const given = Buffer.from(id);
  const isOurs = secrets().some((secret) => {
    const expected = Buffer.from(handleOf(secret, hash));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isOurs ? hash : undefined;
}

/** The kinds of requests that anyone can create and that wait for a person's decision. */
const WAITING = ['Interaction', 'DeviceCode'];

/**
 * Undefined once a person is involved, because then the person's browser stores the request again, and not a stranger.
 */
function waitingOf(kind: string, { params }: Payload, address: string): NewArtifact['waiting'] {
  if (!WAITING.includes(kind) || address === '') return undefined;
  const { client_id }: { readonly client_id?: unknown } = params ?? {};
  return { site: siteOf(address), client_id: text(client_id) ?? '' };
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
