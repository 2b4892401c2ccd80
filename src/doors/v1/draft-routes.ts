// The endpoints for trails that programs and the console share, outside of /v1: the history of drafts, and plans.
import type { EitherEndpoint } from './either-door.ts';
import { historyEndpoints } from './history-routes.ts';
import { planEndpoints } from './plan-routes.ts';
import type { V1Deps } from './v1-deps.ts';

export const draftEndpoints = (deps: V1Deps): EitherEndpoint[] => [...historyEndpoints(deps), ...planEndpoints(deps)];
