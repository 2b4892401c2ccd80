// SQL for the entries that explain what a person may do: about the person, their groups and grants.
import type { Db } from '../storage/database.ts';
import { firstRows } from '../storage/limit.ts';
import { join, type Sql, sql, trusted } from '../storage/sql.ts';
import type { AuditEntry } from './audit-entry.ts';

const COLUMNS = trusted('entry_id as id, at, kind, actor, subject, before, after, request_id');

/** Signing in changes nothing about a person's rights. */
const LEFT_OUT = ['session.opened', 'session.refused', 'session.link_created'];
/** What people do to their own access. */
const OWN = ['session.ended', 'credential.created', 'credential.revoked', 'oauth.grant.created', 'oauth.grant.revoked'];

/** Must match the index `audit_entries_people`. */
const PEOPLE = trusted(`(coalesce(before -> 'members', '[]') || coalesce(after -> 'members', '[]')
  || coalesce(after -> 'user_ids', '[]') || coalesce(after -> 'grantee_id', before -> 'grantee_id', '[]'))`);
const WITH_PEOPLE = trusted(`kind in ('team.group.members_changed', 'team.connection.suspensions_restored',
  'team.connection.suspensions_confirmed', 'trail.grant.added', 'trail.grant.removed')`);

/** A page of the person's history, newest first, after the entry `after`. */
export function selectHistory(
  db: Db,
  teamId: string,
  accountId: string,
  after: string | null,
  limit: number,
): Promise<AuditEntry[]> {
  const below = after === null ? trusted('true') : sql`entry_id < ${after}::uuid`;
  const page = (rows: Sql): Sql => sql`(${firstRows(rows, sql`id desc`, limit)})`;
  const mine = sql`select ${COLUMNS} from audit_entries where team_id = ${teamId} and ${below}`;
  const parts = [
    sql`${mine} and subject ->> 'id' = ${accountId} and kind <> all(${LEFT_OUT}::text[])`,
    sql`${mine} and actor ->> 'id' = ${accountId} and subject ->> 'id' <> ${accountId} and kind = any(${OWN}::text[])`,
    sql`select ${COLUMNS} from moved where ${below}`,
    changedGroups(teamId, accountId, below),
  ];
  return db.rows<AuditEntry>(sql`
    with moved as materialized (
      select entry_id, at, kind, actor, subject, before, after, request_id from audit_entries
      where team_id = ${teamId} and ${WITH_PEOPLE} and ${PEOPLE} @> jsonb_build_array(${accountId}::text))
    ${firstRows(sql`select * from (${join(parts.map(page), ' union all ')}) each`, sql`id desc`, limit)}`);
}

/** Changes of a group's roles while the person was in the group. */
const changedGroups = (teamId: string, accountId: string, below: Sql): Sql => sql`
  select entry_id as id, e.at, e.kind, e.actor, e.subject, e.before, e.after, e.request_id
  from (select distinct subject ->> 'id' as group_id from moved where kind = 'team.group.members_changed') g
    join audit_entries e on e.subject ->> 'id' = g.group_id
  where e.team_id = ${teamId} and e.kind = 'team.group.roles_changed' and ${below} and (
    select m.after -> 'members' @> jsonb_build_array(${accountId}::text) from moved m
    where m.kind = 'team.group.members_changed' and m.subject ->> 'id' = g.group_id and m.entry_id < e.entry_id
    order by m.entry_id desc limit 1)`;
