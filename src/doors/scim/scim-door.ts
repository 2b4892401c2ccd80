// The door /scim/v2/{connection_id}: the tokens of connections in, SCIM messages out. Its endpoints are in scim.ts.

import type { ScimAuthenticator } from '../../admission/scim-authenticator.ts';
import type { By } from '../../audit/audit-log.ts';
import type { Clock } from '../../base/clock.ts';
import { isUuid } from '../../base/id.ts';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import type { ScimCaller } from '../../credentials/scim-token.ts';
import { includesScim } from '../../directory/teams/plans.ts';
import type { Answer } from '../../http/answers/answer.ts';
import { originOf } from '../../http/endpoint/call-origin.ts';
import { type Operation, routesBuilder } from '../../http/endpoint/define-endpoint.ts';
import type { Call, Door, Endpoint } from '../../http/endpoint/endpoint.ts';
import type { ProvisioningObserver } from '../../provisioning/log/provisioning-observer.ts';
import { entryOf } from './provisioning-entry.ts';
import { renderedScim, SCIM_JSON, scimProblem } from './scim-problem.ts';

export type ScimCall = Call<ScimCaller, { readonly id?: string }, Readonly<Record<string, unknown>>>;
export type ScimEndpoint = Endpoint<ScimCaller, Changes>;

/** Where SCIM begins, without a slash at the end. */
export const SCIM_PREFIX = '/scim';
/** The path of a connection: what its identity provider is given as base URL, below the service's own. */
export const SCIM_BASE = `${SCIM_PREFIX}/v2/:connection_id`;

/** The bucket of a connection. */
const RATE = 'scim';
/** A person, a search. */
const RESOURCE_BODY_LIMIT = 1_048_576;
/** A group of 100,000 members, or a PATCH of 50,000 operations of one member each. */
export const GROUP_BODY_LIMIT = 10 * 1_048_576;

/**
 * Admits connections: token 401, plan 403. Every failure is spoken as RFC 7644 has it, and every request is observed.
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
  // A base URL pasted with a slash at its end makes `//Users` of `/Users`: the administrator meant the same.
  canonicalPath: (path) => path.replace(/\/{2,}/g, '/'),
  async admit({ params, headers }, { needs }, lookUp) {
    const { caller, database } = await authenticator.admit(params.connection_id ?? '', headers.authorization, lookUp);
    if (!includesScim(caller.plan)) {
      // What is remembered may be out of date: a plan that was upgraded a moment ago must not be refused.
      await database.confirm();
      throw noScim(caller.plan);
    }
    const isHalted = caller.paused && needs === CHANGES;
    if (isHalted) await database.confirm();
    return {
      refusal: isHalted ? paused() : undefined,
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

/** Whether a connection's id stands where its base URL has it. */
const namesConnection = (url: string): boolean => isUuid(url.split(/[/?]+/)[SCIM_BASE.split('/').length - 1] ?? '');

/** What nothing is found at, or nobody is let in to: most often a part of the base URL is missing. */
const withBaseUrl = (refusal: Refusal | 'internal'): Refusal | 'internal' =>
  isRefusal(refusal, 'not-found') || isRefusal(refusal, 'unauthorized')
    ? refuse(refusal.slug, BASE_URL, refusal.extras)
    : refusal;

const BASE_URL =
  `There is nothing at this address: the base URL of a connection ends with ${SCIM_PREFIX}/v2/ and its id. ` +
  "Copy it whole from the connection's page in the console.";

/** What an endpoint asks of its connection that a paused one does not give. */
export const CHANGES = 'changes';
type Changes = typeof CHANGES;

type ScimOperation = Operation<ScimCaller, Changes>;

/**
 * What an endpoint of the door does; a table of `routes` says where. Errors of the protocol become refusals. Path and
 * query have no shape here: a malformed id is one that nobody has (404), and search-query.ts reads the query by the
 * rules of the protocol.
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
  handle: (call) => renderedScim(() => handle(call)),
});

/** Endpoints of a connection: `METHOD /path` -> operation. */
export const routes = routesBuilder<ScimCaller, Changes>({
  prefix: SCIM_BASE,
  rate: RATE,
  bodyLimit: RESOURCE_BODY_LIMIT,
  unknownQuery: 'ignored',
});

/** The connection as the one behind a change. */
export const byConnection = (call: Pick<ScimCall, 'caller' | 'requestId' | 'address' | 'headers'>): By => {
  const { connection_id, connection_name, token_id } = call.caller;
  const actor = { kind: 'connection', id: connection_id, name: connection_name, token_id, ...originOf(call) } as const;
  return { account_id: null, actor, request_id: call.requestId };
};

const PAUSED_RETRY_SECONDS = 3_600;

const paused = (): Refusal =>
  refuse(
    'connection-paused',
    'An admin of the workspace paused this connection: it answers reads and takes no changes. Nothing was changed. ' +
      'Ask again later.',
    { retry_after: PAUSED_RETRY_SECONDS },
  );

const noScim = (plan: string): Error =>
  refuse(
    'upgrade-required',
    `The ${plan} plan of the workspace does not include SCIM. Ask its Owner to upgrade to enterprise.`,
  );
