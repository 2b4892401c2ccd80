// A workspace's policy for its people's apps: which apps may be connected, and how.

import { type By, recordChange } from '../audit/audit-log.ts';
import { instant } from '../base/clock.ts';
import { errorAt } from '../base/field-finding.ts';
import { hostName } from '../base/hosts.ts';
import { refuse } from '../base/refusal.ts';
import { requireSeen, type SeenOf } from '../base/seen.ts';
import { t } from '../base/texts/t.ts';
import { lockTeam } from '../directory/teams/teams.ts';
import type { Db, Tx } from '../storage/database.ts';
import { revokeVouchedGrants } from './oauth-grants.ts';
import type { ApprovedApp, OauthPolicy } from './oauth-policy.ts';
import * as store from './oauth-policy-store.ts';

const ANY: OauthPolicy = { allowed_hosts: null, enterprise_managed: false, device_sign_in: 'all', approved_apps: [] };
/** Maximum number of apps approved for everyone. */
const MAX_APPROVED = 50;
const HOST = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;
export const MAX_HOSTS = 200;

/** The workspace's policy. By default, people may connect any app, and only by their own consent. */
export const getPolicy = async (db: Db, teamId: string): Promise<OauthPolicy> =>
  (await store.findPolicy(db, teamId)) ?? ANY;

export type PolicyInput = Partial<OauthPolicy> & { readonly seen?: SeenOf<OauthPolicy> };

/**
 * Saves the policy; absent fields stay unchanged. Fails with `validation` if an entry is not a host, and with
 * `conflict` if a field has changed since the caller read it. Connected apps stay connected, except for those that the
 * identity provider vouched for, which end if it may no longer vouch.
 */
export async function savePolicy(
  tx: Tx,
  teamId: string,
  { seen, ...input }: PolicyInput,
  now: number,
  by: By,
): Promise<void> {
  await lockTeam(tx, teamId);
  const before = await getPolicy(tx, teamId);
  requireSeen(seen, before);
  const { allowed_hosts = before.allowed_hosts } = input;
  const policy = { ...before, ...input, allowed_hosts: checkedHosts(allowed_hosts) };
  if (before.enterprise_managed && !policy.enterprise_managed) await revokeVouchedGrants(tx, teamId, by);
  await store.putPolicy(tx, teamId, policy, instant(now));
  const subject = { kind: 'team', id: teamId, name: 'Connected apps' };
  await recordChange(tx, teamId, 'team.apps.updated', subject, by, { before: { ...before }, after: { ...policy } });
}

/** Approves the app for everyone, or renews its name. Fails with `unprocessable` if too many are approved. */
export async function approveApp(tx: Tx, teamId: string, app: ApprovedApp, now: number, by: By): Promise<void> {
  await lockTeam(tx, teamId);
  const { approved_apps } = await getPolicy(tx, teamId);
  const others = approved_apps.filter(({ client_id }) => client_id !== app.client_id);
  if (others.length >= MAX_APPROVED)
    throw refuse('unprocessable', t('At most {limit} apps can be approved.', { limit: MAX_APPROVED }));
  await savePolicy(tx, teamId, { approved_apps: [...others, app] }, now, by);
}

/** From the next connection on, people are asked for consent again. Connected apps stay connected. */
export async function withdrawApproval(tx: Tx, teamId: string, clientId: string, now: number, by: By): Promise<void> {
  await lockTeam(tx, teamId);
  const { approved_apps } = await getPolicy(tx, teamId);
  const others = approved_apps.filter(({ client_id }) => client_id !== clientId);
  if (others.length < approved_apps.length) await savePolicy(tx, teamId, { approved_apps: others }, now, by);
}

type Hosts = Pick<OauthPolicy, 'allowed_hosts'>;

/** True if the host or one of its parent domains is on the list. The empty host is never on a list. */
export const allowsHost = ({ allowed_hosts }: Hosts, host: string): boolean =>
  allowed_hosts === null || allowed_hosts.some((allowed) => host === allowed || host.endsWith(`.${allowed}`));

/**
 * True if a code may be sent there through the person's browser: to an allowed host, or to a program on the person's
 * own machine. Such a program has no host, or uses its own scheme (`cursor:`), which cannot be on a list.
 */
export const allowsRedirect = (policy: Hosts, host: string): boolean =>
  host === '' || host.endsWith(':') || allowsHost(policy, host);

function checkedHosts(given: readonly string[] | null): string[] | null {
  if (given === null) return null;
  const hosts = [...new Set(given.map(hostName))];
  const issues = given
    .map((host, index) => ({ host: hostName(host), field: `allowed_hosts[${index}]` }))
    .filter(({ host }) => !HOST.test(host))
    .map(({ host, field }) =>
      errorAt(
        field,
        t('{host} is not a host. Write it without https:// and path, e.g. claude.ai.', { host: JSON.stringify(host) }),
      ),
    );
  if (hosts.length > MAX_HOSTS)
    issues.push(errorAt('allowed_hosts', t('Enter at most {limit} hosts.', { limit: MAX_HOSTS })));
  if (issues.length > 0) throw refuse('validation', 'Some hosts are invalid. See `issues`.', { issues });
  return hosts;
}
