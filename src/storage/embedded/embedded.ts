// Storage without installation: PostgreSQL in this process (PGlite, in a thread), in a folder or in memory.

import { endsWithin } from '../../base/deadline.ts';
import type { Tracing } from '../../base/tracing.ts';
import type { BatchRow } from '../batched-read.ts';
import { coalescedReads } from '../batches/coalesced-reads.ts';
import { type Moves, movesSince, openMoves } from '../batches/moves.ts';
import { clientDb, type StatementClient, transactionOn } from '../client-db.ts';
import type { Database, Db, StorageHealth } from '../database.ts';
import { storageFailure, undecided } from '../failures.ts';
import { appliedMigrations } from '../migrations/applied.ts';
import { BindParameter, compiledStatement, isSelect, type Sql } from '../sql.ts';
import { statementNames } from '../statement.ts';
import { countingWork } from '../storage-stats.ts';
import { IN_MEMORY, openConnection } from './connection.ts';
import { type FolderClock, folderClock } from './folder-clock.ts';
import { requiringSpace } from './free-space.ts';
import { followedBy, groupCommit } from './group-commit.ts';
import { reopening, type StandingConnection } from './reopening.ts';
import { keepingReserve } from './reserve.ts';
import { type InTurn, statisticsDue, statisticsRenewal } from './statistics.ts';
import { type Turns, takingTurns } from './turns.ts';
import { openUpkeep } from './upkeep.ts';

/** After this time without requests, the database is idle and maintenance may run. */
const QUIET_AFTER_MS = 250;
/** When maintenance first runs after startup, because changes made by an earlier process were not counted. */
const FIRST_UPKEEP_MS = 30_000;

export interface EmbeddedDatabase extends Database {
  /** A consistent tar archive of the whole database, from which `openEmbedded` can start. */
  dump(): Promise<Blob>;
}

export interface EmbeddedOptions {
  /** The initial contents of a new folder. */
  readonly dump?: Blob | undefined;
  /**
   * Called when the embedded server fails. All statements are then refused with `not-ready` until it is open again
   * (reopening.ts).
   */
  readonly onLoss?: (failure: Error) => void;
  /** Memory for cached answers (coalesced-reads.ts). */
  readonly cacheBytes?: number | undefined;
  /** Traces batched reads; undefined if tracing is off. */
  readonly tracing?: Tracing | undefined;
}

/**
 * Opens the embedded database in `folder` (created if missing), durable at every commit. Fails with `conflict` if
 * another process holds the folder. Statements and transactions take turns on the only connection.
 */
export async function openEmbedded(
  folder: string,
  { dump, onLoss = () => undefined, cacheBytes, tracing }: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const inTurn = takingTurns();
  const moves = openMoves({ hasDeadline: false });
  const onReopened = (): void => moves.forget(true);
  onReopened();
  const first = await openConnection(folder, dump);
  const connection = reopening({ folder, first, turns: inTurn, onLoss, onReopened });
  const clock = folderClock(folder === IN_MEMORY ? undefined : folder);
  const requireSpace = folder === IN_MEMORY ? async () => undefined : requiringSpace(folder);
  const stopReserve = folder === IN_MEMORY ? () => undefined : keepingReserve(folder);
  const upkeep = keptUp(connection, inTurn);
  const { counted, read: stats } = countingWork(() => ({ total: 1, idle: 0, waiting: inTurn.waiting() }));
  const runCounted: RunCounted = (work) => {
    const result = counted(work);
    upkeep.noteAsked();
    return result;
  };
  const { direct, read, rows, inTransaction } = statementsOn({
    connection,
    inTurn,
    runCounted,
    moves,
    noteChange() {
      clock.noteWrite();
      upkeep.noteChange();
    },
    requireSpace,
  });
  const script = (text: string) => async (): Promise<void> => {
    // The work may change tables and triggers.
    await connection.query(text).finally(() => moves.forget(true));
  };
  return {
    takesTurns: true,
    giveWay: () => inTurn.givenWay(),
    rows,
    row: async <Row extends object>(statement: Sql) => (await rows<Row>(statement))[0],
    ...coalescedReads(read, { batchesAtOnce: 1, cacheBytes, moves, seesEveryWrite: true, tracing }),
    inTransaction,
    script: (text) => runCounted(() => inTurn.run(script(text))),
    health: embeddedHealth(() => inTurn.run(() => appliedMigrations(direct)), connection.loss, clock),
    stats,
    dump: () => inTurn.run(connection.dump).catch(failed),
    close: () => {
      upkeep.stop();
      stopReserve();
      return inTurn.run(connection.close);
    },
  };
}

type RunCounted = <Result>(work: () => Promise<Result>) => Promise<Result>;

interface Statements extends Pick<Database, 'rows' | 'inTransaction'> {
  /** Executes immediately. Only the caller whose turn it is may use it. */
  readonly direct: ReturnType<typeof clientDb>;
  /** Executes a read-only statement in its turn. */
  readonly read: Db['rows'];
}

interface StatementDeps {
  readonly connection: StandingConnection;
  readonly inTurn: Turns;
  readonly runCounted: RunCounted;
  readonly moves: Moves;
  readonly noteChange: () => void;
  /** Rejects changes if the disk lacks space. */
  readonly requireSpace: () => Promise<void>;
}

/** Statements and transactions take turns on the only connection. Writes share commits. */
function statementsOn(deps: StatementDeps): Statements {
  const { connection, inTurn, runCounted, moves, requireSpace } = deps;
  const prepare = statementNames();
  const direct = clientDb(connection, prepare);
  const onWritten = async (): Promise<void> => {
    deps.noteChange();
    await noteMoves(direct, moves);
  };
  const commits = groupCommit({ client: connection, turns: inTurn, onDone: onWritten });
  const read: Db['rows'] = (statement) => runCounted(() => inTurn.run(() => direct.rows(statement)));
  /** Runs a change. If the server fails during it, the outcome is unknown. */
  const changing = <Result>(work: () => Promise<Result>): Promise<Result> => {
    let wasLost = false;
    const withSpace = async (): Promise<Result> => {
      await requireSpace();
      wasLost = connection.loss() !== undefined;
      return work();
    };
    return runCounted(withSpace).catch((thrown: unknown) => {
      throw wasLost ? thrown : undecided(thrown);
    });
  };
  const write: Db['rows'] = <Row extends object>(statement: Sql) => {
    const work = () => direct.rows<Row>(statement);
    return changing(() => commits.statement(work));
  };
  const inTransaction: Database['inTransaction'] = (work, { isPatient } = {}) => {
    const alone = () => transactionOn(connection, prepare, work);
    // A migration changes settings that apply until its transaction ends.
    if (isPatient === true) return changing(() => inTurn.run(() => followedBy(onWritten, alone)));
    return changing(() => commits.transaction(() => work({ ...direct, transaction: true }), alone));
  };
  return {
    direct,
    read,
    rows: (statement) => (isSelect(statement) ? read(statement) : write(statement)),
    inTransaction,
  };
}

const MOVES_SINCE = compiledStatement(movesSince(new BindParameter(0)));

/** Records what a write has moved, in the same turn and before the writer gets its result. */
async function noteMoves(direct: Db, moves: Moves): Promise<void> {
  const since = moves.begin();
  const rows = await direct.rows<BatchRow>(MOVES_SINCE([since.position?.snapshot ?? null])).catch((): BatchRow[] => []);
  if (rows.length > 0) moves.note(rows, since);
  else moves.forget(true);
}

function failed(thrown: unknown): never {
  throw storageFailure(thrown);
}

interface KeptUp {
  /** Records a request. The database is then not idle, and its statistics may be due. */
  noteAsked(): void;
  /** Records a write. */
  noteChange(): void;
  stop(): void;
}

/** Renews statistics and maintains the database, in separate turns on its only connection. */
function keptUp(client: StatementClient, inTurn: Turns): KeptUp {
  const ownTurn: InTurn = (text) => inTurn.run(() => client.query<{ name: string }>(text));
  const isDue = statisticsDue();
  const renewStatistics = statisticsRenewal(ownTurn);
  let askedAt = performance.now();
  const isQuiet = (): boolean => inTurn.waiting() === 0 && performance.now() - askedAt > QUIET_AFTER_MS;
  const upkeep = openUpkeep({ inTurn: ownTurn, isQuiet });
  const firstUpkeep = setTimeout(() => void upkeep.look(), FIRST_UPKEEP_MS).unref();
  return {
    noteAsked() {
      askedAt = performance.now();
      // Runs after the request. Failures are ignored, because stale statistics make plans slower, not wrong.
      if (isDue()) void renewStatistics().catch(() => undefined);
    },
    noteChange: upkeep.noteChange,
    stop() {
      clearTimeout(firstUpkeep);
      upkeep.stop();
    },
  };
}

/** How long a read of the migrations may wait behind statements before it returns the last known ones. */
const PATIENCE_MS = 200;

/** This process is the only writer, so the last known value is good enough during a long statement. */
function embeddedHealth(
  read: () => Promise<StorageHealth['applied']>,
  loss: () => Error | undefined,
  clock: Pick<FolderClock, 'aheadMs'>,
): () => Promise<StorageHealth> {
  let applied: StorageHealth['applied'] | undefined;
  const renew = async (): Promise<void> => {
    applied = await read();
  };
  return async () => {
    const renewed = renew().catch(() => undefined);
    await (applied === undefined ? renewed : endsWithin(PATIENCE_MS, renewed));
    const failure = loss();
    const isWell = failure === undefined;
    const why = isWell ? {} : { failure: failure.message };
    const ahead = clock.aheadMs();
    const clockAhead = { least: ahead, most: ahead };
    return { reached: isWell, writable: isWell, applied: applied ?? [], clockAhead, ...why };
  };
}
