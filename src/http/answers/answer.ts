// A handler's response: status, headers and a body in one of several forms.

import { Readable } from 'node:stream';
import type { Refusal } from '../../base/refusal.ts';
import type { TransactionOptions, Tx } from '../../storage/database.ts';
import type { Language } from './languages.ts';

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** `Set-Cookie` values, if there are several. */
  readonly cookies?: readonly string[];
  /** An object to serialize, `{ json }` for finished JSON text, `{ bytes }` or `{ stream }` for everything else. */
  readonly body?: object | undefined;
}

/** Renders a refusal or a bug (`internal`) in the format of one door, in English without a language. */
export type RenderRefusal = (
  refusal: Refusal | 'internal',
  request: {
    readonly requestId: string;
    readonly url: string;
    readonly headers?: { readonly origin?: string | undefined };
  },
  language?: Language,
) => Answer;

const JSON_TYPE = 'application/json; charset=utf-8';

const isJsonText = (body: object): body is { json: string } =>
  'json' in body && typeof body.json === 'string' && Object.keys(body).length === 1;
const isBytes = (body: object): body is { bytes: Buffer } => 'bytes' in body && Buffer.isBuffer(body.bytes);

/** The body to send: text, bytes, a stream, or nothing. */
export function payloadOf({ body }: Answer): string | Buffer | Readable | undefined {
  if (body === undefined) return undefined;
  if (isJsonText(body)) return body.json;
  if (isBytes(body)) return body.bytes;
  if ('stream' in body && body.stream instanceof Readable) return body.stream;
  return JSON.stringify(body);
}

/** The body's bytes; undefined without a body, or before serialization. */
export const bytesIn = ({ body }: Answer): Buffer | undefined =>
  body !== undefined && isBytes(body) ? body.bytes : undefined;

/** The headers to send. The default content type is JSON. */
export function headersOf({ headers = {}, body }: Answer): Readonly<Record<string, string>> {
  return body === undefined || headers['Content-Type'] !== undefined
    ? headers
    : { 'Content-Type': JSON_TYPE, ...headers };
}

/** The body as bytes to store. Streams are never stored, because only reads return them. */
export function answerBytes(answer: Answer): Buffer {
  const payload = payloadOf(answer) ?? '';
  return payload instanceof Readable ? Buffer.alloc(0) : Buffer.from(payload);
}

const REPEATED = ['Content-Type', 'Location', 'ETag', 'Content-Location'];

/** The headers to repeat in a replay (Decision 12). */
export const repeatableHeaders = (answer: Answer): Record<string, string> =>
  Object.fromEntries(Object.entries(headersOf(answer)).filter(([name]) => REPEATED.includes(name)));

/** True if the response contains the requested data. False for 304 and for HEAD. */
export const bringsBody = ({ method }: { readonly method: string }, { status }: Answer): boolean =>
  status === 200 && method !== 'HEAD';

/** Caches responses by object. Each is serialized once, including its headers. */
export function answersKept<About extends object>(answerAbout: (about: About) => Answer): (about: About) => Answer {
  const kept = new WeakMap<About, Answer>();
  return (about) => {
    const known = kept.get(about);
    if (known !== undefined) return known;
    const answer = answerAbout(about);
    const whole = { ...answer, headers: headersOf(answer) };
    kept.set(about, whole);
    return whole;
  };
}

export const ok = (body: object, headers: Record<string, string> = {}): Answer => ({ status: 200, headers, body });
export const noContent = (): Answer => ({ status: 204 });

/** Commits a change and returns 204. Takes the same options as `commit`. */
export const noContentAfter = (
  call: { commit(work: (tx: Tx) => Promise<Answer>, options?: TransactionOptions): Promise<Answer> },
  change: (tx: Tx) => Promise<unknown>,
  options?: TransactionOptions,
): Promise<Answer> =>
  call.commit(async (tx) => {
    await change(tx);
    return noContent();
  }, options);
