// A workspace's single sign-on settings: its OpenID provider, and whether it is required. For the sign-in see
// single-sign-on-flow.ts.

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

export interface SingleSignOnDeps {
  readonly publicUrl: string;
  readonly sealer: Sealer;
  /** Customers choose the providers' addresses. */
  readonly egress: Egress;
  readonly discoveries: ProviderDiscoveries;
}

/** Enough to store the settings, which sends no request to the provider. */
export type SettingsDeps = Pick<SingleSignOnDeps, 'publicUrl' | 'sealer'>;

/** The settings as admins see them, without the secret. */
export interface SingleSignOnSettings {
  readonly issuer: string;
  readonly client_id: string;
  readonly has_secret: boolean;
  readonly enabled: boolean;
  readonly required: boolean;
  readonly updated_at: string;
}

/** The client credentials at the provider. */
export interface ProviderClient {
  readonly issuer: string;
  readonly client_id: string;
  /** Null: a public client. */
  readonly client_secret: string | null;
}

export interface SettingsInput {
  readonly issuer: string;
  readonly client_id: string;
  /** Absent: keep the stored secret; null: a public client. */
  readonly client_secret?: string | null | undefined;
}

/** The time of the last save; null: there are no settings. */
interface Saved {
  readonly updated_at: string | null;
}

export async function findSingleSignOn(db: Db, teamId: string): Promise<SingleSignOnSettings | undefined> {
  const row = await store.findSettings(db, teamId);
  if (row === undefined) return undefined;
  const { sealed_secret, ...settings } = row;
  return { ...settings, has_secret: sealed_secret !== null };
}

/**
 * Saves the settings. A different issuer or client deletes all links to the provider's subjects, which must then be
 * linked again. Requiring single sign-on ends other sessions and disconnects the apps that people connected. Fails
 * with `validation`, with `unprocessable` if it is required but switched off, and with `conflict` if the settings have
 * been saved or removed since the caller read them.
 */
export async function saveSingleSignOn(
  tx: Tx,
  teamId: string,
  input: SettingsInput & { readonly enabled: boolean; readonly required: boolean; readonly seen?: SeenOf<Saved> },
  { publicUrl, sealer }: SettingsDeps,
  now: number,
  by: By,
): Promise<void> {
  const team = await lockTeam(tx, teamId);
  const before = await store.findSettings(tx, teamId);
  requireSeen<Saved>(input.seen, { updated_at: before?.updated_at ?? null });
  if (input.required && !input.enabled)
    throw refuse('unprocessable', 'Single sign-on cannot be required while it is switched off. Set enabled too.');
  const client = await providerClientOf(tx, teamId, input, { publicUrl, sealer });
  const { issuer, client_id } = client;
  const { enabled, required } = input;
  const sealed_secret = client.client_secret === null ? null : sealer.seal(client.client_secret, teamId);
  await store.putSettings(tx, teamId, {
    issuer,
    client_id,
    sealed_secret,
    enabled,
    required,
    updated_at: instant(now),
  });
  // Must come after `putSettings`. A concurrent sign-in that links a member locks the settings, so its link is visible
  // here.
  const isOther = before?.issuer !== issuer || before.client_id !== client_id;
  if (isOther) await store.deleteLinks(tx, teamId, null);
  const ended = required && before?.required !== true ? await endOtherSignIns(tx, teamId, team.owner_id, by) : {};
  const subject = { kind: 'team', id: teamId, name: team.name };
  const shown = before === undefined ? {} : { before: shownOf(before) };
  await recordChange(tx, teamId, 'team.sso.updated', subject, by, {
    ...shown,
    after: { ...shownOf({ ...client, ...input }), ...ended },
  });
}

/**
 * Ends all sessions and grants in the workspace that do not rest on its provider, except the Owner's. Sessions are
 * deleted first. A consent locks the session that gives it, so either the consent is deleted below or its session is
 * gone. Sessions are deleted again for programs that fetched one in between.
 */
async function endOtherSignIns(tx: Tx, teamId: string, ownerId: string, by: By): Promise<object> {
  const sessions = await deleteSessionsWithoutProvider(tx, teamId, ownerId);
  await endDeviceConsentsOfOthers(tx, teamId, ownerId);
  const fetched = await deleteSessionsWithoutProvider(tx, teamId, ownerId);
  const apps = await revokeAgreedGrants(tx, teamId, ownerId, by);
  return { ended_sessions: sessions + fetched, ended_apps: apps };
}

/** Removes the settings and all links, without signing anyone out. Fails with `not-found`. */
export async function removeSingleSignOn(tx: Tx, teamId: string, by: By): Promise<void> {
  const team = await lockTeam(tx, teamId);
  const before = await store.findSettings(tx, teamId);
  if (before === undefined) throw notSetUp();
  await store.deleteSettings(tx, teamId);
  await store.deleteLinks(tx, teamId, null);
  const subject = { kind: 'team', id: teamId, name: team.name };
  await recordChange(tx, teamId, 'team.sso.removed', subject, by, { before: shownOf(before) });
}

/**
 * The workspace that signs in people with that address, found by verified domain. Does not reveal if the address
 * exists.
 */
export const findTeamOfEmail = (db: Db, email: string): Promise<{ team_id: string } | undefined> =>
  store.findTeamOfDomain(db, mailboxOf(email.trim()).toLowerCase().split('@').at(-1) ?? '');

/** The stored client credentials. Fails with `not-found`, and with `unprocessable` if the secret cannot be read. */
export async function getProviderClient(db: Db, teamId: string, { sealer }: SettingsDeps): Promise<ProviderClient> {
  const row = await store.findSettings(db, teamId);
  if (row === undefined || !row.enabled) throw notSetUp();
  return { issuer: row.issuer, client_id: row.client_id, client_secret: openSecret(row, teamId, sealer) };
}

/**
 * The client credentials for these settings, with the stored secret if none is given. A stored secret is only sent to
 * the issuer that it was stored for. Fails with `validation`.
 */
export async function providerClientOf(
  db: Db,
  teamId: string,
  input: SettingsInput,
  { publicUrl, sealer }: SettingsDeps,
): Promise<ProviderClient> {
  const issuer = checkedIssuer(input.issuer, publicUrl);
  const client_id = input.client_id.trim();
  if (client_id === '') throw invalid('client_id', 'Copy the client id from the provider.');
  if (input.client_secret !== undefined) return { issuer, client_id, client_secret: input.client_secret };
  const row = await store.findSettings(db, teamId);
  if (row?.issuer !== issuer)
    throw invalid(
      'client_secret',
      'A different issuer needs its own secret. Enter it, or say that the application has none.',
    );
  return { issuer, client_id, client_secret: openSecret(row, teamId, sealer) };
}

function openSecret(row: store.SettingsRow, teamId: string, sealer: Sealer): string | null {
  if (row.sealed_secret === null) return null;
  const secret = sealer.open(row.sealed_secret, teamId);
  if (secret !== undefined) return secret;
  throw refuse(
    'unprocessable',
    'The stored client secret cannot be read, because the service secret has changed. Enter the client secret again.',
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
