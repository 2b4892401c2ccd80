// Stores the authorization server's access tokens with the other credentials, so that admission has to know only one
// kind of bearer token. Tokens of the service's own programs are stored as sessions.

import type { Adapter, Payload } from 'oidc-provider';
import { instant } from '../../base/clock.ts';
import { keepClient } from '../../credentials/oauth-artifacts.ts';
import {
  findAccessToken,
  findGrant,
  issueAccessToken,
  mintAccessToken,
  revokeAccessToken,
  revokeGrant,
} from '../../credentials/oauth-grants.ts';
import { type DeviceConsent, openDeviceSession } from '../../identity/device-session.ts';
import { mintSessionToken } from '../../identity/sessions.ts';
import type { Tx } from '../../storage/database.ts';
import { fromStored, toStored } from './library-times.ts';
import type { OauthDeps } from './oauth-deps.ts';
import { programOf, sessionKindOf } from './own-clients.ts';
import type { Writer, WritingRequest } from './request-writes.ts';

export function accessTokenAdapter(deps: OauthDeps, write: Writer): Adapter {
  const { database, clock, publicUrl } = deps;
  return {
    async upsert(token, payload) {
      const grantId = String(payload.grantId ?? '');
      const exp = Number(toStored(payload, clock).exp) * 1_000;
      const scopes = String(payload.scope ?? '')
        .split(' ')
        .filter((scope) => scope !== '');
      const kind = sessionKindOf(String(payload.clientId));
      if (kind !== undefined) {
        const session = { ...consentOf(String(payload.accountId)), kind, program: programOf(kind), token };
        return write({ locks: 'grant', run: (tx, request) => openDeviceSession(tx, session, clock(), request) });
      }
      const expires_at = instant(exp);
      await write({
        locks: 'grant',
        run: (tx) => issueAccessToken(tx, grantId, { token, scopes, expires_at }, clock()),
      });
      await write({ locks: 'artifact', run: (tx) => keepClient(tx, String(payload.clientId), clock()) });
    },
    async find(token) {
      const found = await findAccessToken(database, token, clock());
      if (found === undefined) return undefined;
      const stored = {
        kind: 'AccessToken',
        jti: token,
        grantId: found.grant_id ?? undefined,
        clientId: found.client_id,
        accountId: `${found.account_id}.${found.catalog_id}`,
        aud: publicUrl + found.resource,
        scope: found.scopes.join(' '),
        iat: Math.floor(Date.parse(found.created_at) / 1_000),
        exp: Math.floor(Date.parse(found.expires_at) / 1_000),
      } satisfies Payload;
      return fromStored(stored, clock);
    },
    destroy: (token) => write({ locks: 'token', isEnding: true, run: (tx) => revokeAccessToken(tx, token) }),
    revokeByGrantId(grantId) {
      return write({
        locks: 'grant',
        isEnding: true,
        run: (tx, request) => endGrant(tx, grantId, clock(), request),
      });
    },
    findByUserCode: async () => undefined,
    findByUid: async () => undefined,
    consume: async () => {},
  };
}

/** Ends a misused or revoked grant and its tokens. Does nothing if the grant has already ended. */
export async function endGrant(tx: Tx, grantId: string, now: number, request: WritingRequest): Promise<void> {
  const grant = await findGrant(tx, grantId, now);
  if (grant === undefined) return;
  const actor = { kind: 'system', id: null, name: 'Authorization server', ...request.origin } as const;
  await revokeGrant(tx, grant.catalog_id, grantId, { account_id: null, actor, request_id: request.id });
}

/**
 * Creates a bearer token of the kind that the client uses. A retry opens the same session, so its token is derived from
 * `seed`.
 */
export const mintFor = (clientId: string, seed: string): string =>
  sessionKindOf(clientId) === undefined ? mintAccessToken() : mintSessionToken(seed);

/** The server's account id for the person who agreed to a session of one of the service's own programs. */
export const programAccountIdOf = ({ account_id, catalog_id, activation, ...rests }: DeviceConsent): string =>
  [account_id, catalog_id, activation ?? '', rests.confined ? CONFINED : (rests.proof_number ?? '')].join('.');

const CONFINED = 'confined';

/** Reads such an account id. Only a program that is valid in all workspaces has the account's proof number. */
function consentOf(accountId: string): DeviceConsent {
  const [, , activation = '', reach = ''] = accountId.split('.');
  const confined = !/^\d+$/.test(reach);
  return {
    ...personOf(accountId),
    activation: activation === '' ? null : Number(activation),
    confined,
    proof_number: confined ? null : Number(reach),
  };
}

/** The account and catalog of the server's `accountId`. */
export function personOf(accountId: string): { account_id: string; catalog_id: string } {
  const [account_id = '', catalog_id = ''] = accountId.split('.');
  return { account_id, catalog_id };
}
