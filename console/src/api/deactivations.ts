// The administrator's calls about the guard against mass deprovisioning: who is held, the decision, the limits.
import { queryOptions } from '@tanstack/react-query';
import type { components } from '../generated/manage.ts';
import { answerOf } from './answer.ts';
import { manage } from './client.ts';
import { paged } from './pages.ts';

type Shapes = components['schemas'];
export type HeldPerson = Shapes['HeldPerson'];
export type DeactivationLimits = Shapes['DeactivationLimits'];

const at = (connection_id: string) => ({ params: { path: { connection_id } } });

/** Who waits for a decision, or was kept by one. */
export const heldPeople = (connection_id: string, state: 'waiting' | 'kept') =>
  paged<HeldPerson>(['connections', connection_id, 'held', state], (page, signal) =>
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
    queryFn: () => answerOf(manage.GET('/manage/v1/connections/{connection_id}/held-deactivations/before', at(id))),
  });

/** Those named, or everybody who waited when the connection was read (`held.version`). */
export type Decided = { readonly user_ids: readonly string[] } | { readonly version: string };

/** Decides about these people; of very many, goes on until the last of them is gone. Refused where others wait by now. */
export async function decideHeld(id: string, decision: 'allow' | 'keep', people: Decided) {
  const send = (body: Shapes['DeactivationDecision']) =>
    answerOf(manage.POST('/manage/v1/connections/{connection_id}/held-deactivations/decide', { ...at(id), body }));
  const first = await send({ decision, ...('version' in people ? people : { user_ids: [...people.user_ids] }) });
  let { ended, is_more } = first;
  while (is_more) {
    const next = await send({ decision, user_ids: [] });
    ended += next.ended;
    is_more = next.is_more;
  }
  return { ...first, ended };
}

export const deactivationLimits = queryOptions({
  queryKey: ['workspace', 'deactivation-limits'],
  queryFn: () => answerOf(manage.GET('/manage/v1/deactivation-limits', {})),
});
export const setDeactivationLimits = (body: DeactivationLimits) =>
  answerOf(manage.PUT('/manage/v1/deactivation-limits', { body }));
