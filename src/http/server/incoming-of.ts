// Builds the request that the gate receives, with a signal that aborts when the client leaves.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange } from '../incoming/exchange.ts';
import type { Incoming } from '../incoming/incoming.ts';
import type { RouteMatch } from './router.ts';

/** `addressOf` returns the client's address, behind the operator's proxies. */
export function incomingOf(
  { request, response, id }: Exchange,
  { params, query }: RouteMatch<unknown>,
  addressOf: (request: IncomingMessage) => string,
): Incoming {
  let signal: AbortSignal | undefined;
  return {
    raw: request,
    url: request.url ?? '',
    method: request.method ?? '',
    headers: request.headers,
    params,
    query,
    address: addressOf(request),
    requestId: id,
    // Shared, because each signal adds a listener to the response.
    signal: () => (signal ??= departure(response)),
  };
}

/**
 * Aborts when the client leaves before the response is complete. Listens on the response, since a connection serves
 * many.
 */
function departure(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.destroyed) controller.abort();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
