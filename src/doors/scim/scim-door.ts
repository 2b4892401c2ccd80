// The SCIM API, /scim/v2/{connection_id}: takes tokens of connections. scim.ts lists its endpoints.

import type { ScimAuthenticator } from '../../admission/scim-authenticator.ts';
import type { By } from '../../audit/audit-log.ts';
import type { Clock } from '../../base/clock.ts';
import { isUuid } from '../../base/id.ts';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { t } from '../../base/texts/t.ts';
import type { ScimCaller } from '../../credentials/scim-token.ts';
import { includesScim } from '../../directory/teams/plans.ts';
import type { Answer } from '../../http/answers/answer.ts';
import { originOf } from '../../http/endpoint/call-origin.ts';
import { type Operation, routesBuilder } from '../../http/endpoint/define-endpoint.ts';
import type { Call, Door, Endpoint } from '../../http/endpoint/endpoint.ts';
import type { ProvisioningObserver } from '../../provisioning/log/provisioning-observer.ts';
import { entryOf } from './provisioning-entry.ts';
import { renderedScim, SCIM_JSON, scimProblem } from './scim-problem.ts';
import { withPlusSigns } from './search-query.ts';

export type ScimCall = Call<ScimCaller, { readonly id?: string }, Readonly<Record<string, unknown>>>;
export type ScimEndpoint = Endpoint<ScimCaller, Changes>;

/** The root path of SCIM, without a trailing slash. */
export const SCIM_PREFIX = '/scim';
/** The path of a connection, which identity providers get as part of the base URL. */
export const SCIM_BASE = `${SCIM_PREFIX}/v2/:connection_id`;

/** The rate limit per connection. */
const RATE = 'scim';
/** The limit for a user or a search. */
const RESOURCE_BODY_LIMIT = 1_048_576;
/** Enough for a group of 100,000 members, or a PATCH with 50,000 operations of one member each. */
export const GROUP_BODY_LIMIT = 10 * 1_048_576;

/**
 * Authenticates connections: 401 for the token, 403 for the plan. Errors follow RFC 7644, and every request is
 * observed.
 */
export const scimDoor = (
  authenticator: ScimAuthenticator,
  observer: ProvisioningObserver,
  clock: Clock,
): Door<ScimCaller, Changes> => ({
  name: 'scim',
  jsonTypes: [SCIM_JSON, 'application/json'],
  render: (refusal, { url }) => scimProblem(namesConnection(url) ? refusal : withBaseUrl(refusal)),
  observe(observation) {
    const note = entryOf(observation, clock());
    if (note !== undefined) observer.observe(note);
  },
  missed: { below: SCIM_BASE, rate: RATE },
  // If a base URL is pasted with a trailing slash, `/Users` becomes `//Users`, which means the same.
  canonicalPath: (path) => path.replace(/\/{2,}/g, '/'),
  canonicalQuery: withPlusSigns,
  async admit({ params, headers }, { needs }, lookUp) {
    const { caller, database } = await authenticator.admit(params.connection_id ?? '', headers.authorization, lookUp);
    if (!includesScim(caller.plan)) {
      // The cached plan may be stale: a plan upgraded a moment ago must take effect.
      await database.confirm();
      throw noScim(caller.plan);
    }
    const isHalted = caller.paused && needs === CHANGES;
    if (isHalted) await database.confirm();
    return {
      // If requests are kept, the body is read first (`operation`).
      refusal: isHalted && !caller.keeps_requests ? paused() : undefined,
      caller,
      database,
      confirm: database.confirm,
      confirmedBy: database.confirmedBy,
      bucket: caller.connection_id,
      keys: { catalog_id: caller.team_id, credential_id: caller.token_id },
      logged: { connection_id: caller.connection_id, token_id: caller.token_id },
    };
  },
});

/** True if the path has a connection's id in the right place. */
const namesConnection = (url: string): boolean => isUuid(url.split(/[/?]+/)[SCIM_BASE.split('/').length - 1] ?? '');

/** Explains unknown paths and failed authentication. Usually, part of the base URL is missing. */
const withBaseUrl = (refusal: Refusal | 'internal'): Refusal | 'internal' =>
  isRefusal(refusal, 'not-found') || isRefusal(refusal, 'unauthorized')
    ? refuse(refusal.slug, BASE_URL, refusal.extras)
    : refusal;

const BASE_URL =
  `There is nothing at this address. The base URL of a connection ends with ${SCIM_PREFIX}/v2/ and its id. Copy ` +
  "it from the connection's page in the console.";

/** The need of endpoints that reject requests while their connection is paused. */
export const CHANGES = 'changes';
type Changes = typeof CHANGES;

type ScimOperation = Operation<ScimCaller, Changes>;

/**
 * Defines an operation of the SCIM API; `routes` adds the path. Converts protocol errors to refusals. Path and query
 * are not validated here: a malformed id is simply unknown (404), and search-query.ts reads the query by the protocol's
 * rules.
 */
export const operation = ({
  handle,
  ...endpoint
}: Pick<ScimOperation, 'id' | 'summary' | 'needs' | 'bodyLimit'> & {
  handle(call: ScimCall): Promise<Answer>;
}): ScimOperation => ({
  ...endpoint,
  tag: 'SCIM',
  answers: {},
  refusals: [],
  idempotent: false,
  handle: (call) =>
    renderedScim(async () => {
      if (call.caller.paused && endpoint.needs === CHANGES) throw await keptForLater(call);
      return handle(call);
    }),
});

/** Notes the change that a paused connection refuses, so that an admin can rehearse it. */
async function keptForLater(call: ScimCall): Promise<Refusal> {
  if (call.method !== 'DELETE') {
    const body = await call.object();
    call.note({ body, resource_name: body.userName ?? body.displayName });
  }
  return paused();
}

/** Defines endpoints of a connection: `METHOD /path` -> operation. */
export const routes = routesBuilder<ScimCaller, Changes>({
  prefix: SCIM_BASE,
  rate: RATE,
  bodyLimit: RESOURCE_BODY_LIMIT,
  unknownQuery: 'ignored',
});

/** The connection as the actor of a change. */
export const byConnection = (call: Pick<ScimCall, 'caller' | 'requestId' | 'address' | 'headers'>): By => {
  const { connection_id, connection_name, token_id } = call.caller;
  const actor = { kind: 'connection', id: connection_id, name: connection_name, token_id, ...originOf(call) } as const;
  return { account_id: null, actor, request_id: call.requestId };
};

const PAUSED_RETRY_SECONDS = 3_600;

const paused = (): Refusal =>
  refuse(
    'connection-paused',
    'An admin of the workspace paused this connection, so it only answers reads. Nothing was changed. Try again ' +
      'later.',
    { retry_after: PAUSED_RETRY_SECONDS },
  );

const noScim = (plan: string): Error =>
  refuse(
    'upgrade-required',
    t("The workspace's {plan} plan does not include SCIM. Ask its Owner to upgrade to Enterprise.", { plan }),
  );
