// A decision about held deactivations: about whom, and that it is still about those whom the admin looked at.
import { refuse } from '../../base/refusal.ts';
import type { Tx } from '../../storage/database.ts';
import type { ScimContext } from '../scim-context.ts';
import * as store from './deactivation-guard-store.ts';

type Scope = Pick<ScimContext, 'team_id' | 'connection_id'>;

export interface Decision {
  readonly decision: 'allow' | 'keep';
  /** Null: everybody on the list. */
  readonly user_ids: readonly string[] | null;
  /** The list that was looked at. Undefined: those who wait, and of people named those who were kept, too. */
  readonly state?: store.ListedState | undefined;
  /** With null: of the list that was looked at (`heldList`); undefined: of all, also of others by then. */
  readonly version?: string | undefined;
}

/** Asked after the guard is locked. Refuses with `conflict`, see `decide`. */
export async function requireAsSeen(tx: Tx, scope: Scope, { user_ids, state, version }: Decision): Promise<void> {
  if (user_ids === null && version !== undefined) await requireSameList(tx, scope, state ?? 'waiting', version);
  if (user_ids !== null && state !== undefined) await requireOnList(tx, scope, state, user_ids);
}

async function requireSameList(tx: Tx, scope: Scope, state: store.ListedState, version: string): Promise<void> {
  const now = await store.findHeldList(tx, scope, state);
  if (now === undefined || now.version === version) return;
  const stand = state === 'waiting' ? 'wait for a decision' : 'are kept';
  if (now.people > 0)
    throw refuse(
      'conflict',
      `The list is another by now, with ${now.people} in all who ${stand}. Look at who they are, then decide again.`,
    );
  throw refuse(
    'conflict',
    'Nobody is on the list any more: somebody else decided (the audit log says who), or the identity provider wants ' +
      'them back.',
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
    `Nothing was decided: not all of the ${accountIds.length} named are on the list still (${reasons.join('; ')}). ` +
      'Look at the list, then decide again.',
  );
}

const STANDINGS = { waiting: 'waiting again', allowed: 'let go', kept: 'kept' } as const;

const standingOf = ({ state, decided_by }: { state: store.HeldState; decided_by: { name: string } | null }): string =>
  decided_by === null ? STANDINGS[state] : `${STANDINGS[state]} by ${decided_by.name}`;

/** "kept by Ada: 2", one for each text. */
function countsOf(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => `${text}: ${count}`);
}
