// Request coalescing (as in DataLoader): concurrent reads of the same query share one SQL statement. A single read
// costs one query; under load, many reads share one. The query starts after the request arrives, so results are never
// stale. Cached rows are validated by the moves since they were read, or by their version, and are read again only if
// they changed.
import { isRefusal } from '../../base/refusal.ts';
import type { Span, Tracing } from '../../base/tracing.ts';
import {
  type AuthorizationVersion,
  type BatchedRead,
  type BatchRow,
  type BatchTenants,
  batchStatement,
  type KeyOf,
  type KeyTypes,
  nothingElse,
  type VersionCheck,
} from '../batched-read.ts';
import type { Checked, Db, ReadsChecked } from '../database.ts';
import type { Sql } from '../sql.ts';
import { tracedRows } from '../traced-database.ts';
import { batchTurns } from './batch-turns.ts';
import { datedRows } from './dated-rows.ts';
import { type Moves, movesSince, NEVER } from './moves.ts';
import { type CachedResult, keep, type ReadCache, readCache } from './read-cache.ts';
import { waitingReads } from './waiting-reads.ts';

export interface CoalescingOptions {
  /** Memory for cached answers. */
  readonly cacheBytes?: number | undefined;
  /** Concurrent batches per read and tenant. */
  readonly batchesAtOnce: number;
  /** The limit for all tenants together, as a multiple of the limit per tenant; 1 by default. */
  readonly tenantsAtOnce?: number | undefined;
  /** Knows what has been written since a result was read. If undefined, the database confirms each key. */
  readonly moves?: Moves | undefined;
  /**
   * True if `moves` contains each write before the writer gets its result, so that answers need no confirmation. False
   * for a server, which must confirm them because other processes write to it, too.
   */
  readonly seesEveryWrite?: boolean;
  /** Undefined if tracing is off. */
  readonly tracing?: Tracing | undefined;
}

/** A key in a batch with all requests waiting for it. */
interface Waiter {
  readonly key: readonly unknown[];
  readonly tenants: BatchTenants;
  readonly cacheKey: string;
  readonly cached: CachedResult | undefined;
  readonly versionCheck: VersionCheck | undefined;
  /** The spans of the waiting requests, if tracing is on. */
  askers: Set<Span> | undefined;
  readonly promise: Promise<Checked<unknown>>;
  readonly settle: (answer: Checked<unknown>) => void;
  readonly fail: (thrown: unknown) => void;
}

/** The waiters of one read under one authorization version. */
type ReadQueue = (
  cacheKey: string,
  key: readonly unknown[],
  versionCheck: VersionCheck | undefined,
) => Promise<Checked<unknown>>;

/** Reads through `rows`. */
export function coalescedReads(
  rows: Db['rows'],
  options: CoalescingOptions,
): ReadsChecked & Required<Pick<Db, 'remembering'>> {
  const cache = readCache(options.cacheBytes);
  const queues = new Map<BatchedRead, Map<AuthorizationVersion | undefined, ReadQueue>>();
  const queueOf = (read: BatchedRead, authorizationVersion: AuthorizationVersion | undefined): ReadQueue => {
    const known = queues.get(read) ?? new Map<AuthorizationVersion | undefined, ReadQueue>();
    queues.set(read, known);
    const queue = known.get(authorizationVersion) ?? openQueue(rows, cache, read, authorizationVersion, options);
    known.set(authorizationVersion, queue);
    return queue;
  };
  const { moves, seesEveryWrite = false } = options;
  const readChecked = async (read: BatchedRead, key: KeyOf<KeyTypes>, versionCheck: VersionCheck | undefined) => {
    const { values, cacheKey } = placeOf(read, key);
    const cached = cache.answers.get(cacheKey);
    const queue = queueOf(read, versionCheck?.authorizationVersion);
    if (moves === undefined || cached === undefined || !moves.isCurrent(cached))
      return queue(cacheKey, values, versionCheck);
    if (seesEveryWrite) {
      const version = versionCheck === undefined ? NO_VERSION : cache.versions.get(versionCheck);
      if (version !== undefined && moves.isCurrent(version))
        return { answer: cached.answer, authorization_version: version.authorization_version };
    } else if (moves.isSteady() && read !== nothingElse) {
      // The statement that checks the caller also reports moves.
      const check = queueOf(nothingElse, versionCheck?.authorizationVersion);
      const { authorization_version } = await check(nothingElse.name, [], versionCheck);
      if (moves.isCurrent(cached)) return { answer: cached.answer, authorization_version };
    }
    return queue(cacheKey, values, versionCheck);
  };
  return {
    readChecked: readChecked as ReadsChecked['readChecked'],
    read: async <Types extends KeyTypes, Row extends object, Answer>(
      read: BatchedRead<Types, Row, Answer>,
      key: KeyOf<Types>,
    ) => (await (readChecked as ReadsChecked['readChecked'])(read, key, undefined)).answer,
    remembering: () => {
      const generation = moves?.begin().generation ?? NEVER;
      return (read, key, answer, version) => {
        const { values, cacheKey } = placeOf(read, key);
        const sources = read.sources(values, answer);
        keep(cache, cacheKey, { token: version, answer, sources, generation }, read.bytes(answer));
      };
    },
  };
}

/** For reads without a caller. */
const NO_VERSION = { authorization_version: null, sources: [], generation: Number.POSITIVE_INFINITY };

function placeOf({ name, key: types }: Pick<BatchedRead, 'name' | 'key'>, key: KeyOf<KeyTypes>) {
  const values = Object.keys(types).map((member) => key[member]);
  // Each part is prefixed with its length, so that parts cannot be confused. They are joined, because V8 keeps
  // concatenations as ropes.
  const parts: (string | number)[] = [name];
  for (const value of values) {
    const text = String(value);
    parts.push(text.length, text);
  }
  return { values, cacheKey: parts.join(' ') };
}

function openQueue(
  rows: Db['rows'],
  cache: ReadCache,
  read: BatchedRead,
  authorizationVersion: AuthorizationVersion | undefined,
  options: CoalescingOptions,
): ReadQueue {
  const { batchesAtOnce, tenantsAtOnce = 1, tracing } = options;
  const statements = {
    plain: batchStatement(read, authorizationVersion),
    withMoves: batchStatement(read, authorizationVersion, movesSince),
  };
  const ask = tracing === undefined ? rows<BatchRow> : tracedBatches(rows, read, tracing);
  const places = { asked: placesIn(read), callers: placesIn(authorizationVersion) };
  const turns = batchTurns(batchesAtOnce, tenantsAtOnce);
  const waiting = waitingReads<Waiter>();
  let isDue = false;

  const begin = (): void => {
    for (let batch = waiting.takeBatch(turns); batch !== undefined; batch = waiting.takeBatch(turns))
      turns.take(batch.tenant, batch.requests, answerAll(batch.waiters), begin);
  };

  const beginDue = (): void => {
    isDue = false;
    begin();
  };

  const answerAll = async (waiters: readonly Waiter[]): Promise<void> => {
    try {
      const callers = [...new Set(waiters.flatMap(({ versionCheck }) => versionCheck ?? []))];
      const asked = [...new Map(waiters.map((waiter) => [waiter.cacheKey, waiter])).values()];
      const callerKeys = places.callers.others.map((place) => callers.map(({ key }) => key[place]));
      const keys = keysOf(asked, places.asked.others);
      const given = [keys, callerKeys, waiters[0]?.tenants ?? NO_TENANTS] as const;
      const { found, generation } = await datedRows(options, statements, given, (statement) => ask(statement, waiters));
      settleAll(cache, read, { waiters, callers, asked }, found, generation);
    } catch (thrown) {
      if (waiters.length === 1 || isRefusal(thrown, 'not-ready')) for (const waiter of waiters) waiter.fail(thrown);
      // A key that the database rejects must not make the other reads fail.
      else for (const waiter of waiters) await answerAll([waiter]);
    }
  };

  return (cacheKey, key, versionCheck) => {
    const tenants = { asked: key[places.asked.tenant], callers: versionCheck?.key[places.callers.tenant] };
    const tenant = `${String(tenants.asked)} ${String(tenants.callers)}`;
    const id = versionCheck === undefined ? cacheKey : `${cacheKey} ${versionCheck.key.join(' ')}`;
    const waiter = waiting.join(tenant, id, () =>
      waiterOf(key, cacheKey, cache.answers.get(cacheKey), versionCheck, tenants),
    );
    if (tracing !== undefined) join(waiter, tracing);
    // Runs at the end of the event loop turn, so that requests arriving together share a statement.
    if (!isDue) setImmediate(beginDue);
    isDue = true;
    return waiter.promise;
  };
}

/** The waiters of a statement, with their callers and keys without duplicates. */
interface Batch {
  readonly waiters: readonly Waiter[];
  readonly callers: readonly VersionCheck[];
  readonly asked: readonly Waiter[];
}

/** Resolves each waiter with the answer for its key, and caches its caller's authorization version. */
function settleAll(
  cache: ReadCache,
  read: BatchedRead,
  { waiters, callers, asked }: Batch,
  rows: readonly BatchRow[],
  generation: number,
): void {
  const versions = new Map<VersionCheck | undefined, string | null>();
  const changed = new Map<Waiter, BatchRow>();
  for (const row of rows) {
    const waiter = row.n === null ? undefined : asked[row.n - 1];
    if (waiter !== undefined) changed.set(waiter, row);
    else if (row.caller !== 0) versions.set(callers[(row.caller ?? 0) - 1], row.token);
  }
  if (generation !== NEVER)
    for (const caller of callers)
      cache.versions.set(caller, {
        authorization_version: versions.get(caller) ?? null,
        sources: caller.authorizationVersion.sources(caller.key),
        generation,
      });
  const answers = new Map(
    asked.map((waiter) => [waiter.cacheKey, currentAnswer(cache, read, waiter, changed.get(waiter), generation)]),
  );
  for (const { cacheKey, versionCheck, settle } of waiters)
    settle({ answer: answers.get(cacheKey), authorization_version: versions.get(versionCheck) ?? null });
}

/** Returns the cached answer if nothing changed. Otherwise, returns and caches the new one. */
function currentAnswer(
  cache: ReadCache,
  read: BatchedRead,
  { cached, cacheKey, key }: Waiter,
  row: BatchRow | undefined,
  generation: number,
): unknown {
  if (row === undefined && cached !== undefined) {
    cached.generation = Math.max(cached.generation, generation);
    return cached.answer;
  }
  const answer = read.answer(typeof row?.rows === 'string' ? JSON.parse(row.rows) : []);
  const sources = read.sources(key, answer);
  keep(cache, cacheKey, { token: row?.token ?? '', answer, sources, generation }, read.bytes(answer));
  return answer;
}

function waiterOf(
  key: readonly unknown[],
  cacheKey: string,
  cached: CachedResult | undefined,
  versionCheck: VersionCheck | undefined,
  tenants: BatchTenants,
): Waiter {
  let settle: Waiter['settle'] = () => {};
  let fail: Waiter['fail'] = () => {};
  const promise = new Promise<Checked<unknown>>((done, failed) => {
    settle = done;
    fail = failed;
  });
  return { key, tenants, cacheKey, cached, versionCheck, askers: undefined, promise, settle, fail };
}

function join(waiter: Waiter, tracing: Tracing): void {
  const span = tracing.active();
  if (span === undefined) return;
  waiter.askers ??= new Set();
  waiter.askers.add(span);
}

/** Traces batches as spans of the waiting requests. */
function tracedBatches(
  rows: Db['rows'],
  { name }: BatchedRead,
  tracing: Tracing,
): (statement: Sql, waiters: readonly Waiter[]) => Promise<BatchRow[]> {
  const traced = tracedRows(tracing);
  return (statement, waiters) => {
    const askers = waiters.flatMap((waiter) => [...(waiter.askers ?? [])]);
    return traced<BatchRow>(rows, statement, { askers, read: name });
  };
}

/** The index of the tenant in a key (-1 if none), and those of the other members. */
function placesIn(keyed: Pick<BatchedRead, 'key' | 'tenant'> | AuthorizationVersion | undefined) {
  const names = Object.keys(keyed?.key ?? {});
  const tenant = names.indexOf(keyed?.tenant ?? '');
  return { tenant, others: [...names.keys()].filter((place) => place !== tenant) };
}

const NO_TENANTS: BatchTenants = { asked: undefined, callers: undefined };

/** The waiters' keys without the tenant, and their cached tokens, as columns. */
function keysOf(waiters: readonly Waiter[], places: readonly number[]): unknown[][] {
  const keys = places.map((place) => waiters.map(({ key }) => key[place]));
  keys.push(waiters.map(({ cached }) => cached?.token ?? null));
  return keys;
}
