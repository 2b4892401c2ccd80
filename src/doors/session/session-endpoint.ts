// An endpoint of /manage/v1: what all of them share, written once, and what their handlers ask of the caller.

import type { By } from '../../audit/audit-log.ts';
import type { Clock } from '../../base/clock.ts';
import { refuse } from '../../base/refusal.ts';
import type { CursorKeys } from '../../base/signed-cursor.ts';
import { SVC_CATALOG_ID } from '../../directory/catalog.ts';
import { originOf } from '../../http/endpoint/call-origin.ts';
import { type Operation, operationBuilder, routesBuilder } from '../../http/endpoint/define-endpoint.ts';
import type { Call, Endpoint } from '../../http/endpoint/endpoint.ts';
import type { SessionCaller } from '../../identity/session.ts';
import { bySession } from '../../identity/sessions.ts';

/** What the endpoints need of the process. */
export interface ManageDeps {
  readonly baseUrl: string;
  /** The key that signs cursors. */
  readonly cursorKeys: () => CursorKeys;
  readonly clock: Clock;
}

/**
 * What an endpoint asks of its caller. `member`: any session in a workspace; `author`: who may write the trails of
 * the session's catalog; `team-author`: the same in a workspace; `publisher`: who may publish them; `admin`: the
 * workspace's Owner or an admin; `owner`: the Owner; `operator`: an operator of the service; `catalog`: an admin in a
 * workspace, an operator outside of one.
 */
export type Need = 'member' | 'author' | 'team-author' | 'publisher' | 'admin' | 'owner' | 'operator' | 'catalog';

export type ManageEndpoint = Endpoint<SessionCaller, Need>;

/** A change can also be refused for the page it comes from (identity/own-page.ts). */
const defaults = { rate: 'default', unknownQuery: 'refused', changeRefusals: ['forbidden'] } as const;

/** What an endpoint of sessions does; a table of `routes` says where. */
export const operation = operationBuilder<SessionCaller, Need>();

export type ManageOperation = Operation<SessionCaller, Need>;

/** Endpoints for sessions below the prefix of another door: `METHOD /path` -> operation. */
export const routesBelow = (prefix: string) => routesBuilder<SessionCaller, Need>({ ...defaults, prefix });

/** Endpoints below /manage/v1. */
export const routes = routesBelow('/manage/v1');

type AnyCall = Pick<Call<SessionCaller>, 'caller' | 'requestId'>;
type ActingCall = Pick<Call<SessionCaller>, 'caller' | 'requestId' | 'address' | 'headers'>;

/** The workspace of the session. Refuses with `forbidden` the session of an operator who is in none. */
export function teamOf({ caller }: AnyCall): string {
  if (caller.team_id === null) throw refuse('forbidden', 'This belongs to a workspace. Sign in to one first.');
  return caller.team_id;
}

/** The catalog of the session: its workspace's, or the service-wide one. */
export const catalogOf = ({ caller }: AnyCall): string => caller.team_id ?? SVC_CATALOG_ID;

/** The person of the session as the one behind a change. */
export const byOf = (call: ActingCall): By => bySession(call.caller, call.requestId, originOf(call));
