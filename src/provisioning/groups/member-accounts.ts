// Resolves the ids in `members` to accounts, 500 per statement.

import type { NamedMembers } from '@cairn/scim-protocol/group-patch';
import { atPosition } from '@cairn/scim-protocol/patch-request';
import { quoted, scimError } from '@cairn/scim-protocol/scim-error';
import { isUuid } from '../../base/id.ts';
import { slicesOf } from '../../base/slices.ts';
import type { Db } from '../../storage/database.ts';
import type { ScimContext } from '../scim-context.ts';
import { isId } from '../users/user-attribute-store.ts';
import { selectAccounts } from '../users/user-record-store.ts';
import { selectGroupIds } from './group-record-store.ts';

export interface MemberAccounts {
  /** The accounts of these ids. Unknown ids are left out. */
  of(ids: readonly string[]): string[];
}

const MAX_LISTED = 10;
const A_STATEMENT = 500;

/**
 * The people that `named` and `leaving` refer to. Ids in `named` that are not users of this connection are skipped with
 * a warning (Decision 63). If an operation names only such ids, or any such id on a strict connection, it fails with
 * 400 `invalidValue`. Unknown ids in `leaving` are ignored.
 */
export async function memberAccounts(
  db: Db,
  context: ScimContext,
  named: readonly NamedMembers[],
  leaving: readonly string[],
): Promise<MemberAccounts> {
  const ids = [...new Set([...named.flatMap((each) => each.ids), ...leaving])].filter(isId);
  const rows = [];
  for (const some of slicesOf(ids, A_STATEMENT)) rows.push(...(await selectAccounts(db, context, some)));
  const accounts = new Map(rows.map(({ record_id, account_id }) => [record_id, account_id]));
  const missing = named.map((each) => each.ids.filter((id) => !accounts.has(id)));
  const nested = await nestedAmong(db, context, missing.flat());
  named.forEach(({ ids: all, position }, index) => {
    const unknown = missing[index] ?? [];
    if (unknown.length > 0 && (context.strict || unknown.length === all.length))
      atPositionOf(position, () => refuseUnknown(unknown, nested));
  });
  warnOf(
    context,
    [...new Set(missing.flat())],
    named.flatMap((each) => each.nested),
    nested,
  );
  return { of: (some) => some.flatMap((id) => accounts.get(id) ?? []) };
}

const atPositionOf = (position: number | undefined, work: () => never): never =>
  position === undefined ? work() : atPosition(position, work);

/** The ids that are groups of this connection, so that the message can say so even if the `type` is missing. */
async function nestedAmong(db: Db, context: ScimContext, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const asked = [...new Set(ids)].filter(isId);
  const rows = asked.length === 0 ? [] : await selectGroupIds(db, context, asked);
  return new Set(rows.map(({ record_id }) => record_id));
}

function refuseUnknown(ids: readonly string[], nested: ReadonlySet<string>): never {
  const groups = ids.filter((id) => nested.has(id));
  const users = ids.filter((id) => !nested.has(id));
  if (users.length === 0)
    throw scimError('invalidValue', `members: ${listed(groups)} is a group; nested groups are not supported.`);
  throw scimError(
    'invalidValue',
    `members: this connection has no user with the id ${listed(users)}. ${remedyOf(users)}`,
  );
}

/** Ids are compared exactly (Decision 122), so one in upper case is invalid, not a user who will arrive later. */
const remedyOf = (ids: readonly string[]): string =>
  ids.some((id) => isUuid(id) && !isId(id))
    ? 'Send ids exactly as they were returned, in lower case.'
    : 'Provision the user first.';

function warnOf(
  { warn }: ScimContext,
  missing: readonly string[],
  named: readonly string[],
  nested: ReadonlySet<string>,
): void {
  const users = missing.filter((id) => !nested.has(id));
  const groups = [...missing.filter((id) => nested.has(id)), ...named];
  if (users.length > 0)
    warn(
      `members: skipped, because this connection has no user with the id: ${listed(users)}. ${remedyOf(users)}`,
      skipped(users),
    );
  if (groups.length > 0)
    warn(`members: skipped, because nested groups are not supported: ${listed(groups)}.`, skipped(groups));
}

const skipped = (ids: readonly string[]) => ({ attribute: 'members', value: [...ids].sort() });

function listed(ids: readonly string[]): string {
  const more = ids.length > MAX_LISTED ? ` and ${ids.length - MAX_LISTED} more` : '';
  return ids.slice(0, MAX_LISTED).map(quoted).join(', ') + more;
}
