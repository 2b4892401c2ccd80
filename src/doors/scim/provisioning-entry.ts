// One request of an identity provider as its connection's provisioning log keeps it. Values are masked when it is
// written.

import { instant } from '../../base/clock.ts';
import { isUuid } from '../../base/id.ts';
import type { ScimCaller } from '../../credentials/scim-token.ts';
import type { Observation } from '../../http/endpoint/endpoint.ts';
import type { ProvisioningNote } from '../../provisioning/log/provisioning-log.ts';
import { scimStatusOf } from './scim-problem.ts';

/** What a handler notes of its request for the log. */
export interface Noted {
  readonly resource_id?: string;
  /** As it was sent: it need not be a text. */
  readonly resource_name?: unknown;
  readonly body?: unknown;
  readonly warnings?: readonly string[];
}

/**
 * The entry of a request that was answered; undefined where its address names no connection. It may wait for the
 * database, and keeps nothing of the address but the parts that it names.
 */
export function entryOf(
  { caller, endpoint, request, status, refusal, durationMs, noted }: Observation<ScimCaller>,
  now: number,
): ProvisioningNote | undefined {
  const connection_id = connectionOf(caller, request);
  if (connection_id === undefined) return undefined;
  const { resource_id = request.params.id, resource_name, body, warnings = [] }: Noted = noted;
  return {
    team_id: caller?.team_id,
    connection_id,
    at: instant(now - durationMs),
    token_id: caller?.token_id ?? null,
    request_id: request.requestId,
    resource_id: resource_id === undefined ? null : ownCopy(resource_id),
    resource_name: typeof resource_name === 'string' ? ownCopy(resource_name.slice(0, LONGEST_NAME)) : null,
    ...(endpoint === undefined ? missedNamesOf(request) : namesOf(endpoint.id)),
    ...outcomeOf(status, refusal),
    // What was refused changed nothing: its explanation says all.
    warnings: status < 400 ? [...warnings] : [],
    duration_ms: Math.round(durationMs * 10) / 10,
    request: body ?? queryOf(request.url),
  };
}

/** The caller's connection, or else the one that the address names. */
function connectionOf(caller: ScimCaller | undefined, { params }: Observation<ScimCaller>['request']) {
  const named = caller?.connection_id ?? params.connection_id?.toLowerCase() ?? '';
  return isUuid(named) ? ownCopy(named) : undefined;
}

/** The query as an object; null where there is none. */
function queryOf(url: string): Readonly<Record<string, string>> | null {
  const query = url.split('?', 2)[1];
  return query === undefined ? null : Object.fromEntries(new URLSearchParams(query));
}

function outcomeOf(status: number, refusal: Observation<ScimCaller>['refusal']) {
  const outcome = status < 400 ? 'ok' : status < 500 || status === 501 ? 'refused' : 'failed';
  if (refusal === undefined) return { outcome, status, scim_type: null, explanation: null } as const;
  const explanation = refusal === 'internal' ? FAULT : refusal.message;
  return { outcome, status, scim_type: scimStatusOf(refusal).scimType ?? null, explanation } as const;
}

const LONGEST_NAME = 300;
const LONGEST_PATH = 200;
const FAULT = 'A fault of the service, not of the identity provider. Report the request id.';

/** `createUser` -> `create` and `User`; `searchUserPosted` is a search all the same. */
function namesOf(endpointId: string): { resource: string; operation: string } {
  const [, operation = endpointId, resource = ''] = /^([a-z]+)(.*?)(?:Posted)?$/.exec(endpointId) ?? [];
  return { resource, operation };
}

/** A path or method that SCIM does not have here, as it was sent: `POST` and `/Userz`. */
const missedNamesOf = ({ method, params }: Observation<ScimCaller>['request']) => ({
  resource: ownCopy(`/${params['*'] ?? ''}`.slice(0, LONGEST_PATH)),
  operation: method,
});

/** The same text with memory of its own: V8 makes a part of a text a view of it, which keeps all of that text. */
const ownCopy = (text: string): string => ` ${text}`.slice(1);
