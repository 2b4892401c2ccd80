// Authenticates requests by session, for every door that people use: the console's cookie, and the bearer token of the
// command line and the desktop. The door decides what the person may do there.

import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../base/clock.ts';
import { refuse } from '../base/refusal.ts';
import { t } from '../base/texts/t.ts';
import { bearerToken } from '../credentials/bearer.ts';
import { otherKind } from '../credentials/other-kind.ts';
import type { Db } from '../storage/database.ts';
import { readCookie, SESSION_COOKIE } from './cookie-names.ts';
import { requireOwnPage } from './own-page.ts';
import type { SessionCaller } from './session.ts';
import { getSessionCaller, hasEnded, isSessionToken } from './sessions.ts';

export interface SessionGate {
  readonly database: Db;
  readonly clock: Clock;
  /** Cookies count only for requests from pages of this address. */
  readonly publicUrl: string;
}

export interface SessionRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Returns the person, team and roles of the request's session: from `Authorization: Bearer svc_session_…` (command
 * line, desktop) or the console's cookie. Fails with `unauthorized` if the session is missing, ended or idle, or if the
 * person is no longer an active member. Fails with `forbidden` if another site may have sent a change that uses the
 * cookie. `beforeLookUp` may refuse before the database is queried.
 */
export async function admitSession(
  gate: SessionGate,
  request: SessionRequest,
  beforeLookUp: () => void,
): Promise<SessionCaller> {
  const bearer = request.headers.authorization;
  const token = bearer === undefined ? sessionCookie(request.headers, gate.publicUrl) : sessionToken(bearer);
  beforeLookUp();
  const caller = await getSessionCaller(gate.database, token, gate.clock());
  const isCookie = bearer === undefined;
  if (isCookie !== (caller.kind === 'app')) throw hasEnded();
  if (isCookie && !SAFE.has(request.method)) requireOwnPage(request.headers, gate.publicUrl);
  return caller;
}

/** Rejects the tokens of other doors without a look-up. */
function sessionToken(authorization: string): string {
  const token = bearerToken(authorization, REFUSALS);
  const other = isSessionToken(token) ? undefined : otherKind(token);
  if (other === undefined) return token;
  throw refuse('unauthorized', t('{other} Sign in with "cairn login" and send the session\'s token.', { other }), {
    sent: true,
  });
}

function sessionCookie({ cookie }: IncomingHttpHeaders, publicUrl: string): string {
  const token = readCookie(cookie, SESSION_COOKIE, publicUrl);
  if (token === undefined || token === '')
    throw refuse('unauthorized', 'You are not signed in. Sign in first.', { sent: false });
  return token;
}

const REFUSALS = { absent: hasEnded, malformed: hasEnded };
