// A change with what a person expects of it: a word when it is done, the reason when it is not, and fresh lists after
// it.
import { notifications } from '@mantine/notifications';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef } from 'react';
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
  /** What it changes, where several places on a page change the same. */
  readonly of?: string;
}

/** That something was done: in the corner, and read out once what is being read is over (theme.ts). */
export const sayDone = (message: string): string => notifications.show({ message, color: 'pine' });

/** Refusals after which everything on the page is asked for again: it shows what is so no longer. */
const MOVED: readonly string[] = ['not-found', 'conflict', 'revision-conflict'];

const refusal = ({ title, issues, message, requestId }: Problem) => ({
  title,
  message: `${issuesInWords(issues) || message}${requestId === undefined ? '' : ` (request ${requestId})`}`,
  color: 'red',
  role: 'alert',
  autoClose: 12_000,
});

/**
 * A mutation with its manners. Wanting the same again while it is under way, as by a double click, is wanting it once;
 * another wish is sent once the one before it is answered, so that the last one holds.
 */
export function useChange<Wanted, Answer>(work: (wanted: Wanted) => Promise<Answer>, manners: Manners<Answer> = {}) {
  const queries = useQueryClient();
  const own = useId();
  const id = manners.of ?? own;
  const mutationKey = [id];
  /** The last one that is under way: what is stored before it is not what the person wants to see. */
  const refresh = () =>
    Promise.all(
      queries.isMutating({ mutationKey }) > 1
        ? []
        : (manners.refresh ?? []).map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
  /** The refusal that was told last: it is over as soon as the same is tried again. */
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
      // What was refused stands otherwise by now, or was done in part; what is gone or was saved may be what the page
      // is about.
      const looked = MOVED.includes(problem.slug) ? queries.invalidateQueries({ refetchType: 'active' }) : refresh();
      if (manners.onProblem?.(problem)) return;
      const say = (): void => {
        notice.current = notifications.show(refusal(problem));
      };
      if (problem.slug !== 'not-found') say();
      // What the page is about is gone: the page itself says so.
      else void looked.then(() => shown.some(({ state }) => isProblem(state.error, 'not-found')) || say());
    },
  });
  const mutateAsync = useOnce((wanted: Wanted) => mutation.mutateAsync(wanted));
  const mutate = (wanted: Wanted): void => {
    mutateAsync(wanted).catch(() => {
      // Told by `onError`.
    });
  };
  return { ...mutation, mutate, mutateAsync };
}

/** The same as the last that is under way is that one. */
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
