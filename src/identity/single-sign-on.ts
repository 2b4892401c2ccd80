// A workspace's single sign-on settings: its OpenID provider, and whether the workspace asks for it. How a person comes
// in that way is in single-sign-on-flow.ts.

import { type By, recordChange } from '../audit/audit-log.ts';
import { instant } from '../base/clock.ts';
import { invalid } from '../base/issue.ts';
import { refuse } from '../base/refusal.ts';
import { requireSeen, type SeenOf } from '../base/seen.ts';
import { endDeviceConsentsOfOthers } from '../credentials/oauth-artifacts.ts';
import { revokeAgreedGrants } from '../credentials/oauth-grants.ts';
import { mailboxOf } from '../directory/checked.ts';
import { lockTeam } from '../directory/teams/teams.ts';
import type { Egress } from '../egress/egress-request.ts';
import { checkedIssuer } from '../egress/issuer.ts';
import type { Db, Tx } from '../storage/database.ts';
import type { ProviderDiscoveries } from './discoveries.ts';
import type { Sealer } from './sealed-secret.ts';
import { deleteSessionsWithoutProvider } from './session-store.ts';
import * as store from './single-sign-on-store.ts';

/** What single sign-on needs of the process. */
export interface SingleSignOnDeps {
  readonly publicUrl: string;
  readonly sealer: Sealer;
  /** Providers are addresses that customers chose. */
  readonly egress: Egress;
  readonly discoveries: ProviderDiscoveries;
}

/** What storing the settings needs: no provider is asked. */
export type SettingsDeps = Pick<SingleSignOnDeps, 'publicUrl' | 'sealer'>;

/** The settings as admins see them; the secret is never shown. */
export interface SingleSignOnSettings {
  readonly issuer: string;
  readonly client_id: string;
  readonly has_secret: boolean;
  readonly enabled: boolean;
  readonly required: boolean;
  readonly updated_at: string;
}

/** What the provider is asked with. */
export interface ProviderClient {
  readonly issuer: string;
  readonly client_id: string;
  /** Null: a public client. */
  readonly client_secret: string | null;
}

export interface WantedSettings {
  readonly issuer: string;
  readonly client_id: string;
  /** Absent: the one that is stored; null: a public client. */
  readonly client_secret?: string | null | undefined;
}

/** When the settings were saved; null: there are none. */
interface Saved {
  readonly updated_at: string | null;
}

/** The settings, or undefined where there are none. */
export async function findSingleSignOn(db: Db, teamId: string): Promise<SingleSignOnSettings | undefined> {
  const row = await store.findSettings(db, teamId);
  if (row === undefined) return undefined;
  const { sealed_secret, ...settings } = row;
  return { ...settings, has_secret: sealed_secret !== null };
}

/**
 * Stores the settings. Another issuer or client forgets who the provider's subjects are: each is linked again by the
 * rule. Requiring single sign-on ends other sessions and the apps that people connected. Refuses with `validation`;
 * with `unprocessable` to require what is switched off; with `conflict` where the settings were saved or undone since
 * the caller has seen them.
 */
export async function saveSingleSignOn(
  tx: Tx,
  teamId: string,
  wanted: WantedSettings & { readonly enabled: boolean; readonly required: boolean; readonly seen?: SeenOf<Saved> },
  { publicUrl, sealer }: SettingsDeps,
  now: number,
  by: By,
): Promise<void> {
  const team = await lockTeam(tx, teamId);
  const before = await store.findSettings(tx, teamId);
  requireSeen<Saved>(wanted.seen, { updated_at: before?.updated_at ?? null });
  if (wanted.required && !wanted.enabled)
    throw refuse('unprocessable', 'Single sign-on cannot be required while it is switched off. Set enabled too.');
  const client = await providerClientOf(tx, teamId, wanted, { publicUrl, sealer });
  const { issuer, client_id } = client;
  const { enabled, required } = wanted;
  const sealed_secret = client.client_secret === null ? null : sealer.seal(client.client_secret, teamId);
  await store.putSettings(tx, teamId, {
    issuer,
    client_id,
    sealed_secret,
    enabled,
    required,
    updated_at: instant(now),
  });
  // After the settings, which a sign-in that links somebody holds: its link is there by now.
  const isOther = before?.issuer !== issuer || before.client_id !== client_id;
  if (isOther) await store.deleteLinks(tx, teamId, null);
  const ended = required && before?.required !== true ? await endOtherSignIns(tx, teamId, team.owner_id, by) : {};
  const subject = { kind: 'team', id: teamId, name: team.name };
  const shown = before === undefined ? {} : { before: shownOf(before) };
  await recordChange(tx, teamId, 'team.sso.updated', subject, by, {
    ...shown,
    after: { ...shownOf({ ...client, ...wanted }), ...ended },
  });
}

/**
 * Ends everything in the workspace that does not rest on its provider, the Owner's excepted. Sessions go first: a
 * consent holds the session in which it is given, so it is seen below, or its session is gone. They go once more for a
 * program that has just fetched its session.
 */
async function endOtherSignIns(tx: Tx, teamId: string, ownerId: string, by: By): Promise<object> {
  const sessions = await deleteSessionsWithoutProvider(tx, teamId, ownerId);
  await endDeviceConsentsOfOthers(tx, teamId, ownerId);
  const fetched = await deleteSessionsWithoutProvider(tx, teamId, ownerId);
  const apps = await revokeAgreedGrants(tx, teamId, ownerId, by);
  return { ended_sessions: sessions + fetched, ended_apps: apps };
}

/** Removes the settings and every link. Nobody is signed out. Refuses with `not-found`. */
export async function removeSingleSignOn(tx: Tx, teamId: string, by: By): Promise<void> {
  const team = await lockTeam(tx, teamId);
  const before = await store.findSettings(tx, teamId);
  if (before === undefined) throw notSetUp();
  await store.deleteSettings(tx, teamId);
  await store.deleteLinks(tx, teamId, null);
  const subject = { kind: 'team', id: teamId, name: team.name };
  await recordChange(tx, teamId, 'team.sso.removed', subject, by, { before: shownOf(before) });
}

/** The workspace that signs people of that address in, by the verified domain; says nothing of the address itself. */
export const findTeamOfEmail = (db: Db, email: string): Promise<{ team_id: string } | undefined> =>
  store.findTeamOfDomain(db, mailboxOf(email.trim()).toLowerCase().split('@').at(-1) ?? '');

/**
 * What the provider is asked with, as stored. Refuses with `not-found`; with `unprocessable` a secret that cannot be
 * read.
 */
export async function getProviderClient(db: Db, teamId: string, { sealer }: SettingsDeps): Promise<ProviderClient> {
  const row = await store.findSettings(db, teamId);
  if (row === undefined || !row.enabled) throw notSetUp();
  return { issuer: row.issuer, client_id: row.client_id, client_secret: openSecret(row, teamId, sealer) };
}

/**
 * What the provider would be asked with: the wanted settings, with the stored secret where none is given. A stored
 * secret is only ever sent to the issuer that it was stored for. Refuses with `validation`.
 */
export async function providerClientOf(
  db: Db,
  teamId: string,
  wanted: WantedSettings,
  { publicUrl, sealer }: SettingsDeps,
): Promise<ProviderClient> {
  const issuer = checkedIssuer(wanted.issuer, publicUrl);
  const client_id = wanted.client_id.trim();
  if (client_id === '') throw invalid('client_id', 'Copy what the provider calls this application.');
  if (wanted.client_secret !== undefined) return { issuer, client_id, client_secret: wanted.client_secret };
  const row = await store.findSettings(db, teamId);
  if (row?.issuer !== issuer)
    throw invalid(
      'client_secret',
      'Another issuer needs a secret of its own. Enter it, or say that the application has none.',
    );
  return { issuer, client_id, client_secret: openSecret(row, teamId, sealer) };
}

function openSecret(row: store.SettingsRow, teamId: string, sealer: Sealer): string | null {
  if (row.sealed_secret === null) return null;
  const secret = sealer.open(row.sealed_secret, teamId);
  if (secret !== undefined) return secret;
  throw refuse(
    'unprocessable',
    "The stored client secret cannot be read, because the service's own secret changed. Enter the client secret again.",
    { reason: 'provider' },
  );
}

const shownOf = ({
  issuer,
  client_id,
  enabled,
  required,
}: Omit<store.SettingsRow, 'sealed_secret' | 'updated_at'>) => ({
  issuer,
  client_id,
  enabled,
  required,
});

export const notSetUp = (): Error =>
  refuse('not-found', 'Single sign-on is not set up for this workspace.', { reason: 'not-set-up' });
