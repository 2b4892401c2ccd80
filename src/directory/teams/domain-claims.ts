// Verification of domains by a TXT record in DNS. The first workspace to prove a domain gets it. An unverified claim
// gives no rights, reveals nothing about other workspaces, and blocks no one else's claim.

import { randomBytes } from 'node:crypto';
import type { By } from '../../audit/audit-log.ts';
import { instant } from '../../base/clock.ts';
import { hostName } from '../../base/hosts.ts';
import { refuse } from '../../base/refusal.ts';
import { type Text, t } from '../../base/texts/t.ts';
import type { Database, Db, Tx } from '../../storage/database.ts';
import * as store from './domain-claim-store.ts';
import { addDomain, checkedDomain, listDomains } from './domains.ts';
import { lockTeam } from './teams.ts';

/** A claim with the record that proves it. */
export interface DomainClaim extends Omit<store.ClaimRow, 'secret'> {
  readonly record_name: string;
  readonly record_value: string;
}

/** Returns the TXT records of a name, each as a list of chunks. Rejects with a Node DNS error (`ENOTFOUND`, …). */
export type ResolveTxt = (name: string) => Promise<string[][]>;

const MAX_CLAIMS = 20;

/** The workspace's unverified claims, sorted by domain. */
export const listClaims = async (db: Db, teamId: string): Promise<DomainClaim[]> =>
  (await store.selectClaims(db, teamId)).map(claimOf);

/**
 * Claims a domain and returns the record to set. Claiming it again returns the same record. Fails with `validation` if
 * it is not a domain, and with `conflict` if there are too many claims.
 */
export async function claimDomain(tx: Tx, teamId: string, given: string): Promise<DomainClaim> {
  const domain = checkedDomain(given);
  // Lock the team, so that concurrent claims cannot exceed the limit.
  await lockTeam(tx, teamId);
  const claims = await store.selectClaims(tx, teamId);
  if (claims.length >= MAX_CLAIMS && !claims.some((claim) => claim.domain === domain))
    throw refuse(
      'conflict',
      t('{limit} domains are waiting for verification. Verify or remove one of them first.', { limit: MAX_CLAIMS }),
    );
  await store.insertClaim(tx, teamId, domain, randomBytes(16).toString('hex'));
  return getClaim(tx, teamId, domain);
}

/** Deletes a claim. Fails with `not-found`. */
export async function dropClaim(tx: Tx, teamId: string, given: string): Promise<void> {
  if ((await store.deleteClaim(tx, teamId, hostName(given))) === undefined) noSuchClaim();
}

/**
 * Checks the DNS record and, if it contains the claim's text, records the domain as verified (audited as
 * `team.domain_added`). Fails with `not-found` if the domain is not claimed, or if the claim was deleted or replaced
 * during the check. Fails with `unprocessable` if the record is missing or different, or if DNS does not answer; the
 * message says which. Fails with `conflict` if another workspace has already verified the domain, which only the owner
 * of its DNS can learn.
 */
export async function verifyDomain(
  database: Database,
  teamId: string,
  given: string,
  { resolveTxt, now }: { readonly resolveTxt: ResolveTxt; readonly now: number },
  by: By,
): Promise<void> {
  const claim = (await store.findClaim(database, teamId, hostName(given))) ?? noSuchClaim();
  const problem: Text | null = await problemOf(claimOf(claim), resolveTxt);
  if (problem !== null) {
    await store.updateChecked(database, teamId, claim, instant(now), String(problem));
    throw refuse('unprocessable', problem);
  }
  await database.inTransaction(async (tx) => {
    const isClaimed = (await store.deleteClaim(tx, teamId, claim.domain, claim.secret)) !== undefined;
    if (isClaimed) return addDomain(tx, teamId, claim.domain, by);
    // A concurrent call has already verified it.
    if (!(await listDomains(tx, teamId)).some(({ domain }) => domain === claim.domain)) noSuchClaim();
  });
}

/** Describes the problem with the record in a sentence; null if it proves the claim. */
async function problemOf({ record_name, record_value }: DomainClaim, resolveTxt: ResolveTxt): Promise<Text | null> {
  const texts = await resolveTxt(record_name).catch((thrown: unknown) => failureOf(thrown));
  if (typeof texts === 'string') {
    if (texts === 'ENOTFOUND' || texts === 'ENODATA')
      return t('There is no TXT record at {name} yet. A new record can take an hour to appear.', { name: record_name });
    return t('The DNS of {name} does not answer ({code}). Try again in a few minutes.', {
      name: record_name,
      code: texts,
    });
  }
  if (texts.some((pieces) => pieces.join('').trim() === record_value)) return null;
  return t('The TXT record at {name} has a different text. It must contain {value}.', {
    name: record_name,
    value: record_value,
  });
}

/** Returns the code of a DNS error. Rethrows anything else as a bug. */
function failureOf(thrown: unknown): string {
  if (thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string') return thrown.code;
  throw thrown;
}

async function getClaim(db: Db, teamId: string, domain: string): Promise<DomainClaim> {
  const claim = (await store.findClaim(db, teamId, domain)) ?? noSuchClaim();
  return claimOf(claim);
}

const claimOf = ({ secret, ...claim }: store.ClaimRow): DomainClaim => ({
  ...claim,
  record_name: `_cairn-verification.${claim.domain}`,
  record_value: `cairn-verification=${secret}`,
});

function noSuchClaim(): never {
  throw refuse('not-found', 'This domain is not being verified for this workspace.');
}
