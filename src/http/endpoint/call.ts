// Builds the call for a handler, with a body that is read once on demand and a commit that can be used once.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Static, TSchema } from '@sinclair/typebox';
import { withLowerIds } from '../../base/id.ts';
import { invalidBody } from '../../base/issue.ts';
import { parseJson } from '../../base/json.ts';
import { refuse } from '../../base/refusal.ts';
import type { KeyedSemaphore } from '../../base/semaphore.ts';
import { findFindings } from '../../base/shape.ts';
import { type ConfirmedBy, HOLDS } from '../../storage/batches/version-check.ts';
import type { Tx } from '../../storage/database.ts';
import { rolledBack } from '../../storage/rolled-back.ts';
import type { Answer } from '../answers/answer.ts';
import { DEFAULT_BODY_LIMIT, type Enter, readBytes, requireMediaType } from '../bodies/body.ts';
import { type Form, type FormLimits, readForm } from '../bodies/form.ts';
import type { Lease } from '../idempotency/idempotency.ts';
import type { Incoming } from '../incoming/incoming.ts';
import type { Admitted, Call } from './endpoint.ts';
import { ownerOf } from './owner.ts';

const NO_FORM: FormLimits = { fields: [], file: '', fileBytes: 0 };

/** The body of a request in any form. Read once and cached for the next reader. */
export interface Body {
  bytes(): Promise<Buffer>;
  /** The parsed JSON. */
  json(): Promise<unknown>;
  form(): Promise<Form>;
  isEmpty(): boolean;
  /** True if reading the body does not have to wait for memory. */
  readonly isSmall: boolean;
}

/** How a large body is queued before it is read, and how it is then parsed. */
export interface Room {
  enter: Enter;
  parse(text: Uint8Array): Promise<unknown>;
}

/** `room`: the memory slots for a large body. */
export function bodyOf(
  request: IncomingMessage,
  limit = DEFAULT_BODY_LIMIT,
  formLimits: FormLimits = NO_FORM,
  room?: Room,
): Body {
  let read: Promise<Buffer> | undefined;
  let form: Promise<Form> | undefined;
  const parse = room?.parse ?? parseJson;
  const bytes = (): Promise<Buffer> => (read ??= readBytes(request, limit, room?.enter));
  return {
    bytes,
    json: async () => parse(await bytes()),
    form: () => (form ??= readForm(request, formLimits, room?.enter)),
    isEmpty: () =>
      request.headers['transfer-encoding'] === undefined && Number(request.headers['content-length'] ?? 0) === 0,
    isSmall: room === undefined,
  };
}

/**
 * Thrown when a body has arrived after its sender was admitted. The sender is then admitted again, with the body
 * available.
 */
export class BodyHasCome extends Error {}

/** A body that had not completely arrived when its sender was admitted. */
export function comingBody(body: Body): Body {
  const hasCome = (): never => {
    throw new BodyHasCome();
  };
  const bytes = (): Promise<never> => body.bytes().then(hasCome);
  return { ...body, bytes, json: bytes, form: () => body.form().then(hasCome) };
}

/** The parts of a call. */
export interface CallParts<Caller> {
  readonly incoming: Incoming;
  readonly admitted: Admitted<Caller>;
  readonly commits: KeyedSemaphore;
  readonly mayLag: boolean;
  readonly body: Body;
  readonly jsonTypes: readonly string[];
  /** Validated before the handler is called. */
  readonly params: unknown;
  readonly query: unknown;
  readonly lease: Lease | undefined;
  readonly isDryRun: boolean;
  readonly note: (details: Readonly<Record<string, unknown>>) => void;
}

export interface OpenCall<Caller> {
  readonly call: Call<Caller, never, never>;
  /** True after a response was stored for the key. */
  readonly isStored: () => boolean;
}

/** Creates the call for the handler. Uses a single object literal for speed, since every request creates one. */
export function openCall<Caller>(parts: CallParts<Caller>): OpenCall<Caller> {
  const { incoming, admitted, body } = parts;
  const { database } = admitted;
  let isStored = false;
  const value = async (): Promise<unknown> => {
    requireMediaType(incoming.headers, parts.jsonTypes);
    return body.json();
  };
  const object = async (optional = false): Promise<Readonly<Record<string, unknown>> | undefined> =>
    optional && body.isEmpty() ? undefined : asObject(await value());
  const commit: Call<Caller>['commit'] = async (work, options) => {
    let stores = false;
    const inOne = async (tx: Tx): Promise<Answer> => {
      const made = await work(tx);
      stores = (await parts.lease?.finish(tx, made)) ?? false;
      return made;
    };
    const run = (inside: typeof inOne): Promise<Answer> =>
      parts.commits(ownerOf(admitted), () => database.inTransaction(inside, options));
    const answer = await (parts.isDryRun ? rolledBack(run, work) : run(inOne));
    isStored = stores;
    return answer;
  };
  const call: Call<Caller> = {
    caller: admitted.caller,
    params: parts.params,
    query: parts.query,
    requestId: incoming.requestId,
    method: incoming.method,
    address: incoming.address,
    url: incoming.url,
    headers: incoming.headers,
    signal: incoming.signal,
    db: (parts.mayLag ? admitted.standby : undefined) ?? database,
    database,
    confirm: admitted.confirm,
    confirmedBy: admitted.confirmedBy ?? confirmedFirst(admitted),
    header: (name) => headerOf(incoming.headers, name),
    note: parts.note,
    json: async (shape) => shaped(shape, asObject(await value())),
    object: object as Call<Caller>['object'],
    form: body.form,
    isBodyEmpty: body.isEmpty,
    bytes: body.bytes,
    value,
    commit,
    isDryRun: parts.isDryRun,
    commitStatement: (work) =>
      parts.lease === undefined && !parts.isDryRun ? work(database, true) : commit((tx) => work(tx, false)),
  };
  return { call: call as Call<Caller, never, never>, isStored: () => isStored };
}

const confirmedFirst =
  ({ confirm }: Pick<Admitted<unknown>, 'confirm'>): ConfirmedBy =>
  async (work) => {
    await confirm();
    return work(HOLDS);
  };

/** A header as one string, even if it was sent several times. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : value;
}

function shaped<Shape extends TSchema>(shape: Shape, given: Readonly<Record<string, unknown>>): Static<Shape> {
  const findings = findFindings(shape, given);
  if (findings.issues.length === 0) return withLowerIds(shape, given) as Static<Shape>;
  throw invalidBody(findings);
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, unknown>>;
  throw refuse('bad-request', 'The body must be a JSON object.');
}
