// A request that was refused although it brought something that a person's consent had made (a code, a refresh token, a
// device code): the workspace is known then, so its audit log says so. What strangers send is a line of the service's
// log alone: an audit log cannot be pruned, and anybody could fill it.

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
 * Writes `oauth.request.refused` once a day for each grant and error. A code that comes again has ended its grant by
 * now, which is an entry of its own (`oauth.grant.revoked`).
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

/** The server notes what it has judged; a code that failed before that is looked up here. */
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
