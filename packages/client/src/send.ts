// Sends a request, retries it if that is safe, and reads the response. A change has an Idempotency-Key that stays the
// same for all attempts, so that it is made only once.
import type { Answered } from './answer.ts';
import { metaOf } from './answer.ts';
import { textWithin } from './bounded-text.ts';
import { ConnectionError, ProblemError, TimeoutError, UnexpectedAnswerError } from './errors.ts';
import { type Given, isGiven, keyOption, retriesOption, revisionOption, timeoutOption } from './options.ts';
import { type RetryPolicy, waitBefore } from './retry.ts';
import type { ProblemDetails } from './shapes.ts';

/** More than any response of `/v1`: six times the largest allowed document (5 MiB). */
const MAX_BYTES = 32 * 1_048_576;

/** Options of each call. */
export interface CallOptions {
  /** Aborts the call; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Timeout per attempt in milliseconds. */
  readonly timeoutMs?: number | undefined;
  readonly retries?: Given<RetryPolicy> | undefined;
  /** For a change: your own key, or false for none. A change without a key is never retried. */
  readonly idempotencyKey?: string | false | undefined;
  /** For a change of a trail: the revision that it applies to. */
  readonly ifMatch?: number | '*' | undefined;
}

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path below the base, e.g. `/trails`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | null | undefined>> | undefined;
  readonly json?: unknown;
  readonly form?: FormData | undefined;
  /** What the caller has: its validators, and the body to return if it is still current (304). */
  readonly held?: { readonly etag: string; readonly lastModified: string; readonly body: unknown } | undefined;
}

/** Describes a retry before it happens: the cause, the delay, and the number of the attempt. */
export interface RetryNotice {
  readonly cause: Error;
  readonly waitMs: number;
  readonly attempt: number;
}

export interface Transport {
  /** The URL with the API path, e.g. `https://cairn.example/v1`. */
  readonly base: string;
  /** The base of the management API, e.g. `https://cairn.example/manage/v1`. */
  readonly manage: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly retries: RetryPolicy;
  readonly credential: () => string | Promise<string>;
  readonly fetch: typeof fetch;
  readonly onRetry: (notice: RetryNotice) => void;
  readonly pause: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** The validated options of one call. */
interface Call {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly policy: RetryPolicy;
  /** Undefined for a read; false for a change that must not be retried. */
  readonly key: string | false | undefined;
  readonly ifMatch: string | undefined;
}

/**
 * Sends the request and returns its body. Throws the errors of errors.ts, the signal's reason, or a TypeError for an
 * unusable option.
 */
export async function send<Body>(
  transport: Transport,
  request: OutgoingRequest,
  options: CallOptions = {},
): Promise<Answered<Body>> {
  const call = callOf(transport, request, options);
  const { signal, key, policy } = call;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendOnce<Body>(transport, request, call, attempt);
    } catch (thrown) {
      signal?.throwIfAborted();
      // Without a key, retrying could make the change twice.
      const waitMs = key === false ? undefined : waitBefore(thrown, attempt, policy);
      if (waitMs === undefined) throw thrown;
      transport.onRetry({ cause: thrown as Error, waitMs, attempt: attempt + 1 });
      await transport.pause(waitMs, signal);
    }
  }
}

function callOf(transport: Transport, { method }: OutgoingRequest, options: CallOptions): Call {
  const key = keyOption(options.idempotencyKey);
  return {
    signal: options.signal ?? undefined,
    timeoutMs: timeoutOption(options.timeoutMs, transport.timeoutMs),
    policy: retriesOption(options.retries, transport.retries),
    key: method === 'GET' ? undefined : (key ?? freshKey()),
    ifMatch: revisionOption(options.ifMatch),
  };
}

async function sendOnce<Body>(
  transport: Transport,
  request: OutgoingRequest,
  { signal, timeoutMs, key, ifMatch }: Call,
  attempt: number,
): Promise<Answered<Body>> {
  signal?.throwIfAborted();
  const headers: Record<string, string> = { ...transport.headers, Accept: 'application/json' };
  headers.Authorization = `Bearer ${sendable(await transport.credential(), 'The credential')}`;
  if (typeof key === 'string') headers['Idempotency-Key'] = sendable(key, 'The idempotency key');
  if (ifMatch !== undefined) headers['If-Match'] = ifMatch;
  if (request.held !== undefined) {
    headers['If-None-Match'] = request.held.etag;
    headers['If-Modified-Since'] = request.held.lastModified;
  }
  if (request.json !== undefined) headers['Content-Type'] = 'application/json';
  const timeout = AbortSignal.timeout(timeoutMs);
  const url = urlOf(transport.base, request);
  const { response, text } = await exchange(transport.fetch, url, timeout, {
    method: request.method,
    headers,
    redirect: 'manual',
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    ...(request.json === undefined ? {} : { body: JSON.stringify(request.json) }),
    ...(request.form === undefined ? {} : { body: request.form }),
  });
  const isHeld = response.status === 304 && request.held !== undefined;
  const data = isHeld ? (request.held.body as Body) : bodyOf<Body>(response, text, url);
  return { data, response: metaOf(response, attempt) };
}

/**
 * The value of a header. Throws a TypeError that does not reveal the value if it contains characters that headers
 * cannot contain (RFC 9110, section 5.5). `fetch` would report a network error.
 */
function sendable(value: string, what: string): string {
  if (typeof value !== 'string') throw new TypeError(`${what} is not a string.`);
  if (/^[\x20-\x7e\x80-\xff]+$/.test(value)) return value;
  throw new TypeError(`${what} is empty, or contains a line feed or another character that cannot be sent.`);
}

/** The response with its whole body. A truncated body is a connection error, and an endless one is not from Cairn. */
async function exchange(
  fetchIt: typeof fetch,
  url: string,
  timeout: AbortSignal,
  init: RequestInit,
): Promise<{ response: Response; text: string }> {
  const { origin } = new URL(url);
  try {
    const response = await fetchIt(url, init);
    const text = await textWithin(response, MAX_BYTES);
    if (text !== undefined) return { response, text };
    const what = `answered ${response.status} with more than ${MAX_BYTES} bytes`;
    throw new UnexpectedAnswerError(`${origin} ${what}. Check the address.`, response.status);
  } catch (cause) {
    if (cause instanceof UnexpectedAnswerError) throw cause;
    if (timeout.aborted) throw new TimeoutError(`${origin} did not answer in time.`, { cause });
    throw new ConnectionError(`${origin} was not reached, or its response was cut off.`, { cause });
  }
}

function bodyOf<Body>(response: Response, text: string, url: string): Body {
  if (response.status === 204) return undefined as Body;
  const value = jsonOf(text);
  if (response.ok && value !== undefined) return value as Body;
  if (isProblem(value)) throw new ProblemError(value, response.status, response.headers);
  const isRedirect = response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400);
  const what = isRedirect ? 'redirects to another address' : `answered ${response.status} without JSON of Cairn's`;
  throw new UnexpectedAnswerError(`${new URL(url).origin} ${what}. Check the address.`, response.status);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isProblem = (value: unknown): value is ProblemDetails =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Record<string, unknown>).type === 'string' &&
  typeof (value as Record<string, unknown>).detail === 'string';

function urlOf(base: string, { path, query = {} }: OutgoingRequest): string {
  const url = new URL(base + path);
  for (const [name, value] of Object.entries(query)) if (isGiven(value)) url.searchParams.set(name, String(value));
  return url.href;
}

/** 128 random bits. `crypto.randomUUID` is missing on pages without TLS. */
function freshKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
