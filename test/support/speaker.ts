// A client that talks to the service over HTTP only. It checks every response of a documented route against the
// OpenAPI document, so that a wrong response fails in whichever test receives it.
import { Agent, request } from 'undici';
import { expect } from 'vitest';
import type { DeclaredShapes } from './declared-shapes.ts';

export interface Heard<Body> {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON of a JSON response, otherwise the text. Undefined without a body. */
  readonly body: Body;
}

/** A problem document (RFC 9457), for tests of errors. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly issues?: readonly { readonly severity: string; readonly field: string; readonly message: string }[];
  readonly current_revision?: number;
  readonly changed_fields?: readonly string[];
  readonly required_scope?: string;
}

type Fields = Readonly<Record<string, string>>;

export interface Speaker {
  /** Sends text, bytes and forms unchanged, and anything else as JSON. */
  send<Body = unknown>(method: string, path: string, body?: unknown, headers?: Fields): Promise<Heard<Body>>;
  get<Body = unknown>(path: string, headers?: Fields): Promise<Heard<Body>>;
  post<Body = unknown>(path: string, body?: unknown, headers?: Fields): Promise<Heard<Body>>;
  put<Body = unknown>(path: string, body?: unknown, headers?: Fields): Promise<Heard<Body>>;
  patch<Body = unknown>(path: string, body?: unknown, headers?: Fields): Promise<Heard<Body>>;
  delete<Body = unknown>(path: string, headers?: Fields): Promise<Heard<Body>>;
  /** The same client with additional headers on every request, such as another key. */
  with(headers: Fields): Speaker;
}

/** Talks to the service at `address` with these headers on every request. */
export function speaker(address: string, declared: DeclaredShapes, always: Fields = {}): Speaker {
  async function send<Body>(method: string, path: string, body?: unknown, headers: Fields = {}): Promise<Heard<Body>> {
    const response = await answerTo(method, `${address}${path}`, { ...typeOf(body), ...always, ...headers }, body);
    const { text } = response;
    const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '');
    const parsed: unknown = text === '' ? undefined : isJson ? JSON.parse(text) : text;
    expect(response.headers.get('request-id'), `${method} ${path} answers with a Request-Id`).toBeTruthy();
    const received = { status: response.status, headers: response.headers, body: parsed };
    declared.check(method, path, received);
    return { ...received, body: parsed as Body };
  }
  return {
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    delete: (path, headers) => send('DELETE', path, undefined, headers),
    with: (headers) => speaker(address, declared, { ...always, ...headers }),
  };
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A test's clock may stop or jump, so requests have no timeouts. */
const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
/** The headers that fetch sends. */
const USUAL: Fields = { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' };

/** Sends a request as fetch would, without compression and with a third of its CPU time. Forms use fetch. */
async function answerTo(method: string, url: string, headers: Fields, body: unknown): Promise<Answer> {
  if (body instanceof FormData) {
    const response = await fetch(url, { method, headers, redirect: 'manual', body });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }
  const sent = body === undefined ? {} : { body: wire(body) };
  const fields = { ...USUAL, ...lowerNames(headers) };
  const response = await request(url, { dispatcher: agent, method, headers: fields, ...sent });
  const answered = new Headers();
  for (const [name, value = ''] of Object.entries(response.headers))
    for (const one of [value].flat()) answered.append(name, one);
  return { status: response.statusCode, headers: answered, text: await response.body.text() };
}

/** The last header with the same name wins, in any letter case. */
const lowerNames = (headers: Fields): Fields =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array;

const wire = (body: unknown): string | Uint8Array<ArrayBuffer> => (isRaw(body) ? body : JSON.stringify(body));

const typeOf = (body: unknown): Fields =>
  body === undefined || body instanceof FormData ? {} : { 'Content-Type': 'application/json' };

/** The slug at the end of a problem's type. */
export const slugOf = (heard: Heard<unknown>): string =>
  String((heard.body as Problem).type)
    .split('/')
    .at(-1) ?? '';
