// SQL for invitations.
import type { Db, Tx } from '../../storage/database.ts';
import { beforeKey } from '../../storage/key-range.ts';
import { firstRows } from '../../storage/limit.ts';
import { withinReach } from '../../storage/reach.ts';
import { sql } from '../../storage/sql.ts';
import { emailKeyOf } from '../views-store.ts';
import type { Invitation, OwnInvitation } from './invitation.ts';

const COLUMNS = sql`invitation_id as id, email, name, roles, invited_by, created_at, expires_at`;

/** Stores the invitation, replaces an older one to the same address, and deletes expired ones. */
export async function putInvitation(tx: Tx, teamId: string, invitation: Invitation): Promise<void> {
  const { id, email, name, roles, invited_by, created_at, expires_at } = invitation;
  await tx.rows(sql`
    delete from invitations where team_id = ${teamId} and expires_at <= ${created_at}::timestamptz`);
  await tx.rows(sql`
    insert into invitations (team_id, invitation_id, email, name, roles, invited_by, created_at, expires_at)
    values (${teamId}, ${id}, ${email}, ${name}, ${roles}::text[], ${invited_by}, ${created_at}, ${expires_at})
    on conflict (team_id, email_key) do update set invitation_id = excluded.invitation_id, email = excluded.email,
      name = excluded.name, roles = excluded.roles, invited_by = excluded.invited_by,
      created_at = excluded.created_at, expires_at = excluded.expires_at`);
}

/**
 * Counts the team's open invitations to addresses other than this one. Expired ones stay in the table until the next
 * insert.
 */
export const countInvitations = async (db: Db, teamId: string, now: string, beside: string): Promise<number> => {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::integer as count from invitations
    where team_id = ${teamId} and expires_at > ${now}::timestamptz and email_key <> ${emailKeyOf(beside)}`);
  return row?.count ?? 0;
};

/** A team's open invitations, newest first, that are older than `after`. */
export const selectInvitations = (db: Db, teamId: string, now: string, after: string | null, count: number) =>
  db.rows<Invitation>(
    firstRows(
      sql`select ${COLUMNS} from invitations
        where team_id = ${teamId} and expires_at > ${now}::timestamptz
          and ${beforeKey(sql`invitation_id`, after)}`,
      sql`id desc`,
      count,
    ),
  );

export const deleteInvitation = (tx: Tx, teamId: string, id: string): Promise<Invitation | undefined> =>
  tx.row<Invitation>(sql`
    delete from invitations where team_id = ${teamId} and invitation_id = ${id} returning ${COLUMNS}`);

/** The open invitations to that e-mail address, newest first. */
export const selectForEmail = (db: Db, email: string, now: string): Promise<OwnInvitation[]> =>
  db.rows<OwnInvitation>(sql`
    select i.invitation_id as id, i.team_id, t.name as team_name, i.roles, i.invited_by, i.created_at, i.expires_at
    from invitations i join teams t on t.team_id = i.team_id
    where i.email_key = ${emailKeyOf(email)} and i.expires_at > ${now}::timestamptz
      ${withinReach(db, sql`i.team_id`)}
    order by i.invitation_id desc limit 100`);

/**
 * Deletes and returns the invitation if it is open and addressed to that person. Of several concurrent callers, only
 * one gets it.
 */
export const takeForEmail = (
  tx: Tx,
  email: string,
  id: string,
  now: string,
): Promise<(Invitation & { readonly team_id: string }) | undefined> =>
  tx.row<Invitation & { readonly team_id: string }>(sql`
    delete from invitations
    where email_key = ${emailKeyOf(email)} and invitation_id = ${id} and expires_at > ${now}::timestamptz
    returning team_id, ${COLUMNS}`);
