// 409 `uniqueness`: names and addresses that another user of the connection has. The error names that user's id.
import { ScimError } from '@cairn/scim-protocol/scim-error';
import type { Tx } from '../../storage/database.ts';
import type { ScimContext } from '../scim-context.ts';
import { type Holder, selectHolders, type UniqueAttribute } from './taken-names-store.ts';
import type { UserColumns } from './user-record.ts';

const CALLED: Readonly<Record<UniqueAttribute, string>> = {
  userName: 'userName',
  externalId: 'externalId',
  emails: 'email address (emails)',
};

/** The error for a value of that user. A deactivated one is probably the same person. */
export function taken({ attribute, record_id, active }: Holder): ScimError {
  const remedy = active ? 'Send another value, or change or delete that user first.' : 'Set its active to true.';
  const who = active ? 'Another user' : 'A deactivated user';
  const detail = `${who} in this connection has this ${CALLED[attribute]} (id ${record_id}). ${remedy}`;
  return new ScimError(409, 'uniqueness', detail);
}

/** Fails with 409 `uniqueness` if another user has a name that changes. */
export async function requireFreeNames(
  tx: Tx,
  context: ScimContext,
  recordId: string,
  before: UserColumns,
  after: UserColumns,
): Promise<void> {
  const isRenamed = before.user_name_key !== after.user_name_key || before.external_id !== after.external_id;
  if (!isRenamed) return;
  const { user_name_key, external_id } = after;
  const [holder] = await selectHolders(tx, context, { user_name_key, external_id, email: null }, recordId);
  if (holder !== undefined) throw taken(holder);
}
