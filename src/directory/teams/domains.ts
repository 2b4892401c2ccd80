// A team's verified e-mail domains. They decide which accounts a connection may link (account-link.ts).

import { type By, recordChange } from '../../audit/audit-log.ts';
import { hostName } from '../../base/hosts.ts';
import { invalid } from '../../base/issue.ts';
import { refuse } from '../../base/refusal.ts';
import { t } from '../../base/texts/t.ts';
import type { Tx } from '../../storage/database.ts';
import * as store from './team-store.ts';
import { getTeam } from './teams.ts';

export { listDomains } from './team-store.ts';

const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2}[a-z0-9-]{0,61}$/;

/** Returns the domain as in DNS. Fails with `validation` if it is not a domain. */
export function checkedDomain(given: string): string {
  const domain = hostName(given);
  if (!DOMAIN.test(domain)) throw invalid('domain', 'Enter a host name such as example.com.');
  return domain;
}

/**
 * Records that the team has proved that it owns the domain. Adding the domain again changes nothing. Fails with
 * `validation` if it is not a domain, and with `conflict` if another team has verified it.
 */
export async function addDomain(tx: Tx, teamId: string, given: string, by: By): Promise<void> {
  const domain = checkedDomain(given);
  const team = await getTeam(tx, teamId);
  if ((await store.insertDomain(tx, teamId, domain)) === undefined) {
    const own = await store.listDomains(tx, teamId);
    if (own.some((known) => known.domain === domain)) return;
    throw refuse('conflict', t('The domain {domain} is verified for another workspace.', { domain }));
  }
  const subject = { kind: 'team', id: teamId, name: team.name };
  await recordChange(tx, teamId, 'team.domain_added', subject, by, { after: { domain } });
}

/** Removes a verified domain. Linked members stay. Fails with `not-found` if the domain is not the team's. */
export async function removeDomain(tx: Tx, teamId: string, given: string, by: By): Promise<void> {
  const domain = hostName(given);
  const team = await getTeam(tx, teamId);
  if ((await store.removeDomain(tx, teamId, domain)) === undefined)
    throw refuse('not-found', t('The domain {domain} is not verified for this workspace.', { domain }));
  const subject = { kind: 'team', id: teamId, name: team.name };
  await recordChange(tx, teamId, 'team.domain_removed', subject, by, { before: { domain } });
}
