// SQL for connections.
import type { Db, Tx } from '../../storage/database.ts';
import { sql } from '../../storage/sql.ts';
import type { Connection, IdentityProvider } from './connection.ts';

const COLUMNS = sql`connection_id, name, provider, enabled, paused, strict, manager_visibility,
  moves_external_id, keeps_requests, declared_attributes, attribute_mapping, confirmed_at, created_at`;

/** Inserts the connection. Undefined if the team already has one with that name. */
export const insertConnection = (
  tx: Tx,
  teamId: string,
  connectionId: string,
  name: string,
  nameKey: string,
  provider: IdentityProvider,
): Promise<Connection | undefined> =>
  tx.row<Connection>(sql`
    insert into connections (team_id, connection_id, name, name_key, provider)
    values (${teamId}, ${connectionId}, ${name}, ${nameKey}, ${provider})
    on conflict on constraint connections_name do nothing returning ${COLUMNS}`);

export const findConnection = (db: Db, teamId: string, connectionId: string): Promise<Connection | undefined> =>
  db.row<Connection>(sql`
    select ${COLUMNS} from connections where team_id = ${teamId} and connection_id = ${connectionId}`);

export const lockConnection = (tx: Tx, teamId: string, connectionId: string): Promise<Connection | undefined> =>
  tx.row<Connection>(sql`
    select ${COLUMNS} from connections
    where team_id = ${teamId} and connection_id = ${connectionId} for no key update`);

/** The team's connections, sorted by name. */
export const listConnections = (db: Db, teamId: string): Promise<Connection[]> =>
  db.rows<Connection>(sql`select ${COLUMNS} from connections where team_id = ${teamId} order by name_key`);

/** The team of a connection, for callers who have only its id. */
export const findConnectionTeam = (db: Db, connectionId: string): Promise<{ team_id: string } | undefined> =>
  db.row(sql`select team_id from connections where connection_id = ${connectionId}`);

export async function updateConnection(tx: Tx, teamId: string, next: Connection, nameKey: string): Promise<void> {
  await tx.rows(sql`
    update connections set name = ${next.name}, name_key = ${nameKey}, provider = ${next.provider},
      enabled = ${next.enabled},
      paused = ${next.paused},
      strict = ${next.strict},
      manager_visibility = ${next.manager_visibility},
      moves_external_id = ${next.moves_external_id},
      keeps_requests = ${next.keeps_requests},
      declared_attributes = ${next.declared_attributes},
      attribute_mapping = ${next.attribute_mapping}::text::json
    where team_id = ${teamId} and connection_id = ${next.connection_id}`);
}

export const markConfirmed = (tx: Tx, teamId: string, connectionId: string, now: string) =>
  tx.row<Connection>(sql`
    update connections set confirmed_at = ${now} where team_id = ${teamId} and connection_id = ${connectionId}
    returning ${COLUMNS}`);

/** Deletes the connection. Its members and groups stay, without a source. */
export async function deleteConnection(tx: Tx, teamId: string, connectionId: string): Promise<void> {
  await tx.rows(sql`
    update members set connection_id = null where team_id = ${teamId} and connection_id = ${connectionId}`);
  await tx.rows(sql`
    update groups set connection_id = null where team_id = ${teamId} and connection_id = ${connectionId}`);
  await tx.rows(sql`delete from connections where team_id = ${teamId} and connection_id = ${connectionId}`);
}

export const countSyncedGroups = async (db: Db, teamId: string, connectionId: string): Promise<number> => {
  const row = await db.row<{ groups: number }>(sql`
    select count(*) as groups from groups where team_id = ${teamId} and connection_id = ${connectionId}`);
  return row?.groups ?? 0;
};
