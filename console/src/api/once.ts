// A change whose answer was lost may have been made. Asked for again with nothing in between it is sent as the same
// request (Idempotency-Key, contract 8), so that it is done once and answered; what made a secret is answered with what
// it made (409 `already-made`, Decision 121).
import { fetchOrTake } from './first-answers.ts';

/** The last change, where nobody knows what became of it. */
let unanswered: { readonly sent: string; readonly key: string } | undefined;

/** `patienceMs`: for what takes longer than a change usually does. */
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
  // The first one may still be at work (409 with Retry-After), or somebody on the way has given up.
  const isAtWork = answer.status === 409 && answer.headers.has('Retry-After');
  const isKnown = answer.status < 500 && !isAtWork;
  if (isKnown && unanswered?.key === key) unanswered = undefined;
  return answer;
}

/** `randomUUID` is for pages over https alone. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
