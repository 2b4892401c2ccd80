// An endpoint as data, and the arguments of its handler. A door is a list of endpoints (built by define-endpoint.ts)
// with functions to admit callers and render refusals. gate.ts serves both in the fixed order of Decision 5.

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

/** A successful response of an endpoint, for the OpenAPI document and the tests. */
export interface DeclaredAnswer {
  readonly description: string;
  readonly schema?: TSchema;
  /** Header name -> description. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Several media types if the request can choose between them. */
  readonly contentType?: string | readonly string[];
  readonly example?: unknown;
  /** Link name -> the target operation and its parameters (OpenAPI runtime expressions). */
  readonly links?: Readonly<
    Record<string, { readonly operationId: string; readonly parameters: Readonly<Record<string, string>> }>
  >;
}

/** An endpoint with all its documentation. `Need`: the permissions its door can require. */
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
  /** The permission (a scope or role) that the door's `admit` requires; undefined if any caller is allowed. */
  readonly needs?: Need;
  /** The rate limit; `none` for probes. */
  readonly rate: PolicyName | 'none';
  readonly params?: Params;
  readonly query?: Query | undefined;
  /** Relevant request headers, for the document: name -> description. */
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly required?: boolean }>>;
  /** The body's shape, for the document. The handler reads the body with `call.json`. */
  readonly body?: {
    readonly schema: TSchema;
    readonly required?: boolean;
    readonly contentType?: string;
    readonly example?: unknown;
  };
  readonly answers: Readonly<Record<number, DeclaredAnswer>>;
  /** Slugs of refusals, in addition to those that the door declares for all its endpoints. */
  readonly refusals: readonly Slug[];
  /** False ignores Idempotency-Key. By default it applies to every method except GET. */
  readonly idempotent?: boolean;
  /**
   * Set if the response contains a secret that is not stored: what to keep of it under an Idempotency-Key (Decision
   * 121).
   */
  readonly shownOnce?: ShownOnce;
  readonly bodyLimit?: number | undefined;
  /**
   * Set for lists and figures that may be slightly stale. They are read from a standby if there is one
   * (storage/server/read-replica.ts).
   */
  readonly mayLag?: boolean;
  /**
   * Also open to people who may edit the trail in the path, whatever their roles. If the path names no trail: to people
   * who may edit any trail, and the handler limits what they get.
   */
  readonly forEditors?: boolean;
  /** Also open to members of the group that approves, while they can decide about the trail in the path. */
  readonly forApprovers?: boolean;
  /** The multipart body, instead of JSON. */
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
  /** The client's address, behind the operator's proxies. */
  readonly address: string;
  /** The path and query as sent. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Aborts when the client leaves before the response. */
  readonly signal: () => AbortSignal;
  /**
   * For reads. Also confirms the caller (storage/batches/version-check.ts). Reads from a standby if the endpoint
   * `mayLag`.
   */
  readonly db: Reader;
  readonly database: Database;
  /**
   * Checks the caller immediately. For work that is batched with other requests and does not use `db` or `database`.
   */
  confirm(): Promise<unknown>;
  /** Makes the same check as part of the statement that does the work. */
  readonly confirmedBy: ConfirmedBy;
  /** True if `commit` will roll back. Only work outside the transaction needs this. */
  readonly isDryRun: boolean;
  header(name: string): string | undefined;
  /** Adds details about this request for the door's observer. */
  note(details: Readonly<Record<string, unknown>>): void;
  /**
   * The validated JSON body, with ids in lower case. Fails with `unsupported-media-type`, `payload-too-large`,
   * `bad-request` (invalid JSON, not an object), or `validation` (all findings).
   */
  json<Shape extends TSchema>(shape: Shape): Promise<Static<Shape>>;
  /**
   * The JSON body as an object, not validated; undefined if it is missing and `optional` is set. For routes that
   * validate it themselves.
   */
  object(optional: true): Promise<Readonly<Record<string, unknown>> | undefined>;
  object(optional?: false): Promise<Readonly<Record<string, unknown>>>;
  /** The multipart body. Fails with `unsupported-media-type`, `payload-too-large`, or `bad-request`. */
  form(): Promise<Form>;
  /** True if the request has no body. */
  isBodyEmpty(): boolean;
  /**
   * The JSON body, which can be any value. Fails with `unsupported-media-type`, `payload-too-large`, or `bad-request`.
   */
  value(): Promise<unknown>;
  /** The body's bytes, of any type. */
  bytes(): Promise<Buffer>;
  /**
   * Runs the effect in a transaction, and stores the response in it if the request has an Idempotency-Key. Call it
   * once. Set `isPatient` if it can take minutes in a large workspace.
   */
  commit(work: (tx: Tx) => Promise<Answer>, options?: TransactionOptions): Promise<Answer>;
  /**
   * Like `commit`, for an effect that consists of one statement. Without an Idempotency-Key, the effect runs outside a
   * transaction, with `isAlone` set.
   */
  commitStatement(work: (db: Db, isAlone: boolean) => Promise<Answer>): Promise<Answer>;
}

/** An admitted caller, with everything the gate needs to serve the request. */
export interface Admitted<Caller> {
  readonly caller: Caller;
  readonly database: Database;
  /**
   * Checks the caller's authorization version if no query of the request has done so. Throws `StaleCaller` if it has
   * changed.
   */
  confirm(): Promise<unknown>;
  /** If absent, the gate calls `confirm` first. */
  readonly confirmedBy?: ConfirmedBy | undefined;
  /** A standby that has all changes of this caller; absent if none qualifies at the moment. */
  readonly standby?: Reader | undefined;
  /** Called after every change, so that the caller's next read from a standby includes it. */
  readonly noteChange?: (() => Promise<void>) | undefined;
  /** The reason that a known caller is refused. The response still has rate limit headers. */
  readonly refusal?: Refusal | undefined;
  /** The key of the caller's rate limit bucket. */
  readonly bucket: string;
  /** The owner of the caller's idempotency keys. */
  readonly keys: { readonly catalog_id: string; readonly credential_id: string };
  /** Fields for the log, without secrets. */
  readonly logged: Readonly<Record<string, string>>;
}

/** The people that an endpoint is for. */
export interface OpenTo<Need extends string> {
  readonly needs?: Need | undefined;
  readonly forEditors?: boolean | undefined;
  readonly forApprovers?: boolean | undefined;
}

export interface Door<Caller, Need extends string = never> {
  readonly name: string;
  /** Admits the caller or refuses. */
  admit(request: DoorRequest, endpoint: OpenTo<Need>, lookUp: LookUp): Promise<Admitted<Caller>>;
  /** Renders a refusal or a bug (`internal`) in the door's format. */
  readonly render: RenderRefusal;
  /** Converts a path below the door's prefix to the spelling of the routes. Absent if only one spelling is accepted. */
  canonicalPath?(path: string): string;
  /** Rewrites the query, including its question mark, before it is decoded. Used only with `canonicalPath`. */
  readonly canonicalQuery?: (query: string) => string;
  /** Media types of JSON bodies. */
  readonly jsonTypes: readonly string[];
  /** Optional. Called after every response, e.g. for a provisioning log. */
  observe?(observation: Observation<Caller>): void;
  /**
   * Also observe requests without a matching endpoint: those sent by the door's callers to the path `below` or beneath
   * it, charged to the rate limit `rate`. If absent, such requests are not observed.
   */
  readonly missed?: { readonly below: string; readonly rate: PolicyName };
}

export interface Observation<Caller> {
  readonly caller: Caller | undefined;
  /** Undefined if no endpoint has the path or the method. */
  readonly endpoint: { readonly id: string; readonly method: Method; readonly path: string } | undefined;
  readonly request: DoorRequest & { readonly url: string };
  readonly status: number;
  readonly refusal: Refusal | 'internal' | undefined;
  readonly durationMs: number;
  /** Details from the handler (`call.note`). */
  readonly noted: Readonly<Record<string, unknown>>;
}
