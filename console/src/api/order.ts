// The order of the catalog: read at once, changed by moving one trail behind another. One request a move.
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../generated/manage.ts';
import { answerOf } from './answer.ts';
import { manage } from './client.ts';
import { problemOf } from './problem.ts';

export type OrderedTrail = components['schemas']['OrderedTrail'];

export const trailOrder = queryOptions({
  queryKey: ['trails', 'list', 'order'],
  queryFn: () => answerOf(manage.GET('/manage/v1/trails/order', {})),
});

interface Move {
  readonly id: string;
  /** Counted from 0, in the order without the trail itself. */
  readonly to: number;
}

/**
 * The order as it will be once the moves are made: a move shows at once, the requests go out one after another, and a
 * refusal brings back what the service has. `said` tells the last move to screen readers.
 */
export function useOrder() {
  const queries = useQueryClient();
  const order = useQuery(trailOrder);
  const [said, say] = useState('');
  const moving = useMutation({
    scope: { id: 'trail-order' },
    mutationFn: ({ id, after }: { id: string; after: string | null }) =>
      answerOf(manage.PUT('/manage/v1/trails/order', { body: { trail_id: id, after } })),
    onError: () => void queries.invalidateQueries({ queryKey: trailOrder.queryKey }),
    onSettled: () => {
      if (queries.isMutating({ predicate: ({ options }) => options.scope?.id === 'trail-order' }) > 1) return;
      void queries.invalidateQueries({ queryKey: ['trails', 'list'] });
      void queries.invalidateQueries({ queryKey: ['visible'] });
    },
  });
  const move = ({ id, to }: Move): void => {
    const items = order.data?.items ?? [];
    const moved = items.find((item) => item.id === id);
    const rest = items.filter((item) => item.id !== id);
    if (moved === undefined || to < 0 || to > rest.length || items[to]?.id === id) return;
    void queries.cancelQueries({ queryKey: trailOrder.queryKey });
    queries.setQueryData(trailOrder.queryKey, { items: [...rest.slice(0, to), moved, ...rest.slice(to)] });
    say(`${moved.title} moved to place ${to + 1} of ${items.length}.`);
    moving.mutate({ id, after: rest[to - 1]?.id ?? null });
  };
  return { order, move, said, isMoving: moving.isPending, problem: moving.error ? problemOf(moving.error) : undefined };
}
