// What a workspace decides about the apps of its people: whose apps may be connected.

import { type By, recordChange } from '../audit/audit-log.ts';
import { instant } from '../base/clock.ts';
import { errorAt } from '../base/field-finding.ts';
import { hostName } from '../base/host-name.ts';
import { refuse } from '../base/refusal.ts';
import { requireSeen, type SeenOf } from '../base/seen.ts';
import { lockTeam } from '../directory/teams/teams.ts';
import type { Db, Tx } from '../storage/database.ts';
import { revokeVouchedGrants } from './oauth-grants.ts';
import type { OauthPolicy } from './oauth-policy.ts';
import * as store from './oauth-policy-store.ts';

const ANY: OauthPolicy = { allowed_hosts: null, enterprise_managed: false, device_sign_in: 'all' };
const HOST = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;
const MOST_HOSTS = 200;

/** The decisions of a workspace; without any, any app may be connected and only by its person. */
export const getPolicy = async (db: Db, teamId: string): Promise<OauthPolicy> =>
  (await store.findPolicy(db, teamId)) ?? ANY;

export type WantedPolicy = Partial<OauthPolicy> & { readonly seen?: SeenOf<OauthPolicy> };

/**
 * Stores the decisions; absent ones stay. Refuses with `validation` what is no host, with `conflict` where a decision
 * is no longer as the caller has seen it. Apps that are connected stay so, but those that the identity provider
 * vouched for: they end when it may vouch no longer.
 */
export async function savePolicy(
  tx: Tx,
  teamId: string,
  { seen, ...wanted }: WantedPolicy,
  now: number,
  by: By,
): Promise<void> {
  await lockTeam(tx, teamId);
  const before = await getPolicy(tx, teamId);
  requireSeen(seen, before);
  const { allowed_hosts = before.allowed_hosts } = wanted;
  const policy = { ...before, ...wanted, allowed_hosts: checkedHosts(allowed_hosts) };
  if (before.enterprise_managed && !policy.enterprise_managed) await revokeVouchedGrants(tx, teamId, by);
  await store.putPolicy(tx, teamId, policy, instant(now));
  const subject = { kind: 'team', id: teamId, name: 'Connected apps' };
  await recordChange(tx, teamId, 'team.apps.updated', subject, by, { before: { ...before }, after: { ...policy } });
}

/** True for a host on the list, or below one. No host is not on any list. */
export const allowsHost = ({ allowed_hosts }: OauthPolicy, host: string): boolean =>
  allowed_hosts === null || allowed_hosts.some((allowed) => host === allowed || host.endsWith(`.${allowed}`));

/**
 * True if a code may be sent there through the person's browser: to an allowed host, or to a program on the person's
 * own machine. Such a program has no host, or its own scheme instead of one (`cursor:`), which no list can name.
 */
export const allowsRedirect = (policy: OauthPolicy, host: string): boolean =>
  host === '' || host.endsWith(':') || allowsHost(policy, host);

function checkedHosts(given: readonly string[] | null): string[] | null {
  if (given === null) return null;
  const hosts = [...new Set(given.map(hostName))];
  const issues = given
    .map((host, index) => ({ host: hostName(host), field: `allowed_hosts[${index}]` }))
    .filter(({ host }) => !HOST.test(host))
    .map(({ host, field }) =>
      errorAt(field, `${JSON.stringify(host)} is no host. Write it without https:// and path, e.g. claude.ai.`),
    );
  if (hosts.length > MOST_HOSTS) issues.push(errorAt('allowed_hosts', `Has at most ${MOST_HOSTS} hosts.`));
  if (issues.length > 0) throw refuse('validation', 'The list has hosts to fix; `issues` names them.', { issues });
  return hosts;
}
