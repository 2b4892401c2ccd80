// Someone who talks to the service over HTTP and nothing else. Every JSON answer of a documented route is checked against
// what the OpenAPI document declares for it, so a wrong shape fails whichever test meets it.
import { expect } from 'vitest';
import type { DeclaredShapes } from './declared-shapes.ts';

export interface Heard<Body> {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON of a JSON answer, else the text; undefined where there is no body. */
  readonly body: Body;
}

/** A problem document (RFC 9457), for tests of refusals. */
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
  /** Sends the body as it is when it is text, bytes or a form, else as JSON. */
  send<Body = unknown>(method: string, path: string, body?: unknown, headers?: Fields): Promise<Heard<Body>>;
  get<Body = unknown>(path: string, headers?: Fields): Promise<Heard<Body>>;
  post<Body = unknown>(path: string, body?: unknown, headers?: Fields): Promise<Heard<Body>>;
  put<Body = unknown>(path: string, body?: unknown, headers?: Fields): Promise<Heard<Body>>;
  patch<Body = unknown>(path: string, body?: unknown, headers?: Fields): Promise<Heard<Body>>;
  delete<Body = unknown>(path: string, headers?: Fields): Promise<Heard<Body>>;
  /** The same person with other headers on every request, e.g. another key. */
  with(headers: Fields): Speaker;
}

/** Speaks to the service at `address` with these headers on every request. */
export function speaker(address: string, declared: DeclaredShapes, always: Fields = {}): Speaker {
  async function send<Body>(method: string, path: string, body?: unknown, headers: Fields = {}): Promise<Heard<Body>> {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: { ...typeOf(body), ...always, ...headers },
      redirect: 'manual',
      ...(body === undefined ? {} : { body: wire(body) }),
    });
    const text = await response.text();
    const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '');
    const parsed: unknown = text === '' ? undefined : isJson ? JSON.parse(text) : text;
    expect(response.headers.get('request-id'), `${method} ${path} answers with a Request-Id`).toBeTruthy();
    declared.check(method, path, response.status, parsed);
    return { status: response.status, headers: response.headers, body: parsed as Body };
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

const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> | FormData =>
  typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData;

const wire = (body: unknown): string | Uint8Array<ArrayBuffer> | FormData =>
  isRaw(body) ? body : JSON.stringify(body);

const typeOf = (body: unknown): Fields =>
  body === undefined || body instanceof FormData ? {} : { 'Content-Type': 'application/json' };

/** The slug at the end of a problem's type. */
export const slugOf = (heard: Heard<unknown>): string =>
  String((heard.body as Problem).type)
    .split('/')
    .at(-1) ?? '';
