// SQL for the guard against mass deprovisioning: limits, and the count of a connection. suspension-store.ts has the
// people.
import { memberships } from '../../directory/views-store.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { sql } from '../../storage/sql.ts';
import type { ScimContext } from '../scim-context.ts';
import type { DeactivationLimits } from './deactivation-limits.ts';

export type Scope = Pick<ScimContext, 'team_id' | 'connection_id'>;

export const findLimits = (db: Db, teamId: string): Promise<DeactivationLimits | undefined> =>
  db.row(sql`
    select enabled, most_people, most_percent, final_after_days from deactivation_limits where team_id = ${teamId}`);

export async function upsertLimits(tx: Tx, teamId: string, limits: DeactivationLimits): Promise<void> {
  const { enabled, most_people, most_percent, final_after_days } = limits;
  await tx.rows(sql`
    insert into deactivation_limits (team_id, enabled, most_people, most_percent, final_after_days)
    values (${teamId}, ${enabled}, ${most_people}, ${most_percent}, ${final_after_days})
    on conflict (team_id) do update set enabled = excluded.enabled, most_people = excluded.most_people,
      most_percent = excluded.most_percent, final_after_days = excluded.final_after_days`);
}

export interface GuardRow {
  readonly suspending_since: string | null;
  readonly counted_from: string | null;
}

/** The connection's guard, locked until the transaction ends. Created by the first request that needs it. */
export const lockGuard = (tx: Tx, { team_id, connection_id }: Scope): Promise<GuardRow | undefined> =>
  tx.row(sql`
    insert into deactivation_guards as g (team_id, connection_id) values (${team_id}, ${connection_id})
    on conflict (team_id, connection_id) do update set asked_at = excluded.asked_at
    returning suspending_since, counted_from`);

export async function updateGuard(tx: Tx, { team_id, connection_id }: Scope, guard: GuardRow): Promise<void> {
  await tx.rows(sql`
    update deactivation_guards set suspending_since = ${guard.suspending_since}, counted_from = ${guard.counted_from}
    where team_id = ${team_id} and connection_id = ${connection_id}`);
}

/** The number of active people whom the connection provisions. */
export async function countActive(db: Db, { team_id, connection_id }: Scope): Promise<number> {
  const row = await db.row<{ people: number }>(sql`
    select count(*) as people from ${memberships} m
    where m.team_id = ${team_id} and m.connection_id = ${connection_id} and m.status = 'active'`);
  return row?.people ?? 0;
}
