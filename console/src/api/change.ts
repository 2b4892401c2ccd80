// Mutations with feedback: a message on success, the reason on failure, and refreshed lists.
import { notifications } from '@mantine/notifications';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { isProblem, issuesInWords, type Problem, problemOf } from './problem.ts';

interface Manners<Answer> {
  /** The success message. Undefined if the page itself shows the result. */
  readonly done?: string | ((answer: Answer) => string | undefined);
  /** Queries to invalidate. */
  readonly refresh?: readonly QueryKey[];
  readonly after?: (answer: Answer) => void;
  /** Slugs that the page handles itself. */
  readonly handled?: readonly string[];
  /** Called with a refusal. Return true if it needs no toast, for example because a form shows it at its fields. */
  readonly onProblem?: (problem: Problem) => boolean;
  /** Names the subject. Mutations with the same subject run one after another, wherever they are on the page. */
  readonly of?: string;
}

/** Shows a success toast, which screen readers read when they are idle (theme.ts). */
export const sayDone = (message: string): string => notifications.show({ message, color: 'pine' });

/** Refusals after which all queries on the page are refetched, because it shows stale data. */
const MOVED: readonly string[] = ['not-found', 'conflict', 'revision-conflict'];

const refusal = ({ title, issues, message, requestId }: Problem) => ({
  title,
  message: `${issuesInWords(issues) || message}${requestId === undefined ? '' : ` (request ${requestId})`}`,
  color: 'red',
  role: 'alert',
  autoClose: 12_000,
});

/**
 * A mutation with feedback. A repeated call with the same input while it is pending (double clicks) returns the pending
 * promise. A call with other input runs after the pending one, so the last one wins.
 */
export function useChange<Wanted, Answer>(work: (wanted: Wanted) => Promise<Answer>, manners: Manners<Answer> = {}) {
  const queries = useQueryClient();
  const own = useId();
  const id = manners.of ?? own;
  const mutationKey = [id];
  /** Refetches after the last pending mutation only. Earlier data is not what the person expects to see. */
  const refresh = () =>
    Promise.all(
      queries.isMutating({ mutationKey }) > 1
        ? []
        : (manners.refresh ?? []).map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
  /** The id of the last error toast. The next attempt hides it. */
  const notice = useRef<string>(undefined);
  const mutation = useMutation({
    mutationKey,
    scope: { id },
    mutationFn: work,
    onMutate: () => {
      if (notice.current !== undefined) notifications.hide(notice.current);
      notice.current = undefined;
      return queries.getQueryCache().findAll({ type: 'active', predicate: ({ state }) => state.error === null });
    },
    onSuccess: async (answer) => {
      manners.after?.(answer);
      const said = typeof manners.done === 'function' ? manners.done(answer) : manners.done;
      if (said !== undefined) sayDone(said);
      await refresh();
    },
    onError: (thrown, _wanted, shown = []) => {
      const problem = problemOf(thrown);
      if (manners.handled?.includes(problem.slug)) return;
      if (isProblem(thrown, 'unauthorized')) return;
      // The data may have changed since, or the change was partly made. If it is gone or was saved by another person,
      // the page itself may be about it.
      const looked = MOVED.includes(problem.slug) ? queries.invalidateQueries({ refetchType: 'active' }) : refresh();
      if (manners.onProblem?.(problem)) return;
      const say = (): void => {
        notice.current = notifications.show(refusal(problem));
      };
      if (problem.slug !== 'not-found') say();
      // If the page is about the missing thing, the page itself says so.
      else void looked.then(() => shown.some(({ state }) => isProblem(state.error, 'not-found')) || say());
    },
  });
  const mutateAsync = useOnce((wanted: Wanted) => mutation.mutateAsync(wanted));
  const mutate = (wanted: Wanted): void => {
    mutateAsync(wanted).catch(() => {
      // `onError` has reported it.
    });
  };
  return { ...mutation, mutate, mutateAsync };
}

/** Returns the pending promise if it has the same input. */
function useOnce<Wanted, Answer>(begin: (wanted: Wanted) => Promise<Answer>): (wanted: Wanted) => Promise<Answer> {
  const last = useRef<{ readonly name: string; readonly answer: Promise<Answer> }>(undefined);
  return (wanted) => {
    const name = JSON.stringify(wanted) ?? '';
    if (last.current?.name === name) return last.current.answer;
    const answer = begin(wanted).finally(() => {
      if (last.current?.answer === answer) last.current = undefined;
    });
    last.current = { name, answer };
    return answer;
  };
}
