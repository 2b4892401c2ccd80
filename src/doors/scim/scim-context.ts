// Within what a request acts: one connection of one team, under its base URL, on behalf of its identity provider.
import type { By } from '../../audit/audit-log.ts';
import type { Clock } from '../../base/clock.ts';
import { byConnection, type ScimCall } from './scim-door.ts';

/** What the endpoints need of the process. */
export interface ScimDeps {
  readonly baseUrl: string;
  /** Signs cursors. */
  readonly cursorKey: () => Buffer;
  readonly clock: Clock;
}

export interface ScimContext {
  readonly team_id: string;
  readonly connection_id: string;
  /** Absolute URL of the connection, without a slash at its end; never built from the Host header. */
  readonly base: string;
  /** Refuse what RFC 7644 does not allow (Decision 33). */
  readonly strict: boolean;
  readonly by: By;
}

/** The scope of a call. */
export const scimContextOf = ({ baseUrl }: ScimDeps, { caller, requestId }: ScimCall): ScimContext => ({
  team_id: caller.team_id,
  connection_id: caller.connection_id,
  base: connectionBase(baseUrl, caller.connection_id),
  strict: caller.strict,
  by: byConnection(caller, requestId),
});

/** What an administrator pastes into the identity provider as base URL or tenant URL. */
export const connectionBase = (baseUrl: string, connectionId: string): string => `${baseUrl}/scim/v2/${connectionId}`;
