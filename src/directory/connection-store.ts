// The SQL of connections and their health.
import type { Db, Tx } from '../storage/database.ts';
import { sql } from '../storage/sql.ts';
import type { Connection, ConnectionHealth } from './connections.ts';

const COLUMNS = sql`connection_id, name, enabled, strict, manager_visibility, created_at`;

/** Inserts the connection, or answers undefined when the team has one of that name. */
export const insertConnection = (
  tx: Tx,
  teamId: string,
  connectionId: string,
  name: string,
  nameKey: string,
): Promise<Connection | undefined> =>
  tx.row<Connection>(sql`
    insert into connections (team_id, connection_id, name, name_key) values (${teamId}, ${connectionId}, ${name}, ${nameKey})
    on conflict on constraint connections_name do nothing returning ${COLUMNS}`);

export const findConnection = (db: Db, teamId: string, connectionId: string): Promise<Connection | undefined> =>
  db.row<Connection>(sql`
    select ${COLUMNS} from connections where team_id = ${teamId} and connection_id = ${connectionId}`);

export const lockConnection = (tx: Tx, teamId: string, connectionId: string): Promise<Connection | undefined> =>
  tx.row<Connection>(sql`
    select ${COLUMNS} from connections where team_id = ${teamId} and connection_id = ${connectionId} for update`);

export const selectConnections = (db: Db, teamId: string): Promise<Connection[]> =>
  db.rows<Connection>(sql`select ${COLUMNS} from connections where team_id = ${teamId} order by name_key`);

/** The team of a connection, for the command line, which is given the id alone. */
export const findConnectionTeam = (db: Db, connectionId: string): Promise<{ team_id: string } | undefined> =>
  db.row(sql`select team_id from connections where connection_id = ${connectionId}`);

export async function updateConnection(tx: Tx, teamId: string, next: Connection, nameKey: string): Promise<void> {
  await tx.rows(sql`
    update connections set name = ${next.name}, name_key = ${nameKey}, enabled = ${next.enabled}, strict = ${next.strict},
      manager_visibility = ${next.manager_visibility}
    where team_id = ${teamId} and connection_id = ${next.connection_id}`);
}

export async function deleteConnection(tx: Tx, teamId: string, connectionId: string): Promise<void> {
  await tx.rows(sql`delete from connections where team_id = ${teamId} and connection_id = ${connectionId}`);
}

/** What the log and the tokens tell of a connection, from `since` on where it is counted. */
export const selectHealth = (
  db: Db,
  teamId: string,
  connectionId: string,
  since: string,
): Promise<ConnectionHealth | undefined> =>
  db.row<ConnectionHealth>(sql`
    select
      greatest(
        (select at from provisioning_log l where l.team_id = c.team_id and l.connection_id = c.connection_id order by entry_id desc limit 1),
        (select max(last_used_at) from scim_tokens k where k.team_id = c.team_id and k.connection_id = c.connection_id)
      ) as last_sync_at,
      (select at from provisioning_log l where l.team_id = c.team_id and l.connection_id = c.connection_id and outcome <> 'ok'
        order by entry_id desc limit 1) as last_trouble_at,
      (select count(*) from provisioning_log l where l.team_id = c.team_id and l.connection_id = c.connection_id
        and outcome <> 'ok' and at >= ${since}::timestamptz) as recent_troubles,
      (select count(*) from scim_user_records r where r.team_id = c.team_id and r.connection_id = c.connection_id) as users,
      (select count(*) from groups g where g.team_id = c.team_id and g.connection_id = c.connection_id) as groups
    from connections c where c.team_id = ${teamId} and c.connection_id = ${connectionId}`);
