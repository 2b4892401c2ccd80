// The order of checks on a request (Decision 5), as one visible list. routing.ts checks route and method first.
// Handlers check existence, media type, size, preconditions, body and state, in the order of their lines.
import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { StaleCaller } from '../../storage/batches/version-check.ts';
import { isOrphan } from '../../storage/failures.ts';
import type { Answer } from '../answers/answer.ts';
import { DEFAULT_BODY_LIMIT } from '../bodies/body.ts';
import { type LargeBodies, type RoomOfBody, roomOf } from '../bodies/large-bodies.ts';
import { type Body, BodyHasCome, bodyOf, comingBody, openCall } from '../endpoint/call.ts';
import { isDryRun } from '../endpoint/dry-run.ts';
import type { Admitted, Door, Endpoint } from '../endpoint/endpoint.ts';
import { requireParameters, typedParameters } from '../endpoint/parameters.ts';
import type { Lease } from '../idempotency/idempotency.ts';
import type { Incoming } from '../incoming/incoming.ts';
import { repeatedHeader } from '../incoming/repeated-header.ts';
import { type Charges, openCharges } from '../rate-limits/charges.ts';
import type { PolicyName } from '../rate-limits/rate-limit.ts';
import { rateAndKey } from './gate-keys.ts';
import type { GateDeps, GatedRequest } from './gated-request.ts';

/** The outcome of a request, for the response, the log and the metrics. */
export interface Served<Caller> {
  readonly answer: Answer;
  readonly rate: Readonly<Record<string, string>>;
  /** The most recently charged rate limit. */
  readonly policy: PolicyName | undefined;
  readonly refusal: Refusal | 'internal' | undefined;
  readonly admitted: Admitted<Caller> | undefined;
  readonly noted: Readonly<Record<string, unknown>>;
}

/**
 * Serves one request and never throws. Callers with stale authorization are looked up and served again. If the body
 * arrives late, authorization is checked again, since it may have been revoked in the meantime. `bodies`: the limits
 * for large bodies; undefined if the body is already in memory.
 */
export function serveRequest<Caller, Need extends string>(
  deps: GateDeps,
  door: Door<Caller, Need>,
  endpoint: Endpoint<Caller, Need>,
  incoming: Incoming,
  bodies?: LargeBodies,
): Promise<Served<Caller>> {
  const { form, bodyLimit } = endpoint;
  const most = form?.fileBytes ?? bodyLimit ?? DEFAULT_BODY_LIMIT;
  const room = bodies && roomOf(bodies, incoming.raw, most, incoming.signal);
  if (room === undefined) return serveWith(deps, door, endpoint, incoming);
  return serveWith(deps, door, endpoint, incoming, room).finally(room.leave);
}

async function serveWith<Caller, Need extends string>(
  deps: GateDeps,
  door: Door<Caller, Need>,
  endpoint: Endpoint<Caller, Need>,
  incoming: Incoming,
  large?: RoomOfBody,
): Promise<Served<Caller>> {
  const charges = openCharges(deps.limiter);
  let context: RequestContext<Caller> = { charges, admitted: undefined, noted: NOTHING };
  const owner = (): string => context.admitted?.keys.catalog_id ?? '';
  const room = large && { enter: () => large.enter(owner()), parse: (text: Buffer) => large.parse(owner(), text) };
  const body = bodyOf(incoming.raw, endpoint.bodyLimit, endpoint.form, room);
  const request: GatedRequest<Caller, Need> = { deps, door, endpoint, incoming, body, charges };
  let pass: Pass = { fresh: false, hasBody: false };
  for (;;) {
    context = { charges, admitted: undefined, noted: NOTHING };
    try {
      return served(context, await judge(request, pass, context), undefined);
    } catch (thrown) {
      const next = nextPass(pass, endpoint, thrown);
      if (next !== undefined) {
        pass = next;
        continue;
      }
      const refusal = isRefusal(thrown) ? thrown : hasLeft(incoming, thrown) ? LEFT() : 'internal';
      if (refusal === 'internal') deps.report(thrown, incoming.requestId);
      const language = deps.languages(incoming.headers['accept-language']);
      return served(context, door.render(refusal, incoming, language), refusal);
    }
  }
}

/** One pass through the gate. `fresh` bypasses the caller cache, `hasBody` means that the body has arrived. */
interface Pass {
  readonly fresh: boolean;
  readonly hasBody: boolean;
}

/** Undefined in the last pass. */
function nextPass(pass: Pass, endpoint: Pick<Endpoint<never>, 'refusals'>, thrown: unknown): Pass | undefined {
  if (thrown instanceof BodyHasCome) return { ...pass, hasBody: true };
  return !pass.fresh && mayBeStale(endpoint, thrown) ? { ...pass, fresh: true } : undefined;
}

const served = <Caller>(
  { charges, admitted, noted }: RequestContext<Caller>,
  answer: Answer,
  refusal: Served<Caller>['refusal'],
): Served<Caller> => ({ answer, refusal, rate: charges.headers, policy: charges.policy, admitted, noted });

const NOTHING = {};

/**
 * True if the caller's authorization has changed or may have changed: rows that the request refers to are gone, or
 * something was not found at an endpoint that looks up only the caller's own workspace.
 */
const mayBeStale = ({ refusals }: Pick<Endpoint<never>, 'refusals'>, thrown: unknown): boolean =>
  thrown instanceof StaleCaller ||
  isOrphan(thrown) ||
  (isRefusal(thrown, 'not-found') && !refusals.includes('not-found'));

/** True if the work stopped because the client left. That is not a bug, and no one reads the response. */
function hasLeft({ signal }: Incoming, thrown: unknown): boolean {
  const { aborted, reason } = signal();
  return aborted && thrown === reason;
}

const LEFT = (): Refusal => refuse('bad-request', 'The client left before the response.');

/** What is known about the request so far, kept so that a refusal does not lose it. */
interface RequestContext<Caller> {
  readonly charges: Charges;
  admitted: Admitted<Caller> | undefined;
  noted: Readonly<Record<string, unknown>>;
}

async function judge<Caller, Need extends string>(
  sent: GatedRequest<Caller, Need>,
  { fresh, hasBody }: Pass,
  context: RequestContext<Caller>,
): Promise<Answer> {
  const { deps, door, endpoint, incoming, charges } = sent;
  // Credential: 401. Membership: 403. Plan: 402. Scope: 403.
  const admitted = await admit(door, endpoint, incoming, fresh, charges);
  context.admitted = admitted;
  if (admitted.refusal !== undefined) {
    await charges.note(endpoint.rate, admitted.bucket);
    throw admitted.refusal;
  }
  const request = hasBody || incoming.raw.complete ? sent : { ...sent, body: comingBody(sent.body) };
  try {
    // Rate limit: 429. Idempotency key: replay, 409 or 422.
    const { replay, lease } = await rateAndKey(request, admitted);
    if (request !== sent) await arrival(endpoint, request.body);
    const answer = replay ?? (await handled(request, admitted, lease, context));
    if (endpoint.method !== 'GET' && !isDryRun(endpoint, incoming)) await changeNoted(deps, admitted, incoming);
    return endpoint.shownOnce === undefined ? answer : unstored(answer);
  } catch (thrown) {
    // Confirm the caller first, so that a stale one gets the current result. Only rate limit refusals skip the query.
    if (isRefusal(thrown) && thrown.slug !== 'rate-limited') await admitted.confirm();
    throw thrown;
  }
}

/**
 * Waits for a small body before the handler queries the database; otherwise the queries would run twice. Unreadable
 * bodies are refused when the handler reads them.
 */
async function arrival({ body: shape, form }: Pick<Endpoint<never>, 'body' | 'form'>, body: Body): Promise<void> {
  if (!body.isSmall || (shape === undefined && form === undefined)) return;
  const come: Promise<unknown> = form === undefined ? body.bytes() : body.form();
  await come.catch((thrown: unknown) => {
    if (thrown instanceof BodyHasCome) throw thrown;
  });
}

/** Caches on the way must not store responses with a one-time secret. */
const unstored = (answer: Answer): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'Cache-Control': 'no-store' },
});

/** The change is committed even if noting it fails. At worst the caller's next list is slightly stale. */
async function changeNoted<Caller>(
  { report }: GateDeps,
  { noteChange }: Admitted<Caller>,
  { requestId }: Incoming,
): Promise<void> {
  await noteChange?.().catch((thrown: unknown) => report(thrown, requestId));
}

/** Checks path and query (400), then runs the handler. Finishes the lease with the effect, or releases it. */
async function handled<Caller, Need extends string>(
  { deps: { commits }, door, endpoint, incoming, body }: GatedRequest<Caller, Need>,
  admitted: Admitted<Caller>,
  lease: Lease | undefined,
  context: RequestContext<Caller>,
): Promise<Answer> {
  const parameters = typedParameters(endpoint, incoming);
  const { params, query } = parameters;
  const note = (details: RequestContext<Caller>['noted']): void => {
    context.noted = { ...context.noted, ...details };
  };
  const { jsonTypes } = door;
  const { mayLag = false } = endpoint;
  // Written out, because spreading an object costs each request six microseconds.
  const { call, isStored } = openCall({
    incoming,
    admitted,
    commits,
    mayLag,
    body,
    jsonTypes,
    params,
    query,
    lease,
    note,
    isDryRun: isDryRun(endpoint, incoming),
  });
  try {
    requireParameters(parameters, incoming.url);
    const answer = await endpoint.handle(call);
    await admitted.confirm();
    if (lease === undefined || isStored()) return answer;
    if (answer.status < 300) return await call.commit(async () => answer); // No effect, but it is replayed, too.
    await lease.release();
    return answer;
  } catch (thrown) {
    if (!isStored()) await lease?.release().catch(() => undefined);
    throw thrown;
  } finally {
    lease?.end();
  }
}

/**
 * Admits the caller, or fails like the door's `admit`. An invalid credential counts as a failure of the caller's
 * address.
 */
export async function admit<Caller, Need extends string>(
  door: Door<Caller, Need>,
  endpoint: { readonly needs?: Need | undefined },
  incoming: Incoming,
  fresh: boolean,
  charges: Charges,
): Promise<Admitted<Caller>> {
  const repeated = repeatedHeader(incoming.raw, 'Authorization', 'Content-Type', 'Idempotency-Key');
  if (repeated !== undefined) throw repeated;
  try {
    const before = (): void => charges.requireFailuresLeft(incoming.address);
    return await door.admit(incoming, endpoint, { fresh, before });
  } catch (thrown) {
    if (isRefusal(thrown, 'unauthorized')) await charges.takeFailure(incoming.address);
    throw thrown;
  }
}
