// An endpoint as data, and what its handler is given. A door is a list of endpoints (built by define-endpoint.ts), how
// it admits callers and how it renders refusals; gate.ts serves both in the fixed order of Decision 5.

import type { IncomingHttpHeaders } from 'node:http';
import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { LookUp } from '../../base/look-up.ts';
import type { Refusal, Slug } from '../../base/refusal.ts';
import type { ConfirmedBy } from '../../storage/batches/version-check.ts';
import type { Database, Db, Reader, TransactionOptions, Tx } from '../../storage/database.ts';
import type { Answer, RenderRefusal } from '../answers/answer.ts';
import type { Form, FormLimits } from '../bodies/form.ts';
import type { ShownOnce } from '../idempotency/shown-once.ts';
import type { DoorRequest } from '../incoming/incoming.ts';
import type { PolicyName } from '../rate-limits/rate-limit.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** What an endpoint answers in a good case, for the OpenAPI document and the tests. */
export interface DeclaredAnswer {
  readonly description: string;
  readonly schema?: TSchema;
  /** Header name -> description. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Several: the request says which. */
  readonly contentType?: string | readonly string[];
  readonly example?: unknown;
  /** Link name -> the operation it leads to and the parameters it takes (OpenAPI runtime expressions). */
  readonly links?: Readonly<
    Record<string, { readonly operationId: string; readonly parameters: Readonly<Record<string, string>> }>
  >;
}

/** An endpoint, with everything that the documents say of it. `Need`: what its door can ask of a caller. */
export interface Endpoint<
  Caller,
  Need extends string = never,
  Params extends TObject = TObject,
  Query extends TObject = TObject,
> {
  readonly method: Method;
  /** With `:name` parameters, e.g. `/v1/trails/:trail_id`. */
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  /** What the door's `admit` asks of the caller (a scope, a role); undefined: any caller. */
  readonly needs?: Need;
  /** The bucket a request is taken from; `none` for probes, which are not limited. */
  readonly rate: PolicyName | 'none';
  readonly params?: Params;
  readonly query?: Query | undefined;
  /** Request headers that matter, for the document: name -> description. */
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly required?: boolean }>>;
  /** The body's shape, for the document; the handler reads it with `call.json`. */
  readonly body?: {
    readonly schema: TSchema;
    readonly required?: boolean;
    readonly contentType?: string;
    readonly example?: unknown;
  };
  readonly answers: Readonly<Record<number, DeclaredAnswer>>;
  /** Slugs that this endpoint can be refused with, beside those that every endpoint of the door can. */
  readonly refusals: readonly Slug[];
  /** False: Idempotency-Key means nothing here. Default: it is honoured on everything but GET. */
  readonly idempotent?: boolean;
  /** The answer holds a secret that is stored nowhere: what is kept of it under an Idempotency-Key (Decision 121). */
  readonly shownOnce?: ShownOnce;
  readonly bodyLimit?: number | undefined;
  /** A list or figure that may be a moment old: read from a standby, where one is (storage/server/read-replica.ts). */
  readonly mayLag?: boolean;
  /** The multipart body that this endpoint takes instead of JSON. */
  readonly form?: FormLimits;
  handle(call: Call<Caller, Static<Params>, Static<Query>>): Promise<Answer>;
}

/** One request on its way through a handler. */
export interface Call<Caller, Params = unknown, Query = unknown> {
  readonly caller: Caller;
  readonly params: Params;
  readonly query: Query;
  readonly requestId: string;
  readonly method: string;
  /** The caller's, behind the operator's proxies. */
  readonly address: string;
  /** The path and query as sent. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Aborts when the caller goes away before the answer. */
  readonly signal: () => AbortSignal;
  /** For reading. Confirms the caller on the way (storage/batches/version-check.ts). A standby's if it `mayLag`. */
  readonly db: Reader;
  readonly database: Database;
  /** Checks the caller now, for what is done together with others and not by `db` or `database`. */
  confirm(): Promise<unknown>;
  /** The same in the one statement that does it. */
  readonly confirmedBy: ConfirmedBy;
  header(name: string): string | undefined;
  /** Tells the door's observer something about this request; later notes add to earlier ones. */
  note(details: Readonly<Record<string, unknown>>): void;
  /**
   * The JSON body, checked, its ids in lower case. Refuses with `unsupported-media-type`, `payload-too-large`,
   * `bad-request` (no JSON, not an object), `validation` (all findings).
   */
  json<Shape extends TSchema>(shape: Shape): Promise<Static<Shape>>;
  /**
   * The JSON body as an object, unchecked; undefined where none was sent and `optional`. For routes with a checker of
   * their own.
   */
  object(optional: true): Promise<Readonly<Record<string, unknown>> | undefined>;
  object(optional?: false): Promise<Readonly<Record<string, unknown>>>;
  /** The multipart body. Refuses with `unsupported-media-type`, `payload-too-large`, `bad-request`. */
  form(): Promise<Form>;
  /** True where no body was sent. */
  isBodyEmpty(): boolean;
  /** The JSON body, whatever it holds. Refuses with `unsupported-media-type`, `payload-too-large`, `bad-request`. */
  value(): Promise<unknown>;
  /** The body's bytes, whatever their type. */
  bytes(): Promise<Buffer>;
  /**
   * Runs the effect in a transaction, and stores the answer there when the request has an Idempotency-Key. Call it
   * once. `isPatient` where a large workspace makes it a matter of minutes.
   */
  commit(work: (tx: Tx) => Promise<Answer>, options?: TransactionOptions): Promise<Answer>;
  /**
   * As `commit`, for an effect that is one statement: without an Idempotency-Key it needs no transaction, and
   * `isAlone`.
   */
  commitStatement(work: (db: Db, isAlone: boolean) => Promise<Answer>): Promise<Answer>;
}

/** A caller whom a door has admitted, with what the gate needs to serve the request. */
export interface Admitted<Caller> {
  readonly caller: Caller;
  readonly database: Database;
  /**
   * Checks the caller's authorization version where no query of the request has done so. Throws `StaleCaller` if it
   * moved.
   */
  confirm(): Promise<unknown>;
  /** Absent: `confirm` is asked first. */
  readonly confirmedBy?: ConfirmedBy | undefined;
  /** A standby that shows everything this caller has changed; absent: there is none at the moment. */
  readonly standby?: Reader | undefined;
  /** Called after every change, so that the caller's next read of a standby shows it. */
  readonly noteChange?: (() => Promise<void>) | undefined;
  /** Why a known caller is refused; the answer still carries the rate-limit headers. */
  readonly refusal?: Refusal | undefined;
  /** The key of the caller's rate-limit bucket. */
  readonly bucket: string;
  /** The owner of the caller's idempotency keys. */
  readonly keys: { readonly catalog_id: string; readonly credential_id: string };
  /** For the log: never secret. */
  readonly logged: Readonly<Record<string, string>>;
}

export interface Door<Caller, Need extends string = never> {
  readonly name: string;
  /** Lets the caller in or refuses. */
  admit(
    request: DoorRequest,
    endpoint: { readonly needs?: Need | undefined },
    lookUp: LookUp,
  ): Promise<Admitted<Caller>>;
  /** A refusal, or a bug (`internal`), in the door's own words. */
  readonly render: RenderRefusal;
  /** The spelling that the routes have of a path below the door's prefix; absent: there is one spelling only. */
  canonicalPath?(path: string): string;
  /** Media types of JSON bodies. */
  readonly jsonTypes: readonly string[];
  /** Called with every request once it was answered (a provisioning log); optional. */
  observe?(observation: Observation<Caller>): void;
  /**
   * Of requests for a path or method that no endpoint has, those that are observed too: what its callers ask for at and
   * below the path `below`, taken from the bucket `rate`. Absent: none.
   */
  readonly missed?: { readonly below: string; readonly rate: PolicyName };
}

export interface Observation<Caller> {
  readonly caller: Caller | undefined;
  /** Undefined: no endpoint has the path, or the method. */
  readonly endpoint: { readonly id: string; readonly method: Method; readonly path: string } | undefined;
  readonly request: DoorRequest & { readonly url: string };
  readonly status: number;
  readonly refusal: Refusal | 'internal' | undefined;
  readonly durationMs: number;
  /** What the handler noted (`call.note`). */
  readonly noted: Readonly<Record<string, unknown>>;
}
