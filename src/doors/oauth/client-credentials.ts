// How the identity provider of a SCIM connection gets a one-hour token. The connection is the client, and its id is the
// client id. It authenticates with a client secret (RFC 6749, section 4.4) or with a JWT of its workload identity (RFC
// 7523), which can be the client authentication or the grant. This does not use oidc-provider, so services without
// other clients never load it.

import { instant } from '../../base/clock.ts';
import { isUuid } from '../../base/id.ts';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { type Sentence, t } from '../../base/texts/t.ts';
import { type IssuedScimToken, issueForIdentity, issueForSecret } from '../../credentials/scim-access-tokens.ts';
import { connectionBase } from '../../directory/connections/connection.ts';
import type { Answer } from '../../http/answers/answer.ts';
import { type BasicCredentials, basicCredentials } from './basic-credentials.ts';
import type { OauthDeps } from './oauth-deps.ts';
import type { OauthCall } from './oauth-door.ts';

export const JWT_BEARER_GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const CLIENT_CREDENTIALS = 'client_credentials';
const JWT_BEARER_ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/** The only scope of a connection's token. */
const SCOPE = 'scim';

/** The client, and one of the two proofs. */
interface Asking {
  readonly connection_id: string;
  readonly secret?: string;
  readonly assertion?: string;
}

/** True if the client is a connection. Other clients neither have this grant nor a UUID as their id. */
export const isOfConnection = (form: URLSearchParams, clientId: string | undefined): boolean =>
  form.get('grant_type') === CLIENT_CREDENTIALS ||
  (form.get('grant_type') === JWT_BEARER_GRANT && clientId !== undefined && isUuid(clientId.toLowerCase()));

/**
 * Returns the token, or an error: `invalid_client` (401), `unauthorized_client`, `invalid_target` or `invalid_request`
 * (400). Logs every refusal, and adds an entry to the provisioning log if the connection exists.
 */
export async function tokenForConnection(deps: OauthDeps, call: OauthCall, form: URLSearchParams): Promise<Answer> {
  const began = { at: deps.clock(), tick: performance.now() };
  const basic = basicCredentials(call.header('authorization'));
  try {
    const issued = await issueTo(deps, askingOf(form, basic), sentOf(...form.getAll('resource')));
    const body = { access_token: issued.token, token_type: 'Bearer', expires_in: issued.expires_in, scope: SCOPE };
    return { status: 200, headers: { 'Cache-Control': 'no-store', Pragma: 'no-cache' }, body };
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
    const refusal = asOauth(thrown, form, basic !== undefined);
    noteRefusal(deps, call, basic?.id ?? form.get('client_id'), refusal, began);
    throw refusal;
  }
}

function issueTo(deps: OauthDeps, asking: Asking, resources: readonly string[]): Promise<IssuedScimToken> {
  const { database, clock, publicUrl, readClaims } = deps;
  const { connection_id, secret, assertion = '' } = asking;
  const own = connectionBase(publicUrl, connection_id);
  if (resources.some((resource) => resource.replace(/\/$/, '').toLowerCase() !== own.toLowerCase()))
    throw refuse('bad-request', t('A token of this connection is only valid for {own}.', { own }), {
      error: 'invalid_target',
    });
  return secret === undefined
    ? issueForIdentity(database, readClaims, connection_id, assertion, clock())
    : issueForSecret(database, connection_id, secret, clock());
}

/**
 * Rejects missing or duplicate parameters with `bad-request`, and client ids that belong to no connection with
 * `unauthorized`.
 */
function askingOf(form: URLSearchParams, basic: BasicCredentials | undefined): Asking {
  for (const name of new Set(form.keys()))
    if (name !== 'resource' && form.getAll(name).length > 1)
      throw malformed(t('{name} was sent more than once.', { name }));
  const named = sentOf(basic?.id, form.get('client_id')).map((id) => id.toLowerCase());
  if (new Set(named).size > 1) throw malformed('The Authorization header and client_id name different clients.');
  const [connection_id = ''] = named;
  if (connection_id === '') throw malformed('client_id is missing. Use the id of the connection.');
  if (!isUuid(connection_id))
    throw refuse('unauthorized', 'This grant is for directory sync. Use the id of a connection as the client id.');
  return { connection_id, ...proofOf(form, basic) };
}

function proofOf(form: URLSearchParams, basic: BasicCredentials | undefined): Omit<Asking, 'connection_id'> {
  const isGrant = form.get('grant_type') === JWT_BEARER_GRANT;
  const secrets = sentOf(basic?.secret, form.get('client_secret'));
  const [assertion] = sentOf(form.get(isGrant ? 'assertion' : 'client_assertion'));
  if (secrets.length + (assertion === undefined ? 0 : 1) > 1)
    throw malformed('The client authenticates in more than one way. Use one.');
  const [secret] = secrets;
  if (secret !== undefined) return { secret };
  if (assertion === undefined) throw refuse('unauthorized', 'Send the client secret, or an assertion.');
  if (!isGrant && form.get('client_assertion_type') !== JWT_BEARER_ASSERTION)
    throw malformed(t('client_assertion_type must be {type}.', { type: JWT_BEARER_ASSERTION }));
  return { assertion };
}

/** The error code of RFC 6749, section 5.2: invalid_grant if the assertion is the grant, otherwise invalid_client. */
function asOauth(refusal: Refusal, form: URLSearchParams, isBasic: boolean): Refusal {
  const isGrant = form.get('grant_type') === JWT_BEARER_GRANT;
  if (refusal.slug === 'unauthorized')
    return isGrant
      ? refuse('bad-request', refusal.text, { error: 'invalid_grant' })
      : refuse('unauthorized', refusal.text, { error: 'invalid_client', basic: isBasic });
  if (refusal.slug === 'forbidden' || refusal.slug === 'upgrade-required')
    return refuse('bad-request', refusal.text, { error: 'unauthorized_client' });
  return refusal;
}

function noteRefusal(
  { report, observer }: OauthDeps,
  call: OauthCall,
  clientId: string | null | undefined,
  { message, extras, slug }: Refusal,
  began: { readonly at: number; readonly tick: number },
): void {
  const error = typeof extras.error === 'string' ? extras.error : 'invalid_request';
  const client_id = clientId?.slice(0, 300);
  report({ request_id: call.requestId, endpoint: 'token', error, reason: message, client_id });
  const connection_id = (clientId ?? '').toLowerCase();
  if (!isUuid(connection_id)) return;
  observer.observe({
    team_id: undefined,
    connection_id,
    at: instant(began.at),
    token_id: null,
    request_id: call.requestId,
    resource: 'Token',
    resource_id: null,
    resource_name: null,
    operation: 'issue',
    outcome: slug === 'not-ready' ? 'failed' : 'refused',
    status: slug === 'not-ready' ? 503 : slug === 'unauthorized' ? 401 : 400,
    scim_type: null,
    explanation: message,
    warnings: [],
    duration_ms: performance.now() - began.tick,
    request: null,
  });
}

/** Parameters with a value. Empty ones count as omitted (RFC 6749, section 3.2). */
const sentOf = (...values: readonly (string | null | undefined)[]): string[] => values.flatMap((value) => value || []);

const malformed = (sentence: Sentence): Refusal => refuse('bad-request', sentence, { error: 'invalid_request' });
