// SQL for suspensions: people whose membership a connection has ended and who can be restored.
import type { Actor } from '../../audit/audit-event.ts';
import { people } from '../../directory/views-store.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { amongKeys, LEAST, matching } from '../../storage/key-range.ts';
import { firstRows, limitOf } from '../../storage/limit.ts';
import { withinReach } from '../../storage/reach.ts';
import { sql, trusted } from '../../storage/sql.ts';
import { firstOver } from '../../storage/sweep-limit.ts';
import type { Scope } from './guard-store.ts';

/** `deactivate`: the record stays, so that the person can return. `delete`: the record is gone. */
export type EndingOperation = 'deactivate' | 'delete';
/** See the table `suspensions`. */
export type SuspensionState = 'counted' | 'suspended' | 'restoring' | 'ending' | 'restored';

export interface Ending {
  readonly account_id: string;
  readonly record_id: string;
  readonly operation: EndingOperation;
}

/** The person's suspension, and the number of people whom the connection has removed since `since`. */
export async function findSuspension(tx: Tx, { team_id, connection_id }: Scope, accountId: string, since: string) {
  const row = await tx.row<{ state: SuspensionState | null; done: number }>(sql`
    select s.state, (
      select count(*) from suspensions c
      where c.team_id = ${team_id} and c.connection_id = ${connection_id} and c.state = 'counted'
        and c.ended_at > ${since}) as done
    from (select 1) one left join suspensions s
      on s.team_id = ${team_id} and s.connection_id = ${connection_id} and s.account_id = ${accountId}`);
  return row ?? { state: null, done: 0 };
}

/** Stores the suspension. For a suspended person who is deleted, only the operation changes. */
export async function upsertSuspension(
  tx: Tx,
  { team_id, connection_id }: Scope,
  { account_id, record_id, operation }: Ending,
  state: SuspensionState,
  at: string,
): Promise<void> {
  await tx.rows(sql`
    insert into suspensions as s (team_id, connection_id, account_id, record_id, operation, state, ended_at)
    values (${team_id}, ${connection_id}, ${account_id}, ${record_id}, ${operation}, ${state}, ${at})
    on conflict (team_id, connection_id, account_id) do update
    set record_id = excluded.record_id, operation = excluded.operation, state = excluded.state,
      ended_at = case when s.state = 'restored' then excluded.ended_at else s.ended_at end, problem = null`);
}

export async function deleteSuspension(tx: Tx, { team_id, connection_id }: Scope, accountId: string): Promise<void> {
  await tx.rows(sql`
    delete from suspensions
    where team_id = ${team_id} and connection_id = ${connection_id} and account_id = ${accountId}`);
}

/** Suspends everyone who was counted since `since`. Returns them. */
export const suspendCounted = (tx: Tx, { team_id, connection_id }: Scope, since: string) =>
  tx.rows<{ account_id: string }>(sql`
    update suspensions set state = 'suspended'
    where team_id = ${team_id} and connection_id = ${connection_id} and state = 'counted' and ended_at > ${since}
    returning account_id`);

/** Finds a person about whom a decision is pending. */
export const findSuspended = (tx: Tx, { team_id, connection_id }: Scope): Promise<{ account_id: string } | undefined> =>
  tx.row(sql`
    select account_id from suspensions
    where team_id = ${team_id} and connection_id = ${connection_id} and state = 'suspended' limit 1`);

export interface SuspensionList {
  /** Since when everyone who leaves is suspended; null: only those beyond the limits are. */
  readonly since: string | null;
  readonly people: number;
  /** Changes whenever the people on the list change. */
  readonly version: string;
}

/** Counts everyone who is suspended, regardless of paging. */
export const findSuspensionList = (db: Db, { team_id, connection_id }: Scope) =>
  db.row<SuspensionList>(sql`
    select (select g.suspending_since from deactivation_guards g
        where g.team_id = ${team_id} and g.connection_id = ${connection_id}) as since,
      count(*) as people,
      md5(coalesce(string_agg(concat(account_id, operation), ' ' order by account_id), '')) as version
    from suspensions
    where team_id = ${team_id} and connection_id = ${connection_id} and state = 'suspended'`);

/** The state of these people; omits people without a suspension. */
export const selectStates = (tx: Tx, { team_id, connection_id }: Scope, accountIds: readonly string[]) =>
  tx.rows<{ account_id: string; state: SuspensionState; decided_by: Actor | null }>(sql`
    select account_id, state, decided_by from suspensions
    where team_id = ${team_id} and connection_id = ${connection_id} and account_id = any(${accountIds}::uuid[])`);

export interface SuspensionRow extends Ending {
  readonly name: string;
  readonly email: string | null;
  readonly ended_at: string;
  readonly problem: string | null;
  /** Who restored the person before the identity provider asked again. */
  readonly restored_by: Actor | null;
}

/** A page of the suspended people, in the order in which they lost access. */
export const listSuspended = (
  db: Db,
  { team_id, connection_id }: Scope,
  after: { readonly ended_at: string; readonly account_id: string } | null,
  limit: number,
): Promise<SuspensionRow[]> =>
  db.rows<SuspensionRow>(
    firstRows(
      sql`select s.account_id, s.record_id, s.operation, p.name, p.email, s.ended_at, s.problem,
          s.decided_by as restored_by
        from suspensions s join ${people} p on p.account_id = s.account_id
        where s.team_id = ${team_id} and s.connection_id = ${connection_id} and s.state = 'suspended'
          and (s.ended_at, s.account_id)
            > (${after?.ended_at ?? '-infinity'}::timestamptz, ${after?.account_id ?? LEAST}::uuid)`,
      sql`ended_at, account_id`,
      limit,
    ),
  );

export interface SuspensionDecision {
  readonly state: 'restoring' | 'ending';
  readonly by: Actor;
  readonly at: string;
}

/** Decides about suspended people: the named ones, or all (null). Returns them. */
export const updateDecided = (
  tx: Tx,
  { team_id, connection_id }: Scope,
  accountIds: readonly string[] | null,
  { state, by, at }: SuspensionDecision,
): Promise<{ account_id: string }[]> =>
  tx.rows(sql`
    update suspensions set state = ${state}, problem = null, decided_by = ${JSON.stringify(by)}::text::jsonb,
      decided_at = ${at}
    where team_id = ${team_id} and connection_id = ${connection_id} and state = 'suspended'
      and ${accountIds === null ? trusted('true') : amongKeys(sql`account_id`, accountIds)}
    returning account_id`);

/** A decision that has to be carried out. */
export interface DecidedRow extends Ending, Scope {
  readonly state: 'restoring' | 'ending' | 'counted';
  readonly decided_by: Actor | null;
}

const DECIDED = trusted('team_id, connection_id, account_id, record_id, operation, state, decided_by');

/** Decided people in one connection or (null) in all, those who lost access first before the others. */
export const selectDecided = (db: Db, scope: Scope | null, limit: number): Promise<DecidedRow[]> =>
  db.rows<DecidedRow>(sql`
    select ${DECIDED} from suspensions
    where state in ('restoring', 'ending')
      and ${matching(sql`team_id`, scope?.team_id)} and ${matching(sql`connection_id`, scope?.connection_id)}
      ${withinReach(db, sql`team_id`)}
    order by team_id, connection_id, ended_at, account_id ${limitOf(limit)}`);

/** The decision about one person, locked. Undefined if it has been carried out. */
export const lockDecided = (tx: Tx, { team_id, connection_id }: Scope, accountId: string, state: string) =>
  tx.row<DecidedRow>(sql`
    select ${DECIDED} from suspensions
    where team_id = ${team_id} and connection_id = ${connection_id} and account_id = ${accountId}
      and state = ${state} for update`);

/** Remembers that an admin restored the person. */
export async function updateRestored(tx: Tx, { team_id, connection_id }: Scope, accountId: string): Promise<void> {
  await tx.rows(sql`
    update suspensions set state = 'restored', record = null, operation = 'deactivate', left_groups = '{}'
    where team_id = ${team_id} and connection_id = ${connection_id} and account_id = ${accountId}`);
}

/** Returns a person who could not be restored to the list. */
export async function updateProblem(
  tx: Tx,
  { team_id, connection_id }: Scope,
  accountId: string,
  problem: string,
): Promise<void> {
  await tx.rows(sql`
    update suspensions set state = 'suspended', problem = ${problem}, decided_by = null, decided_at = null
    where team_id = ${team_id} and connection_id = ${connection_id} and account_id = ${accountId}
      and state = 'restoring'`);
}

/** The names of these people, for those who could not be restored. */
export const selectProblems = (db: Db, { team_id, connection_id }: Scope, accountIds: readonly string[]) =>
  db.rows<{ user_id: string; name: string; reason: string }>(sql`
    select s.account_id as user_id, coalesce(nullif(p.name, ''), p.email, '') as name,
      coalesce(s.problem, '') as reason
    from suspensions s join ${people} p on p.account_id = s.account_id
    where s.team_id = ${team_id} and s.connection_id = ${connection_id} and s.problem is not null
      and s.account_id = any(${accountIds}::uuid[])
    order by s.ended_at, s.account_id`);

/** People within the limits who lost access before `before`. */
export const selectCounted = (db: Db, before: string, limit: number): Promise<DecidedRow[]> =>
  db.rows<DecidedRow>(sql`
    select ${DECIDED} from suspensions
    where state = 'counted' and ended_at < ${before}::timestamptz ${withinReach(db, sql`team_id`)}
    order by ended_at, team_id, connection_id, account_id ${limitOf(limit)}`);

/** People whom the connection deleted within the limits a moment ago. */
export const selectHidden = (tx: Tx, { team_id, connection_id }: Scope) =>
  tx.rows<{ account_id: string }>(sql`
    select account_id from suspensions
    where team_id = ${team_id} and connection_id = ${connection_id} and state = 'counted' and operation = 'delete'
    order by account_id`);

/** Connections with suspensions that their workspace's limits, or the default number of days, make final at `now`. */
export const selectOverdue = (db: Db, now: string, defaultDays: number, limit: number): Promise<Scope[]> =>
  db.rows<Scope>(sql`
    select s.team_id, s.connection_id from suspensions s left join deactivation_limits l on l.team_id = s.team_id
    where s.state = 'suspended'
      and s.ended_at < ${now}::timestamptz
        - make_interval(days => coalesce(l.final_after_days, ${defaultDays}::integer))
      ${withinReach(db, sql`s.team_id`)}
    group by s.team_id, s.connection_id order by s.team_id, s.connection_id ${limitOf(limit)}`);

/** The suspended people of the connection who lost access before `before`. */
export const selectSuspendedBefore = (tx: Tx, { team_id, connection_id }: Scope, before: string) =>
  tx.rows<{ account_id: string }>(sql`
    select account_id from suspensions
    where team_id = ${team_id} and connection_id = ${connection_id} and state = 'suspended' and ended_at < ${before}`);

/** Forgets people who were restored before `before`. Returns their number. */
export async function deleteRestored(db: Db, before: string): Promise<number> {
  const rows = await db.rows(sql`
    delete from suspensions where ${firstOver(
      db,
      sql`suspensions`,
      ['ended_at', 'team_id', 'connection_id', 'account_id'],
      sql`state = 'restored' and ended_at < ${before}::timestamptz`,
    )} returning 1 as gone`);
  return rows.length;
}
