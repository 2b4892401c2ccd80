// If a tool call lacks its scope, asks the client to step up: the response is 403 with a challenge that names the
// scopes to request (MCP authorization, scope challenge handling). Clients then open the consent page again.
import { type Refusal, refuse } from '../../base/refusal.ts';
import { ALL_SCOPES, type Scope } from '../../directory/roles.ts';
import { usableScopes, type Visit } from './visit.ts';

const isScope = (name: string): name is Scope => ALL_SCOPES.some((scope) => scope === name);

/**
 * The refusal as the whole response. Undefined if a new consent cannot help: API keys have fixed scopes, and a
 * person can only allow what they can use.
 */
export function stepUpFor(visit: Visit, refusal: Refusal): Refusal | undefined {
  const { caller } = visit.call;
  if (refusal.slug !== 'insufficient-scope' || caller.credential.kind !== 'oauth') return undefined;
  const missing = String(refusal.extras.required_scope ?? '').split(' ');
  if (!missing.every((scope) => isScope(scope) && usableScopes(visit).has(scope))) return undefined;
  // The new token replaces the old one, so it must include the old token's scopes, too.
  const challenge_scope = [...new Set([...caller.scopes, ...missing])].join(' ');
  return refuse('insufficient-scope', refusal.text, { ...refusal.extras, challenge_scope });
}
