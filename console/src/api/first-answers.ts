// Takes responses that first-requests.ts requested along with the page. Each is used once, and none after a change.
import { patienceFor, type Sent, untilSilent } from './bounded.ts';

declare global {
  /** By path and query. */
  var firstAnswers: Map<string, Sent> | undefined;
}

/** Like `fetch`, but takes a response that was already requested. Fails after `patienceMs` without a response. */
export async function fetchOrTake(request: Request, patienceMs?: number): Promise<Response> {
  const patience = patienceMs ?? (await patienceFor(request));
  return untilSilent(taken(request) ?? begun(request), patience);
}

function taken({ method, url }: Request): Sent | undefined {
  const answers = globalThis.firstAnswers;
  if (method !== 'GET') answers?.clear();
  const { pathname, search } = new URL(url);
  const known = answers?.get(pathname + search);
  answers?.delete(pathname + search);
  return known;
}

function begun(request: Request): Sent {
  const stop = new AbortController();
  const { signal } = request;
  signal.addEventListener('abort', () => stop.abort(signal.reason), { once: true });
  return { answer: fetch(request, { signal: stop.signal }), stop };
}
