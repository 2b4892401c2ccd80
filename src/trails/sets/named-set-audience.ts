// Sets with their audiences by name, as files state them.
import type { By } from '../../audit/audit-log.ts';
import type { Db, Tx } from '../../storage/database.ts';
import {
  audienceOf,
  editorChanges,
  grantsOfSets,
  groupChanges,
  type ResolvedAudience,
} from '../readers/named-audience.ts';
import type { WholeAudience } from '../readers/stated-audience.ts';
import { putSetGrant, removeSetGrant } from './set-audience.ts';
import { type SetWords, selectItemsOfSets, selectSets } from './set-store.ts';

export interface NamedSet extends SetWords, WholeAudience {
  readonly set_id: string;
  readonly trail_ids: readonly string[];
}

/** All sets in order. */
export async function listNamedSets(db: Db, catalogId: string): Promise<NamedSet[]> {
  const sets = await selectSets(db, catalogId);
  if (sets.length === 0) return [];
  const items = await selectItemsOfSets(db, catalogId);
  const grants = await grantsOfSets(db, catalogId);
  return sets.map(({ set_id, name, description }) => ({
    ...{ set_id, name, description },
    trail_ids: items.filter((item) => item.set_id === set_id).map(({ trail_id }) => trail_id),
    ...audienceOf(grants.get(set_id) ?? []),
  }));
}

/** `close` ends grants, and `open` adds and changes them. Former editors still see the set. */
export async function changeSetAudience(
  tx: Tx,
  catalogId: string,
  setId: string,
  { groups, editors }: ResolvedAudience,
  step: 'close' | 'open',
  by: By,
): Promise<void> {
  if (groups === null && editors === null) return;
  const current = (await grantsOfSets(tx, catalogId)).get(setId) ?? [];
  const people = editorChanges(editors, current);
  for (const { group_id, reach, edits } of groupChanges(groups, current)) {
    const grantee = { kind: 'group', grantee_id: group_id } as const;
    if (reach === null && step === 'close') await removeSetGrant(tx, catalogId, setId, grantee, by);
    if (reach !== null && step === 'open') await putSetGrant(tx, catalogId, setId, { ...grantee, reach, edits }, by);
  }
  const changed =
    step === 'open'
      ? people.added.map(({ user_id }) => ({ grantee_id: user_id, edits: true }))
      : people.removed.map((grantee_id) => ({ grantee_id, edits: false }));
  for (const grant of changed) await putSetGrant(tx, catalogId, setId, { kind: 'user', reach: null, ...grant }, by);
}
