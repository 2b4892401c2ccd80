// A request of an identity provider as an entry of its connection's provisioning log. Values are masked when the entry
// is written.

import { instant } from '../../base/clock.ts';
import { isUuid } from '../../base/id.ts';
import type { ScimCaller } from '../../credentials/scim-token.ts';
import type { Observation } from '../../http/endpoint/endpoint.ts';
import type { ProvisioningNote } from '../../provisioning/log/provisioning-log.ts';
import { marksOf } from '../../provisioning/log/repeated-writes.ts';
import type { UnshownValue } from '../../provisioning/unshown-values.ts';
import { scimStatusOf } from './scim-problem.ts';
import { withPlusSigns } from './search-query.ts';

/** What a handler records about its request for the log. */
export interface Noted {
  readonly resource_id?: string;
  /** As the client sent it, so not necessarily a string. */
  readonly resource_name?: unknown;
  readonly body?: unknown;
  readonly warnings?: readonly string[];
  readonly unshown?: readonly UnshownValue[];
}

/**
 * The entry for a completed request. Undefined if the path names no connection. The entry may have to wait for the
 * database, so it keeps only the parts of the URL that it needs.
 */
export function entryOf(
  { caller, endpoint, request, status, refusal, durationMs, noted }: Observation<ScimCaller>,
  now: number,
): ProvisioningNote | undefined {
  const connection_id = connectionOf(caller, request);
  if (connection_id === undefined) return undefined;
  const { resource_id = request.params.id, resource_name, body, warnings = [], unshown = [] }: Noted = noted;
  return {
    team_id: caller?.team_id,
    connection_id,
    at: instant(now - durationMs),
    token_id: caller?.token_id ?? null,
    request_id: request.requestId,
    resource_id: resource_id === undefined ? null : ownCopy(resource_id),
    resource_name: typeof resource_name === 'string' ? ownCopy(resource_name.slice(0, MAX_NAME_LENGTH)) : null,
    ...(endpoint === undefined ? missedNamesOf(request) : namesOf(endpoint.id)),
    ...outcomeOf(status, refusal),
    // A rejected request changed nothing, and the error explains enough.
    warnings: status < 400 ? [...warnings] : [],
    unshown: status < 400 ? marksOf(unshown) : null,
    duration_ms: Math.round(durationMs * 10) / 10,
    request: body ?? queryOf(request.url),
    keeps_content: body !== undefined && isKept(caller, endpoint),
  };
}

/** The caller's connection, or else the one in the path. */
function connectionOf(caller: ScimCaller | undefined, { params }: Observation<ScimCaller>['request']) {
  const named = caller?.connection_id ?? params.connection_id?.toLowerCase() ?? '';
  return isUuid(named) ? ownCopy(named) : undefined;
}

/** The query as an object; null without a query. */
function queryOf(url: string): Readonly<Record<string, string>> | null {
  const query = url.split('?', 2)[1];
  return query === undefined ? null : Object.fromEntries(new URLSearchParams(withPlusSigns(query)));
}

function outcomeOf(status: number, refusal: Observation<ScimCaller>['refusal']) {
  const outcome = status < 400 ? 'ok' : status < 500 || status === 501 ? 'refused' : 'failed';
  if (refusal === undefined) return { outcome, status, scim_type: null, explanation: null } as const;
  const explanation = refusal === 'internal' ? FAULT : refusal.message;
  return { outcome, status, scim_type: scimStatusOf(refusal).scimType ?? null, explanation } as const;
}

/** Searches change nothing, so that a rehearsal does not need them. */
const isKept = (caller: ScimCaller | undefined, endpoint: Observation<ScimCaller>['endpoint']): boolean =>
  caller?.keeps_requests === true && endpoint?.id.startsWith('search') === false;

const MAX_NAME_LENGTH = 300;
const MAX_PATH_LENGTH = 200;
const FAULT = 'This is an error in the service, not in the identity provider. Report the request id.';

/** Splits `createUser` into `create` and `User`. `searchUserPosted` is also a search. */
function namesOf(endpointId: string): { resource: string; operation: string } {
  const [, operation = endpointId, resource = ''] = /^([a-z]+)(.*?)(?:Posted)?$/.exec(endpointId) ?? [];
  return { resource, operation };
}

/** A method and path that SCIM does not support here, as sent: `POST` and `/Userz`. */
const missedNamesOf = ({ method, params }: Observation<ScimCaller>['request']) => ({
  resource: ownCopy(`/${params['*'] ?? ''}`.slice(0, MAX_PATH_LENGTH)),
  operation: method,
});

/** Copies the string. V8 represents a substring as a view, which keeps the whole original in memory. */
const ownCopy = (text: string): string => ` ${text}`.slice(1);
