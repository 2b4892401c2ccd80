// @cairn/client: trails, images, the authoring guide and who calls, over /v1 of one Cairn.
import { type Answer, answer } from './answer.ts';
import { type Assets, assets } from './assets.ts';
import {
  functionOption,
  type Given,
  headersOption,
  pathOption,
  retriesOption,
  timeoutOption,
  urlOption,
} from './options.ts';
import { type RetryPolicy, USUAL_RETRIES } from './retry.ts';
import { type CallOptions, type RetryNotice, send, type Transport } from './send.ts';
import type { AuthoringGuide, Me } from './shapes.ts';
import { type Trails, trails } from './trails.ts';

export interface ClientOptions {
  /** Where Cairn is, e.g. `https://cairn.example`. */
  readonly url: string;
  /** An API key or an OAuth access token, or what gives one; asked before each try, so it may be a fresh one. */
  readonly credential: string | (() => string | Promise<string>);
  /** The path of the API; another than `/v1` for sessions of `cairn login` (`/console/v1`). */
  readonly path?: string | undefined;
  /** Milliseconds for each try; usually 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Usually four more tries, and at most a minute between two. */
  readonly retries?: Given<RetryPolicy> | undefined;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Called before a request is sent again. */
  readonly onRetry?: ((notice: RetryNotice) => void) | undefined;
  readonly fetch?: typeof fetch | undefined;
}

export interface Cairn {
  readonly trails: Trails;
  readonly assets: Assets;
  /** How to write a trail here: limits, AI tools, the JSON Schema of a document. */
  guide(options?: CallOptions): Answer<AuthoringGuide>;
  /** Whose credential this is, in which catalog, with which scopes. */
  me(options?: CallOptions): Answer<Me>;
}

const USUAL_TIMEOUT_MS = 30_000;

/**
 * A client of one Cairn with one credential. Throws a TypeError for an address that is none of http or https, and for
 * an option that cannot be used.
 */
export function connect(options: ClientOptions): Cairn {
  const transport = transportOf(options);
  const read = <Body>(path: string, call?: CallOptions): Answer<Body> =>
    answer(send<Body>(transport, { method: 'GET', path }, call));
  return {
    trails: trails(transport),
    assets: assets(transport),
    guide: (call) => read('/authoring-guide', call),
    me: (call) => read('/me', call),
  };
}

function transportOf(options: ClientOptions): Transport {
  const { credential } = options;
  if (typeof credential !== 'string' && typeof credential !== 'function')
    throw new TypeError('The credential must be a text, or a function that answers one.');
  const url = urlOption(options.url);
  const root = url.origin + url.pathname.replace(/\/+$/, '');
  return {
    base: root + pathOption(options.path, '/v1'),
    manage: `${root}/manage/v1`,
    headers: headersOption(options.headers),
    timeoutMs: timeoutOption(options.timeoutMs, USUAL_TIMEOUT_MS),
    retries: retriesOption(options.retries, USUAL_RETRIES),
    credential: typeof credential === 'function' ? credential : () => credential,
    // Called as a function of its own: browsers refuse `fetch` as the method of another object.
    fetch: functionOption<typeof fetch>('fetch', options.fetch, (input, init) => fetch(input, init)),
    onRetry: functionOption('onRetry', options.onRetry, () => undefined),
    pause,
  };
}

/** Resolves after `ms`; rejects with the reason of the signal when that comes first. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

export type { Answer, Answered, AnswerMeta } from './answer.ts';
export type { Assets, ImageSource, UploadOptions } from './assets.ts';
export type { Change, EditOptions } from './edit-trail.ts';
export {
  type CairnError,
  ConnectionError,
  EditConflictError,
  isCairnError,
  ProblemError,
  type Slug,
  TimeoutError,
  UnexpectedAnswerError,
} from './errors.ts';
export type { RetryPolicy } from './retry.ts';
export type { CallOptions, RetryNotice } from './send.ts';
export type * from './shapes.ts';
export type { ListQuery, TrailList } from './trail-list.ts';
export type { Judged, Trails } from './trails.ts';
