// What an administrator should look at before it hurts. Pure.
import type { Connection } from '../api/connections.ts';
import type { ApiKey, Workspace } from '../api/workspace.ts';

export interface Warning {
  readonly text: string;
  /** The moment that the text ends with. */
  readonly at?: string;
  readonly to: string;
  readonly action: string;
}

const SOON_MS = 30 * 86_400_000;

/** Full seats, tokens and keys that expire within 30 days, connections with trouble in the last day or without a good token. */
export function warningsOf(
  team: Workspace | undefined,
  connections: readonly Connection[],
  keys: readonly ApiKey[],
  now: number,
): Warning[] {
  const warnings: Warning[] = [];
  if (team?.seat_limit != null && team.seats_used >= team.seat_limit)
    warnings.push({
      text: `All ${team.seat_limit} seats are taken: nobody can be added or reactivated.`,
      to: '/admin/members',
      action: 'See members',
    });
  for (const connection of connections.filter(({ enabled }) => enabled))
    warnings.push(...connectionWarnings(connection));
  for (const { name, expires_at, revoked_at, replaced_by } of keys) {
    if (expires_at === null || revoked_at !== null || replaced_by !== null) continue;
    const left = Date.parse(expires_at) - now;
    if (left > 0 && left <= SOON_MS)
      warnings.push({
        text: `The API key "${name}" expires on`,
        at: expires_at,
        to: '/admin/keys',
        action: 'Rotate it',
      });
  }
  return warnings;
}

function connectionWarnings({ id, name, tokens, recent_troubles, held, paused }: Connection): Warning[] {
  const to = `/admin/connections/${id}`;
  const warnings: Warning[] = [];
  if (held.waiting > 0)
    warnings.push({
      text: `"${name}" asks to deactivate ${held.waiting} people at once. They are held until you decide.`,
      to,
      action: 'Decide',
    });
  if (paused)
    warnings.push({ text: `"${name}" is paused: no change arrives.`, to: `${to}?tab=settings`, action: 'Go on' });
  const good = tokens.filter(({ state }) => state === 'valid' || state === 'expiring');
  const lasting = good.some(({ state }) => state === 'valid');
  if (good.length === 0)
    warnings.push({ text: `"${name}" has no good token: its requests are refused.`, to, action: 'Make a token' });
  for (const { state, expires_at } of good) {
    if (state === 'expiring' && expires_at !== null && !lasting)
      warnings.push({ text: `The token of "${name}" expires on`, at: expires_at, to, action: 'Rotate it' });
  }
  if (recent_troubles > 0)
    warnings.push({
      text: `"${name}" had ${recent_troubles} ${recent_troubles === 1 ? 'request' : 'requests'} refused in the last 24 hours.`,
      to,
      action: 'See why',
    });
  return warnings;
}
