// Set-up links for the customer's IT admin, who has no account here. A link is for one connection and works for a week,
// as often as needed, unless it is revoked. Credentials created with it work only after an admin has confirmed the
// connection, and end with the link.

import { type By, recordChange } from '../audit/audit-log.ts';
import { DAY_MS, havePassed, instant } from '../base/clock.ts';
import { newId } from '../base/id.ts';
import { refuse } from '../base/refusal.ts';
import { t } from '../base/texts/t.ts';
import { checkedName } from '../directory/checked.ts';
import { type Connection, subjectOf } from '../directory/connections/connection.ts';
import { lockConnection, markConfirmed } from '../directory/connections/connections.ts';
import type { Db, Tx } from '../storage/database.ts';
import { NOTE_USE_EVERY_MS } from './note-use.ts';
import { otherKind } from './other-kind.ts';
import { listClientSecrets, revokeClientSecret } from './scim-client-secrets.ts';
import { listScimTokens, revokeScimToken } from './scim-tokens.ts';
import * as store from './setup-link-store.ts';
import { hashToken, looksLikeToken, mintToken } from './tokens.ts';

export type { SetupCaller } from './setup-link-store.ts';

const LIFETIME_MS = 7 * DAY_MS;
const MAX_OPEN = 5;
/** Maximum length of the note, which says who the link is for. */
export const LONGEST_NOTE = 120;

/**
 * Creates a link and returns its token, which is shown only once. Audited as `team.connection.setup_link_created`.
 * Fails with `validation` if the note is blank, with `not-found`, and with `conflict` if the connection already has
 * five open links.
 */
export async function createSetupLink(
  tx: Tx,
  teamId: string,
  connectionId: string,
  note: string,
  now: number,
  by: By,
): Promise<{ readonly link: store.SetupLink; readonly token: string }> {
  const connection = await lockConnection(tx, teamId, connectionId);
  const created_at = instant(now);
  if ((await store.selectSetupLinks(tx, teamId, connectionId, created_at)).length >= MAX_OPEN)
    throw refuse(
      'conflict',
      t('The connection has {limit} open links. Revoke one that is no longer needed first.', { limit: MAX_OPEN }),
    );
  const { token, hash } = mintToken('svc_setup_');
  const link: store.SetupLink = {
    link_id: newId(),
    note: checkedName('note', note, LONGEST_NOTE),
    created_by: by.actor.name,
    created_at,
    expires_at: instant(now + LIFETIME_MS),
    last_used_at: null,
  };
  await store.insertSetupLink(tx, teamId, connectionId, { ...link, token_hash: hash });
  const after = { note: link.note, expires_at: link.expires_at };
  await recordChange(tx, teamId, 'team.connection.setup_link_created', subjectOf(connection), by, { after });
  return { link, token };
}

/** The open links of a connection, newest first. Empty if the connection does not exist. */
export const listSetupLinks = (db: Db, teamId: string, connectionId: string, now: number): Promise<store.SetupLink[]> =>
  store.selectSetupLinks(db, teamId, connectionId, instant(now));

/**
 * Revokes a link immediately, with the tokens and client secrets created through it. Audited as
 * `team.connection.setup_link_revoked`. Fails with `not-found`.
 */
export async function revokeSetupLink(
  tx: Tx,
  teamId: string,
  connectionId: string,
  linkId: string,
  now: number,
  by: By,
): Promise<void> {
  const connection = await lockConnection(tx, teamId, connectionId);
  const gone = await store.deleteSetupLink(tx, teamId, connectionId, linkId);
  if (gone === undefined) throw refuse('not-found', 'There is no such open link. It was revoked or has expired.');
  const before = { note: gone.note };
  await recordChange(tx, teamId, 'team.connection.setup_link_revoked', subjectOf(connection), by, { before });
  for (const { token_id, setup_link_id } of await listScimTokens(tx, teamId, connectionId, now))
    if (setup_link_id === linkId) await revokeScimToken(tx, teamId, connectionId, token_id, now, by);
  for (const { secret_id, setup_link_id } of await listClientSecrets(tx, teamId, connectionId, now))
    if (setup_link_id === linkId) await revokeClientSecret(tx, teamId, connectionId, secret_id, now, by);
}

/**
 * Confirms the connection. From then on, all credentials that set-up links create for it work, including those created
 * earlier. Confirming again changes nothing. Fails with `not-found`, and with `conflict` if nothing awaits
 * confirmation.
 */
export async function confirmConnection(
  tx: Tx,
  teamId: string,
  connectionId: string,
  now: number,
  by: By,
): Promise<Connection> {
  const connection = await lockConnection(tx, teamId, connectionId);
  if (connection.confirmed_at !== null) return connection;
  const made = [
    ...(await listScimTokens(tx, teamId, connectionId, now)),
    ...(await listClientSecrets(tx, teamId, connectionId, now)),
  ];
  if (!made.some(({ state }) => state === 'waiting'))
    throw refuse(
      'conflict',
      'Nothing is waiting for confirmation. Confirm the connection after someone has used a set-up link.',
    );
  return markConfirmed(tx, teamId, connection, instant(now), by);
}

/**
 * Finds the caller for a set-up link's token and occasionally records the use. Fails with `unauthorized` if the token
 * is malformed, unknown, revoked or expired.
 */
export async function getSetupCaller(db: Db, token: string, now: number): Promise<store.SetupCaller> {
  const at = instant(now);
  const caller = looksLikeToken('svc_setup_', token) ? await store.findSetupLink(db, hashToken(token), at) : undefined;
  if (caller === undefined) throw noLink(token);
  if (havePassed(NOTE_USE_EVERY_MS, Date.parse(caller.last_used_at ?? '1970-01-01'), now))
    await store.markSetupLinkUsed(db, caller.team_id, caller.link_id, at);
  return caller;
}

function noLink(token: string): Error {
  const other = looksLikeToken('svc_setup_', token) ? undefined : otherKind(token);
  return refuse(
    'unauthorized',
    t('{other} Ask the person who sent the link for a new one.', {
      other: other ?? t('The link has expired or was revoked.'),
    }),
    { sent: true },
  );
}
