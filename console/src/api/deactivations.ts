// Calls for administrators about the guard against mass deprovisioning: suspended people, decisions, limits.
import { queryOptions } from '@tanstack/react-query';
import type { components } from '../generated/manage.ts';
import { answerOf } from './answer.ts';
import { manage, ofConnection } from './client.ts';
import { paged } from './pages.ts';

type Shapes = components['schemas'];
export type SuspendedPerson = Shapes['SuspendedPerson'];
export type DeactivationLimits = Shapes['DeactivationLimits'];

/** The list at the given version of the connection's `suspended`. */
export const suspendedPeople = (connection_id: string, version: string) =>
  paged<SuspendedPerson, Shapes['SuspendedPeople']>(
    ['connections', connection_id, 'suspended', version],
    (page, signal) =>
      answerOf(
        manage.GET('/manage/v1/connections/{connection_id}/suspensions', {
          params: { path: { connection_id }, query: page },
          signal,
        }),
      ),
  );

const DECISIONS: readonly string[] = ['team.connection.suspensions_restored', 'team.connection.suspensions_confirmed'];

/** Decisions about a connection, newest first. */
export const suspensionDecisions = (connection_id: string, version: string) =>
  queryOptions({
    queryKey: ['connections', connection_id, 'suspended', 'decisions', version],
    queryFn: () =>
      answerOf(
        manage.GET('/manage/v1/audit', {
          params: { query: { kind: 'team.connection', subject_id: connection_id, limit: 25 } },
        }),
      ),
    select: ({ items }) => items.filter(({ kind }) => DECISIONS.includes(kind)),
  });

/** The people decided on: the ones listed, or everyone on the list at that version. */
export type Decided = { readonly user_ids: string[] } | { readonly version: string };

/** Decides about these people, with several requests if there are very many. Refused if the list has changed since. */
export async function decideSuspensions(id: string, decision: 'restore' | 'confirm', about: Decided) {
  const send = async (body: Shapes['SuspensionDecision']) => {
    const path = '/manage/v1/connections/{connection_id}/suspensions/decide';
    const fetched = await manage.POST(path, { ...ofConnection(id), body });
    return { ...(await answerOf(Promise.resolve(fetched))), requestId: fetched.response.headers.get('Request-Id') };
  };
  const { decided, requestId, left_out: leftOut, ...first } = await send({ decision, ...about });
  let { done, is_more } = first;
  while (is_more) {
    const next = await send({ decision, user_ids: [] });
    done += next.done;
    is_more = next.is_more;
  }
  return { decision, decided, done, leftOut, requestId };
}

export const deactivationLimits = queryOptions({
  queryKey: ['workspace', 'deactivation-limits'],
  queryFn: () => answerOf(manage.GET('/manage/v1/deactivation-limits', {})),
});
export const setDeactivationLimits = (body: Shapes['DeactivationLimitsBody']) =>
  answerOf(manage.PUT('/manage/v1/deactivation-limits', { body }));
