// One delivery attempt: signs and posts the event and interprets the status. Never reads the response body.
import { egressFailureOf } from '../egress/egress-failure.ts';
import type { Egress } from '../egress/egress-request.ts';
import type { Cause } from './cause.ts';
import { pauseAskedFor } from './retry-schedule.ts';
import { signedHeaders } from './signature.ts';

export interface DeliveryAttempt {
  readonly url: string;
  readonly event_id: string;
  readonly payload: string;
  /** All valid secrets; empty if they cannot be decrypted. */
  readonly secrets: readonly string[];
}

export type DeliveryOutcome =
  | { readonly isTaken: true; readonly status: number }
  | {
      readonly isTaken: false;
      readonly status: number | null;
      readonly cause: Cause;
      /** The pause that the receiver asks for, in milliseconds. */
      readonly retryAfterMs?: number | undefined;
    };

/** Posts the event. 2xx is success; everything else, including redirects, is a failure. `now` is in milliseconds. */
export async function sendDelivery(egress: Egress, attempt: DeliveryAttempt, now: number): Promise<DeliveryOutcome> {
  const { url, event_id, payload, secrets } = attempt;
  if (secrets.length === 0) return { isTaken: false, status: null, cause: 'secret' };
  const message = { id: event_id, timestamp: Math.floor(now / 1_000), body: payload };
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Cairn-Webhooks/1.0',
    ...signedHeaders(message, secrets),
  };
  return post(egress, url, headers, payload, now);
}

/** Sends a body and reads only status and headers. Errors of the receiver never throw. */
export async function post(
  egress: Egress,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  now: number,
  method = 'POST',
): Promise<DeliveryOutcome> {
  try {
    const answer = await egress.fetch(url, { method, headers, body: Buffer.from(body) });
    const { status } = answer;
    if (status >= 200 && status < 300) return { isTaken: true, status };
    const cause = status === 410 ? 'gone' : status >= 300 && status < 400 ? 'redirect' : 'status';
    return { isTaken: false, status, cause, retryAfterMs: pauseAskedFor(answer.headers.get('retry-after'), now) };
  } catch (thrown) {
    const failure = egressFailureOf(thrown);
    if (failure === undefined) throw thrown;
    return { isTaken: false, status: null, cause: failure.reason === 'time' ? 'time' : 'connection' };
  }
}
