// The cache of answers. A refusal is never asked again by itself; a session that ended leads to the sign-in page.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isProblem } from './problem.ts';

/** Told when a request was refused because the session has ended; the router listens. */
export const sessionEnds = new EventTarget();

/** Signing in again leads nowhere: the session ended because its person is no active member any more. */
export const isOfFormerMember = (end: Event): boolean =>
  end instanceof CustomEvent && isProblem(end.detail, 'unauthorized') && end.detail.members.reason === 'no-member';

function notice(thrown: Error): void {
  if (isProblem(thrown, 'unauthorized')) sessionEnds.dispatchEvent(new CustomEvent('end', { detail: thrown }));
  // What is offered follows the roles: somebody may have taken one away meanwhile.
  if (isProblem(thrown, 'forbidden')) void cache.invalidateQueries({ queryKey: ['session'] });
}

/** The longest wait that a page bears in silence; beyond it the refusal is shown. */
const LONGEST_WAIT_MS = 20_000;
const MOST_WAITS = 3;

/** Too many requests: as often as it is worth it, the same is asked again after the time that the service names. */
const isToWait = (failures: number, thrown: Error): boolean =>
  isProblem(thrown, 'rate-limited') && failures < MOST_WAITS && (thrown.waitMs ?? 0) <= LONGEST_WAIT_MS;

const waitOf = (failures: number, thrown: Error): number =>
  isProblem(thrown) && thrown.waitMs !== undefined ? Math.max(thrown.waitMs, 250) : 1_000 * 2 ** failures;

export const cache = new QueryClient({
  queryCache: new QueryCache({
    // Whether anybody is signed in at all is the router's first question: no session has ended by it. Asked again, as
    // when somebody comes back to this tab, it tells of one that ended elsewhere.
    onError: (thrown, query) => {
      if (query.queryKey[0] === 'session' && query.state.data === undefined) return;
      notice(thrown);
      // What somebody else deleted is no longer shown as it was: its page says that it is gone.
      if (isProblem(thrown, 'not-found') && query.meta?.outlives !== true) query.setState({ data: undefined });
    },
  }),
  mutationCache: new MutationCache({ onError: notice }),
  // Without a network a request fails and the page says so; it does not wait in silence and go out later.
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: (failures, thrown) => (isProblem(thrown) ? isToWait(failures, thrown) : failures < 2),
      retryDelay: waitOf,
      staleTime: 15_000,
    },
    // A change that was refused for its pace was not made: it goes out again when the service says so.
    mutations: { networkMode: 'always', retry: isToWait, retryDelay: waitOf },
  },
});
