// What a handler answers: a status, headers and a body in one of several forms.

import { Readable } from 'node:stream';
import type { Refusal } from '../../base/refusal.ts';
import type { TransactionOptions, Tx } from '../../storage/database.ts';

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Lines of `Set-Cookie`, where it is more than one. */
  readonly cookies?: readonly string[];
  /**
   * An object to serialise, `{ json }` for JSON text that is ready to send, `{ bytes }` or `{ stream }` for anything
   * else.
   */
  readonly body?: object | undefined;
}

/** Renders a refusal, or a bug (`internal`), in the words of one door. */
export type RenderRefusal = (
  refusal: Refusal | 'internal',
  request: { readonly requestId: string; readonly url: string },
) => Answer;

const JSON_TYPE = 'application/json; charset=utf-8';

const isJsonText = (body: object): body is { json: string } =>
  'json' in body && typeof body.json === 'string' && Object.keys(body).length === 1;
const isBytes = (body: object): body is { bytes: Buffer } => 'bytes' in body && Buffer.isBuffer(body.bytes);

/** The body as it goes out: text, bytes, a stream, or nothing. */
export function payloadOf({ body }: Answer): string | Buffer | Readable | undefined {
  if (body === undefined) return undefined;
  if (isJsonText(body)) return body.json;
  if (isBytes(body)) return body.bytes;
  if ('stream' in body && body.stream instanceof Readable) return body.stream;
  return JSON.stringify(body);
}

/** The bytes that the body is already; undefined: it is none, or is still to be made. */
export const bytesIn = ({ body }: Answer): Buffer | undefined =>
  body !== undefined && isBytes(body) ? body.bytes : undefined;

/** Headers as they go out; JSON is the type of a body that names no other. */
export function headersOf({ headers = {}, body }: Answer): Readonly<Record<string, string>> {
  return body === undefined || headers['Content-Type'] !== undefined
    ? headers
    : { 'Content-Type': JSON_TYPE, ...headers };
}

/** The body as bytes to keep. Streams are never kept: what streams is read, not done. */
export function answerBytes(answer: Answer): Buffer {
  const payload = payloadOf(answer) ?? '';
  return payload instanceof Readable ? Buffer.alloc(0) : Buffer.from(payload);
}

const REPEATED = ['Content-Type', 'Location', 'ETag', 'Content-Location'];

/** The headers that a replay repeats (Decision 12). */
export const repeatableHeaders = (answer: Answer): Record<string, string> =>
  Object.fromEntries(Object.entries(headersOf(answer)).filter(([name]) => REPEATED.includes(name)));

/** True where the answer brings what was asked for: not to a client that holds it already (304), and not to a HEAD. */
export const bringsBody = ({ method }: { readonly method: string }, { status }: Answer): boolean =>
  status === 200 && method !== 'HEAD';

/** The answers about things that are remembered: each is put together once, with its headers as they go out. */
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

/** One commit of a change that answers nothing; its options are those of `commit`. */
export const noContentAfter = (
  call: { commit(work: (tx: Tx) => Promise<Answer>, options?: TransactionOptions): Promise<Answer> },
  change: (tx: Tx) => Promise<unknown>,
  options?: TransactionOptions,
): Promise<Answer> =>
  call.commit(async (tx) => {
    await change(tx);
    return noContent();
  }, options);
