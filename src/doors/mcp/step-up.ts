// If a tool call lacks its scope, asks the client to step up: the response is 403 with a challenge that names the
// scopes to request (MCP authorization, scope challenge handling). Clients then open the consent page again.
import type { Caller } from '../../admission/caller.ts';
import { type Refusal, refuse } from '../../base/refusal.ts';
import { ALL_SCOPES, type Scope } from '../../directory/roles.ts';

const isScope = (name: string): name is Scope => ALL_SCOPES.some((scope) => scope === name);

/**
 * The refusal as the whole response. Undefined if a new consent cannot help: API keys have fixed scopes, and roles
 * limit what a person can allow.
 */
export function stepUpFor(caller: Caller, refusal: Refusal): Refusal | undefined {
  if (refusal.slug !== 'insufficient-scope' || caller.credential.kind !== 'oauth') return undefined;
  const missing = String(refusal.extras.required_scope ?? '').split(' ');
  if (!missing.every((scope) => isScope(scope) && caller.allowed.has(scope))) return undefined;
  // The new token replaces the old one, so it must include the old token's scopes, too.
  const challenge_scope = [...new Set([...caller.scopes, ...missing])].join(' ');
  return refuse('insufficient-scope', refusal.message, { ...refusal.extras, challenge_scope });
}
