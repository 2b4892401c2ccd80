// Codes, refresh tokens and device codes are valid once, but a client may repeat the request for a minute: its response
// may have been lost, and AI tools refresh from several calls and processes at the same time. Each repeat gets an
// access token of the same family and the same next refresh token, which is derived from the used secret. Any other use
// of a used secret ends the family (RFC 9700, section 4.14.2; Decision NNN-oauth-1).
import { createHmac, randomUUID } from 'node:crypto';
import type { Context } from 'oidc-provider';
import { type Artifact, artifactHash, findArtifact, RETRY_WINDOW_MS } from '../../credentials/oauth-artifacts.ts';
import type { Db } from '../../storage/database.ts';

/** Refreshes that a late retry may have missed. More than that within a minute is not a retry. */
const MAX_MISSED = 16;

/** The client at the token endpoint; undefined for every other request. */
export const redeemingClient = (context: Context | undefined): string | undefined =>
  context?.oidc.route === 'token' ? context.oidc.client?.clientId : undefined;

/** True if the client may still repeat the request that used it. */
export const isRetryable = ({ payload, consumed_at }: Artifact, clientId: string, now: number): boolean =>
  payload.clientId === clientId && consumed_at !== undefined && consumed_at > now - RETRY_WINDOW_MS;

/** Derives what a used secret is exchanged for: a refresh token, or the seed of a session's token. */
export const successorOf = (secret: string, used: string): string =>
  createHmac('sha256', secret).update(`successor ${used}`).digest('base64url');

/** The code or refresh token that the request uses up. */
export function usedSecret(context: Context | undefined): string {
  const { RotatedRefreshToken, AuthorizationCode, DeviceCode } = context?.oidc.entities ?? {};
  const used = RotatedRefreshToken ?? AuthorizationCode ?? DeviceCode;
  return used?.jti ?? randomUUID();
}

/**
 * The last used token in the line of a retried one. If other processes have refreshed again, a late retry must not
 * bring back a token that they have used.
 */
export async function lastUsed(
  db: Db,
  secret: string,
  first: { readonly id: string; readonly artifact: Artifact },
  clientId: string,
  now: number,
): Promise<{ readonly id: string; readonly artifact: Artifact }> {
  let last = first;
  for (let step = 0; step < MAX_MISSED; step += 1) {
    const id = successorOf(secret, last.id);
    const artifact = await findArtifact(db, 'RefreshToken', artifactHash(id));
    if (artifact === undefined || !isRetryable(artifact, clientId, now)) return last;
    last = { id, artifact };
  }
  return last;
}
