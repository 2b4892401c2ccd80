// Endpoints for programs and the console alike: they accept credentials for /v1 and sessions. They are outside of /v1,
// whose list of endpoints contract 4.2 closes.
import type { Caller } from '../../admission/caller.ts';
import type { Scope } from '../../directory/roles.ts';
import { routesBuilder } from '../../http/endpoint/define-endpoint.ts';
import type { Door } from '../../http/endpoint/endpoint.ts';
import { readCookie, SESSION_COOKIE } from '../../identity/cookie-names.ts';

/** Defines endpoints below /manage/v1: `METHOD /path` -> operation. */
export const routes = routesBuilder<Caller, Scope>({
  prefix: '/manage/v1',
  rate: 'default',
  unknownQuery: 'refused',
  refusals: ['membership-revoked', 'upgrade-required', 'feature-not-enabled'],
});

const SESSION = /^bearer +svc_session_/i;

/** Admits credentials through `credentials`, and through `sessions` a session's token or the console's cookie. */
export const eitherDoor = (
  credentials: Door<Caller, Scope>,
  sessions: Door<Caller, Scope>,
  baseUrl: string,
): Door<Caller, Scope> => ({
  ...credentials,
  admit(request, asked, lookUp) {
    const { authorization, cookie } = request.headers;
    const isSession =
      authorization === undefined
        ? readCookie(cookie, SESSION_COOKIE, baseUrl) !== undefined
        : SESSION.test(authorization);
    return (isSession ? sessions : credentials).admit(request, asked, lookUp);
  },
});
