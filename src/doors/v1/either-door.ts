// Endpoints for programs and the console alike: they accept credentials for /v1 and sessions. They are outside of /v1,
// whose list of endpoints contract 4.2 closes.

import type { Caller } from '../../admission/caller.ts';
import { refuse } from '../../base/refusal.ts';
import type { Sentence } from '../../base/texts/t.ts';
import { canManage, type Scope } from '../../directory/roles.ts';
import { operationBuilder, routesBuilder } from '../../http/endpoint/define-endpoint.ts';
import type { Admitted, Door, Endpoint } from '../../http/endpoint/endpoint.ts';
import { readCookie, SESSION_COOKIE } from '../../identity/cookie-names.ts';

/** A scope, or `catalog`: the Owner, an admin or an operator, whose key or app also has `trails:read`. */
export type EitherNeed = Scope | 'catalog';

export type EitherEndpoint = Endpoint<Caller, EitherNeed>;

export const operation = operationBuilder<Caller, EitherNeed>();

/** Defines endpoints below /manage/v1: `METHOD /path` -> operation. */
export const routes = routesBuilder<Caller, EitherNeed>({
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
): Door<Caller, EitherNeed> => ({
  ...credentials,
  async admit(request, asked, lookUp) {
    const { authorization, cookie } = request.headers;
    const isSession =
      authorization === undefined
        ? readCookie(cookie, SESSION_COOKIE, baseUrl) !== undefined
        : SESSION.test(authorization);
    const { needs } = asked;
    const scope = needs === 'catalog' ? 'trails:read' : needs;
    const admitted = await (isSession ? sessions : credentials).admit(request, { ...asked, needs: scope }, lookUp);
    return needs === 'catalog' ? withManagers(admitted) : admitted;
  },
});

/** Refuses people who neither manage the workspace nor operate the service. */
async function withManagers(admitted: Admitted<Caller>): Promise<Admitted<Caller>> {
  const { catalog, roles } = admitted.caller;
  if (admitted.refusal !== undefined || catalog.kind === 'svc' || canManage(roles)) return admitted;
  // The cached caller may be stale: a role granted a moment ago must take effect.
  await admitted.confirm();
  const sentence: Sentence = 'Only the Owner and admins of the workspace can follow its changes.';
  return { ...admitted, refusal: refuse('forbidden', sentence) };
}
