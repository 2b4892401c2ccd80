// HTTPS requests to a running service, limited in time and size. Errors become messages for people. (`cairn trails`
// uses @cairn/client, which limits each attempt.)

import { isLoopback } from '../base/hosts.ts';
import { jsonIn } from '../base/json.ts';
import { isRefusal, refuse } from '../base/refusal.ts';
import { textWithin } from './bounded-body.ts';

export interface RemoteAnswer {
  /** 200 to 299, or 400 to 499. */
  readonly status: number;
  readonly headers: Headers;
  /** Empty if the response has no body. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface RemoteOptions {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Form fields, or an object to send as JSON. */
  readonly form?: Readonly<Record<string, string>> | undefined;
  readonly json?: object | undefined;
  /** Timeout for the whole response; 15 seconds by default. */
  readonly timeoutMs?: number | undefined;
  /** The name of the service, if it is not Cairn. */
  readonly service?: string | undefined;
}

const TIMEOUT_MS = 15_000;
/** Larger than any response that the commands receive. */
const MAX_BYTES = 1_048_576;

/**
 * Returns the address without trailing slashes. Fails with `bad-request` if a session, key or password would be sent to
 * another machine without TLS. `option` is the name of the option, for the message.
 */
export function remoteUrl(given: string, option = '--url'): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url !== undefined && `${url.username}${url.password}` !== '')
    throw refuse('bad-request', `${option} must be an address without a user name and password.`);
  if (url?.protocol === 'http:' && !isLoopback(url.hostname))
    throw refuse(
      'bad-request',
      `${option} must begin with https://, or your key or password would reach ${url.origin} unencrypted.`,
    );
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '')
    return url.href.replace(/\/+$/, '');
  throw refuse(
    'bad-request',
    `${option} must be an address such as https://cairn.example, not ${JSON.stringify(given)}.`,
  );
}

/**
 * Sends a request, and does not follow redirects. Fails with `not-ready` if the service does not respond in time,
 * responds with a 5xx status, or breaks off, and if the response is not Cairn's (a proxy's page, a redirect, more than
 * 1 MiB).
 */
export async function askRemote(method: string, url: string, options: RemoteOptions = {}): Promise<RemoteAnswer> {
  const { form, json, timeoutMs = TIMEOUT_MS, service } = options;
  const signal = AbortSignal.timeout(timeoutMs);
  // Requests may be distributed over several processes, so do not keep the connection open.
  const headers = { Connection: 'close', ...options.headers, ...(json && { 'Content-Type': 'application/json' }) };
  const body = json === undefined ? form && new URLSearchParams(form) : JSON.stringify(json);
  const request = { method, headers, redirect: 'manual' as const, signal, ...(body !== undefined && { body }) };
  const { origin } = new URL(url);
  const late = `${origin} did not answer within ${timeoutMs / 1_000} s.${doubtOf(method)}`;
  const response = await fetch(url, request).catch((thrown: unknown) => {
    const reason = signal.aborted
      ? late
      : `${origin} does not answer${codeOf(thrown)}. Check the address and the network.`;
    throw refuse('not-ready', reason);
  });
  const text = await textWithin(response, MAX_BYTES).catch((thrown: unknown) => {
    if (isRefusal(thrown)) throw unlike(origin, response.status, service);
    throw refuse('not-ready', signal.aborted ? late : `The answer of ${origin} broke off.${doubtOf(method)}`);
  });
  return answerOf(origin, response, text, service);
}

/** The error for a response that does not come from Cairn, or lacks members. */
export const unlike = (origin: string, status: number, service = 'a Cairn service'): Error =>
  refuse('not-ready', `${origin} answered ${status}, but not like ${service}. Check the address.`);

/** The detail of a problem (RFC 9457), or the status. */
export const reasonOf = ({ status, body }: Pick<RemoteAnswer, 'status' | 'body'>, origin: string): string =>
  typeof body.detail === 'string' ? body.detail : `${origin} answered ${status}.`;

function answerOf(origin: string, { status, headers }: Response, text: string, service?: string): RemoteAnswer {
  if (status >= 300 && status < 400)
    throw refuse('not-ready', `${origin} ${elsewhere(origin, headers.get('location'), service)}`);
  const value = text === '' && status !== 200 ? {} : jsonIn(text);
  const isObject = typeof value === 'object' && value !== null;
  const body = (isObject ? value : {}) as RemoteAnswer['body'];
  if (status >= 500) throw refuse('not-ready', `${reasonOf({ status, body }, origin)}${whenAgain(headers)}`);
  if (!isObject) throw unlike(origin, status, service);
  return { status, headers, body };
}

function elsewhere(origin: string, location: string | null, service = 'a Cairn service'): string {
  const to = location !== null && URL.canParse(location, origin) ? new URL(location, origin).origin : origin;
  return to === origin
    ? `redirects to another page and does not answer like ${service}.`
    : `redirects to ${to}. Use that address.`;
}

/** Retry-After in seconds (RFC 9110, section 10.2.3). Ignores dates. */
function whenAgain(headers: Headers): string {
  const seconds = headers.get('retry-after') ?? '';
  return /^\d{1,6}$/.test(seconds) ? ` Try again in ${seconds} s.` : ' Try again later.';
}

/** Without a response, it is unknown whether a change was made. */
const doubtOf = (method: string): string => (method === 'GET' ? '' : ' The request may have succeeded anyway.');

/** The error code of the system or TLS library, e.g. ` (ECONNREFUSED)`, which helps network administrators. */
export function codeOf(thrown: unknown): string {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  return cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
}
