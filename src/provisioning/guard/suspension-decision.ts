// Checks that a decision about suspensions is still about the people that the admin saw.

import { refuse } from '../../base/refusal.ts';
import { t } from '../../base/texts/t.ts';
import type { Tx } from '../../storage/database.ts';
import type { Scope } from './guard-store.ts';
import * as store from './suspension-store.ts';

export interface Decision {
  readonly decision: 'restore' | 'confirm';
  /** The people to decide about; null for everyone on the list. */
  readonly user_ids: readonly string[] | null;
  /** With null: the version of the list that the admin saw. Undefined: any version. */
  readonly version?: string | undefined;
}

/** Call this with the guard locked. Fails with `conflict` (see `decide`). */
export async function requireAsSeen(tx: Tx, scope: Scope, { user_ids, version }: Decision): Promise<void> {
  if (user_ids === null && version !== undefined) await requireSameList(tx, scope, version);
  if (user_ids !== null) await requireOnList(tx, scope, user_ids);
}

async function requireSameList(tx: Tx, scope: Scope, version: string): Promise<void> {
  const now = await store.findSuspensionList(tx, scope);
  if (now === undefined || now.version === version) return;
  throw refuse(
    'conflict',
    now.people > 0
      ? t('The list has changed: {people} people are suspended now. Review the list, then decide again.', {
          people: now.people,
        })
      : 'The list is empty now: another admin decided (see the audit log), or the identity provider wants them back.',
  );
}

async function requireOnList(tx: Tx, scope: Scope, accountIds: readonly string[]): Promise<void> {
  const known = await store.selectStates(tx, scope, accountIds);
  const others = known.filter(({ state }) => state !== 'suspended');
  const gone = accountIds.length - known.length;
  if (others.length === 0 && gone === 0) return;
  const reasons = [...countsOf(others.map(standingOf)), ...(gone === 0 ? [] : [`no longer suspended: ${gone}`])];
  throw refuse(
    'conflict',
    t(
      'Nothing was decided, because not all {length} people are still on the list ({reasons}). ' +
        'Review the list, then decide again.',
      { length: accountIds.length, reasons: reasons.join('; ') },
    ),
  );
}

const STANDINGS = {
  counted: 'no longer suspended',
  suspended: 'suspended',
  restoring: 'restored',
  restored: 'restored',
  ending: 'confirmed',
} as const;

const standingOf = ({
  state,
  decided_by,
}: {
  state: store.SuspensionState;
  decided_by: { name: string } | null;
}): string => (decided_by === null ? STANDINGS[state] : `${STANDINGS[state]} by ${decided_by.name}`);

/** Counts equal texts, as in "restored by Ada: 2". */
function countsOf(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => `${text}: ${count}`);
}
