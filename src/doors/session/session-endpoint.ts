// Endpoints of /manage/v1: their common settings, and what handlers need to know about the caller.

import type { By } from '../../audit/audit-log.ts';
import type { Clock } from '../../base/clock.ts';
import { refuse } from '../../base/refusal.ts';
import type { CursorKeys } from '../../base/signed-cursor.ts';
import { SVC_CATALOG_ID } from '../../directory/catalog.ts';
import { scopesOf } from '../../directory/roles.ts';
import { originOf } from '../../http/endpoint/call-origin.ts';
import { type Operation, operationBuilder, routesBuilder } from '../../http/endpoint/define-endpoint.ts';
import type { Call, Endpoint } from '../../http/endpoint/endpoint.ts';
import type { SessionCaller } from '../../identity/session.ts';
import { bySession } from '../../identity/sessions.ts';

/** Dependencies of the endpoints. */
export interface ManageDeps {
  readonly baseUrl: string;
  /** The key that signs cursors. */
  readonly cursorKeys: () => CursorKeys;
  readonly clock: Clock;
}

/**
 * The permission that an endpoint requires. `member`: any session in a workspace; `author`: can write trails of the
 * session's catalog; `team-author`: the same in a workspace; `publisher`: can publish them; `admin`: the workspace's
 * Owner or an admin; `owner`: the Owner; `operator`: an operator of the service; `catalog`: an admin in a workspace, or
 * an operator outside of one.
 */
export type Need = 'member' | 'author' | 'team-author' | 'publisher' | 'admin' | 'owner' | 'operator' | 'catalog';

export type ManageEndpoint = Endpoint<SessionCaller, Need>;

/** Changes can also be refused because of the page that sends them (identity/own-page.ts). */
const defaults = { rate: 'default', unknownQuery: 'refused', changeRefusals: ['forbidden'] } as const;

export const operation = operationBuilder<SessionCaller, Need>();

export type ManageOperation = Operation<SessionCaller, Need>;

/** Defines endpoints for sessions under another API's prefix: `METHOD /path` -> operation. */
export const routesBelow = (prefix: string) => routesBuilder<SessionCaller, Need>({ ...defaults, prefix });

/** Endpoints below /manage/v1. */
export const routes = routesBelow('/manage/v1');

type AnyCall = Pick<Call<SessionCaller>, 'caller' | 'requestId'>;
type ActingCall = Pick<Call<SessionCaller>, 'caller' | 'requestId' | 'address' | 'headers'>;

/** The workspace of the session. Rejects an operator's session without a workspace with `forbidden`. */
export function teamOf({ caller }: AnyCall): string {
  if (caller.team_id === null)
    throw refuse('forbidden', 'This is only available in a workspace. Sign in to a workspace first.');
  return caller.team_id;
}

/** The session's catalog: that of its workspace, or the service-wide one. */
export const catalogOf = ({ caller }: AnyCall): string => caller.team_id ?? SVC_CATALOG_ID;

/** False for people who may only edit some trails or decide about their approval. */
export const isAuthor = ({ caller: { team_id, roles } }: Pick<Call<SessionCaller>, 'caller'>): boolean =>
  team_id === null || scopesOf(roles).has('trails:write');

/** The session's person as the actor of a change. */
export const byOf = (call: ActingCall): By => bySession(call.caller, call.requestId, originOf(call));
