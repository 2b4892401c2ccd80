// One MCP request on its way through the protocol library: who calls, and what they may.
import { type Caller, requireScope } from '../../admission/caller.ts';
import { refuse } from '../../base/refusal.ts';
import { SCOPES, type Scope, USE_SCOPE } from '../../directory/roles.ts';
import type { Call } from '../../http/endpoint/endpoint.ts';
import type { DeliveryShape } from '../../insight/delivery.ts';
import type { DeliveryLog } from '../../insight/delivery-log.ts';
import type { ReaderIdentity, VisibleTrailHead } from '../../trails/readers/visible-trails.ts';

export interface Visit {
  readonly call: Call<Caller>;
  /** What a handler threw that is no refusal. The library would answer it with its message; the gate must judge it. */
  failure: unknown;
  /** Of the stream that the message opens, where it does. */
  readonly listening: Listening;
}

export interface Listening {
  /** False once the credential would be refused at the gate. */
  isAdmitted(): Promise<boolean>;
  end(): void;
}

/** True where the credential bears the scope and the person's roles allow it. */
export const mayUse = ({ caller }: Pick<Call<Caller>, 'caller'>, scope: Scope): boolean =>
  caller.scopes.includes(scope) && caller.allowed.has(scope);

/** The person as an employee; undefined for a credential of the service-wide catalog, which has no employees. */
export const readerOf = ({ caller }: Pick<Call<Caller>, 'caller'>): ReaderIdentity | undefined =>
  caller.catalog.team_id === null || !mayRead(caller)
    ? undefined
    : { team_id: caller.catalog.team_id, account_id: caller.person.account_id };

/** The same. Refuses with `forbidden` who is none. */
export function requireReader(call: Call<Caller>): ReaderIdentity {
  const reader = readerOf(call);
  if (reader !== undefined) return reader;
  throw refuse('forbidden', 'The credential does not read the trails of a workspace. Use one of a workspace member.');
}

/**
 * What reads drafts also reads what is published (Decision 83), and goes on doing so for a person who is an author no
 * longer; an AI tool's token has a scope for that alone.
 */
const mayRead = ({ scopes, allowed }: Caller): boolean =>
  allowed.has(USE_SCOPE) && (scopes.includes(USE_SCOPE) || scopes.includes('trails:read'));

/**
 * Refuses with `forbidden` or `insufficient-scope` a caller to whom every list would be empty: with nothing but those
 * lists, nobody would find out why.
 */
export function requireSomeUse(caller: Caller): void {
  if (readerOf({ caller }) !== undefined || SCOPES.some((scope) => mayUse({ caller }, scope))) return;
  const borne = SCOPES.find((scope) => caller.scopes.includes(scope));
  requireScope(caller, borne ?? (caller.catalog.team_id === null ? 'trails:read' : USE_SCOPE));
}

/** Counts that the trail reached the caller in that shape. */
export function deliveredTo(
  { call }: Visit,
  deliveries: DeliveryLog,
  { trail_id, version }: VisibleTrailHead,
  shape: DeliveryShape,
): void {
  const reader = readerOf(call);
  if (reader !== undefined) deliveries.delivered({ ...reader, trail_id, version, shape });
}
