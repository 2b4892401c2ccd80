// @cairn/client: gives access to trails, images, the authoring guide and the current caller through /v1 of a Cairn
// service.
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
import type { AudiencePage, AuthoringGuide, Me, Plan, PlanResult, SetList } from './shapes.ts';
import { type Trails, trails } from './trails.ts';

export interface ClientOptions {
  /** The URL of Cairn, e.g. `https://cairn.example`. */
  readonly url: string;
  /** An API key or OAuth access token, or a function that returns one. It is called before each attempt. */
  readonly credential: string | (() => string | Promise<string>);
  /** The path of the API: `/v1`, or `/console/v1` for sessions created by `cairn login`. */
  readonly path?: string | undefined;
  /** Timeout per attempt in milliseconds; default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** By default, up to four retries, at most a minute apart. */
  readonly retries?: Given<RetryPolicy> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Called before a retry. */
  readonly onRetry?: ((notice: RetryNotice) => void) | undefined;
  readonly fetch?: typeof fetch | undefined;
}

export interface Cairn {
  readonly trails: Trails;
  readonly assets: Assets;
  /** Compares many trails with the catalog, runs their examples, and applies all of them or none. */
  plan(plan: Plan, options?: CallOptions): Answer<PlanResult>;
  /** A page of the trails that are open to groups or have editors, with their names. */
  audiences(cursor?: string, options?: CallOptions): Answer<AudiencePage>;
  /** All sets of trails in order, with their audiences by name. */
  sets(options?: CallOptions): Answer<SetList>;
  /** How to write a trail in this installation: limits, AI tools, and the JSON Schema of a document. */
  guide(options?: CallOptions): Answer<AuthoringGuide>;
  /** The credential's owner, catalog and scopes. */
  me(options?: CallOptions): Answer<Me>;
}

const USUAL_TIMEOUT_MS = 30_000;

/**
 * Creates a client for one Cairn service and one credential. Throws a TypeError for a URL that is not http or https,
 * and for unusable options.
 */
export function connect(options: ClientOptions): Cairn {
  const transport = transportOf(options);
  const managing = { ...transport, base: transport.manage };
  const read = <Body>(path: string, call?: CallOptions): Answer<Body> =>
    answer(send<Body>(transport, { method: 'GET', path }, call));
  return {
    trails: trails(transport),
    assets: assets(transport),
    plan: (json, call) => answer(send<PlanResult>(managing, { method: 'POST', path: '/plans', json }, call)),
    audiences: (cursor, call) =>
      answer(send<AudiencePage>(managing, { method: 'GET', path: `/audiences?limit=100${cursorPart(cursor)}` }, call)),
    sets: (call) => answer(send<SetList>(managing, { method: 'GET', path: '/audiences/sets' }, call)),
    guide: (call) => read('/authoring-guide', call),
    me: (call) => read('/me', call),
  };
}

const cursorPart = (cursor: string | undefined): string =>
  cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;

function transportOf(options: ClientOptions): Transport {
  const { credential } = options;
  if (typeof credential !== 'string' && typeof credential !== 'function')
    throw new TypeError('The credential must be a string, or a function that returns one.');
  const url = urlOption(options.url);
  const root = url.origin + url.pathname.replace(/\/+$/, '');
  return {
    base: root + pathOption(options.path, '/v1'),
    manage: `${root}/manage/v1`,
    headers: headersOption(options.headers),
    timeoutMs: timeoutOption(options.timeoutMs, USUAL_TIMEOUT_MS),
    retries: retriesOption(options.retries, USUAL_RETRIES),
    credential: typeof credential === 'function' ? credential : () => credential,
    // Called as a plain function, because browsers reject `fetch` as a method of another object.
    fetch: functionOption<typeof fetch>('fetch', options.fetch, (input, init) => fetch(input, init)),
    onRetry: functionOption('onRetry', options.onRetry, () => undefined),
    pause,
  };
}

/** Resolves after `ms`, or rejects with the signal's reason if it aborts first. */
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
