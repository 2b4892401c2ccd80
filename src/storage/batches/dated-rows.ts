// Sends the statement of a batch. It also asks for the moves if this process needs them.
import type { BatchRow, BatchStatement, BatchTenants, Columns } from '../batched-read.ts';
import type { Sql } from '../sql.ts';
import { type Moves, NEVER } from './moves.ts';

interface Dating {
  readonly moves?: Moves | undefined;
  readonly seesEveryWrite?: boolean;
}

/** The rows of a batch and their generation. */
export async function datedRows(
  { moves, seesEveryWrite = false }: Dating,
  { plain, withMoves }: { readonly plain: BatchStatement; readonly withMoves: BatchStatement },
  given: readonly [Columns, Columns, BatchTenants],
  ask: (statement: Sql) => Promise<BatchRow[]>,
): Promise<{ readonly found: readonly BatchRow[]; readonly generation: number }> {
  if (moves === undefined) return { found: await ask(plain(...given)), generation: NEVER };
  // Taken before the query is sent. A concurrent write can make the answer look older than it is, never newer.
  const since = moves.begin();
  if (seesEveryWrite) return { found: await ask(plain(...given)), generation: since.generation };
  const statement = moves.areKnown() ? withMoves(...given, since.position?.snapshot ?? null) : plain(...given);
  const found = await ask(statement);
  return { found, generation: moves.note(found, since) };
}
