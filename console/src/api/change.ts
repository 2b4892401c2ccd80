// Mutations with feedback: a message on success, the reason on failure, and refreshed lists.
import { notifications } from '@mantine/notifications';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { t } from '../parts/texts/t.ts';
import { isProblem, issuesInWords, type Problem, problemOf } from './problem.ts';

interface ChangeOptions<Answer> {
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
export const showSuccess = (message: string): string => notifications.show({ message, color: 'pine' });

/** Refusals after which all queries on the page are refetched, because it shows stale data. */
const MOVED: readonly string[] = ['not-found', 'conflict', 'revision-conflict'];

const refusal = ({ title, issues, message, requestId }: Problem) => ({
  title,
  message:
    requestId === undefined
      ? issuesInWords(issues) || message
      : t('{message} (request {requestId})', { message: issuesInWords(issues) || message, requestId }),
  color: 'red',
  role: 'alert',
  autoClose: 12_000,
});

/**
 * A mutation with feedback. A repeated call with the same input while it is pending (double clicks) returns the pending
 * promise. A call with other input runs after the pending one, so the last one wins.
 */
export function useChange<Input, Answer>(work: (input: Input) => Promise<Answer>, options: ChangeOptions<Answer> = {}) {
  const queries = useQueryClient();
  const own = useId();
  const id = options.of ?? own;
  const mutationKey = [id];
  /** Refetches after the last pending mutation only. Earlier data is not what the person expects to see. */
  const refresh = () =>
    Promise.all(
      queries.isMutating({ mutationKey }) > 1
        ? []
        : (options.refresh ?? []).map((queryKey) => queries.invalidateQueries({ queryKey })),
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
      options.after?.(answer);
      const message = typeof options.done === 'function' ? options.done(answer) : options.done;
      if (message !== undefined) showSuccess(message);
      await refresh();
    },
    onError: (thrown, _input, shown = []) => {
      const problem = problemOf(thrown);
      if (options.handled?.includes(problem.slug)) return;
      if (isProblem(thrown, 'unauthorized')) return;
      // The data may have changed since, or the change was partly made. If the item is gone or another person has saved
      // it, the page may show the item, so refetch everything on it.
      const refetched = MOVED.includes(problem.slug) ? queries.invalidateQueries({ refetchType: 'active' }) : refresh();
      if (options.onProblem?.(problem)) return;
      const show = (): void => {
        notice.current = notifications.show(refusal(problem));
      };
      if (problem.slug !== 'not-found') show();
      // If the page is about the missing thing, the page itself says so.
      else void refetched.then(() => shown.some(({ state }) => isProblem(state.error, 'not-found')) || show());
    },
  });
  const mutateAsync = useOnce((input: Input) => mutation.mutateAsync(input));
  const mutate = (input: Input): void => {
    mutateAsync(input).catch(() => {
      // `onError` has reported it.
    });
  };
  return { ...mutation, mutate, mutateAsync };
}

/** Returns the pending promise if it has the same input. */
function useOnce<Input, Answer>(start: (input: Input) => Promise<Answer>): (input: Input) => Promise<Answer> {
  const last = useRef<{ readonly name: string; readonly answer: Promise<Answer> }>(undefined);
  return (input) => {
    const name = JSON.stringify(input) ?? '';
    if (last.current?.name === name) return last.current.answer;
    const answer = start(input).finally(() => {
      if (last.current?.answer === answer) last.current = undefined;
    });
    last.current = { name, answer };
    return answer;
  };
}
