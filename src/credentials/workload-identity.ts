// The workload identity of a SCIM connection: one subject of one issuer, such as the provisioning of the company's
// own Entra tenant, that asks for tokens with a signed statement instead of a secret (RFC 7523).

import { type By, recordChange } from '../audit/audit-log.ts';
import { instant } from '../base/clock.ts';
import { newId } from '../base/id.ts';
import { invalid } from '../base/issue.ts';
import { refuse } from '../base/refusal.ts';
import { requireSeen, type SeenOf } from '../base/seen.ts';
import { subjectOf } from '../directory/connections/connection.ts';
import { lockConnection } from '../directory/connections/connections.ts';
import { checkedIssuer } from '../egress/issuer.ts';
import type { Tx } from '../storage/database.ts';
import * as store from './scim-client-store.ts';

export { findWorkloadIdentity } from './scim-client-store.ts';

export interface WantedIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly audience: string;
}

/** When the identity was pinned; null: there is none. */
interface Pinned {
  readonly created_at: string | null;
}

const LONGEST = 500;

/**
 * Pins issuer, subject and audience. Another one takes the place of the former, whose tokens end at once; the same one
 * again changes nothing. Refuses with `validation` what is no issuer, a blank or longer than 500 characters; with
 * `not-found` another workspace's connection; with `conflict` where another one was pinned, or it was removed, since
 * the caller has seen it.
 */
export async function saveWorkloadIdentity(
  tx: Tx,
  teamId: string,
  connectionId: string,
  wanted: WantedIdentity & { readonly seen?: SeenOf<Pinned> },
  { publicUrl, now }: { readonly publicUrl: string; readonly now: number },
  by: By,
): Promise<void> {
  const identity = {
    issuer: checkedIssuer(wanted.issuer, publicUrl),
    subject: checkedText('subject', wanted.subject),
    audience: checkedText('audience', wanted.audience),
  };
  const connection = await lockConnection(tx, teamId, connectionId);
  const before = await store.findWorkloadIdentity(tx, teamId, connectionId);
  requireSeen<Pinned>(wanted.seen, { created_at: before?.created_at ?? null });
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

/** Removes the workload identity; its tokens end at once. Refuses with `not-found` where there is none. */
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
  if (value === '' || value.length > LONGEST)
    throw invalid(field, `${field} must have 1 to ${LONGEST} characters. Copy it from the identity provider.`);
  return value;
}

const shownOf = ({ issuer, subject, audience }: WantedIdentity) => ({ issuer, subject, audience });
const isSame = (one: WantedIdentity, other: WantedIdentity): boolean =>
  one.issuer === other.issuer && one.subject === other.subject && one.audience === other.audience;
