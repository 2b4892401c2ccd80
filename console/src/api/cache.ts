// The cache of answers. A refusal is never asked again by itself; a session that ended leads to the sign-in page.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isProblem } from './problem.ts';

/** Told when a request was refused because the session has ended; the router listens. */
export const sessionEnds = new EventTarget();

function notice(thrown: Error): void {
  if (isProblem(thrown, 'unauthorized')) sessionEnds.dispatchEvent(new Event('end'));
  // What is offered follows the roles: somebody may have taken one away meanwhile.
  if (isProblem(thrown, 'forbidden')) void cache.invalidateQueries({ queryKey: ['session'] });
}

export const cache = new QueryClient({
  queryCache: new QueryCache({
    // Whether anybody is signed in at all is the router's first question: no session has ended by it.
    onError: (thrown, { queryKey }) => queryKey[0] !== 'session' && notice(thrown),
  }),
  mutationCache: new MutationCache({ onError: notice }),
  // Without a network a request fails and the page says so; it does not wait in silence and go out later.
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: (failures, thrown) => !isProblem(thrown) && failures < 2,
      staleTime: 15_000,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
