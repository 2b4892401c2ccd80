// SQL for the mass-deprovisioning guard: limits, the hourly count, and held people.
import type { Actor } from '../../audit/audit-event.ts';
import { memberships, people } from '../../directory/views-store.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { amongKeys, LEAST, matching } from '../../storage/key-range.ts';
import { firstRows, limitOf } from '../../storage/limit.ts';
import { sql, trusted } from '../../storage/sql.ts';
import { firstOver } from '../../storage/sweep-limit.ts';
import type { ScimContext } from '../scim-context.ts';
import type { DeactivationLimits } from './deactivation-limits.ts';

type Scope = Pick<ScimContext, 'team_id' | 'connection_id'>;

/** `deactivate`: the membership is kept so that the person can return; `delete`: the person leaves the directory. */
export type EndingOperation = 'deactivate' | 'delete';
/** The two lists shown to admins. */
export type ListedState = 'waiting' | 'kept';
/** `allowed`: an admin let the request through, and the membership is about to end. */
export type HeldState = ListedState | 'allowed';

export const findLimits = (db: Db, teamId: string): Promise<DeactivationLimits | undefined> =>
  db.row(sql`select enabled, most_people, most_percent from deactivation_limits where team_id = ${teamId}`);

export async function upsertLimits(tx: Tx, teamId: string, limits: DeactivationLimits): Promise<void> {
  const { enabled, most_people, most_percent } = limits;
  await tx.rows(sql`
    insert into deactivation_limits (team_id, enabled, most_people, most_percent)
    values (${teamId}, ${enabled}, ${most_people}, ${most_percent})
    on conflict (team_id) do update set enabled = excluded.enabled, most_people = excluded.most_people,
      most_percent = excluded.most_percent`);
}

export interface GuardRow {
  readonly held_since: string | null;
  readonly counted_from: string | null;
}

/** The connection's guard, locked until the transaction ends. Created by the first request that needs it. */
export const lockGuard = (tx: Tx, { team_id, connection_id }: Scope): Promise<GuardRow | undefined> =>
  tx.row(sql`
    insert into deactivation_guards as g (team_id, connection_id) values (${team_id}, ${connection_id})
    on conflict (team_id, connection_id) do update set asked_at = excluded.asked_at
    returning held_since, counted_from`);

export interface DeactivationDecision {
  readonly decision: HeldState | null;
  readonly decided_by: Actor | null;
  readonly decided_at: string | null;
  /** The number of deactivations since then. */
  readonly done: number;
}

/** The data for a decision about one person. Call it with the guard locked, so that the count is stable. */
export async function findDecision(
  tx: Tx,
  { team_id, connection_id }: Scope,
  accountId: string,
  since: string,
): Promise<DeactivationDecision> {
  const row = await tx.row<DeactivationDecision>(sql`
    select h.state as decision, h.decided_by, h.decided_at,
      (select count(*) from counted_deactivations c
        where c.team_id = ${team_id} and c.connection_id = ${connection_id} and c.at > ${since}) as done
    from (select 1) one
    left join held_deactivations h
      on h.team_id = ${team_id} and h.connection_id = ${connection_id} and h.account_id = ${accountId}`);
  return row ?? { decision: null, decided_by: null, decided_at: null, done: 0 };
}

/** The number of active people whom the connection provisions. */
export async function countActive(db: Db, { team_id, connection_id }: Scope): Promise<number> {
  const row = await db.row<{ people: number }>(sql`
    select count(*) as people from ${memberships} m
    where m.team_id = ${team_id} and m.connection_id = ${connection_id} and m.status = 'active'`);
  return row?.people ?? 0;
}

export async function insertCounted(tx: Tx, scope: Scope, accountId: string, at: string): Promise<void> {
  await tx.rows(sql`
    insert into counted_deactivations (team_id, connection_id, at, account_id)
    values (${scope.team_id}, ${scope.connection_id}, ${at}, ${accountId}) on conflict do nothing`);
}

export async function updateGuard(tx: Tx, { team_id, connection_id }: Scope, guard: GuardRow): Promise<void> {
  await tx.rows(sql`
    update deactivation_guards set held_since = ${guard.held_since}, counted_from = ${guard.counted_from}
    where team_id = ${team_id} and connection_id = ${connection_id}`);
}

/** A held request to end a membership. */
export interface HeldRequest {
  readonly account_id: string;
  readonly record_id: string;
  readonly operation: EndingOperation;
}

/** Stores the request. A repeated request increments a counter and keeps the decision. */
export async function upsertHeld(tx: Tx, scope: Scope, request: HeldRequest, at: string): Promise<void> {
  await tx.rows(sql`
    insert into held_deactivations as h (team_id, connection_id, account_id, record_id, operation, first_asked_at,
      asked_at)
    values (${scope.team_id}, ${scope.connection_id}, ${request.account_id}, ${request.record_id},
      ${request.operation}, ${at}, ${at})
    on conflict (team_id, connection_id, account_id) do update
    set asked_at = excluded.asked_at, operation = excluded.operation, times = h.times + 1`);
}

/** Deletes any held request for the person. */
export async function deleteHeld(tx: Tx, { team_id, connection_id }: Scope, accountId: string): Promise<void> {
  await tx.rows(sql`
    delete from held_deactivations
    where team_id = ${team_id} and connection_id = ${connection_id} and account_id = ${accountId}`);
}

/** Deletes the request only if it was let through. A newer held or kept request needs its own decision. */
export async function deleteAllowed(tx: Tx, { team_id, connection_id }: Scope, accountId: string): Promise<void> {
  await tx.rows(sql`
    delete from held_deactivations
    where team_id = ${team_id} and connection_id = ${connection_id} and account_id = ${accountId}
      and state = 'allowed'`);
}

/** Finds a person about whom a decision is pending. */
export const findWaiting = (tx: Tx, { team_id, connection_id }: Scope): Promise<{ account_id: string } | undefined> =>
  tx.row(sql`
    select account_id from held_deactivations
    where team_id = ${team_id} and connection_id = ${connection_id} and state = 'waiting' limit 1`);

export interface GuardState {
  readonly held_since: string | null;
  readonly waiting: number;
  readonly kept: number;
  /** Changes whenever the waiting or kept people, or the requests about them, change. */
  readonly version: string;
}

/** The state of the connection's guard, with the numbers of waiting and kept people. */
export const findGuard = (db: Db, { team_id, connection_id }: Scope): Promise<GuardState | undefined> =>
  db.row<GuardState>(sql`
    select g.held_since, count(h.account_id) filter (where h.state = 'waiting') as waiting,
      count(h.account_id) filter (where h.state = 'kept') as kept,
      md5(coalesce(string_agg(concat(h.account_id, h.state, h.operation), ' ' order by h.account_id)
        filter (where h.state in ('waiting', 'kept')), '')) as version
    from deactivation_guards g
    left join held_deactivations h on h.team_id = g.team_id and h.connection_id = g.connection_id
    where g.team_id = ${team_id} and g.connection_id = ${connection_id} group by g.held_since`);

export interface HeldList {
  readonly people: number;
  /** Changes whenever the people on the list, or the requests about them, change. */
  readonly version: string;
}

/** Counts everyone in that state, regardless of paging. */
export const findHeldList = (db: Db, { team_id, connection_id }: Scope, state: HeldState) =>
  db.row<HeldList>(sql`
    select count(*) as people,
      md5(coalesce(string_agg(concat(account_id, operation), ' ' order by account_id), '')) as version
    from held_deactivations
    where team_id = ${team_id} and connection_id = ${connection_id} and state = ${state}`);

/** The current state of these people; omits people who are not held any more. */
export const selectStates = (tx: Tx, { team_id, connection_id }: Scope, accountIds: readonly string[]) =>
  tx.rows<{ account_id: string; state: HeldState; decided_by: Actor | null }>(sql`
    select account_id, state, decided_by from held_deactivations
    where team_id = ${team_id} and connection_id = ${connection_id} and account_id = any(${accountIds}::uuid[])`);

export interface HeldRow extends HeldRequest {
  readonly name: string;
  readonly email: string | null;
  readonly state: HeldState;
  readonly first_asked_at: string;
  readonly asked_at: string;
  readonly times: number;
  readonly decided_by: Actor | null;
  readonly decided_at: string | null;
}

/** A page of the people in that state, in the order of the identity provider's first requests. */
export const listHeld = (
  db: Db,
  { team_id, connection_id }: Scope,
  state: HeldState,
  after: { readonly first_asked_at: string; readonly account_id: string } | null,
  limit: number,
): Promise<HeldRow[]> =>
  db.rows<HeldRow>(
    firstRows(
      sql`select h.account_id, h.record_id, h.operation, p.name, p.email, h.state, h.first_asked_at, h.asked_at,
          h.times, h.decided_by, h.decided_at
        from held_deactivations h join ${people} p on p.account_id = h.account_id
        where h.team_id = ${team_id} and h.connection_id = ${connection_id} and h.state = ${state}
          and (h.first_asked_at, h.account_id)
            > (${after?.first_asked_at ?? '-infinity'}::timestamptz, ${after?.account_id ?? LEAST}::uuid)`,
      sql`first_asked_at, account_id`,
      limit,
    ),
  );

/** The people who were deactivated before the guard held the rest: since that moment, oldest first. */
export const selectCounted = (db: Db, { team_id, connection_id }: Scope, since: string, limit: number) =>
  db.rows<{ account_id: string; name: string; at: string }>(sql`
    select c.account_id, p.name, c.at from counted_deactivations c join ${people} p on p.account_id = c.account_id
    where c.team_id = ${team_id} and c.connection_id = ${connection_id} and c.at > ${since}
    order by c.at, c.account_id ${limitOf(limit)}`);

/** Decides about people in one of the states `from`: the named ones, or all (null). Returns them. */
export const updateStates = (
  tx: Tx,
  { team_id, connection_id }: Scope,
  from: readonly HeldState[],
  accountIds: readonly string[] | null,
  decision: { readonly state: HeldState; readonly by: Actor; readonly at: string },
): Promise<{ account_id: string }[]> =>
  tx.rows(sql`
    update held_deactivations set state = ${decision.state}, decided_by = ${JSON.stringify(decision.by)}::text::jsonb,
      decided_at = ${decision.at}
    where team_id = ${team_id} and connection_id = ${connection_id} and state = any(${from}::text[])
      and ${accountIds === null ? trusted('true') : amongKeys(sql`account_id`, accountIds)}
    returning account_id`);

export interface AllowedRow extends HeldRequest {
  readonly team_id: string;
  readonly connection_id: string;
  readonly decided_by: Actor | null;
}

/** People who were let through but have not been removed yet, in one connection or (null) in all. */
export const selectAllowed = (db: Db, scope: Scope | null, limit: number): Promise<AllowedRow[]> =>
  db.rows<AllowedRow>(sql`
    select team_id, connection_id, account_id, record_id, operation, decided_by from held_deactivations
    where state = 'allowed'
      and ${matching(sql`team_id`, scope?.team_id)} and ${matching(sql`connection_id`, scope?.connection_id)}
    order by team_id, connection_id, account_id ${limitOf(limit)}`);

/** Deletes counts from before `before`, except for held connections, whose admins can see who was deactivated. */
export async function deleteCounted(db: Db, before: string): Promise<number> {
  const rows = await db.rows(sql`
    delete from counted_deactivations where ${firstOver(
      db,
      sql`counted_deactivations`,
      ['at', 'team_id', 'connection_id', 'account_id'],
      sql`at < ${before}::timestamptz and (team_id, connection_id) not in (
        select team_id, connection_id from deactivation_guards where held_since is not null)`,
    )} returning 1 as gone`);
  return rows.length;
}
