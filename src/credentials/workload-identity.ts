// The workload identity of a SCIM connection: a subject of an issuer, such as the provisioning job in the company's own
// Entra tenant. It requests tokens with a signed assertion instead of a secret (RFC 7523).

import { type By, recordChange } from '../audit/audit-log.ts';
import { instant } from '../base/clock.ts';
import { newId } from '../base/id.ts';
import { invalid } from '../base/issue.ts';
import { refuse } from '../base/refusal.ts';
import { requireSeen, type SeenOf } from '../base/seen.ts';
import { t } from '../base/texts/t.ts';
import { subjectOf } from '../directory/connections/connection.ts';
import { lockConnection } from '../directory/connections/connections.ts';
import { checkedIssuer } from '../egress/issuer.ts';
import type { Tx } from '../storage/database.ts';
import * as store from './scim-client-store.ts';

export { findWorkloadIdentity } from './scim-client-store.ts';

export interface IdentityInput {
  readonly issuer: string;
  readonly subject: string;
  readonly audience: string;
}

/** When the identity was pinned; null: there is none. */
interface Pinned {
  readonly created_at: string | null;
}

const MAX_LENGTH = 500;

/**
 * Pins issuer, subject and audience. A different identity replaces the previous one, whose tokens end immediately.
 * Pinning the same identity changes nothing. Fails with `validation` if the issuer is invalid, or a value is blank or
 * longer than 500 characters. Fails with `not-found` if the connection belongs to another workspace, and with
 * `conflict` if the identity was pinned or removed since the caller read it.
 */
export async function saveWorkloadIdentity(
  tx: Tx,
  teamId: string,
  connectionId: string,
  input: IdentityInput & { readonly seen?: SeenOf<Pinned> },
  { publicUrl, now }: { readonly publicUrl: string; readonly now: number },
  by: By,
): Promise<void> {
  const identity = {
    issuer: checkedIssuer(input.issuer, publicUrl),
    subject: checkedText('subject', input.subject),
    audience: checkedText('audience', input.audience),
  };
  const connection = await lockConnection(tx, teamId, connectionId);
  const before = await store.findWorkloadIdentity(tx, teamId, connectionId);
  requireSeen<Pinned>(input.seen, { created_at: before?.created_at ?? null });
  if (before !== undefined && isSame(before, identity)) return;
  await store.putIdentity(tx, teamId, connectionId, {
    ...identity,
    identity_id: newId(),
    created_by: by.account_id,
    created_at: instant(now),
  });
  await recordChange(tx, teamId, 'team.connection.identity_saved', subjectOf(connection), by, {
    ...(before === undefined ? {} : { before: shownOf(before) }),
    after: identity,
  });
}

/** Removes the workload identity and ends its tokens immediately. Fails with `not-found` if there is none. */
export async function removeWorkloadIdentity(tx: Tx, teamId: string, connectionId: string, by: By): Promise<void> {
  const connection = await lockConnection(tx, teamId, connectionId);
  const before = await store.findWorkloadIdentity(tx, teamId, connectionId);
  if (before === undefined) throw refuse('not-found', 'This connection has no workload identity.');
  await store.deleteIdentity(tx, teamId, connectionId);
  await recordChange(tx, teamId, 'team.connection.identity_removed', subjectOf(connection), by, {
    before: shownOf(before),
  });
}

function checkedText(field: 'subject' | 'audience', text: string): string {
  const value = text.trim();
  if (value === '' || value.length > MAX_LENGTH)
    throw invalid(
      field,
      t('{field} must have 1 to {limit} characters. Copy it from the identity provider.', { field, limit: MAX_LENGTH }),
    );
  return value;
}

const shownOf = ({ issuer, subject, audience }: IdentityInput) => ({ issuer, subject, audience });
const isSame = (one: IdentityInput, other: IdentityInput): boolean =>
  one.issuer === other.issuer && one.subject === other.subject && one.audience === other.audience;
