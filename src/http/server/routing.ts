// Finds the endpoint for a request, and responds if there is none: the doors mounted on one router.

import { type Refusal, refuse } from '../../base/refusal.ts';
import { withoutEndingSlashes } from '../../base/text.ts';
import type { Sentence } from '../../base/texts/t.ts';
import type { Answer } from '../answers/answer.ts';
import type { Replies } from '../answers/replies.ts';
import { type LargeBodies, largeBodies } from '../bodies/large-bodies.ts';
import type { Door, Endpoint, Observation } from '../endpoint/endpoint.ts';
import { ownerOf } from '../endpoint/owner.ts';
import { type Served, serveRequest } from '../gate/gate.ts';
import type { GateDeps } from '../gate/gated-request.ts';
import { clientAddress, type TrustedProxies } from '../incoming/client-address.ts';
import { type Exchange, elapsedMs } from '../incoming/exchange.ts';
import type { DoorRequest } from '../incoming/incoming.ts';
import { endpointAttributes } from '../metrics/request-span.ts';
import type { PolicyName } from '../rate-limits/rate-limit.ts';
import { incomingOf } from './incoming-of.ts';
import { observeMissed } from './missed.ts';
import { openRouter, type RouteMatch, type Router } from './router.ts';
import { type Canonical, canonicalUrl, faultyHost } from './target.ts';

export interface RoutingDeps extends GateDeps {
  readonly replies: Replies;
  /** Proxies whose X-Forwarded-For is trusted, for rate limits and logs. */
  readonly trustProxy: TrustedProxies;
}

export interface Routing {
  /** Mounts a door's endpoints. Below `prefix`, even unknown routes are refused in the door's format. */
  mount<Caller, Need extends string>(
    door: Door<Caller, Need>,
    endpoints: readonly Endpoint<Caller, Need>[],
    prefix?: string,
  ): void;
  /** The page for browsers at unknown URLs, instead of problem details; undefined for other clients. */
  elsewhere(page: PageElsewhere): void;
  /** Serves one request. Resolves after its response was sent and observed. */
  route(exchange: Exchange): Promise<void>;
}

export type PageElsewhere = (
  request: Pick<DoorRequest, 'method' | 'headers'> & { readonly url: string },
) => Answer | undefined;

type AddressOf = ReturnType<typeof clientAddress>;

/** Serves one request with a known path and method. */
type Route = (exchange: Exchange, found: RouteMatch<unknown>) => Promise<void>;

/** The endpoints mounted so far. */
interface Mounted {
  readonly router: Router<Route>;
  /** The observers of requests without a matching endpoint. */
  readonly missed: Router<Route>;
  readonly canonical: Canonical[];
  pageElsewhere: PageElsewhere;
}

/** Starts without doors. */
export function openRouting(deps: RoutingDeps): Routing {
  const { replies } = deps;
  const addressOf = clientAddress(deps.trustProxy);
  const bodies = largeBodies();
  const mounted: Mounted = {
    router: openRouter<Route>(),
    missed: openRouter<Route>(),
    canonical: [],
    pageElsewhere: () => undefined,
  };
  return {
    route: (exchange) => route(exchange, mounted, replies),
    elsewhere(page) {
      mounted.pageElsewhere = page;
    },
    mount(door, endpoints, prefix) {
      if (prefix !== undefined) replies.addRenderer(prefix, door.render);
      if (prefix !== undefined && door.canonicalPath !== undefined)
        mounted.canonical.push({ prefix, pathOf: door.canonicalPath, queryOf: door.canonicalQuery });
      for (const endpoint of endpoints)
        mounted.router.add(endpoint.method, endpoint.path, endpointRoute(deps, door, endpoint, addressOf, bodies));
      if (door.missed === undefined) return;
      const { below, rate } = door.missed;
      for (const path of [below, `${below}/*`])
        mounted.missed.add('GET', path, missedRoute(deps, door, rate, addressOf));
    },
  };
}

/** Not async, so that it passes on the endpoint's promise. */
function route(exchange: Exchange, mounted: Mounted, replies: Replies): Promise<void> {
  const { method = '', url = '' } = exchange.request;
  const refuseTarget = (sentence: Sentence): Promise<void> =>
    answerNowhere(exchange, refuse('bad-request', sentence), mounted.pageElsewhere, replies);
  const faulty = faultyHost(exchange.request);
  if (faulty !== undefined) return Promise.resolve(replies.refuse(exchange, faulty));
  if (!url.startsWith('/') && method !== 'OPTIONS')
    return refuseTarget('The request target is not a path: it must begin with /.');
  const address = canonicalUrl(mounted.canonical, url);
  const found = mounted.router.find(method, address);
  if (found === 'malformed') return refuseTarget('The path is malformed and cannot be decoded.');
  if (found !== undefined) exchange.route = found.path;
  return found?.route === undefined
    ? answerMissed(exchange, address, found, mounted, replies)
    : found.route(exchange, found);
}

/** Handles requests without an endpoint: an unknown path, or a method it does not have. */
async function answerMissed(
  exchange: Exchange,
  address: string,
  found: RouteMatch<Route> | undefined,
  mounted: Mounted,
  replies: Replies,
): Promise<void> {
  if (found === undefined) {
    const refusal = refuse('not-found', nothingAt(mounted.router, exchange.request.method ?? '', address));
    await answerNowhere(exchange, refusal, mounted.pageElsewhere, replies);
  } else replies.offer(exchange, found.allow);
  const observed = mounted.missed.find('GET', address);
  if (typeof observed === 'object') await observed.route?.(exchange, observed);
}

/**
 * A trailing slash makes a different URL. It is not ignored, because `DELETE /things/` with an accidentally empty id
 * would affect all of them.
 */
function nothingAt(router: Router<Route>, method: string, address: string): Sentence {
  const [path = ''] = address.split('?', 1);
  const without = withoutEndingSlashes(path);
  const isOneSlashOff = without !== path && without !== '' && typeof router.find(method, without) === 'object';
  if (!isOneSlashOff) return 'There is nothing at this address.';
  return 'There is nothing at this address. Remove the slash at the end of the path.';
}

/** Browsers get the page, other clients the refusal. */
async function answerNowhere(
  exchange: Exchange,
  refusal: Refusal,
  pageFor: PageElsewhere,
  replies: Replies,
): Promise<void> {
  const { method = '', url = '', headers } = exchange.request;
  const page = pageFor({ method, url, headers });
  if (page === undefined) replies.refuse(exchange, refusal);
  else replies.answer(exchange, page);
}

/** Serves a request at the endpoint, informs the door's observer, and responds. */
const endpointRoute =
  <Caller, Need extends string>(
    deps: RoutingDeps,
    door: Door<Caller, Need>,
    endpoint: Endpoint<Caller, Need>,
    addressOf: AddressOf,
    bodies: LargeBodies,
  ): Route =>
  async (exchange, found) => {
    exchange.span?.set(endpointAttributes(door.name, endpoint.id));
    const incoming = incomingOf(exchange, found, addressOf);
    const served = await serveRequest(deps, door, endpoint, incoming, bodies);
    const { refusal, admitted, policy } = served;
    exchange.outcome = { refusal, logged: admitted?.logged ?? {}, policy };
    door.observe?.(observation(served, endpoint, incoming, elapsedMs(exchange)));
    deps.replies.answer(exchange, served.answer, served.rate, admitted && ownerOf(admitted));
  };

/** Informs the door's observer of a request refused because no endpoint has its path or method. */
const missedRoute =
  <Caller, Need extends string>(
    deps: RoutingDeps,
    door: Door<Caller, Need>,
    rate: PolicyName,
    addressOf: AddressOf,
  ): Route =>
  async (exchange, found) => {
    const refusal = exchange.outcome?.refusal;
    if (refusal === undefined) return; // Responds to OPTIONS, or sends a page to a browser.
    const request = incomingOf(exchange, found, addressOf);
    const answered = { request, refusal, status: exchange.response.statusCode, durationMs: elapsedMs(exchange) };
    await observeMissed(deps, door, rate, answered);
  };

const observation = <Caller>(
  served: Served<Caller>,
  endpoint: Observation<Caller>['endpoint'],
  request: DoorRequest & { readonly url: string },
  durationMs: number,
): Observation<Caller> => ({
  caller: served.admitted?.caller,
  endpoint,
  request,
  status: served.answer.status,
  refusal: served.refusal,
  durationMs,
  noted: served.noted,
});
