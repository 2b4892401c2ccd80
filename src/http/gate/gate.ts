// The order in which a request is judged (Decision 5), as one visible list. Route and method are judged before it
// (routing.ts); existence, media type, size, preconditions, body and state are the handler's, in the order of
// its lines.
import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { StaleCaller } from '../../storage/batches/version-check.ts';
import { isOrphan } from '../../storage/failures.ts';
import type { Answer } from '../answers/answer.ts';
import { DEFAULT_BODY_LIMIT } from '../bodies/body.ts';
import { type LargeBodies, type RoomOfBody, roomOf } from '../bodies/large-bodies.ts';
import { type Body, BodyHasCome, bodyOf, comingBody, openCall } from '../endpoint/call.ts';
import type { Admitted, Door, Endpoint } from '../endpoint/endpoint.ts';
import { requireParameters, typedParameters } from '../endpoint/parameters.ts';
import type { Lease } from '../idempotency/idempotency.ts';
import type { Incoming } from '../incoming/incoming.ts';
import { repeatedHeader } from '../incoming/repeated-header.ts';
import { type Charges, openCharges } from '../rate-limits/charges.ts';
import type { PolicyName } from '../rate-limits/rate-limit.ts';
import { rateAndKey } from './gate-keys.ts';
import type { GateDeps, GatedRequest } from './gated-request.ts';

/** How a request ended, for the answer, the log and the metrics. */
export interface Served<Caller> {
  readonly answer: Answer;
  readonly rate: Readonly<Record<string, string>>;
  /** The bucket that the request was taken from last. */
  readonly policy: PolicyName | undefined;
  readonly refusal: Refusal | 'internal' | undefined;
  readonly admitted: Admitted<Caller> | undefined;
  readonly noted: Readonly<Record<string, unknown>>;
}

/**
 * Serves one request; never throws. A caller whose authorization turns out to be stale is looked up and served again;
 * one whose body took its time is let in again once it has come, since they may have lost what let them in.
 * `bodies`: where a large body finds room; undefined for what stands in memory already.
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
      return served(context, door.render(refusal, incoming), refusal);
    }
  }
}

/** One time that a request is judged: `fresh` looks the caller up past what is remembered, `hasBody` has it at hand. */
interface Pass {
  readonly fresh: boolean;
  readonly hasBody: boolean;
}

/** Undefined: it was the last one. */
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
 * The caller's authorization moved; or it may have, since what is written below is gone, or something is not there for
 * an endpoint that has nothing to miss but the caller's own workspace.
 */
const mayBeStale = ({ refusals }: Pick<Endpoint<never>, 'refusals'>, thrown: unknown): boolean =>
  thrown instanceof StaleCaller ||
  isOrphan(thrown) ||
  (isRefusal(thrown, 'not-found') && !refusals.includes('not-found'));

/** Whether the work was given up because its caller went away: no bug, and nobody reads the answer. */
function hasLeft({ signal }: Incoming, thrown: unknown): boolean {
  const { aborted, reason } = signal();
  return aborted && thrown === reason;
}

const LEFT = (): Refusal => refuse('bad-request', 'The caller went away before the answer.');

/** What the gate learned on the way, kept where a refusal does not lose it. */
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
  // credential 401, membership 403, plan 402, scope 403
  const admitted = await admit(door, endpoint, incoming, fresh, charges);
  context.admitted = admitted;
  if (admitted.refusal !== undefined) {
    await charges.note(endpoint.rate, admitted.bucket);
    throw admitted.refusal;
  }
  const request = hasBody || incoming.raw.complete ? sent : { ...sent, body: comingBody(sent.body) };
  try {
    // rate 429, idempotency: replay, 409, 422
    const { replay, lease } = await rateAndKey(request, admitted);
    if (request !== sent) await arrival(endpoint, request.body);
    const answer = replay ?? (await handled(request, admitted, lease, context));
    if (endpoint.method !== 'GET') await changeNoted(deps, admitted, incoming);
    return endpoint.shownOnce === undefined ? answer : unstored(answer);
  } catch (thrown) {
    // A stale caller is told what holds now, not what held then; only an empty bucket is told without a query.
    if (isRefusal(thrown) && thrown.slug !== 'rate-limited') await admitted.confirm();
    throw thrown;
  }
}

/**
 * Waits for a small body before the handler asks the database for anything: it would ask twice. One that cannot be read
 * is refused where the handler reads it.
 */
async function arrival({ body: shape, form }: Pick<Endpoint<never>, 'body' | 'form'>, body: Body): Promise<void> {
  if (!body.isSmall || (shape === undefined && form === undefined)) return;
  const come: Promise<unknown> = form === undefined ? body.bytes() : body.form();
  await come.catch((thrown: unknown) => {
    if (thrown instanceof BodyHasCome) throw thrown;
  });
}

/** A secret that is shown once is kept by nothing between the service and the caller either. */
const unstored = (answer: Answer): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'Cache-Control': 'no-store' },
});

/** The change stands whether or not it could be noted: at worst the caller's next list is a moment old. */
async function changeNoted<Caller>(
  { report }: GateDeps,
  { noteChange }: Admitted<Caller>,
  { requestId }: Incoming,
): Promise<void> {
  await noteChange?.().catch((thrown: unknown) => report(thrown, requestId));
}

/** Path and query 400, then whatever the handler judges; the lease is finished with its effect, or released. */
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
  // Written out: an object that is spread into another one costs each request six microseconds.
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
  });
  try {
    requireParameters(parameters, incoming.url);
    const answer = await endpoint.handle(call);
    await admitted.confirm();
    if (lease === undefined || isStored()) return answer;
    if (answer.status < 300) return await call.commit(async () => answer); // an effect-free answer is repeated too
    await lease.release();
    return answer;
  } catch (thrown) {
    if (!isStored()) await lease?.release().catch(() => undefined);
    throw thrown;
  } finally {
    lease?.end();
  }
}

/** Lets the caller in, or refuses as the door does. A bad credential costs its address a failure. */
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
