// Names that an earlier release stored get the key that this one compares and searches them by.
import { normalForm } from '@cairn/scim-protocol/normal-form';
import { type Db, violatedConstraint } from '../../storage/database.ts';
import type { Account } from '../accounts/account.ts';
import { selectUnkeyed, updateSearchKey } from '../accounts/account-store.ts';
import { type NamedGroup, selectOldNames, updateNameKey } from './group-store.ts';

const A_PAGE = 200;

/** Gives people of an earlier release the key that they are searched by; answers how many. */
export async function keyPeople(db: Db): Promise<number> {
  let keyed = 0;
  for (let after: string | null = null; ; ) {
    const people: Account[] = await selectUnkeyed(db, after, A_PAGE);
    for (const person of people) await updateSearchKey(db, person);
    keyed += people.length;
    after = people.at(-1)?.account_id ?? null;
    if (after === null) return keyed;
  }
}

/**
 * Answers how many names changed their key. A group whose name another one of the workspace has in the normal form
 * keeps its old key, and `onClash` is told.
 */
export async function refoldGroupNames(
  db: Db,
  onClash: (place: Pick<NamedGroup, 'team_id' | 'group_id'>) => void,
): Promise<number> {
  let changed = 0;
  for (let after: NamedGroup | undefined; ; ) {
    const groups: NamedGroup[] = await selectOldNames(db, after, A_PAGE);
    for (const group of groups) {
      const key = normalForm(group.display_name);
      if (key === group.name_key) continue;
      try {
        await updateNameKey(db, group, key);
        changed += 1;
      } catch (thrown) {
        if (violatedConstraint(thrown) !== 'groups_name') throw thrown;
        onClash({ team_id: group.team_id, group_id: group.group_id });
      }
    }
    after = groups.at(-1);
    if (after === undefined) return changed;
  }
}
