// A change whose response was lost may have been made. If the next change is the same, it is sent with the same
// Idempotency-Key (contract 8), so that it happens once. If it created a secret, the response names what was created
// (409 `already-made`, Decision 121).
import { fetchOrTake } from './first-answers.ts';

/** The last change, if its outcome is unknown. */
let unanswered: { readonly sent: string; readonly key: string } | undefined;

/** Set `patienceMs` for changes that take unusually long. */
export async function fetchOnce(request: Request, patienceMs?: number): Promise<Response> {
  const type = request.headers.get('Content-Type');
  if (request.method === 'GET' || (type !== null && type !== 'application/json'))
    return fetchOrTake(request, patienceMs);
  const precondition = request.headers.get('If-Match') ?? '';
  const sent = [request.method, request.url, precondition, await request.clone().text()].join('\n');
  const key = unanswered?.sent === sent ? unanswered.key : newKey();
  unanswered = { sent, key };
  request.headers.set('Idempotency-Key', key);
  const answer = await fetchOrTake(request, patienceMs);
  // The first request may still be running (409 with Retry-After), or a proxy has given up.
  const isAtWork = answer.status === 409 && answer.headers.has('Retry-After');
  const isKnown = answer.status < 500 && !isAtWork;
  if (isKnown && unanswered?.key === key) unanswered = undefined;
  return answer;
}

/** `crypto.randomUUID` exists only with HTTPS. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
