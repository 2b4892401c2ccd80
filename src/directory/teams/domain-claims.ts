// A workspace shows that a domain is its own, by a TXT record in the DNS of that domain. The first to show it has it; a
// claim alone gives nothing, tells nothing of other workspaces, and keeps nobody else from claiming.

import { randomBytes } from 'node:crypto';
import type { By } from '../../audit/audit-log.ts';
import { instant } from '../../base/clock.ts';
import { hostName } from '../../base/host-name.ts';
import { refuse } from '../../base/refusal.ts';
import type { Database, Db, Tx } from '../../storage/database.ts';
import * as store from './domain-claim-store.ts';
import { addDomain, checkedDomain, listDomains } from './domains.ts';
import { lockTeam } from './teams.ts';

/** A claim with the record that proves it. */
export interface DomainClaim extends Omit<store.ClaimRow, 'secret'> {
  readonly record_name: string;
  readonly record_value: string;
}

/** The texts of the TXT records at a name, each in its pieces. Rejects with a Node DNS error (`ENOTFOUND`, …). */
export type ResolveTxt = (name: string) => Promise<string[][]>;

const MOST_CLAIMS = 20;

/** The claims of the workspace that are not verified yet, by name. */
export const listClaims = async (db: Db, teamId: string): Promise<DomainClaim[]> =>
  (await store.selectClaims(db, teamId)).map(claimOf);

/**
 * Claims a domain and answers the record to set; twice is once, with the same record. Refuses with `validation` what is
 * no domain, with `conflict` one claim too many.
 */
export async function claimDomain(tx: Tx, teamId: string, given: string): Promise<DomainClaim> {
  const domain = checkedDomain(given);
  // One after the other, so that two at once are not both the last that may wait.
  await lockTeam(tx, teamId);
  const claims = await store.selectClaims(tx, teamId);
  if (claims.length >= MOST_CLAIMS && !claims.some((claim) => claim.domain === domain))
    throw refuse('conflict', `${MOST_CLAIMS} domains wait for verification. Verify or drop one of them first.`);
  await store.insertClaim(tx, teamId, domain, randomBytes(16).toString('hex'));
  return getClaim(tx, teamId, domain);
}

/** Drops a claim. Refuses with `not-found`. */
export async function dropClaim(tx: Tx, teamId: string, given: string): Promise<void> {
  if ((await store.deleteClaim(tx, teamId, hostName(given))) === undefined) noSuchClaim();
}

/**
 * Looks the record up and, where it holds the claim's text, notes the domain as verified (audited as
 * `team.domain_added`). Refuses with `not-found` what is not claimed, with `unprocessable` a record that is missing or
 * holds something else, or a DNS that does not answer (the sentence says which), and with `conflict` a domain that
 * another workspace showed first; that is told only to the owner of its DNS. A claim that is dropped while its record
 * is looked up is `not-found` too, also where it was made anew, with another record.
 */
export async function verifyDomain(
  database: Database,
  teamId: string,
  given: string,
  { resolveTxt, now }: { readonly resolveTxt: ResolveTxt; readonly now: number },
  by: By,
): Promise<void> {
  const claim = (await store.findClaim(database, teamId, hostName(given))) ?? noSuchClaim();
  const problem = await problemOf(claimOf(claim), resolveTxt);
  if (problem !== null) {
    await store.updateChecked(database, teamId, claim, instant(now), problem);
    throw refuse('unprocessable', problem);
  }
  await database.inTransaction(async (tx) => {
    const isClaimed = (await store.deleteClaim(tx, teamId, claim.domain, claim.secret)) !== undefined;
    if (isClaimed) return addDomain(tx, teamId, claim.domain, by);
    // Asked twice at once, the first one has verified it.
    if (!(await listDomains(tx, teamId)).some(({ domain }) => domain === claim.domain)) noSuchClaim();
  });
}

/** What is wrong with the record, in a sentence; null where it proves the claim. */
async function problemOf({ record_name, record_value }: DomainClaim, resolveTxt: ResolveTxt): Promise<string | null> {
  const texts = await resolveTxt(record_name).catch((thrown: unknown) => failureOf(thrown));
  if (typeof texts === 'string') {
    if (texts === 'ENOTFOUND' || texts === 'ENODATA')
      return `There is no TXT record at ${record_name} yet. A new record can take an hour to be seen.`;
    return `The DNS of ${record_name} does not answer (${texts}). Try again in some minutes.`;
  }
  if (texts.some((pieces) => pieces.join('').trim() === record_value)) return null;
  return `The TXT record at ${record_name} holds something else. It must hold ${record_value}.`;
}

/** The code of a DNS failure; anything else is a bug. */
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
