// From a request's headers to the person of a session: the one admission of every door that lets people in (the
// console's cookie, the command line's and the desktop's bearer token). What the person may do there is the door's
// matter.
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../base/clock.ts';
import { refuse } from '../base/refusal.ts';
import { bearerToken } from '../credentials/bearer.ts';
import { otherKind } from '../credentials/other-kind.ts';
import type { Db } from '../storage/database.ts';
import { readCookie, SESSION_COOKIE } from './cookie-names.ts';
import { requireOwnPage } from './own-page.ts';
import type { SessionCaller } from './session.ts';
import { getSessionCaller, hasEnded, isSessionToken } from './sessions.ts';

/** What admission needs of the process. */
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
 * The person, team and roles of the session that the request brings: of `Authorization: Bearer svc_session_…` (command
 * line, desktop), else of the console's cookie. Refuses with `unauthorized` a session that is missing, ended or idle,
 * or whose person is no active member any more, and with `forbidden` a change through the cookie that another site may
 * have sent. `beforeLookUp` may refuse before the database is asked.
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

/** Refuses what another door takes without looking it up. */
function sessionToken(authorization: string): string {
  const token = bearerToken(authorization, REFUSALS);
  const other = isSessionToken(token) ? undefined : otherKind(token);
  if (other === undefined) return token;
  throw refuse('unauthorized', `${other} Sign in with "cairn login" and send the session's token.`, { sent: true });
}

function sessionCookie({ cookie }: IncomingHttpHeaders, publicUrl: string): string {
  const token = readCookie(cookie, SESSION_COOKIE, publicUrl);
  if (token === undefined || token === '')
    throw refuse('unauthorized', 'Nobody is signed in. Sign in first.', { sent: false });
  return token;
}

const REFUSALS = { absent: hasEnded, malformed: hasEnded };
