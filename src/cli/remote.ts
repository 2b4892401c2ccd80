// A remote Cairn, asked over HTTPS: the one way in which commands ask a service that runs, bounded in time and bytes.
// What went wrong on the way is a sentence. (`cairn trails` asks through @cairn/client, which bounds each try.)
import { jsonIn } from '../base/json.ts';
import { isLoopback } from '../base/loopback.ts';
import { isRefusal, refuse } from '../base/refusal.ts';
import { textWithin } from './bounded-body.ts';

export interface RemoteAnswer {
  /** 200 to 299, or 400 to 499. */
  readonly status: number;
  readonly headers: Headers;
  /** Empty where nothing was answered. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface RemoteOptions {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Fields of a form, or an object to be sent as JSON. */
  readonly form?: Readonly<Record<string, string>> | undefined;
  readonly json?: object | undefined;
  /** For the whole answer; 15 seconds where absent. */
  readonly timeoutMs?: number | undefined;
}

const TIMEOUT_MS = 15_000;
/** More than any answer that a command asks for. */
const MOST_BYTES = 1_048_576;

/**
 * `https://cairn.example/`, without the slash. Refuses with `bad-request` what would carry a session, a key or a
 * password without TLS to another machine. `option` is where the address was given.
 */
export function remoteUrl(given: string, option = '--url'): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url !== undefined && `${url.username}${url.password}` !== '')
    throw refuse('bad-request', `${option} must be an address without a name and a password in it.`);
  if (url?.protocol === 'http:' && !isLoopback(url.hostname))
    throw refuse(
      'bad-request',
      `${option} must begin with https://: ${url.origin} would be sent a password or a key without encryption.`,
    );
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '')
    return url.href.replace(/\/+$/, '');
  throw refuse(
    'bad-request',
    `${option} must be an address such as https://cairn.example, not ${JSON.stringify(given)}.`,
  );
}

/**
 * Asks, and follows no redirect. Refuses with `not-ready` where nobody answers in time, where the answer stops in its
 * middle, is none of Cairn's (a proxy's page, a redirect, more than a megabyte), and what the service itself failed at.
 */
export async function askRemote(method: string, url: string, options: RemoteOptions = {}): Promise<RemoteAnswer> {
  const { form, json, timeoutMs = TIMEOUT_MS } = options;
  const signal = AbortSignal.timeout(timeoutMs);
  // Of several processes any may answer the next one.
  const headers = { Connection: 'close', ...options.headers, ...(json && { 'Content-Type': 'application/json' }) };
  const body = json === undefined ? form && new URLSearchParams(form) : JSON.stringify(json);
  const request = { method, headers, redirect: 'manual' as const, signal, ...(body !== undefined && { body }) };
  const { origin } = new URL(url);
  const late = `${origin} has not answered within ${timeoutMs / 1_000} s.${doubtOf(method)}`;
  const response = await fetch(url, request).catch((thrown: unknown) => {
    const reason = signal.aborted
      ? late
      : `${origin} does not answer${codeOf(thrown)}. Check the address and the network.`;
    throw refuse('not-ready', reason);
  });
  const text = await textWithin(response, MOST_BYTES).catch((thrown: unknown) => {
    if (isRefusal(thrown)) throw unlike(origin, response.status);
    throw refuse(
      'not-ready',
      signal.aborted ? late : `The answer of ${origin} stopped in its middle.${doubtOf(method)}`,
    );
  });
  return answerOf(origin, response, text);
}

/** What came is not what Cairn answers: to be thrown, also where members are missing. */
export const unlike = (origin: string, status: number): Error =>
  refuse('not-ready', `${origin} answers ${status}, and not as Cairn does. Check the address.`);

/** The sentence of a problem (RFC 9457), or the status. */
export const reasonOf = ({ status, body }: Pick<RemoteAnswer, 'status' | 'body'>, origin: string): string =>
  typeof body.detail === 'string' ? body.detail : `${origin} answers ${status}.`;

function answerOf(origin: string, { status, headers }: Response, text: string): RemoteAnswer {
  if (status >= 300 && status < 400)
    throw refuse('not-ready', `${origin} ${elsewhere(origin, headers.get('location'))}`);
  const value = text === '' && status !== 200 ? {} : jsonIn(text);
  const isObject = typeof value === 'object' && value !== null;
  const body = (isObject ? value : {}) as RemoteAnswer['body'];
  if (status >= 500) throw refuse('not-ready', `${reasonOf({ status, body }, origin)}${whenAgain(headers)}`);
  if (!isObject) throw unlike(origin, status);
  return { status, headers, body };
}

function elsewhere(origin: string, location: string | null): string {
  const to = location !== null && URL.canParse(location, origin) ? new URL(location, origin).origin : origin;
  return to === origin
    ? 'sends on to a page, and does not answer as Cairn does.'
    : `sends on to ${to}. Name that address.`;
}

/** Retry-After in seconds (RFC 9110, section 10.2.3); a date is left to the reader's patience. */
function whenAgain(headers: Headers): string {
  const seconds = headers.get('retry-after') ?? '';
  return /^\d{1,6}$/.test(seconds) ? ` Try again in ${seconds} s.` : ' Try again later.';
}

/** Whether a change was done is not known where its answer is missing. */
const doubtOf = (method: string): string =>
  method === 'GET' ? '' : ' What was asked may have been done all the same.';

/** ` (ECONNREFUSED)`: the system's or the TLS library's name for it, which who runs the network looks for. */
export function codeOf(thrown: unknown): string {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  return cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
}
