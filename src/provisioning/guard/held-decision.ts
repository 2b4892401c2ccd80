// Checks that a decision about held deactivations is still about the people that the admin saw.
import { refuse } from '../../base/refusal.ts';
import type { Tx } from '../../storage/database.ts';
import type { ScimContext } from '../scim-context.ts';
import * as store from './deactivation-guard-store.ts';

type Scope = Pick<ScimContext, 'team_id' | 'connection_id'>;

export interface Decision {
  readonly decision: 'allow' | 'keep';
  /** The people to decide about; null for everyone on the list. */
  readonly user_ids: readonly string[] | null;
  /** The list that the admin saw. Undefined: the waiting list, and for named people also the kept list. */
  readonly state?: store.ListedState | undefined;
  /** With null: the version of the list that the admin saw (`heldList`). Undefined: any version. */
  readonly version?: string | undefined;
}

/** Call this with the guard locked. Fails with `conflict` (see `decide`). */
export async function requireAsSeen(tx: Tx, scope: Scope, { user_ids, state, version }: Decision): Promise<void> {
  if (user_ids === null && version !== undefined) await requireSameList(tx, scope, state ?? 'waiting', version);
  if (user_ids !== null && state !== undefined) await requireOnList(tx, scope, state, user_ids);
}

async function requireSameList(tx: Tx, scope: Scope, state: store.ListedState, version: string): Promise<void> {
  const now = await store.findHeldList(tx, scope, state);
  if (now === undefined || now.version === version) return;
  const stand = state === 'waiting' ? 'await a decision' : 'are kept';
  if (now.people > 0)
    throw refuse(
      'conflict',
      `The list has changed: ${now.people} people now ${stand}. Review the list, then decide again.`,
    );
  throw refuse(
    'conflict',
    'The list is empty now: another admin decided (see the audit log), or the identity provider wants ' + 'them back.',
  );
}

async function requireOnList(
  tx: Tx,
  scope: Scope,
  state: store.ListedState,
  accountIds: readonly string[],
): Promise<void> {
  const held = await store.selectStates(tx, scope, accountIds);
  const others = held.filter((person) => person.state !== state);
  const gone = accountIds.length - held.length;
  if (others.length === 0 && gone === 0) return;
  const reasons = [...countsOf(others.map(standingOf)), ...(gone === 0 ? [] : [`no longer held: ${gone}`])];
  throw refuse(
    'conflict',
    `Nothing was decided, because not all ${accountIds.length} people are still on the list (${reasons.join('; ')}). ` +
      'Review the list, then decide again.',
  );
}

const STANDINGS = { waiting: 'waiting again', allowed: 'let go', kept: 'kept' } as const;

const standingOf = ({ state, decided_by }: { state: store.HeldState; decided_by: { name: string } | null }): string =>
  decided_by === null ? STANDINGS[state] : `${STANDINGS[state]} by ${decided_by.name}`;

/** Counts equal texts, as in "kept by Ada: 2". */
function countsOf(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => `${text}: ${count}`);
}
