// From the ids in `members` to the people behind them: one statement, whatever their number.

import { quoted, scimError } from '@cairn/scim-protocol/scim-error';
import type { Tx } from '../storage/database.ts';
import type { ScimContext } from './scim-context.ts';
import { isId } from './user-attribute-store.ts';
import { selectAccounts } from './user-record-store.ts';

export interface MemberAccounts {
  /** Everybody who was named. */
  readonly all: readonly string[];
  /** The accounts of these ids, those that nobody has left out. */
  of(ids: readonly string[]): string[];
}

const MOST_TOLD = 10;

/**
 * The people whom `named` and `leaving` mean. Refuses with 400 `invalidValue` ids in `named` that are no user of this
 * connection, and names them; whoever leaves may be gone already.
 */
export async function memberAccounts(
  tx: Tx,
  context: ScimContext,
  named: readonly string[],
  leaving: readonly string[],
): Promise<MemberAccounts> {
  const ids = [...new Set([...named, ...leaving])].filter(isId);
  const rows = ids.length === 0 ? [] : await selectAccounts(tx, context, ids);
  const known = new Map(rows.map(({ record_id, account_id }) => [record_id, account_id]));
  const unknown = named.filter((id) => !known.has(id));
  if (unknown.length > 0) throw unknownMembers(unknown);
  const of = (wanted: readonly string[]): string[] => wanted.flatMap((id) => known.get(id) ?? []);
  return { all: of(named), of };
}

function unknownMembers(ids: readonly string[]) {
  const told = ids.slice(0, MOST_TOLD).map(quoted).join(', ');
  const more = ids.length > MOST_TOLD ? ` and ${ids.length - MOST_TOLD} more` : '';
  return scimError(
    'invalidValue',
    `members: no user of this connection has the id ${told}${more}. Provision the user first.`,
  );
}
