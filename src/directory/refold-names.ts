// Names of groups that an earlier release stored get the key that this one compares names by.
import { type Db, violatedConstraint } from '../storage/database.ts';
import { folded } from './checked.ts';
import { type NamedGroup, selectOldNames, updateNameKey } from './group-store.ts';

const A_PAGE = 200;

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
      const key = folded(group.display_name);
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
