// One MCP request that passes through the protocol library, with its caller and their permissions.
import { type Caller, requireScope } from '../../admission/caller.ts';
import { type Refusal, refuse } from '../../base/refusal.ts';
import { EDITOR_SCOPES, SCOPES, type Scope, USE_SCOPE } from '../../directory/roles.ts';
import type { Call } from '../../http/endpoint/endpoint.ts';
import type { DeliveryShape } from '../../insight/delivery.ts';
import type { DeliveryLog } from '../../insight/delivery-log.ts';
import { editsAnyTrail } from '../../trails/readers/editors.ts';
import type { ReaderIdentity, VisibleTrailHead } from '../../trails/readers/visible-trails.ts';
import type { Forgave } from './forgiveness.ts';

export interface Visit {
  readonly call: Call<Caller>;
  /** An error other than a refusal. The library would expose its message, so the gate handles it instead. */
  failure: unknown;
  /** Counts a tolerated mistake of the client. */
  readonly forgave: Forgave;
  /** The response to a tool call that needs another consent (step-up.ts). Ignored in batches. */
  stepUp: Refusal | undefined;
  /** True for people who may edit some trails without being authors. Set before author tools are offered or called. */
  isEditor: boolean;
  /** The stream that the message opens, if any. */
  readonly listening: Listening;
}

export interface Listening {
  /** False once the gate would reject the credential. */
  isAdmitted(): Promise<boolean>;
  end(): void;
}

/** True if the credential has the scope and the person's roles allow it. */
export const mayUse = ({ caller }: Pick<Call<Caller>, 'caller'>, scope: Scope): boolean =>
  caller.scopes.includes(scope) && caller.allowed.has(scope);

/** Sets `isEditor`. Runs no query for authors. */
export async function noteEditor(visit: Visit): Promise<void> {
  const { db, caller } = visit.call;
  const { team_id } = caller.catalog;
  if (team_id === null || caller.allowed.has('trails:write')) return;
  visit.isEditor = await editsAnyTrail(db, team_id, caller.person.account_id);
}

/** The author scopes that the person can use, whatever the credential allows. */
export const usableScopes = ({ call: { caller }, isEditor }: Pick<Visit, 'call' | 'isEditor'>): ReadonlySet<Scope> =>
  isEditor ? new Set([...caller.allowed, ...EDITOR_SCOPES]) : caller.allowed;

/** The person as an employee. Undefined for a credential of the service-wide catalog, which has no employees. */
export const readerOf = ({ caller }: Pick<Call<Caller>, 'caller'>): ReaderIdentity | undefined =>
  caller.catalog.team_id === null || !mayRead(caller)
    ? undefined
    : { team_id: caller.catalog.team_id, account_id: caller.person.account_id };

/** Like `readerOf`, but fails with `forbidden` instead of returning undefined. */
export function requireReader(call: Call<Caller>): ReaderIdentity {
  const reader = readerOf(call);
  if (reader !== undefined) return reader;
  throw refuse(
    'forbidden',
    'This credential cannot read the trails of a workspace. Use one that belongs to a workspace member.',
  );
}

/**
 * Credentials that can read drafts can also read published trails (Decision 83), even after their person stops being an
 * author. AI tools' tokens have a separate scope for reading.
 */
const mayRead = ({ scopes, allowed }: Caller): boolean =>
  allowed.has(USE_SCOPE) && (scopes.includes(USE_SCOPE) || scopes.includes('trails:read'));

/**
 * Fails with `forbidden` or `insufficient-scope` if every list would be empty, because empty lists would not explain
 * the reason.
 */
export function requireSomeUse(caller: Caller): void {
  if (readerOf({ caller }) !== undefined || SCOPES.some((scope) => mayUse({ caller }, scope))) return;
  const borne = SCOPES.find((scope) => caller.scopes.includes(scope));
  requireScope(caller, borne ?? (caller.catalog.team_id === null ? 'trails:read' : USE_SCOPE));
}

/** Counts a delivery of the trail to the caller in that form. */
export function deliveredTo(
  { call }: Visit,
  deliveries: DeliveryLog,
  { trail_id, version }: VisibleTrailHead,
  shape: DeliveryShape,
): void {
  const reader = readerOf(call);
  if (reader !== undefined) deliveries.delivered({ ...reader, trail_id, version, shape });
}
