// Makes the call that a handler is given: its body, read once and only when asked for, and its one commit.
import type { IncomingMessage } from 'node:http';
import type { TSchema } from '@sinclair/typebox';
import { parseJson } from '../base/json.ts';
import { refuse } from '../base/refusal.ts';
import { findIssues } from '../base/shape.ts';
import type { Database, Db, Tx } from '../storage/database.ts';
import type { Answer } from './answer.ts';
import { DEFAULT_BODY_LIMIT, readBytes, requireMediaType } from './body.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { type Form, type FormLimits, readForm } from './form.ts';
import type { Lease } from './idempotency.ts';

const NO_FORM: FormLimits = { fields: [], file: '', fileBytes: 0 };

/** The body of a request, whichever way it is read: read once, kept for the second asker. */
export interface Body {
  bytes(): Promise<Buffer>;
  form(): Promise<Form>;
  isEmpty(): boolean;
}

export function bodyOf(request: IncomingMessage, limit = DEFAULT_BODY_LIMIT, formLimits: FormLimits = NO_FORM): Body {
  let bytes: Promise<Buffer> | undefined;
  let form: Promise<Form> | undefined;
  return {
    bytes: () => (bytes ??= readBytes(request, limit)),
    form: () => (form ??= readForm(request, formLimits)),
    isEmpty: () =>
      request.headers['transfer-encoding'] === undefined && Number(request.headers['content-length'] ?? 0) === 0,
  };
}

type BodyReaders = Pick<Call<unknown>, 'json' | 'object' | 'form' | 'bytes'>;

/** The ways in which a handler reads the body, as JSON of the given media types. */
export function bodyReaders(request: IncomingMessage, body: Body, jsonTypes: readonly string[]): BodyReaders {
  const value = async (): Promise<unknown> => {
    requireMediaType(request.headers['content-type'], jsonTypes);
    return parseJson(await body.bytes());
  };
  const object = async (optional = false): Promise<Readonly<Record<string, unknown>> | undefined> => {
    if (optional && body.isEmpty()) return undefined;
    return asObject(await value());
  };
  return {
    bytes: body.bytes,
    form: body.form,
    object: object as BodyReaders['object'],
    async json<Shape extends TSchema>(shape: Shape) {
      const given = asObject(await value());
      const issues = findIssues(shape, given);
      if (issues.length > 0)
        throw refuse('validation', 'The body has fields to mend; `issues` lists them.', { issues });
      return given as never;
    },
  };
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, unknown>>;
  throw refuse('bad-request', 'The body must be a JSON object.');
}

export interface Committing {
  readonly commit: Call<unknown>['commit'];
  readonly commitStatement: Call<unknown>['commitStatement'];
  /** True once an answer was stored for the key. */
  readonly isStored: () => boolean;
}

/** The one commit of a request: the effect, and with it the answer where there is a key to repeat it for. */
export function committing(database: Database, lease: Lease | undefined): Committing {
  let stored = false;
  const commit = async (work: (tx: Tx) => Promise<Answer>): Promise<Answer> => {
    const answer = await database.inTransaction(async (tx) => {
      const made = await work(tx);
      await lease?.finish(tx, made);
      return made;
    });
    stored = lease !== undefined && answer.status < 300;
    return answer;
  };
  return {
    commit,
    commitStatement: (work: (db: Db) => Promise<Answer>) => (lease === undefined ? work(database) : commit(work)),
    isStored: () => stored,
  };
}

/** Everything that the fingerprint of a keyed request is made of, beside its body (Decision 12). */
export const fingerprintHead = (request: IncomingMessage, endpoint: Pick<Endpoint<unknown>, 'method'>): string[] => [
  endpoint.method,
  request.url ?? '',
  String(request.headers['if-match'] ?? ''),
];
