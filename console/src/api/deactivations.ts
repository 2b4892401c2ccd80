// Calls for administrators about the guard against mass deprovisioning: held people, decisions, limits.
import { queryOptions } from '@tanstack/react-query';
import type { components } from '../generated/manage.ts';
import { answerOf } from './answer.ts';
import { manage, ofConnection } from './client.ts';
import { paged } from './pages.ts';

type Shapes = components['schemas'];
export type HeldPerson = Shapes['HeldPerson'];
export type DeactivationLimits = Shapes['DeactivationLimits'];

/** People waiting for a decision, and people kept by one. */
export type HeldState = 'waiting' | 'kept';

/** A list at the given version of the connection's `held`. */
export const heldPeople = (connection_id: string, state: HeldState, version: string) =>
  paged<HeldPerson, Shapes['HeldPeople']>(['connections', connection_id, 'held', state, version], (page, signal) =>
    answerOf(
      manage.GET('/manage/v1/connections/{connection_id}/held-deactivations', {
        params: { path: { connection_id }, query: { ...page, state } },
        signal,
      }),
    ),
  );
export const goneBefore = (id: string) =>
  queryOptions({
    queryKey: ['connections', id, 'held', 'before'],
    queryFn: () =>
      answerOf(manage.GET('/manage/v1/connections/{connection_id}/held-deactivations/before', ofConnection(id))),
  });

const DECISIONS: readonly string[] = ['team.connection.deactivations_allowed', 'team.connection.deactivations_kept'];

/** Decisions about a connection, newest first. */
export const heldDecisions = (connection_id: string, version: string) =>
  queryOptions({
    queryKey: ['connections', connection_id, 'held', 'decisions', version],
    queryFn: () =>
      answerOf(
        manage.GET('/manage/v1/audit', {
          params: { query: { kind: 'team.connection', subject_id: connection_id, limit: 25 } },
        }),
      ),
    select: ({ items }) => items.filter(({ kind }) => DECISIONS.includes(kind)),
  });

/** The people decided on: the ones listed, or everyone on the list at that version. */
export type Decided = { readonly state: HeldState } & ({ readonly user_ids: string[] } | { readonly version: string });

/** Decides about these people, with several requests if there are very many. Refused if the list has changed since. */
export async function decideHeld(id: string, decision: 'allow' | 'keep', about: Decided) {
  const send = async (body: Shapes['DeactivationDecision']) => {
    const path = '/manage/v1/connections/{connection_id}/held-deactivations/decide';
    const fetched = await manage.POST(path, { ...ofConnection(id), body });
    return { ...(await answerOf(Promise.resolve(fetched))), requestId: fetched.response.headers.get('Request-Id') };
  };
  const { decided, requestId, ...first } = await send({ decision, ...about });
  let { ended, is_more } = first;
  while (is_more) {
    const next = await send({ decision, user_ids: [] });
    ended += next.ended;
    is_more = next.is_more;
  }
  return { decision, decided, ended, requestId };
}

export const deactivationLimits = queryOptions({
  queryKey: ['workspace', 'deactivation-limits'],
  queryFn: () => answerOf(manage.GET('/manage/v1/deactivation-limits', {})),
});
export const setDeactivationLimits = (body: Shapes['DeactivationLimitsBody']) =>
  answerOf(manage.PUT('/manage/v1/deactivation-limits', { body }));
