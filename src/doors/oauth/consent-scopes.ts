// The scopes on the consent page. The employees' scope cannot be changed. The person selects author scopes one by one,
// and can add scopes that their roles allow but the app did not ask for (RFC 6749, section 3.3).
import { ALL_SCOPES, type Scope, scopesOf, USE_SCOPE } from '../../directory/roles.ts';
import type { SessionCaller } from '../../identity/session.ts';
import { SESSION_RESOURCE, scopesThatOpen } from './resources.ts';

/** The part of a consent request that determines its scopes. */
export interface AskedScopes {
  readonly resource: string;
  readonly scopes: readonly string[];
}

/** The scopes that the person's roles allow. For an operator in the service-wide catalog, these are all scopes. */
const allowedTo = ({ team_id, roles }: SessionCaller): ReadonlySet<Scope> =>
  scopesOf(team_id === null ? ['owner'] : roles);

/** The scopes that the person can allow: those that the app asks for, and those that their roles allow. */
export function offeredScopes(caller: SessionCaller, { resource, scopes }: AskedScopes): Scope[] {
  if (resource === SESSION_RESOURCE) return [];
  const allowed = allowedTo(caller);
  const opens = scopesThatOpen(resource);
  return ALL_SCOPES.filter((scope) => scopes.includes(scope) || (opens.includes(scope) && allowed.has(scope)));
}

/** Offered scopes that the person's current roles don't allow. */
export const withheldScopes = (caller: SessionCaller, request: AskedScopes): Scope[] =>
  offeredScopes(caller, request).filter((scope) => !allowedTo(caller).has(scope));

/** The scopes of the grant if the person selected these. Scopes that were not offered are ignored. */
export const grantedScopes = (caller: SessionCaller, request: AskedScopes, ticked: readonly string[]): Scope[] =>
  offeredScopes(caller, request).filter((scope) => scope === USE_SCOPE || ticked.includes(scope));

/** True if the app asks for author scopes that the person's roles allow. */
export const asksForAuthoring = (caller: SessionCaller, { scopes }: AskedScopes): boolean =>
  scopes.some((scope) => scope !== USE_SCOPE && allowedTo(caller).has(scope as Scope));
