// Audits rejected requests that contained something issued under a person's consent (a code, refresh token or device
// code), because their workspace is known. Other requests appear only in the service's log: an audit log cannot be
// pruned, and strangers could fill it.

import type { Context } from 'oidc-provider';
import { recordChange } from '../../audit/audit-log.ts';
import { DAY_MS } from '../../base/clock.ts';
import { artifactHash, claimOnce, findArtifact } from '../../credentials/oauth-artifacts.ts';
import { findGrant } from '../../credentials/oauth-grants.ts';
import { personOf } from './access-token-adapter.ts';
import type { OauthDeps } from './oauth-deps.ts';

const KINDS = ['RefreshToken', 'DeviceCode', 'AuthorizationCode'] as const;

interface Brought {
  readonly kind: string;
  readonly accountId: string;
  readonly grantId: string;
}

/**
 * Records `oauth.request.refused` at most once a day per grant and error. If a code was reused, its grant has already
 * ended, which has its own entry (`oauth.grant.revoked`).
 */
export async function recordMisuse(deps: OauthDeps, context: Context, failure: Error): Promise<void> {
  const { database, clock } = deps;
  const brought = await broughtBy(deps, context);
  if (brought === undefined) return;
  const { account_id, catalog_id } = personOf(brought.accountId);
  const error = 'error' in failure ? String(failure.error) : failure.message;
  const reason = 'error_detail' in failure ? String(failure.error_detail ?? '') : '';
  if (!(await claimOnce(database, 'Misuse', `${brought.grantId} ${error} ${reason}`, clock() + DAY_MS))) return;
  const grant = await findGrant(database, brought.grantId, clock());
  if (grant === undefined) return;
  const actor = { kind: 'system', id: null, name: 'Authorization server' } as const;
  const by = { account_id: null, actor, request_id: context.get('request-id') };
  const subject = { kind: 'app', id: grant.client_id, name: grant.client_name };
  await database.inTransaction((tx) =>
    recordChange(tx, catalog_id, 'oauth.request.refused', subject, by, {
      after: { account_id, endpoint: context.oidc.route, error, reason, brought: brought.kind },
    }),
  );
}

/** The server records the codes it has validated. Codes that failed earlier are looked up here. */
async function broughtBy({ database }: OauthDeps, { oidc }: Context): Promise<Brought | undefined> {
  for (const kind of KINDS) {
    const model = oidc?.entities?.[kind];
    if (model !== undefined) return asBrought(kind, model);
  }
  const code = oidc?.params?.code;
  if (typeof code !== 'string') return undefined;
  const artifact = await findArtifact(database, 'AuthorizationCode', artifactHash(code));
  return artifact === undefined ? undefined : asBrought('AuthorizationCode', artifact.payload);
}

const asBrought = (kind: string, { accountId, grantId }: Readonly<Record<string, unknown>>): Brought | undefined =>
  typeof accountId === 'string' && typeof grantId === 'string' ? { kind, accountId, grantId } : undefined;
