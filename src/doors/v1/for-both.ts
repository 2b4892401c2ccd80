// Everything below /manage/v1 that accepts credentials for /v1 and sessions alike: its door and its endpoints.
import type { Authenticator } from '../../admission/authenticate.ts';
import type { Caller } from '../../admission/caller.ts';
import type { Scope } from '../../directory/roles.ts';
import type { Door } from '../../http/endpoint/endpoint.ts';
import { changeEndpoints } from './change-routes.ts';
import { openChangeWaits } from './change-waits.ts';
import { type EitherEndpoint, type EitherNeed, eitherDoor } from './either-door.ts';
import { historyEndpoints } from './history-routes.ts';
import { namedAudienceEndpoints } from './named-audience-routes.ts';
import { planEndpoints } from './plan-routes.ts';
import { unsavedEndpoints } from './unsaved-routes.ts';
import type { V1Deps } from './v1-deps.ts';
import { v1Door } from './v1-door.ts';

export interface ForBoth {
  readonly door: Door<Caller, EitherNeed>;
  /** Endpoints in the OpenAPI document of /manage/v1. */
  readonly documented: readonly EitherEndpoint[];
  readonly others: readonly EitherEndpoint[];
  /** Ends waiting requests. */
  close(): void;
}

export function openForBoth(trails: V1Deps, credentials: Authenticator, sessions: Door<Caller, Scope>): ForBoth {
  const { baseUrl, clock } = trails;
  const door = eitherDoor(v1Door(credentials, baseUrl), sessions, baseUrl);
  const waits = openChangeWaits();
  return {
    door,
    documented: [
      ...historyEndpoints(trails),
      ...planEndpoints(trails),
      ...namedAudienceEndpoints(trails),
      ...changeEndpoints({ clock, waits, door }),
    ],
    others: unsavedEndpoints(trails),
    close: waits.close,
  };
}
