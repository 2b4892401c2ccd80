// A change with what a person expects of it: a word when it is done, the reason when it is not, and fresh lists after it.
import { notifications } from '@mantine/notifications';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { isProblem, issuesInWords, type Problem, problemOf } from './problem.ts';

interface Manners<Answer> {
  /** Said when it is done; undefined: the page itself shows what came of it. */
  readonly done?: string | ((answer: Answer) => string | undefined);
  /** What must be fetched again. */
  readonly refresh?: readonly QueryKey[];
  readonly after?: (answer: Answer) => void;
  /** Slugs that the page shows itself. */
  readonly handled?: readonly string[];
  /** Takes a refusal over (a form that shows it at its fields): true where nothing more is to be said. */
  readonly onProblem?: (problem: Problem) => boolean;
}

/** Refusals after which everything on the page is asked for again: it shows what is so no longer. */
const MOVED: readonly string[] = ['not-found', 'conflict', 'revision-conflict'];

const refusal = ({ title, issues, message, requestId }: Problem) => ({
  title,
  message: `${issuesInWords(issues) || message}${requestId === undefined ? '' : ` (request ${requestId})`}`,
  color: 'red',
  autoClose: 12_000,
});

/** A mutation with its manners. Wanting the same again while it is under way, as by a double click, is wanting it once. */
export function useChange<Wanted, Answer>(work: (wanted: Wanted) => Promise<Answer>, manners: Manners<Answer> = {}) {
  const queries = useQueryClient();
  const refresh = () => Promise.all((manners.refresh ?? []).map((queryKey) => queries.invalidateQueries({ queryKey })));
  /** The refusal that was told last: it is over as soon as the same is tried again. */
  const told = useRef<string>(undefined);
  const mutation = useMutation({
    mutationFn: work,
    onMutate: () => {
      if (told.current !== undefined) notifications.hide(told.current);
      told.current = undefined;
      return queries.getQueryCache().findAll({ type: 'active', predicate: ({ state }) => state.error === null });
    },
    onSuccess: async (answer) => {
      manners.after?.(answer);
      const said = typeof manners.done === 'function' ? manners.done(answer) : manners.done;
      if (said !== undefined) notifications.show({ message: said, color: 'pine' });
      await refresh();
    },
    onError: (thrown, _wanted, shown = []) => {
      const problem = problemOf(thrown);
      if (manners.handled?.includes(problem.slug)) return;
      if (isProblem(thrown, 'unauthorized')) return;
      // What was refused stands otherwise by now, or was done in part; what is gone or was saved may be what the page is
      // about.
      const looked = MOVED.includes(problem.slug) ? queries.invalidateQueries({ refetchType: 'active' }) : refresh();
      if (manners.onProblem?.(problem)) return;
      const say = (): void => {
        told.current = notifications.show(refusal(problem));
      };
      if (problem.slug !== 'not-found') say();
      // What the page is about is gone: the page itself says so.
      else void looked.then(() => shown.some(({ state }) => isProblem(state.error, 'not-found')) || say());
    },
  });
  const underWay = useRef(new Map<string, Promise<Answer>>());
  const mutateAsync = (wanted: Wanted): Promise<Answer> => {
    const name = JSON.stringify(wanted) ?? '';
    const running = underWay.current.get(name);
    if (running !== undefined) return running;
    const begun = mutation.mutateAsync(wanted).finally(() => underWay.current.delete(name));
    underWay.current.set(name, begun);
    return begun;
  };
  const mutate = (wanted: Wanted): void => {
    mutateAsync(wanted).catch(() => {
      // Told by `onError`.
    });
  };
  return { ...mutation, mutate, mutateAsync };
}
