// Creates people who are new to the service, as most people are in a first sync. Concurrent requests of a connection
// share one statement.
import type { Person } from '../../directory/accounts/account.ts';
import { newMembers } from '../../directory/joining/account-link.ts';
import { refuseFullTeam } from '../../directory/members/members.ts';
import { type CoalescedWrites, coalescedWrites } from '../../storage/batches/coalesced-writes.ts';
import type { CallerCheck } from '../../storage/batches/version-check.ts';
import type { Db } from '../../storage/database.ts';
import type { ScimContext } from '../scim-context.ts';
import { namesOf } from './reporting-line.ts';
import type { UserColumns } from './user-record.ts';
import { type InsertedUser, insertNewMembers, type NewRecord } from './user-record-store.ts';

export interface Arrival extends NewRecord {
  readonly context: ScimContext;
  readonly check: CallerCheck;
  readonly columns: UserColumns;
  readonly person: Person;
}

export interface Arrivals {
  /**
   * Admits a person and creates their record. Does nothing and returns undefined if the email address is taken, a
   * report is waiting for a manager with that name, or the caller's check fails. Fails with `seat-limit` and 409
   * `uniqueness`.
   */
  admit(arrival: Arrival): Promise<InsertedUser | undefined>;
}

export function openArrivals(db: Db): Arrivals {
  const together: CoalescedWrites<Arrival, InsertedUser | undefined> = coalescedWrites((all) => admitAll(db, all));
  return {
    admit(arrival) {
      const { context, check } = arrival;
      return together.run(`${context.team_id} ${context.connection_id} ${check.key}`, arrival).catch(refuseFullTeam);
    },
  };
}

/** All arrivals have the same connection and caller check as the first one. */
async function admitAll(db: Db, arrivals: readonly Arrival[]): Promise<(InsertedUser | undefined)[]> {
  const [first] = arrivals;
  if (first === undefined) return [];
  const { team_id, connection_id } = first.context;
  const entering = newMembers(
    team_id,
    arrivals.map(({ context, account_id, record_id, columns, person }) => ({
      account_id,
      person,
      membership: { status: columns.active ? 'active' : 'deactivated', connection_id },
      names: namesOf({ record_id, ...columns }),
      by: context.by,
    })),
    first.check.holds,
  );
  const made = await insertNewMembers(db, first.context, arrivals, entering);
  const madeBy = new Map(made.map((row) => [row.record_id, row]));
  return arrivals.map(({ record_id }) => madeBy.get(record_id));
}
