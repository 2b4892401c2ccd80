// The query cache. Refusals are not retried automatically, and the end of a session leads to the sign-in page.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isProblem } from './problem.ts';

/** Dispatches `end` if a request was refused because the session has ended. The router listens. */
export const sessionEnds = new EventTarget();

/** True if signing in again would not help, because the person is no longer an active member. */
export const isOfFormerMember = (end: Event): boolean =>
  end instanceof CustomEvent && isProblem(end.detail, 'unauthorized') && end.detail.members.reason === 'no-member';

function notice(thrown: Error): void {
  if (isProblem(thrown, 'unauthorized')) sessionEnds.dispatchEvent(new CustomEvent('end', { detail: thrown }));
  // The console offers what the roles allow, and a role may have been removed.
  if (isProblem(thrown, 'forbidden')) void cache.invalidateQueries({ queryKey: ['session'] });
}

/** The longest wait without a message. For longer waits, the refusal is shown. */
const MAX_WAIT_MS = 20_000;
const MAX_WAITS = 3;

/** True if a rate-limited request should be retried after the time that the service asks for. */
const shouldRetry = (failures: number, thrown: Error): boolean =>
  isProblem(thrown, 'rate-limited') && failures < MAX_WAITS && (thrown.waitMs ?? 0) <= MAX_WAIT_MS;

const retryDelay = (failures: number, thrown: Error): number =>
  isProblem(thrown) && thrown.waitMs !== undefined ? Math.max(thrown.waitMs, 250) : 1_000 * 2 ** failures;

export const cache = new QueryClient({
  queryCache: new QueryCache({
    // The first session query only finds out whether anyone is signed in, so its failure does not end a session. A
    // later one, for example on window focus, detects a session that ended elsewhere.
    onError: (thrown, query) => {
      if (query.queryKey[0] === 'session' && query.state.data === undefined) return;
      notice(thrown);
      // If another person deleted it, drop the stale data so that the page says it is gone.
      if (isProblem(thrown, 'not-found') && query.meta?.outlives !== true) query.setState({ data: undefined });
    },
  }),
  mutationCache: new MutationCache({ onError: notice }),
  // Without a network, requests fail immediately and the page says so. They are not queued to be sent later.
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: (failures, thrown) => (isProblem(thrown) ? shouldRetry(failures, thrown) : failures < 2),
      retryDelay,
      staleTime: 15_000,
    },
    // A rate-limited change was not made, so it is safe to retry.
    mutations: { networkMode: 'always', retry: shouldRetry, retryDelay },
  },
});
