// The order of the catalog. It is read as a whole and changed one trail at a time, with one request per move.

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../generated/manage.ts';
import { t } from '../parts/texts/t.ts';
import { answerOf } from './answer.ts';
import { showSuccess } from './change.ts';
import { manage } from './client.ts';
import { type Problem, problemOf } from './problem.ts';

export type OrderedTrail = components['schemas']['OrderedTrail'];

const trailOrder = queryOptions({
  queryKey: ['trails', 'list', 'order'],
  queryFn: () => answerOf(manage.GET('/manage/v1/trails/order', {})),
});

interface Move {
  readonly id: string;
  /** The index without the trail itself, from 0. */
  readonly to: number;
}

interface Sent {
  readonly trail: OrderedTrail;
  readonly after: string | null;
  readonly to: number;
}

/** A move that failed. */
export interface FailedMove {
  readonly title: string;
  readonly problem: Problem;
}

/** Moves run one after another, because each names the trail that precedes it. */
const SCOPE = { id: 'trail-order' };
const isOfOrder = ({ options }: { readonly options: { readonly scope?: { readonly id: string } } }): boolean =>
  options.scope?.id === SCOPE.id;

/**
 * The order with all pending moves applied. Moves appear immediately, their requests run one after another, and a
 * failure restores the order of the service. `announcement` describes the last move for screen readers, including the
 * place that results if other people move trails at the same time.
 */
export function useOrder() {
  const queries = useQueryClient();
  const order = useQuery(trailOrder);
  const [announcement, announce] = useState('');
  const [failed, setFailed] = useState<FailedMove>();
  const announcePlace = ({ trail, to }: Sent): void => {
    const place = queries.getQueryData(trailOrder.queryKey)?.items.findIndex(({ id }) => id === trail.id) ?? -1;
    if (place === to || place === -1) return;
    showSuccess(
      t('{trail} is now in place {place}, because someone else changed the order too.', {
        trail: trail.title,
        place: place + 1,
      }),
    );
  };
  const moving = useMutation({
    scope: SCOPE,
    mutationFn: ({ trail, after }: Sent) =>
      answerOf(manage.PUT('/manage/v1/trails/order', { body: { trail_id: trail.id, after } })),
    onError: (thrown, { trail }) => {
      announce(t('{trail} was not moved.', { trail: trail.title }));
      setFailed({ title: trail.title, problem: problemOf(thrown) });
    },
    onSettled: async (_answer, thrown, sent) => {
      if (thrown === null && queries.isMutating({ predicate: isOfOrder }) > 1) return;
      void queries.invalidateQueries({ queryKey: ['visible'] });
      await queries.invalidateQueries({ queryKey: ['trails', 'list'] });
      if (thrown === null && queries.isMutating({ predicate: isOfOrder }) <= 1) announcePlace(sent);
    },
  });
  const move = ({ id, to }: Move): void => {
    const items = order.data?.items ?? [];
    const trail = items.find((item) => item.id === id);
    const rest = items.filter((item) => item.id !== id);
    if (trail === undefined || to < 0 || to > rest.length || items[to]?.id === id) return;
    void queries.cancelQueries({ queryKey: trailOrder.queryKey });
    queries.setQueryData(trailOrder.queryKey, { items: [...rest.slice(0, to), trail, ...rest.slice(to)] });
    announce(t('{trail} moved to place {to} of {items}.', { trail: trail.title, to: to + 1, items: items.length }));
    setFailed(undefined);
    moving.mutate({ trail, to, after: rest[to - 1]?.id ?? null });
  };
  return { order, move, announcement, failed };
}
