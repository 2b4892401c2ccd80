// Codes, refresh tokens and device codes can be used only once, but a client may repeat the request for a minute: the
// response may have been lost, and AI tools refresh from several calls and processes at the same time. Each repeat gets
// an access token of the same family and the same next refresh token, which is derived from the used secret. Any other
// use of a used secret ends the family (RFC 9700, section 4.14.2; Decision 170).
import { createHmac, randomUUID } from 'node:crypto';
import type { Context } from 'oidc-provider';
import { type Artifact, RETRY_WINDOW_MS } from '../../credentials/oauth-artifacts.ts';

/** The client at the token endpoint; undefined for every other request. */
export const redeemingClient = (context: Context | undefined): string | undefined =>
  context?.oidc.route === 'token' ? context.oidc.client?.clientId : undefined;

/** True if the client may still repeat the request that used it. */
export const isRetryable = ({ payload, consumed_at }: Artifact, clientId: string, now: number): boolean =>
  payload.clientId === clientId && consumed_at !== undefined && consumed_at > now - RETRY_WINDOW_MS;

/** Derives what a used secret is exchanged for: a refresh token, or the seed for a session's token. */
export const successorOf = (secret: string, used: string): string =>
  createHmac('sha256', secret).update(`successor ${used}`).digest('base64url');

/** The code or refresh token that the request uses up. */
export function usedSecret(context: Context | undefined): string {
  const { RotatedRefreshToken, AuthorizationCode, DeviceCode } = context?.oidc.entities ?? {};
  const used = RotatedRefreshToken ?? AuthorizationCode ?? DeviceCode;
  return used?.jti ?? randomUUID();
}

/**
 * How long a refresh token is returned unchanged. A client's parallel calls may save their answers in any order, so a
 * token must not be replaced while a retry of its predecessor, or a slow answer to one, can still bring it back.
 */
const MIN_AGE_S = (2 * RETRY_WINDOW_MS) / 1_000;

/** True if the request replaces its refresh token. */
export function isReplaced(context: Context): boolean {
  const issued = Number(context.oidc.entities.RefreshToken?.iat);
  return Date.now() / 1_000 - issued >= MIN_AGE_S;
}
