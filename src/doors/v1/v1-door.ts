// The API /v1: takes bearer credentials and returns problem details. v1.ts lists its endpoints.
import type { Authenticator } from '../../admission/authenticate.ts';
import { byCaller, type Caller, requireScope, requireStanding } from '../../admission/caller.ts';
import type { By } from '../../audit/audit-log.ts';
import { type Refusal, refusalOf } from '../../base/refusal.ts';
import { SCOPES, type Scope } from '../../directory/roles.ts';
import { problemAnswer } from '../../http/answers/problem.ts';
import { originOf } from '../../http/endpoint/call-origin.ts';
import { operationBuilder, routesBuilder } from '../../http/endpoint/define-endpoint.ts';
import type { Admitted, Call, Door, Endpoint } from '../../http/endpoint/endpoint.ts';
import { type ProtectedResource, withResource } from '../../http/gate/challenge.ts';

/** An endpoint of /v1; `needs` is a scope. */
export type V1Endpoint = Endpoint<Caller, Scope>;

export const operation = operationBuilder<Caller, Scope>();

/** Defines endpoints below /v1: `METHOD /path` -> operation. */
export const routes = routesBuilder<Caller, Scope>({
  prefix: '/v1',
  rate: 'default',
  unknownQuery: 'refused',
  dryRuns: true,
});

/** The caller as the actor of a change. */
export const byOf = (call: Pick<Call<Caller>, 'caller' | 'requestId' | 'address' | 'headers'>): By =>
  byCaller(call.caller, call.requestId, originOf(call));

/** Admits callers in the order of Decision 5: credential, membership, plan, scope. */
export const v1Door = (authenticator: Authenticator, baseUrl: string): Door<Caller, Scope> => ({
  name: 'v1',
  jsonTypes: ['application/json'],
  render: (refusal, { requestId }, language) =>
    withResource(problemAnswer(refusal, baseUrl, requestId, language), resourceAt(baseUrl)),
  async admit(request, endpoint, lookUp) {
    const { caller, database } = await authenticator.admit(request.headers.authorization, lookUp);
    const refusal = refusalOf(() => {
      requireStanding(caller);
      if (endpoint.needs !== undefined) requireScope(caller, endpoint.needs);
    });
    // The cached caller may be stale: a role granted a moment ago must take effect.
    if (refusal !== undefined) await database.confirm();
    return admitted(caller, database, refusal);
  },
});

const resourceAt = (baseUrl: string): ProtectedResource => ({
  metadata: `${baseUrl}/.well-known/oauth-protected-resource/v1`,
  scope: SCOPES.join(' '),
});

const admitted = (
  caller: Caller,
  database: Admitted<Caller>['database'] & { confirm(): Promise<unknown> },
  refusal: Refusal | undefined,
): Admitted<Caller> => ({
  caller,
  database,
  refusal,
  confirm: database.confirm,
  bucket: caller.counted_as,
  keys: { catalog_id: caller.catalog.catalog_id, credential_id: caller.counted_as },
  logged: { credential_id: caller.credential.id, catalog_id: caller.catalog.catalog_id },
});
