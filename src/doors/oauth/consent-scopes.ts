// The scopes on the consent page. The employees' scope cannot be changed. The person selects author scopes one by one,
// and can add scopes that they can use but the app did not ask for (RFC 6749, section 3.3).
import { ALL_SCOPES, EDITOR_SCOPES, type Scope, scopesOf, USE_SCOPE } from '../../directory/roles.ts';
import type { SessionCaller } from '../../identity/session.ts';
import type { Db } from '../../storage/database.ts';
import { editsAnyTrail } from '../../trails/readers/editors.ts';
import { SESSION_RESOURCE, scopesThatOpen } from './resources.ts';

/** The part of a consent request that determines its scopes. */
export interface AskedScopes {
  readonly resource: string;
  readonly scopes: readonly string[];
}

/**
 * The scopes that the person can use at that resource: those that their roles allow, and over MCP also those for the
 * trails that they may edit. For an operator in the service-wide catalog, these are all scopes.
 */
export async function usableScopes(db: Db, caller: SessionCaller, { resource }: AskedScopes): Promise<UsableScopes> {
  const { team_id, account_id, roles } = caller;
  const allowed = scopesOf(team_id === null ? ['owner'] : roles);
  if (team_id === null || allowed.has('trails:write') || resource === '/v1') return allowed;
  return (await editsAnyTrail(db, team_id, account_id)) ? new Set([...allowed, ...EDITOR_SCOPES]) : allowed;
}

type UsableScopes = ReadonlySet<Scope>;

/** The scopes that the person can allow: those that the app asks for, and those that the person can use. */
export function offeredScopes(usable: UsableScopes, { resource, scopes }: AskedScopes): Scope[] {
  if (resource === SESSION_RESOURCE) return [];
  const opens = scopesThatOpen(resource);
  return ALL_SCOPES.filter((scope) => scopes.includes(scope) || (opens.includes(scope) && usable.has(scope)));
}

/** Offered scopes that the person cannot use at present. */
export const withheldScopes = (usable: UsableScopes, request: AskedScopes): Scope[] =>
  offeredScopes(usable, request).filter((scope) => !usable.has(scope));

/** The scopes of the grant if the person selected these. Scopes that were not offered are ignored. */
export const grantedScopes = (usable: UsableScopes, request: AskedScopes, ticked: readonly string[]): Scope[] =>
  offeredScopes(usable, request).filter((scope) => scope === USE_SCOPE || ticked.includes(scope));

/** True if the app asks for author scopes that the person can use. */
export const asksForAuthoring = (usable: UsableScopes, { scopes }: AskedScopes): boolean =>
  scopes.some((scope) => scope !== USE_SCOPE && usable.has(scope as Scope));
