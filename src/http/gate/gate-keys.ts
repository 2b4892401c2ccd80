// Rate limit and Idempotency-Key of a request. They are handled together, because a replay costs less than the
// original.
import type { IncomingMessage } from 'node:http';
import { isRefusal } from '../../base/refusal.ts';
import type { Answer } from '../answers/answer.ts';
import { formParts } from '../bodies/form.ts';
import { headerOf } from '../endpoint/call.ts';
import { isDryRun } from '../endpoint/dry-run.ts';
import type { Admitted, Endpoint } from '../endpoint/endpoint.ts';
import { fingerprintOf, type Lease, parseKey, type TakenKey, takeKey } from '../idempotency/idempotency.ts';
import type { PolicyName } from '../rate-limits/rate-limit.ts';
import type { GatedRequest } from './gated-request.ts';

/** Either new work (with a lease if the request has a key) or the earlier response. */
export interface Keyed {
  readonly lease?: Lease;
  readonly replay?: Answer;
}

const NOT_KEYED: Keyed = {};

type Charge = (policy: PolicyName | 'none') => Promise<void> | undefined;

/**
 * Fails with `rate-limited`, and like `takeKey` and reading the body. Not async, because most requests have no key and
 * nothing to wait for.
 */
export function rateAndKey<Caller, Need extends string>(
  request: GatedRequest<Caller, Need>,
  admitted: Admitted<Caller>,
): Promise<Keyed> | Keyed {
  const { endpoint, charges } = request;
  const header = keyHeader(request);
  if (header !== undefined && !isDryRun(endpoint, request.incoming)) return keyed(request, admitted, header);
  const free = (): Keyed => {
    if (header !== undefined) parseKey(header);
    return NOT_KEYED;
  };
  return charges.take(endpoint.rate, admitted.bucket)?.then(free) ?? free();
}

async function keyed<Caller, Need extends string>(
  request: GatedRequest<Caller, Need>,
  admitted: Admitted<Caller>,
  header: string,
): Promise<Keyed> {
  const { endpoint, charges } = request;
  const charge: Charge = (policy) => charges.take(policy, admitted.bucket);
  if (endpoint.rate === 'model') return chargedFor(takenKey(request, admitted, header), charge);
  await charge(endpoint.rate);
  return takenKey(request, admitted, header);
}

/** The Idempotency-Key, on endpoints that support it. */
const keyHeader = <Caller, Need extends string>({
  endpoint: { method, idempotent },
  incoming: { headers },
}: GatedRequest<Caller, Need>): string | undefined =>
  method === 'GET' || idempotent === false ? undefined : headerOf(headers, 'idempotency-key');

/**
 * Replays do not count as model requests (Decision 12), so model routes check the key before the rate limit. Requests
 * that end at the key cost one ordinary request.
 */
async function chargedFor(taking: Promise<TakenKey>, charge: Charge): Promise<TakenKey> {
  const taken = await taking.catch(async (thrown: unknown) => {
    if (isRefusal(thrown)) await charge('default');
    throw thrown;
  });
  if ('replay' in taken) {
    await charge('default');
    return taken;
  }
  try {
    await charge('model');
  } catch (thrown) {
    await taken.lease.release().catch(() => undefined);
    throw thrown;
  }
  return taken;
}

/** Rejects malformed keys. Also fails like `takeKey` and reading the body. */
async function takenKey<Caller, Need extends string>(
  request: GatedRequest<Caller, Need>,
  { keys, database }: Admitted<Caller>,
  header: string,
): Promise<TakenKey> {
  const { deps, endpoint, incoming } = request;
  const key = parseKey(header);
  const fingerprint = fingerprintOf([...fingerprintHead(incoming.raw, endpoint), ...(await bodyParts(request))]);
  return takeKey(database, { ...keys, key }, fingerprint, deps, endpoint.shownOnce);
}

async function bodyParts<Caller, Need extends string>({
  endpoint,
  incoming,
  body,
}: GatedRequest<Caller, Need>): Promise<(string | Buffer)[]> {
  if (endpoint.form !== undefined) return formParts(await body.form());
  return [String(incoming.headers['content-type'] ?? ''), await body.bytes()];
}

/** The fingerprint of a request with a key, without its body (Decision 12). */
export const fingerprintHead = (request: IncomingMessage, endpoint: Pick<Endpoint<unknown>, 'method'>): string[] => [
  endpoint.method,
  request.url ?? '',
  String(request.headers['if-match'] ?? ''),
];
