// A change with what a person expects of it: a word when it is done, the reason when it is not, and fresh lists after it.
import { notifications } from '@mantine/notifications';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { isProblem, problemOf } from './problem.ts';

interface Manners<Answer> {
  /** Said when it is done. */
  readonly done?: string | ((answer: Answer) => string);
  /** What must be asked afresh. */
  readonly refresh?: readonly QueryKey[];
  readonly after?: (answer: Answer) => void;
  /** Slugs that the page shows itself. */
  readonly handled?: readonly string[];
}

/** A mutation with its manners. */
export function useChange<Wanted, Answer>(work: (wanted: Wanted) => Promise<Answer>, manners: Manners<Answer> = {}) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: work,
    onSuccess: async (answer) => {
      manners.after?.(answer);
      const said = typeof manners.done === 'function' ? manners.done(answer) : manners.done;
      if (said !== undefined) notifications.show({ message: said, color: 'pine' });
      await Promise.all((manners.refresh ?? []).map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
    onError: (thrown) => {
      const problem = problemOf(thrown);
      if (manners.handled?.includes(problem.slug)) return;
      if (isProblem(thrown, 'unauthorized')) return;
      const id = problem.requestId === undefined ? '' : ` (request ${problem.requestId})`;
      const issues = problem.issues.map(({ field, message }) => `${field}: ${message}`).join(' ');
      notifications.show({
        title: problem.title,
        message: `${issues || problem.message}${id}`,
        color: 'red',
        autoClose: 12_000,
      });
    },
  });
}
