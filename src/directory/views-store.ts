// The directory's relations that statements of higher rooms may join. Only this room names its tables, so that each
// rule about them (which members are active, which roles a person has) is written only once.
import { type Sql, sql, trusted } from '../storage/sql.ts';
import { mailboxOf } from './checked.ts';

/**
 * People as a relation: `account_id`, `name`, `email`, `email_key` (folded), `proof_number` (increases when the address
 * changes without proof), `is_operator`, `updated_at`, `row_version` (changes with every write).
 */
export const people: Sql = sql`(
  select account_id, name, email, email_key, proof_number, is_operator, updated_at, row_version from accounts)`;

/**
 * The display name of a person, `alias` in that relation: the name, or the address if there is no name. Null if there
 * is no person.
 */
export const personName = (alias: string): Sql => trusted(`coalesce(nullif(${alias}.name, ''), ${alias}.email)`);

/** The `email_key` of an address, independent of the case and encoding of its domain. */
export const emailKeyOf = (email: string): Sql => sql`lower(${mailboxOf(email)}::text)`;

/** Workspaces as a relation: `team_id`, `name`, `owner_id`, `plan`. */
export const workspaces: Sql = sql`(select team_id, name, owner_id, plan from teams)`;

/**
 * Memberships as a relation: `team_id`, `account_id`, `status`, `activation`, `connection_id` (null: not synced),
 * `is_listed` (false for people whom a connection deleted and can restore).
 */
export const memberships: Sql = sql`(
  select team_id, account_id, status, activation, connection_id, left_at is null as is_listed from members)`;

/** Verified domains as a relation: `team_id`, `domain`. */
export const verifiedDomains: Sql = sql`(select team_id, domain from domain_owners)`;

/** Connections as a relation: the settings that decide whether a request from an identity provider is admitted. */
export const connectionSettings: Sql = sql`(
  select team_id, connection_id, name, provider, enabled, paused, strict, manager_visibility, keeps_requests,
    declared_attributes, attribute_mapping, confirmed_at
  from connections)`;

/**
 * True for the rows `gm` of `group_memberships` that are in effect. A prepared change may add or remove people later.
 */
export const isCurrent = (teamId: unknown): Sql => sql`(gm.change_id is null or gm.joins = exists (
  select 1 from group_changes c
  where c.team_id = ${teamId} and c.group_id = gm.group_id and c.change_id = gm.change_id and c.is_applied))`;

/** The workspace's current group members as a relation: `team_id`, `group_id`, `account_id`, `added_at`. */
export const groupMembers = (teamId: unknown): Sql => sql`(
  select gm.team_id, gm.group_id, gm.account_id, gm.added_at from group_memberships gm
  where gm.team_id = ${teamId} and ${isCurrent(teamId)})`;

/**
 * The standing of a person in a workspace, as one row for a lateral join, e.g. `` join lateral
 * ${standingOf(sql`c.account_id`, sql`${catalogId}::uuid`)} standing on true ``. The workspace is a parameter, never a
 * column (docs/scale.md). Columns: `account_id`, `person_name`,
 * `person_email`, `proof_number` (see `people`), `is_operator`, `team_id`, `team_name`, `plan`, `trails_enabled` (the
 * last four are null if the workspace does not exist), `is_active` (an active member), `activation` (changes with each
 * deactivation; 0 without a membership; sessions of an earlier activation have ended), `roles` (direct and through
 * groups; empty without a workspace), `authorization_version` (changes whenever any of this changes).
 */
export const standingOf = (accountId: Sql, teamId: Sql): Sql => sql`(
  select a.account_id, a.name as person_name, a.email as person_email, a.proof_number, a.is_operator,
    t.team_id, t.name as team_name, t.plan, t.trails_enabled,
    coalesce(m.status = 'active', false) as is_active, coalesce(m.activation, 0) as activation,
    array(
      select case when t.owner_id = a.account_id then 'owner' else 'member' end where t.team_id is not null
      union select r.role from member_roles r where r.team_id = ${teamId} and r.account_id = a.account_id
      union select g.role from ${groupMembers(teamId)} gm
        join group_roles g on g.team_id = ${teamId} and g.group_id = gm.group_id
        where gm.account_id = a.account_id
    ) as roles,
    concat_ws(':', a.stamp, coalesce(m.stamp, 0), coalesce(t.stamp, 0)) as authorization_version
  from accounts a
  left join teams t on t.team_id = ${teamId}
  left join members m on m.team_id = ${teamId} and m.account_id = a.account_id
  where a.account_id = ${accountId})`;
