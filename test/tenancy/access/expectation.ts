// What the matrix expects for a caller and an operation.
import type { Caller } from './credentials.ts';
import type { AccessRow } from './rows.ts';

/** `allowed`, or the status and slug of the refusal. */
export type Expectation = 'allowed' | `${401 | 402 | 403} ${string}`;

const PLANS = ['free', 'business', 'enterprise'] as const;

/** Settings that apply to everyone in the workspace. */
export interface Circumstances {
  readonly plan: (typeof PLANS)[number];
  readonly areTrailsOn: boolean;
}

export const USUAL: Circumstances = { plan: 'enterprise', areTrailsOn: true };

/** In the order in which the gate checks: credential, plan, scope, role (Decision 5). */
export function expectationOf(row: AccessRow, caller: Caller, circumstances = USUAL): Expectation {
  const { credentials, need, callers } = row;
  const { kind, who, scopes } = caller;
  if (credentials.length === 0) return 'allowed';
  const isBearer = kind === 'apiKey' || kind === 'app';
  if (!credentials.some((name) => (isBearer ? name === 'apiKey' : name === kind))) return '401 unauthorized';
  if (kind === 'setupLink') return 'allowed';
  const isInWorkspace = who !== 'operator';
  // Plans limit the API, not the sessions that use the same operation.
  const isLimited = isInWorkspace && (isBearer || !credentials.includes('apiKey'));
  const isPlanTooLow = isLimited && PLANS.indexOf(row.plan ?? 'free') > PLANS.indexOf(circumstances.plan);
  if (isBearer && isPlanTooLow) return '402 upgrade-required';
  if (isInWorkspace && row.isSwitchedOffWithTrails && !circumstances.areTrailsOn) return '403 feature-not-enabled';
  if (isBearer && need !== undefined && !scopes.includes(scopeOf(need))) return '403 insufficient-scope';
  if (!callers.includes(who)) return '403 forbidden';
  // The console checks the role first, so that members do not learn what the workspace pays for.
  return isPlanTooLow ? '402 upgrade-required' : 'allowed';
}

/** The scope that keys and apps need. */
export const scopeOf = (need: string): string => (need === 'catalog' ? 'trails:read' : need);
