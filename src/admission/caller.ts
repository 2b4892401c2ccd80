// The caller of /v1: a person with a credential, in one catalog, with the scopes that both the credential and the
// person's roles allow. This file contains the shape and the rules. authenticate.ts does the lookup.

import type { Actor, Origin } from '../audit/audit-event.ts';
import type { By } from '../audit/audit-log.ts';
import { refuse } from '../base/refusal.ts';
import { type Sentence, t } from '../base/texts/t.ts';
import type { Catalog } from '../directory/catalog.ts';
import { type Role, type Scope, scopesOf } from '../directory/roles.ts';
import { includesApi, type Plan } from '../directory/teams/plans.ts';

/** How a caller authenticated, as reported by `/v1/me` (contract 2.7). */
export interface CredentialRef {
  readonly kind: 'api_key' | 'oauth';
  readonly id: string;
  readonly name: string;
  readonly client_id?: string;
  readonly token_prefix?: string;
}

export interface Caller {
  readonly catalog: Catalog;
  readonly person: { readonly account_id: string; readonly name: string; readonly email: string };
  readonly roles: readonly Role[];
  readonly credential: CredentialRef;
  /** The person behind a console session, if the credential is not itself the actor. */
  readonly actor?: Actor;
  /**
   * The owner of rate limits, Idempotency-Keys and streams. Usually the credential. For an app, all tokens under one
   * consent, because each refresh issues a new one. For a session, its person.
   */
  readonly counted_as: string;
  /** The credential's own scopes. */
  readonly scopes: readonly Scope[];
  /** The scopes that the person's roles allow. */
  readonly allowed: ReadonlySet<Scope>;
  /** True if the roles do not allow the operation, but the person may edit the trail or decide about its approval. */
  readonly isEditor?: boolean;
  readonly standing: Standing;
}

/** The facts that decide whether the caller is admitted. */
export interface Standing {
  readonly isMember: boolean;
  readonly plan: Plan;
  readonly trailsEnabled: boolean;
}

/** The effective scopes (Decision 31): the credential's scopes, limited to what the roles allow. */
export const effectiveScopes = (caller: Caller): Scope[] => caller.scopes.filter((scope) => caller.allowed.has(scope));

/** The scopes that the roles allow. Operators have all scopes in the service-wide catalog. */
export const allowedScopes = (catalog: Catalog, roles: readonly Role[]): ReadonlySet<Scope> =>
  catalog.kind === 'svc' ? scopesOf(['owner']) : scopesOf(roles);

/** Fails, in the order of Decision 5, with `membership-revoked`, `upgrade-required` or `feature-not-enabled`. */
export function requireStanding({ standing, catalog }: Caller): void {
  if (!standing.isMember) throw refuse('membership-revoked', membershipSentence(catalog));
  if (catalog.kind === 'svc') return;
  if (!includesApi(standing.plan)) {
    throw refuse(
      'upgrade-required',
      t(
        "The {plan} plan does not include the API. Ask the workspace's Owner to upgrade to business " +
          'or enterprise.',
        { plan: standing.plan },
      ),
    );
  }
  requireTrails({ standing, catalog });
}

/** Fails with `feature-not-enabled` if trails are turned off for the workspace. */
export function requireTrails({ standing, catalog }: Pick<Caller, 'standing' | 'catalog'>): void {
  if (catalog.kind === 'svc' || standing.trailsEnabled) return;
  throw refuse(
    'feature-not-enabled',
    'Trails are turned off for this workspace. An admin can turn them on in the workspace settings.',
  );
}

/**
 * Fails with `insufficient-scope` if the credential lacks the scope, and with `forbidden` if the roles do not allow it.
 */
export function requireScope(caller: Caller, scope: Scope): void {
  if (!caller.scopes.includes(scope)) {
    const { name, kind } = caller.credential;
    throw refuse(
      'insufficient-scope',
      t(
        'This needs the scope {scope}, which "{name}" does not have. ' +
          '{kind, select, oauth {Connect the app again and allow that scope.} other {Create a key with that scope.}}',
        { scope, name, kind },
      ),
      { required_scope: scope },
    );
  }
  if (!caller.allowed.has(scope)) {
    throw refuse(
      'forbidden',
      t(
        'The credential has the scope {scope}, but the roles of {name} no longer allow it. An admin can grant the ' +
          'role author or publisher.',
        { scope, name: caller.person.name || t('its person') },
      ),
    );
  }
}

/** The caller as the author of a change. */
export const byCaller = (caller: Caller, request_id: string, origin?: Origin): By => ({
  account_id: caller.person.account_id,
  actor: {
    ...(caller.actor ?? {
      kind: 'credential',
      id: caller.credential.id,
      name: caller.person.name || caller.credential.name,
    }),
    ...origin,
  },
  request_id,
});

const membershipSentence = (catalog: Catalog): Sentence =>
  catalog.kind === 'svc'
    ? 'The person behind this key is no longer an operator of the service.'
    : 'The person behind this key is no longer an active member of the workspace.';
