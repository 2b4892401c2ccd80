// SQL for set-up links.
import { connectionSettings, workspaces } from '../directory/views-store.ts';
import type { Db, Tx } from '../storage/database.ts';
import { sql } from '../storage/sql.ts';
import { forgetTokens, inTenantOfToken, noteTokenOwner } from './owners-store.ts';

/** A link as admins see it, without its token. */
export interface SetupLink {
  readonly link_id: string;
  readonly note: string;
  /** The name of the person. */
  readonly created_by: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly last_used_at: string | null;
}

/** A caller with a set-up link. It gives access to one connection of one workspace and nothing else. */
export interface SetupCaller extends SetupLink {
  readonly team_id: string;
  readonly team_name: string;
  readonly connection_id: string;
}

const COLUMNS = sql`l.link_id, l.note, l.created_by, l.created_at, l.expires_at, l.last_used_at`;

/** Inserts the link and deletes the connection's expired ones. */
export async function insertSetupLink(
  tx: Tx,
  teamId: string,
  connectionId: string,
  link: SetupLink & { readonly token_hash: Buffer },
): Promise<void> {
  const ended = await tx.rows<{ token_hash: Buffer }>(sql`
    delete from setup_links
    where team_id = ${teamId} and connection_id = ${connectionId} and expires_at <= ${link.created_at}::timestamptz
    returning token_hash`);
  await forgetTokens(
    tx,
    ended.map(({ token_hash }) => token_hash),
  );
  await tx.rows(sql`
    insert into setup_links (team_id, link_id, connection_id, token_hash, note, created_by, created_at, expires_at)
    values (${teamId}, ${link.link_id}, ${connectionId}, ${link.token_hash}, ${link.note}, ${link.created_by},
      ${link.created_at}, ${link.expires_at})`);
  await noteTokenOwner(tx, teamId, link.token_hash);
}

/** The open links of a connection, newest first. */
export const selectSetupLinks = (db: Db, teamId: string, connectionId: string, now: string): Promise<SetupLink[]> =>
  db.rows<SetupLink>(sql`
    select ${COLUMNS} from setup_links l
    where l.team_id = ${teamId} and l.connection_id = ${connectionId} and l.expires_at > ${now}::timestamptz
    order by l.link_id desc`);

export const deleteSetupLink = (tx: Tx, teamId: string, connectionId: string, linkId: string) =>
  tx.row<{ note: string }>(sql`
    delete from setup_links
    where team_id = ${teamId} and connection_id = ${connectionId} and link_id = ${linkId} returning note`);

/** The open link with that hash. */
export const findSetupLink = (db: Db, hash: Buffer, now: string): Promise<SetupCaller | undefined> =>
  inTenantOfToken(db, hash, (teamId) =>
    db.row<SetupCaller>(sql`
      select ${COLUMNS}, l.team_id, t.name as team_name, l.connection_id
      from setup_links l
        join ${connectionSettings} c on c.team_id = l.team_id and c.connection_id = l.connection_id
        join ${workspaces} t on t.team_id = l.team_id
      where l.team_id = ${teamId} and l.token_hash = ${hash} and l.expires_at > ${now}::timestamptz`),
  );

export async function markSetupLinkUsed(db: Db, teamId: string, linkId: string, now: string): Promise<void> {
  await db.rows(sql`
    update setup_links set last_used_at = ${now} where team_id = ${teamId} and link_id = ${linkId}`);
}
