// SQL for teams and their domains.

import type { LanguageName } from '../../base/texts/language-names.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { foldedSql, searchedFor } from '../../storage/folded-text.ts';
import { LEAST } from '../../storage/key-range.ts';
import { holdsWords } from '../../storage/searched-words.ts';
import { type Sql, sql } from '../../storage/sql.ts';
import { rememberMembers } from '../accounts/account-home-store.ts';
import { SVC_CATALOG_ID } from '../catalog.ts';
import { seatsOfTeams, seatsTaken } from '../seats/seat-store.ts';
import type { Plan } from './plans.ts';
import type { Team } from './team.ts';

const COLUMNS = sql`t.team_id, t.name, t.owner_id, o.name as owner_name, o.email as owner_email, t.plan, t.seat_limit,
  t.trails_enabled, t.confirm_admin_groups, t.language, t.created_at`;
const FROM = sql`teams t join accounts o on o.account_id = t.owner_id`;

export interface NewTeamRow {
  readonly team_id: string;
  readonly name: string;
  readonly owner_id: string;
  readonly plan: Plan;
  readonly seat_limit: number | null;
}

/** Inserts the team and its Owner's membership, which takes the first seat. */
export async function insertTeam(tx: Tx, team: NewTeamRow): Promise<void> {
  await tx.rows(sql`
    insert into teams (team_id, name, owner_id, plan, seat_limit)
    values (${team.team_id}, ${team.name}, ${team.owner_id}, ${team.plan}, ${team.seat_limit})`);
  await tx.rows(sql`
    insert into members (team_id, account_id, status) values (${team.team_id}, ${team.owner_id}, 'active')`);
  await tx.rows(sql`insert into team_seats (team_id, used) values (${team.team_id}, 1)`);
}

export const findTeam = (db: Db, teamId: string): Promise<Team | undefined> =>
  db.row<Team>(sql`
    select ${COLUMNS}, coalesce(${seatsTaken(teamId)}, 0) as seats_used
    from ${FROM} left join team_seats s on s.team_id = t.team_id where t.team_id = ${teamId}`);

/** Not the row: Citus takes locks on rows of replicated tables on its first worker, which may be down. */
const lockOf = (teamId: string): Sql => sql`hashtextextended(${`team ${teamId}`}, 0)`;

/**
 * Locks the team until the transaction ends. Reads it after locking: a single statement would return the Owner from
 * before it waited.
 */
export async function lockTeam(tx: Tx, teamId: string): Promise<Team | undefined> {
  await tx.rows(sql`select pg_advisory_xact_lock(${lockOf(teamId)})`);
  return findTeam(tx, teamId);
}

/** A page of all teams in the service, sorted by name and id, after the given team. The name has all words of `q`. */
export async function listTeams(
  db: Db,
  q: string,
  after: { readonly name: string; readonly id: string } | null,
  limit: number,
): Promise<Team[]> {
  const page = await db.rows<Omit<Team, 'seats_used'>>(sql`
    select ${COLUMNS} from ${FROM}
    where ${holdsWords(foldedSql(sql`t.name`), searchedFor(q))}
      and (lower(t.name), t.team_id) > (lower(${after?.name ?? ''}), ${after?.id ?? LEAST}::uuid)
    order by lower(t.name), t.team_id limit ${limit}`);
  const ids = page.map(({ team_id }) => team_id);
  const seats = await db.rows<{ team_id: string; used: number }>(sql`
    select s.team_id, s.used from ${seatsOfTeams(sql`x.team_id = any(${ids}::uuid[])`)} s`);
  const used = new Map(seats.map((row) => [row.team_id, row.used]));
  return page.map((team) => ({ ...team, seats_used: used.get(team.team_id) ?? 0 }));
}

/** The ids of every workspace, and of the service-wide catalog. */
export async function selectTeamIds(db: Db): Promise<readonly string[]> {
  const rows = await db.rows<{ team_id: string }>(sql`select team_id from teams order by team_id`);
  return [SVC_CATALOG_ID, ...rows.map(({ team_id }) => team_id)];
}

export interface TeamSettings {
  readonly name: string;
  readonly plan: Plan;
  readonly seat_limit: number | null;
  readonly trails_enabled: boolean;
  readonly confirm_admin_groups: boolean;
  readonly language: LanguageName | null;
  readonly owner_id: string;
}

export async function updateTeam(tx: Tx, teamId: string, to: TeamSettings): Promise<void> {
  await tx.rows(sql`
    update teams set name = ${to.name}, plan = ${to.plan}, seat_limit = ${to.seat_limit},
      trails_enabled = ${to.trails_enabled},
      confirm_admin_groups = ${to.confirm_admin_groups}, language = ${to.language},
      owner_id = ${to.owner_id}
    where team_id = ${teamId}`);
}

/** Returns those of these teams that exist. */
export async function existingTeams(db: Db, teamIds: readonly string[]): Promise<readonly string[]> {
  const rows = await db.rows<{ team_id: string }>(sql`
    select team_id from teams where team_id = any(${teamIds}::uuid[])`);
  return rows.map(({ team_id }) => team_id);
}

/** True if the team exists. It cannot be changed or deleted until the transaction ends. */
export async function holdTeam(tx: Tx, teamId: string): Promise<boolean> {
  await tx.rows(sql`select pg_advisory_xact_lock_shared(${lockOf(teamId)})`);
  return (await existingTeams(tx, [teamId])).length > 0;
}

/** Deletes the team with its members, groups, domains and connections. Accounts and audit entries stay. */
export async function deleteTeam(tx: Tx, teamId: string): Promise<void> {
  await rememberMembers(tx, teamId);
  // Delete members and groups first. Their foreign keys prevent connections from being deleted before them, which a
  // distributed engine might try.
  await tx.rows(sql`delete from members where team_id = ${teamId}`);
  await tx.rows(sql`delete from groups where team_id = ${teamId}`);
  await tx.rows(sql`delete from teams where team_id = ${teamId}`);
}

export interface Domain {
  readonly domain: string;
  readonly verified_at: string;
}

/** The team's verified domains, sorted by name. */
export const listDomains = (db: Db, teamId: string): Promise<Domain[]> =>
  db.rows<Domain>(sql`select domain, verified_at from team_domains where team_id = ${teamId} order by domain`);

/** Undefined if the domain is already verified, for this team or another. */
export async function insertDomain(tx: Tx, teamId: string, domain: string): Promise<Domain | undefined> {
  const owner = await tx.row(sql`
    insert into domain_owners (domain, team_id) values (${domain}, ${teamId}) on conflict do nothing returning 1`);
  if (owner === undefined) return undefined;
  return tx.row<Domain>(sql`
    insert into team_domains (team_id, domain) values (${teamId}, ${domain}) on conflict do nothing
    returning domain, verified_at`);
}

export async function removeDomain(tx: Tx, teamId: string, domain: string): Promise<Domain | undefined> {
  await tx.rows(sql`delete from domain_owners where domain = ${domain} and team_id = ${teamId}`);
  return tx.row<Domain>(sql`
    delete from team_domains where team_id = ${teamId} and domain = ${domain} returning domain, verified_at`);
}
